import type { Tab } from '@em/contract/tabs/tabs'
import { ActionIcon } from '@mantine/core'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs'
import type { KeyboardEvent } from 'react'
import { hrefOf } from '../links/tabs.ts'
import type { Favourites } from './favourites.ts'
import css from './Sidebar.module.css'
import { preload } from './screens.ts'

interface SidebarTabProps {
  tab: Tab
  here: boolean
  favourites: Favourites
  /** Arrow left leads from the tab to its group. */
  onLeft?: () => void
  /** Keys of a favourite that move it. */
  onKey?: (event: KeyboardEvent) => boolean
}

/** A tab in the sidebar with its star: arrow right leads to the star, arrow left back. */
export function SidebarTab({ tab, here, favourites, onLeft, onKey }: SidebarTabProps) {
  const isFavourite = favourites.has(tab)
  return (
    <div className={css.tabRow} data-favourite={isFavourite ? true : undefined}>
      <a
        href={hrefOf(tab.group.name, tab.name)}
        className={`${css.tab} ${here ? css.currentTab : ''}`}
        data-nav
        onMouseEnter={() => void preload(tab)}
        onFocus={() => void preload(tab)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowLeft' && onLeft !== undefined) onLeft()
          else if (event.key === 'ArrowRight') {
            event.currentTarget.parentElement?.querySelector<HTMLElement>('button')?.focus()
          } else if (onKey?.(event) !== true) return
          event.preventDefault()
          event.stopPropagation()
        }}
        {...(here ? { 'aria-current': 'page' as const } : {})}
      >
        {tab.name}
      </a>
      <ActionIcon
        className={css.star ?? ''}
        size="sm"
        tabIndex={-1}
        disabled={!favourites.known}
        aria-pressed={isFavourite}
        aria-label={`Favourite: ${tab.name}`}
        onClick={() => favourites.toggle(tab)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowLeft') return
          event.preventDefault()
          event.stopPropagation()
          event.currentTarget.parentElement?.querySelector<HTMLElement>('a')?.focus()
        }}
      >
        {isFavourite ? <IconStarFilled size={13} /> : <IconStar size={13} />}
      </ActionIcon>
    </div>
  )
}
