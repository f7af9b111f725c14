import type { SavedView, ViewColumns } from '@em/contract/books/saved-views'
import { parseHash } from '../../../lib/hash.ts'
import { address } from '../../../lib/steps.ts'
import type { GridMemory } from '../useGridMemory.ts'

/** What a view keeps of a list. */
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

/** What follows `?` in the address, in the order of its names. */
export function queryShown(hash = address()): string {
  const { query } = parseHash(hash)
  query.sort()
  return query.toString()
}

/** The address of this tab with the query of a view. */
export function addressWith(query: string): string {
  const { group, tab } = parseHash(address())
  return `${group}/${tab}${query === '' ? '' : `?${query}`}`
}

export function isShown(view: ViewOfList, now: ViewOfList): boolean {
  const { query, search, columns } = view
  const same = (one: ViewColumns, other: ViewColumns) =>
    (['order', 'shown', 'hidden', 'sort'] as const).every(
      (part) => JSON.stringify(one[part]) === JSON.stringify(other[part]),
    )
  return query === now.query && search === now.search && same(columns, now.columns)
}
