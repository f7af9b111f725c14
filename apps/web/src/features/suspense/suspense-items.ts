/** The open items of Suspense: their filters, what is asked of the server, and their words. */
import {
  type OpenSuspense,
  type SuspenseClearing,
  type SuspenseItem,
  suspenseItems,
} from '@em/contract/suspense/suspense'
import { callPages } from '../../lib/api.ts'
import { askedOf, choiceIn, dateIn, idIn, textIn } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { useScrolled } from '../../lib/useScrolled.ts'
import { selectionOf } from '../../ui/grid/selection.tsx'

/** Rows that a file holds at most. */
const EXPORT_MAX = 100_000

/** '' where not set. They live in the address, under these names. */
export interface SuspenseFilters {
  readonly search: string
  /** The portfolio's code. */
  readonly portfolio: string
  /** At least so many days old. */
  readonly age: string
  /** Open at the end of this day, and of this entity alone: where the checklist of a lock leads here. */
  readonly asOf: string
  readonly entity: string
}
/** Every open item. */
export const NO_SUSPENSE_FILTERS: SuspenseFilters = {
  search: '',
  portfolio: '',
  age: '',
  asOf: '',
  entity: '',
}
/** The ages that can be asked for, in days. */
export const AGES = ['7', '30', '60', '90', '180', '365'] as const

/** The filters in the address. */
export function suspenseFiltersOf(query: URLSearchParams): SuspenseFilters {
  return {
    search: textIn(query, 'search'),
    portfolio: textIn(query, 'portfolio'),
    age: choiceIn(query, 'age', AGES),
    asOf: dateIn(query, 'asOf'),
    entity: String(idIn(query, 'entity') ?? ''),
  }
}

const asked = ({ age, ...filters }: SuspenseFilters) => ({
  ...askedOf(filters),
  ...(age === '' ? {} : { minAge: age }),
})

/** The open items, as far as they were scrolled to. */
export const useSuspenseItems = (filters: SuspenseFilters) =>
  useScrolled<SuspenseItem>(suspenseItems.list, { query: asked(filters) })
/** The clearings, newest first, as far as the list was scrolled. */
export const useClearings = () => useScrolled<SuspenseClearing>(suspenseItems.clearings, {})

/** Count, sums and age over everything the filters leave. */
export const useSuspenseSummary = (filters: SuspenseFilters) =>
  useRoute(suspenseItems.summary, { query: asked(filters) as never }, { keepPrevious: true })

/** All items that the filters leave, for a file. */
export const loadItems = (filters: SuspenseFilters) =>
  callPages<SuspenseItem>(suspenseItems.list, asked(filters), EXPORT_MAX)

/** An item is a line of an entry: both numbers name it. */
export const itemKey = ({ entry_id, line_no }: Pick<SuspenseItem, 'entry_id' | 'line_no'>) =>
  `${entry_id}.${line_no}`

/** Items ticked in the list. */
export const { SelectionProvider, useSelection, Tick } = selectionOf<SuspenseItem>({
  keyOf: itemKey,
  nameOf: (row) => `entry ${row.entry_id}, ${row.description}`,
})

const money = (amount: number) => formatNumber(amount, { decimals: 2 })
const days = (count: number) => `${count.toLocaleString('en-LK')} ${count === 1 ? 'day' : 'days'}`

/** "3 open items: debits LKR 90.00, credits LKR 250.00, the oldest 17 days old". */
export function openText({ count, debits, credits, oldest_days }: OpenSuspense): string {
  const items = `${count.toLocaleString('en-LK')} open ${count === 1 ? 'item' : 'items'}`
  return `${items}: debits LKR ${money(debits)}, credits LKR ${money(credits)}, the oldest ${days(oldest_days ?? 0)} old`
}
