/** The rows of a refused submission as they were sent, so that they can be mended and sent again. */
import { SENT_ROWS_MAX } from '@em/contract/batches/rows-to-mend'
import type { SentRows } from '../history/keep-batch.commands.ts'

/** Letters of all values together. */
const LETTERS_MAX = 2_000_000

/** Every row, defaults filled in, by the fields that any of them has; null where they are too many to keep. */
export function sentRows(
  count: number,
  sentOf: (row: number) => Readonly<Record<string, unknown>>,
): SentRows | null {
  if (count === 0 || count > SENT_ROWS_MAX) return null
  const all = Array.from({ length: count }, (_, at) => sentOf(at + 1))
  const fields = [...new Set(all.flatMap((row) => Object.keys(row)))].filter((field) => field !== 'duplicate')
  let letters = 0
  const rows = all.map((row) =>
    fields.map((field) => {
      const value = textOf(row[field])
      letters += value?.length ?? 0
      return value
    }),
  )
  return letters > LETTERS_MAX ? null : { fields, rows }
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || typeof value === 'object') return null
  return String(value)
}
