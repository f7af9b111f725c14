import { type BatchRecord, batches } from '@em/contract/batches/batches'
import { callPages } from '../../../lib/api.ts'
import { isDate, today } from '../../../lib/dates.ts'
import { useRoute } from '../../../lib/query.ts'
import { useScrolled } from '../../../lib/useScrolled.ts'

/** '' where not set. */
export interface HistoryFilters {
  readonly type: string
  readonly status: string
  readonly from: string
  readonly to: string
  readonly search: string
}

export const ALL: HistoryFilters = { type: '', status: '', from: '', to: '', search: '' }

/** This year's submissions; those of one result, as the bell asks for, whenever they were. */
export const startWith = (status: string): HistoryFilters => ({
  ...ALL,
  status,
  from: status === '' ? `${today().slice(0, 4)}-01-01` : '',
  to: status === '' ? today() : '',
})

const PAGE_SIZE = 100
/** Rows that a file holds at most. */
const EXPORT_MAX = 10_000

/** The query to the server: the filters that are set. */
function askedOf({ from, to, ...words }: HistoryFilters) {
  const dates = { from: isDate(from) ? from : '', to: isDate(to) ? to : '' }
  return Object.fromEntries(Object.entries({ ...words, ...dates }).filter(([, value]) => value !== ''))
}

/** The submissions as far as they were scrolled to, with how many there are in all. */
export function useHistory(filters: HistoryFilters) {
  return useScrolled<BatchRecord>(batches.list, { query: askedOf(filters) }, { pageSize: PAGE_SIZE })
}

/** Counts over everything the filters leave. */
export const useHistorySummary = (filters: HistoryFilters) =>
  useRoute(batches.summary, { query: askedOf(filters) }, { keepPrevious: true })

/** Everything the filters leave, for a file. */
export const loadHistory = async (filters: HistoryFilters) =>
  (await callPages<BatchRecord>(batches.list, askedOf(filters), EXPORT_MAX)).rows
