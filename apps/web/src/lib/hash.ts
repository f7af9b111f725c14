import { useSyncExternalStore } from 'react'
import { address, leaveSteps, pushAddress, replaceAddress, stepState, stepsSettled } from './steps.ts'

/**
 * The tab shown is in the address: `#/group/tab?name=value`. Back, forward and bookmarks follow from that.
 */
export interface HashAddress {
  readonly group: string
  readonly tab: string
  readonly query: URLSearchParams
}

export function parseHash(hash: string): HashAddress {
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
  if (address() === hash) return
  if (options.replace === true) replaceAddress(hash)
  else pushAddress(hash)
  window.dispatchEvent(new Event('hashchange'))
}

/**
 * Changes values after `?` and stays on the tab: '' or null takes one out. No step in the history, so that Back
 * leaves the tab instead of undoing filters one by one.
 */
export function changeHashQuery(changes: Changes): void {
  navigate(changedAddress(changes), { replace: true })
}

type Changes = Readonly<Record<string, string | null>>

function changedAddress(changes: Changes): string {
  const { group, tab, query } = parseHash(address())
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  const path = [group, tab].filter((part) => part !== '').join('/')
  return `#/${path}${text === '' ? '' : `?${text}`}`
}

/** Opens a record over its list: a step in the history, so that Back leads to the list. */
export function openOverList(changes: Changes): void {
  const hash = changedAddress(changes)
  if (address() === hash) return
  const { query } = parseHash(address())
  // Another record instead of the open one: Back leads to the list all the same.
  const isOpen = Object.entries(changes).every(([name, value]) => value === null || query.has(name))
  if (isOpen && stepState().fromList === true) replaceAddress(hash)
  else pushAddress(hash, { fromList: true })
  window.dispatchEvent(new Event('hashchange'))
}

/** Closes it again: the step back to its list, or the list itself where the record was opened by a link. */
export function closeOverList(changes: Changes): void {
  const hash = changedAddress(changes)
  if (stepState().fromList !== true) return changeHashQuery(changes)
  leaveSteps(1, hash)
  // The list is shown once its step, with its position, is there.
  void stepsSettled().then(() => window.dispatchEvent(new Event('hashchange')))
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
  return useSyncExternalStore(subscribe, address)
}

/** The values after `?` in the hash: what a link gives to the screen it opens. */
export function useHashQuery(): URLSearchParams {
  return parseHash(useHash()).query
}

/** A link to a tab goes the way of `navigate`: from a dialog it takes the place of the dialog's step. */
function followLink(event: MouseEvent) {
  const { target, button } = event
  if (event.defaultPrevented || button !== 0) return
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const link = target instanceof Element ? target.closest('a') : null
  const hash = link?.getAttribute('href') ?? ''
  if (!hash.startsWith('#/') || (link?.target ?? '') !== '') return
  event.preventDefault()
  navigate(hash)
}

if (typeof document !== 'undefined') document.addEventListener('click', followLink)
