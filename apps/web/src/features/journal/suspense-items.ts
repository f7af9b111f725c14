/** The open items of Suspense: their filters, what is asked of the server, and their words. */
import {
  type OpenSuspense,
  type SuspenseClearing,
  type SuspenseItem,
  suspenseItems,
} from '@em/contract/books/suspense'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callPage, callPages, type ListPage } from '../../lib/api.ts'
import { askedOf, choiceIn, dateIn, idIn, textIn } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/numerals.ts'
import { keyOf, useRoute } from '../../lib/query.ts'
import { selectionOf } from '../../ui/grid/selection.tsx'
import { EXPORT_MAX, PAGE_SIZE } from './filters.ts'

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
export const NO_SUSPENSE_FILTERS: SuspenseFilters = {
  search: '',
  portfolio: '',
  age: '',
  asOf: '',
  entity: '',
}
export const AGES = ['7', '30', '60', '90', '180', '365'] as const

export function suspenseFiltersOf(query: URLSearchParams): SuspenseFilters {
  return {
    search: textIn(query, 'search'),
    portfolio: textIn(query, 'portfolio'),
    age: choiceIn(query, 'age', AGES),
    asOf: dateIn(query, 'asOf'),
    entity: String(idIn(query, 'entity') ?? ''),
  }
}

/** What the journal's tab shows: its entries, the open items of Suspense, or what was cleared. */
export const VIEWS = ['entries', 'suspense', 'cleared'] as const
export type View = (typeof VIEWS)[number]
export const viewOf = (query: URLSearchParams): View => choiceIn(query, 'view', VIEWS) || 'entries'

const asked = ({ age, ...filters }: SuspenseFilters) => ({
  ...askedOf(filters),
  ...(age === '' ? {} : { minAge: age }),
})

/** A list as far as it was scrolled to, page after page by key, with how many there are in all. */
function useScrolled<Row>(
  route: typeof suspenseItems.list | typeof suspenseItems.clearings,
  filters: object,
) {
  const query = { ...filters, limit: PAGE_SIZE }
  const list = useInfiniteQuery({
    queryKey: [...keyOf(route, { query }), 'scrolled'],
    queryFn: ({ pageParam, signal }) =>
      callPage<Row>(route, {
        query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: ListPage<Row>) => last.next,
    placeholderData: (previous) => previous,
  })
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows), [list.data])
  return { list, rows, total: list.data?.pages[0]?.total ?? rows?.length ?? 0 }
}

export const useSuspenseItems = (filters: SuspenseFilters) =>
  useScrolled<SuspenseItem>(suspenseItems.list, asked(filters))
export const useClearings = () => useScrolled<SuspenseClearing>(suspenseItems.clearings, {})

export const useSuspenseSummary = (filters: SuspenseFilters) =>
  useRoute(suspenseItems.summary, { query: asked(filters) as never }, { keepPrevious: true })

/** All items that the filters leave, for a file. */
export const loadItems = (filters: SuspenseFilters) =>
  callPages<SuspenseItem>(suspenseItems.list, asked(filters), EXPORT_MAX)

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
