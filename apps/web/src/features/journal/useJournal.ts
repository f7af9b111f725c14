import { type JournalRow, journal } from '@em/contract/journal/journal'
import { callPages } from '../../lib/api.ts'
import { askedOf } from '../../lib/filters.ts'
import { useRoute } from '../../lib/query.ts'
import { useScrolled } from '../../lib/useScrolled.ts'
import type { JournalFilters } from './filters.ts'

/** The entries as far as they were scrolled to, page after page by key, with how many there are in all. */
export function useJournalList(filters: JournalFilters) {
  return useScrolled<JournalRow>(journal.list, { query: askedOf(filters) })
}

/** Counts by status over everything the filters leave. */
export function useJournalSummary(filters: JournalFilters) {
  const { status: _, ...query } = askedOf(filters)
  return useRoute(journal.summary, { query }, { keepPrevious: true })
}

/** The newest entries that the filters leave, at most `most`, with how many there are in all. */
export function loadEntries(filters: JournalFilters, most: number) {
  return callPages<JournalRow>(journal.list, askedOf(filters), most)
}
