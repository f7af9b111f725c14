import type { Found } from '@em/contract/search/search'
import { recall, remember } from '../../lib/remember.ts'

/** What the person opened by the search lately, newest first, kept in this browser. */
const NAME = 'search.recent'
const MOST = 8

export const recentlyFound = (): readonly Found[] => recall<readonly Found[]>(NAME, [])

export function noteFound(found: Found): void {
  const others = recentlyFound().filter(({ kind, tab }) => kind !== found.kind || tab !== found.tab)
  remember(NAME, [found, ...others].slice(0, MOST))
}
