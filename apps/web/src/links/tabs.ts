import { type Group, groups, slugOf, type Tab } from '@em/contract/tabs/tabs'
import { navigate, parseHash, useHash } from '../lib/hash.ts'

/** The tab that an address names; unknown where there is none. */
export type OpenTab = { kind: 'tab'; group: Group; tab: Tab } | { kind: 'unknown' }

/** The tab of a hash like `#/trade-capture/buy`; none at all is the first tab of the first group. */
export function openTabOf(hash: string): OpenTab {
  const { group: groupSlug, tab: tabSlug } = parseHash(hash)
  const group = groupSlug === '' ? groups[0] : groups.find((one) => one.slug === groupSlug)
  if (group === undefined) return { kind: 'unknown' }
  const tab = tabSlug === '' ? group.tabs[0] : group.tabs.find((one) => one.slug === tabSlug)
  return tab === undefined ? { kind: 'unknown' } : { kind: 'tab', group, tab }
}

export function useOpenTab(): OpenTab {
  return openTabOf(useHash())
}

/** The address of a tab, for links: `hrefOf('Trade Capture', 'Buy', { portfolio: 'P1' })`. */
export function hrefOf(group: string, tab?: string, query: Record<string, string> = {}): string {
  const path = [group, ...(tab === undefined ? [] : [tab])].map(slugOf).join('/')
  const text = new URLSearchParams(query).toString()
  return `#/${path}${text === '' ? '' : `?${text}`}`
}

/** Opens a tab by its names. */
export function goTo(group: string, tab?: string, query: Record<string, string> = {}): void {
  navigate(hrefOf(group, tab, query))
}
