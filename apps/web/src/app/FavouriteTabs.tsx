import type { Tab } from '@em/contract/tabs/tabs'
import { type KeyboardEvent, useState } from 'react'
import type { OpenTab } from '../links/tabs.ts'
import type { Favourites } from './favourites.ts'
import css from './Sidebar.module.css'
import { SidebarTab } from './SidebarTab.tsx'

/** The favourite tabs at the top of the sidebar: moved by mouse, or by Alt with an arrow. */
export function FavouriteTabs({ favourites, openTab }: { favourites: Favourites; openTab: OpenTab }) {
  const [dragged, drag] = useState<Tab | null>(null)
  const { tabs, move } = favourites
  if (tabs.length === 0) return null
  const onKey = (event: KeyboardEvent, at: number): boolean => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const tab = tabs[at]
    if (!event.altKey || step === undefined || tab === undefined) return false
    move(tab, tabs[at + step])
    return true
  }
  return (
    <section aria-label="Favourites">
      <p className={css.heading}>Favourites</p>
      <ul className={`${css.tabs} ${css.favourites}`}>
        {tabs.map((tab, at) => (
          <li
            key={tab.id}
            draggable
            onDragStart={() => drag(tab)}
            onDragEnd={() => drag(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null) move(dragged, tab)
            }}
          >
            <SidebarTab
              tab={tab}
              here={openTab.kind === 'tab' && openTab.tab.id === tab.id}
              favourites={favourites}
              onKey={(event) => onKey(event, at)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
