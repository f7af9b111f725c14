import type { Group, Tab } from '@em/contract/tabs/tabs'
import { ActionIcon, Button, CloseButton, TextInput, Tooltip, useMantineColorScheme } from '@mantine/core'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { navigate } from '../lib/hash.ts'
import { hrefOf, type OpenTab } from '../links/tabs.ts'
import { Mark } from '../ui/Mark.tsx'
import { FavouriteTabs } from './FavouriteTabs.tsx'
import { type Favourites, useFavourites } from './favourites.ts'
import { groupIcons } from './groupIcons.ts'
import { HelpButton } from './help/HelpButton.tsx'
import { useOffered } from './offer.ts'
import css from './Sidebar.module.css'
import { SidebarTab } from './SidebarTab.tsx'

interface SidebarProps {
  openTab: OpenTab
  /** Absent: there is no Logout button. */
  onLogout?: () => void
  /** In a drawer: shows a cross. */
  onClose?: () => void
}

/** The groups and tabs that the person is offered, with a search; one group is open, and the open tab is in sight. */
export function Sidebar({ openTab, onLogout, onClose }: SidebarProps) {
  const [search, setSearch] = useState('')
  const active = openTab.kind === 'unknown' ? null : openTab.group
  const [open, setOpen] = useOpenGroup(active)
  const tabs = useRef<HTMLElement>(null)
  const at = openTab.kind === 'tab' ? openTab.tab.id : ''
  useEffect(() => {
    if (at !== '')
      tabs.current?.querySelector('[aria-current="page"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [at, open])
  const offered = useOffered()
  const favourites = useFavourites(offered)
  const shown = useMemo(() => narrowed(offered, search), [offered, search])
  const searching = search.trim() !== ''
  return (
    <div className={css.sidebar}>
      <div className={css.brand}>
        <Mark size={26} />
        <span className={css.name}>Equity Manager</span>
        {onClose !== undefined && <CloseButton aria-label="Close navigation" onClick={onClose} />}
      </div>
      <div className={css.search}>
        <TextInput
          size="xs"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = shown[0]?.tabs ?? []
            if (event.key === 'Enter' && searching && first !== undefined) {
              navigate(hrefOf(first.group.name, first.name))
              setSearch('')
            } else if (event.key === 'Escape' && searching) {
              event.stopPropagation()
              setSearch('')
            }
          }}
          placeholder="Find a tab"
          aria-label="Find a tab"
          leftSection={<IconSearch size={14} />}
        />
      </div>
      <nav className={css.nav} aria-label="Navigation" onKeyDown={moveFocus} ref={tabs}>
        {!searching && <FavouriteTabs favourites={favourites} openTab={openTab} />}
        <p className={css.heading}>Navigation</p>
        {shown.map(({ group, tabs }) => (
          <GroupItem
            key={group.slug}
            group={group}
            tabs={tabs}
            openTab={openTab}
            open={searching || open === group.slug}
            onOpen={(on) => setOpen(group.slug, on)}
            favourites={favourites}
          />
        ))}
        {shown.length === 0 && <p className={css.nothing}>Nothing found.</p>}
      </nav>
      <div className={css.foot}>
        <SchemeToggle />
        <HelpButton openTab={openTab} />
        {onLogout !== undefined && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconLogout size={16} />}
            onClick={onLogout}
          >
            Logout
          </Button>
        )}
      </div>
    </div>
  )
}

interface GroupItemProps {
  group: Group
  tabs: readonly Tab[]
  openTab: OpenTab
  open: boolean
  onOpen: (open: boolean) => void
  favourites: Favourites
}

function GroupItem({ group, tabs, openTab, open, onOpen, favourites }: GroupItemProps) {
  const id = useId()
  const Icon = groupIcons[group.icon]
  const current = openTab.kind !== 'unknown' && openTab.group.slug === group.slug
  const choose = () => {
    if (current && tabs.length > 0) {
      onOpen(!open)
      return
    }
    onOpen(true)
    navigate(hrefOf(group.name, group.tabs[0]?.name))
  }
  const expanding =
    tabs.length === 0 ? {} : { 'aria-expanded': open, ...(open ? { 'aria-controls': id } : {}) }
  return (
    <div className={css.group}>
      <div className={`${css.groupRow} ${current ? css.currentGroup : ''}`}>
        <button
          type="button"
          className={css.groupButton}
          onClick={choose}
          data-nav
          data-group={group.slug}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight' && !open) onOpen(true)
            else if (event.key === 'ArrowLeft' && open) onOpen(false)
            else return
            event.preventDefault()
          }}
          {...expanding}
        >
          <Icon size={17} stroke={1.6} aria-hidden="true" />
          <span className={css.label}>{group.name}</span>
        </button>
        {tabs.length > 0 && (
          <ActionIcon
            size="sm"
            tabIndex={-1}
            aria-label={`${open ? 'Hide' : 'Show'} the tabs of ${group.name}`}
            onClick={() => onOpen(!open)}
          >
            <IconChevronRight size={14} className={open ? css.chevronOpen : css.chevron} />
          </ActionIcon>
        )}
      </div>
      {open && tabs.length > 0 && (
        <ul id={id} className={css.tabs}>
          {tabs.map((tab) => {
            return (
              <li key={tab.slug}>
                <SidebarTab
                  tab={tab}
                  here={openTab.kind === 'tab' && openTab.tab === tab}
                  favourites={favourites}
                  onLeft={() =>
                    document.querySelector<HTMLElement>(`[data-group="${group.slug}"]:not([hidden])`)?.focus()
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** Arrow up and down, Home and End walk over what is visible. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-nav]')].filter(
    (item) => item.closest('[aria-hidden="true"]') === null && item.getClientRects().length > 0,
  )
  const at = items.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  items[Math.max(0, Math.min(items.length - 1, to))]?.focus()
}

/** Which group is open: that of the open tab, until another is opened or it is shut. One at a time, so that the open tab is in sight. */
function useOpenGroup(active: Group | null): [string, (slug: string, open: boolean) => void] {
  const [open, setOpen] = useState(active?.slug ?? '')
  const last = useRef(active)
  const change = (slug: string, on: boolean) => setOpen((now) => (on ? slug : now === slug ? '' : now))
  useEffect(() => {
    if (active !== null && last.current !== active) change(active.slug, true)
    last.current = active
  })
  return [open, change]
}

function narrowed(groups: readonly Group[], search: string): { group: Group; tabs: readonly Tab[] }[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return groups.map((group) => ({ group, tabs: group.tabs }))
  return groups.flatMap((group) => {
    if (group.name.toLowerCase().includes(wanted)) return [{ group, tabs: group.tabs }]
    const tabs = group.tabs.filter((tab) => tab.name.toLowerCase().includes(wanted))
    return tabs.length === 0 ? [] : [{ group, tabs }]
  })
}

const SCHEMES: { value: 'auto' | 'light' | 'dark'; label: string; icon: ReactNode }[] = [
  { value: 'auto', label: 'Same as device', icon: <IconDeviceDesktop size={15} /> },
  { value: 'light', label: 'Light', icon: <IconSun size={15} /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon size={15} /> },
]

function SchemeToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className={css.schemes}>
      <legend className="em-visually-hidden">Colours</legend>
      {SCHEMES.map(({ value, label, icon }) => (
        <Tooltip key={value} label={label}>
          <button
            type="button"
            className={css.scheme}
            aria-label={label}
            aria-pressed={colorScheme === value}
            onClick={() => setColorScheme(value)}
          >
            {icon}
          </button>
        </Tooltip>
      ))}
    </fieldset>
  )
}
