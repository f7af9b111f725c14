import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { readUserAgain, signOut } from '../features/identity/auth.ts'
import { whenForbidden } from '../lib/api.ts'
import { useHash } from '../lib/hash.ts'
import { useDemo } from '../lib/health.ts'
import { lazyPart } from '../lib/parts.ts'
import { useSession } from '../lib/useSession.ts'
import { useOpenTab } from '../links/tabs.ts'
import { PartBoundary } from '../ui/PartBoundary.tsx'
import css from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { startCatching } from './search/typed-ahead.ts'
import { useShortcuts } from './shortcuts/useShortcuts.ts'
import { TabView } from './TabView.tsx'
import { TopBar } from './TopBar.tsx'

const ProfileModal = lazyPart(() => import('../features/identity/ProfileModal.tsx'))
const MobileMenu = lazyPart(() => import('./MobileMenu.tsx'))
const DemoTour = lazyPart(() => import('../features/demo/DemoTour.tsx'))
const ShortcutsDialog = lazyPart(() => import('./shortcuts/ShortcutsDialog.tsx'))
const SearchDialog = lazyPart(() => import('./search/SearchDialog.tsx'))

const CHECK_MS = 60
/** A dialog that closes, like the search, gives its focus back this much later at most. */
const CHECKS_MOST = 8
const USER_EVENTS = ['keydown', 'pointerdown'] as const

/**
 * Another tab was opened from something that is gone now (a link of the page before, the search): Tab goes on in the
 * new page, and not through the whole sidebar first. What still has the focus keeps it, and who goes on working meanwhile
 * has it where he put it: a dialog that he closes at once gives it back itself.
 */
function useFocusInContent(name: string) {
  const shown = useRef(name)
  useEffect(() => {
    if (shown.current === name) return
    shown.current = name
    let checks = 0
    const timer = setInterval(() => {
      checks += 1
      const isLost = document.activeElement === document.body
      if (isLost) document.getElementById('content')?.focus({ preventScroll: true })
      if (isLost || checks === CHECKS_MOST) stop()
    }, CHECK_MS)
    const stop = () => {
      clearInterval(timer)
      for (const event of USER_EVENTS) window.removeEventListener(event, stop, true)
    }
    for (const event of USER_EVENTS) window.addEventListener(event, stop, true)
    return stop
  }, [name])
}

/** Other rights or other portfolios: what was read with those of before is read anew. */
function useReadAnew(client: QueryClient) {
  const { rights, portfolios } = useSession().user
  const now = JSON.stringify([rights, portfolios])
  const before = useRef(now)
  useEffect(() => {
    if (before.current === now) return
    before.current = now
    void client.invalidateQueries()
  }, [client, now])
}

/** Sidebar, top bar, the open tab, the profile modal. */
export default function Shell() {
  const client = useQueryClient()
  const openTab = useOpenTab()
  const demo = useDemo()
  const hash = useHash()
  // Open on the tab where it was asked for: choosing another closes it.
  const [menuAt, setMenuAt] = useState<string | null>(null)
  const [profile, setProfile] = useState<'never' | 'open' | 'closed'>('never')
  const [search, setSearch] = useState(0)
  const openSearch = useCallback(() => {
    startCatching()
    setSearch((times) => times + 1)
  }, [])
  useSearchKey(openSearch)
  const [keys, setKeys] = useState<'never' | 'open' | 'closed'>('never')
  useShortcuts(useCallback(() => setKeys('open'), []))

  const logout = () => signOut()
  const name = openTab.kind === 'tab' ? openTab.tab.name : 'Not found'
  useEffect(() => {
    document.title = `${name} · Equity Manager`
  }, [name])
  useFocusInContent(name)
  useEffect(() => whenForbidden(() => void readUserAgain()), [])
  useReadAnew(client)
  return (
    <div className={css.shell}>
      <a
        className={css.skip}
        href={hash || '#/'}
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        Skip to content
      </a>
      <aside className={`${css.aside} em-no-print`}>
        <Sidebar openTab={openTab} onLogout={logout} />
      </aside>
      <div className={css.column}>
        <TopBar
          openTab={openTab}
          onMenu={() => setMenuAt(hash)}
          onSearch={openSearch}
          onProfile={() => setProfile('open')}
        />
        {demo && (
          <PartBoundary quiet>
            <Suspense>
              <DemoTour />
            </Suspense>
          </PartBoundary>
        )}
        <main id="content" tabIndex={-1} className={css.content}>
          <TabView openTab={openTab} />
        </main>
        <div role="status" className="em-visually-hidden">
          {name}
        </div>
      </div>
      <PartBoundary quiet part={`${menuAt}`}>
        <Suspense>
          {menuAt !== null && (
            <MobileMenu
              opened={menuAt === hash}
              onClose={() => setMenuAt('')}
              openTab={openTab}
              onLogout={logout}
            />
          )}
        </Suspense>
      </PartBoundary>
      <PartBoundary quiet part={profile}>
        <Suspense>
          {profile !== 'never' && (
            <ProfileModal opened={profile === 'open'} onClose={() => setProfile('closed')} />
          )}
        </Suspense>
      </PartBoundary>
      <PartBoundary quiet part={keys}>
        <Suspense>
          {keys !== 'never' && <ShortcutsDialog opened={keys === 'open'} onClose={() => setKeys('closed')} />}
        </Suspense>
      </PartBoundary>
      <PartBoundary quiet part={`${search}`}>
        <Suspense>{search > 0 && <SearchDialog asked={search} />}</Suspense>
      </PartBoundary>
    </div>
  )
}

function useSearchKey(open: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
}
