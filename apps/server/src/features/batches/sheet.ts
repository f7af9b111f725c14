/** A sheet as it was read, its bounds, and why one is not read. */
import type { RefusalCode } from '@em/contract'
import { BATCH_ROWS_MAX, type Cell } from '@em/contract/books/batches'

/** Why a file is not read; becomes the Refusal of the same code outside the worker. */
export class SheetRefusal extends Error {
  readonly code: RefusalCode
  readonly facts: Record<string, string | number>

  constructor(code: RefusalCode, facts: Record<string, string | number> = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}

export const COLUMNS_MAX = 100
export const ROWS_MAX = BATCH_ROWS_MAX + 100

/** A line of the sheet with its number, from 1. */
export interface Line {
  readonly line: number
  readonly cells: readonly Cell[]
}
export interface Table {
  readonly kind: 'xlsx' | 'csv'
  readonly sheet: string | null
  readonly sheets: readonly string[]
  readonly formulas: number
  readonly lines: readonly Line[]
}

export function tooManyRows(): SheetRefusal {
  return new SheetRefusal('file.too-many', { limit: `${BATCH_ROWS_MAX.toLocaleString('en')} rows` })
}
export function tooManyColumns(): SheetRefusal {
  return new SheetRefusal('file.too-many', { limit: `${COLUMNS_MAX} columns` })
}
