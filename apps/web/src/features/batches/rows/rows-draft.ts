/** The table of many trades as the browser stores it over a reload: what was typed, and the rows of a refused import to try again. */
import { BATCH_FIELDS } from '@em/contract/batches/batches'
import type { RowsToMend } from '@em/contract/batches/rows-to-mend'
import { type DateOrder } from '@em/core/sheets/days'
import { counted } from '../../../lib/numerals.ts'
import type { Field, Row } from './rows.ts'

/** More of them are a file's, which can be chosen again; the browser keeps only so much. */
export const DRAFT_ROWS = 2_000
export const NO_DEFAULTS = {
  portfolioId: '',
  brokerName: '',
  settlementAccount: '',
  tradeDate: '',
  costOfFunds: '',
}
export type DefaultValues = typeof NO_DEFAULTS

/** The state of the table that is stored over a reload, under the name of its draft. */
export interface RowsDraft {
  readonly rows: Row[]
  readonly file: string | null
  readonly defaults: DefaultValues
  readonly order: DateOrder | null
}
export const rowsDraftName = (source: 'bulk-buy' | 'bulk-sell') => `rows.${source}`

/** "table of 41 rows of nimal40.csv", as the offer calls it. */
export const rowsDraftText = ({ rows, file }: RowsDraft) =>
  `table of ${counted(rows.length, 'row')}${file === null ? '' : ` of ${file}`}`

/** The rows of a refused submission as the table takes them, with their defaults in the rows already. */
export function rowsDraftOf({ fields, rows }: RowsToMend, file: string | null): RowsDraft {
  const isField = (name: string): name is Field => (BATCH_FIELDS as readonly string[]).includes(name)
  const known = fields.flatMap((field, at) => (isField(field) ? [{ field, at }] : []))
  return {
    rows: rows.map(({ values }) =>
      Object.fromEntries(known.map(({ field, at }) => [field, values[at] ?? ''])),
    ) as Row[],
    file,
    defaults: NO_DEFAULTS,
    order: null,
  }
}
