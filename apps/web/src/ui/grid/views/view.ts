import type { SavedView, ViewColumns } from '@em/contract/saved-views/saved-views'
import { parseHash } from '../../../lib/hash.ts'
import { address } from '../../../lib/steps.ts'
import type { GridMemory } from '../useGridMemory.ts'

/** The parts of a list that a view keeps. */
export type ViewOfList = Pick<SavedView, 'query' | 'search' | 'columns'>

export function columnsOf({ order, visible, widths, sort }: GridMemory): ViewColumns {
  const ids = (shown: boolean) => Object.keys(visible).filter((id) => visible[id] === shown)
  return {
    order,
    shown: ids(true),
    hidden: ids(false),
    widths: Object.entries(widths).map(([column, width]) => ({ column, width: Math.max(1, width) })),
    sort: sort.map(({ id, desc }) => ({ column: id, desc })),
  }
}

export function memoryOf({ order, shown, hidden, widths, sort }: ViewColumns): GridMemory {
  const visible = (ids: readonly string[], on: boolean) => ids.map((id) => [id, on] as const)
  return {
    order,
    visible: Object.fromEntries([...visible(shown, true), ...visible(hidden, false)]),
    widths: Object.fromEntries(widths.map(({ column, width }) => [column, width])),
    sort: sort.map(({ column, desc }) => ({ id: column, desc })),
  }
}

/** The text after `?` in the address, with its names sorted. */
export function queryShown(hash = address()): string {
  const { query } = parseHash(hash)
  query.sort()
  return query.toString()
}

const SPAN = 'span'

/** The first and the last day of the ranges that a list offers by name. */
export type Spans = readonly { readonly value: string; readonly from: string; readonly to: string }[]

/** A query as it is saved: days that a range of the list names are saved by that name, so that "this month" is that of the day it is opened. */
export function savedQuery(query: string, spans: Spans): string {
  const asked = new URLSearchParams(query)
  const named = spans.find(
    ({ from, to }) => from === (asked.get('from') ?? '') && to === (asked.get('to') ?? ''),
  )
  if (named === undefined || named.from === '') return query
  asked.delete('from')
  asked.delete('to')
  asked.set(SPAN, named.value)
  asked.sort()
  return asked.toString()
}

/** The days of a saved query as of today. */
export function queryOfToday(query: string, spans: Spans): string {
  const asked = new URLSearchParams(query)
  const named = spans.find(({ value }) => value === asked.get(SPAN))
  if (named === undefined) return query
  asked.delete(SPAN)
  asked.set('from', named.from)
  asked.set('to', named.to)
  asked.sort()
  return asked.toString()
}

/** The address of this tab with the query of a view. */
export function addressWith(query: string): string {
  const { group, tab } = parseHash(address())
  return `${group}/${tab}${query === '' ? '' : `?${query}`}`
}

export function isShown(view: ViewOfList, now: ViewOfList, spans: Spans): boolean {
  const { search, columns } = view
  const same = (one: ViewColumns, other: ViewColumns) =>
    (['order', 'shown', 'hidden', 'sort'] as const).every(
      (part) => JSON.stringify(one[part]) === JSON.stringify(other[part]),
    )
  return queryOfToday(view.query, spans) === now.query && search === now.search && same(columns, now.columns)
}
