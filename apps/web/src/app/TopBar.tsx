import { topTabs } from '@em/contract/tabs/tabs'
import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs'
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useEffect, useRef, useState } from 'react'
import { initialsOf } from '../features/identity/initials.ts'
import { formatDate, today } from '../lib/dates.ts'
import { useDemo } from '../lib/health.ts'
import { useMay } from '../lib/may.ts'
import { useSession } from '../lib/useSession.ts'
import { leadsSomewhere } from '../links/offered.ts'
import { goTo, hrefOf, type OpenTab } from '../links/tabs.ts'
import { Attention } from './Attention.tsx'
import css from './TopBar.module.css'

interface TopBarProps {
  openTab: OpenTab
  onMenu: () => void
  onSearch: () => void
  onProfile: () => void
}

/** Pixels of scrolling after which the bar lifts off the page. */
const SCROLLED_PX = 10
/** A tab is marked at once and opens after this long, as specified. */
const SWITCH_MS = 100

/** Tabs, search, notifications, print, avatar. */
export function TopBar({ openTab, onMenu, onSearch, onProfile }: TopBarProps) {
  const { user } = useSession()
  const scrolled = useScrolled()
  const demo = useDemo()
  const name = `User Profile - ${user.first_name} ${user.last_name}`
  return (
    <header className={`${css.bar} ${scrolled ? css.scrolled : ''} em-no-print`}>
      <ActionIcon className={css.menu ?? ''} size="lg" aria-label="Open navigation" onClick={onMenu}>
        <IconMenu2 size={19} />
      </ActionIcon>
      <TopTabs openTab={openTab} />
      <div className={css.right}>
        {demo && (
          <span className={css.demo} title="The books of the demo stay on this day">
            Demo date {formatDate(today())}
          </span>
        )}
        <UnstyledButton className={css.search ?? ''} onClick={onSearch}>
          <IconSearch size={15} aria-hidden="true" />
          <span className={css.searchWord}>Search</span>
          <kbd className={css.key}>Ctrl K</kbd>
        </UnstyledButton>
        <Attention />
        <Tooltip label="Print">
          <ActionIcon size="lg" aria-label="Print" onClick={() => window.print()}>
            <IconPrinter size={18} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={name}>
          <UnstyledButton className={css.avatar ?? ''} aria-label={name} onClick={onProfile}>
            {initialsOf(user)}
          </UnstyledButton>
        </Tooltip>
      </div>
    </header>
  )
}

function TopTabs({ openTab }: { openTab: OpenTab }) {
  const [pressed, setPressed] = useState<string | null>(null)
  const may = useMay()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const open = openTab.kind === 'tab' ? openTab.tab : null
  useEffect(() => () => clearTimeout(timer.current), [])
  const press = (group: string, tab: string) => {
    clearTimeout(timer.current)
    setPressed(tab)
    timer.current = setTimeout(() => {
      setPressed(null)
      goTo(group, tab)
    }, SWITCH_MS)
  }
  return (
    <nav className={css.tabs} aria-label="Main tabs">
      {topTabs.map(({ group, tab, tooltip }) => {
        if (!leadsSomewhere(may, hrefOf(group, tab))) return null
        const here = open !== null && open.name === tab && open.group.name === group
        const lit = pressed === null ? here : pressed === tab
        return (
          <Tooltip key={tab} label={tooltip}>
            <button
              type="button"
              className={`${css.tab} ${lit ? css.active : ''}`}
              onClick={() => press(group, tab)}
              {...(here ? { 'aria-current': 'page' as const } : {})}
            >
              {tab}
            </button>
          </Tooltip>
        )
      })}
    </nav>
  )
}

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const readScroll = () => setScrolled(window.scrollY > SCROLLED_PX)
    readScroll()
    window.addEventListener('scroll', readScroll, { passive: true })
    return () => window.removeEventListener('scroll', readScroll)
  }, [])
  return scrolled
}
