/**
 * Portfolios that are only ever measured together: a limit of two hundred portfolios sums them, and for one act at most a few of them are measured on
 * their own. The others come as one, a cell, so that what is loaded and measured does not grow with them.
 */
import { WHOLE } from '@em/core/limits/limit-codes'
import type { KnownLimit } from './known-limit.ts'
import type { ScopeMember } from './members.ts'

/** The cell of each portfolio that is in one. Ids of cells are below zero: no portfolio has one. */
export type Cells = ReadonlyMap<number, number>
export const NO_CELLS: Cells = new Map()

/** Whether a limit measures portfolios of its scope one by one, not their sums. */
const measuresEach = ({ terms: { subject } }: KnownLimit) =>
  subject.type === 'portfolio' && subject.id !== WHOLE

/** The cells of some limits, without the portfolios that are measured on their own: a cell holds those that all limits have in the same scopes. */
export function cellsOf(limits: readonly KnownLimit[], alone: ReadonlySet<number>): Cells {
  const scopes = limits.flatMap(({ members }) => members)
  if (limits.some((limit) => measuresEach(limit) && limit.members.some(({ ids }) => ids.size > 1)))
    return NO_CELLS
  const cellsOf = new Map<number, number[]>()
  for (const [index, { ids }] of scopes.entries()) {
    for (const id of ids) {
      if (alone.has(id)) continue
      const own = cellsOf.get(id)
      if (own === undefined) cellsOf.set(id, [index])
      else own.push(index)
    }
  }
  const cells = new Map<string, number>()
  return new Map(
    [...cellsOf].map(([id, own]) => {
      const key = own.join(' ')
      const cell = cells.get(key) ?? -1 - cells.size
      cells.set(key, cell)
      return [id, cell]
    }),
  )
}

/** The members that a scope is measured of: its portfolios, and their cells. */
export function withCells({ ids }: ScopeMember, cells: Cells): ReadonlySet<number> {
  if (cells.size === 0) return ids
  return new Set([...ids].flatMap((id) => [id, cells.get(id) ?? id]))
}
