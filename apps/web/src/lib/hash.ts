import { useSyncExternalStore } from 'react'

/**
 * The tab shown stands in the address: `#/group/tab?name=value`. Back, forward and bookmarks follow from that.
 */
export interface HashPlace {
  readonly group: string
  readonly tab: string
  readonly query: URLSearchParams
}

export function parseHash(hash: string): HashPlace {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split('?', 2)
  const [group = '', tab = ''] = path.split('/').map(decode)
  return { group, tab, query: new URLSearchParams(query) }
}

/** `%` signs of a hand-typed address need not be well formed. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Goes to `/group/tab`; a new step in the history unless `replace`. */
export function navigate(to: string, options: { replace?: boolean } = {}): void {
  const hash = `#/${to.replace(/^#?\/?/, '')}`
  if (window.location.hash === hash) return
  const address = window.location.pathname + hash
  window.history[options.replace === true ? 'replaceState' : 'pushState'](null, '', address)
  window.dispatchEvent(new Event('hashchange'))
}

/**
 * Changes values after `?` and stays on the tab: '' or null takes one out. No step in the history, so that Back
 * leaves the tab instead of undoing filters one by one.
 */
export function changeHashQuery(changes: Readonly<Record<string, string | null>>): void {
  const { group, tab, query } = parseHash(window.location.hash)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  const path = [group, tab].filter((part) => part !== '').join('/')
  navigate(`${path}${text === '' ? '' : `?${text}`}`, { replace: true })
}

/** Leaves the sign-in address, if there, and forgets the tab. */
export function clearHash(): void {
  window.history.replaceState(null, '', '/')
  window.dispatchEvent(new Event('hashchange'))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  window.addEventListener('popstate', listener)
  return () => {
    window.removeEventListener('hashchange', listener)
    window.removeEventListener('popstate', listener)
  }
}

/** The raw hash, `#/group/tab`; re-renders when it changes. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash)
}

/** The values after `?` in the hash: what a link hands to the screen it opens. */
export function useHashQuery(): URLSearchParams {
  return parseHash(useHash()).query
}
