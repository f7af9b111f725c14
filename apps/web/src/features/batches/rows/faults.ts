/** The faults of many rows in few sentences: what is the same for several rows stands once. */

import type { RowFault } from './checked.ts'
import { IMPORT_FIELDS } from './rows.ts'

const IMPORT_LABELS: ReadonlyMap<string, string> = new Map(
  IMPORT_FIELDS.map(({ value, label }) => [value, label]),
)
/** So many row numbers are named; the others are marked in the table. */
const NAMED = 6

function namedError(label: string | undefined, error: string): string {
  if (label === undefined) return error
  if (error === 'A date is required.') return `${label} is required.`
  return error.startsWith('Must be ') ? `${label} ${error[0]?.toLowerCase()}${error.slice(1)}` : error
}

/** The sentence with its column before it, where it does not name one itself. */
function sentenceOf({ field, error, value }: RowFault, labels: ReadonlyMap<string, string>): string {
  const sentence = namedError(labels.get(field), error)
  return value === null || value === '' || sentence.includes(value) ? sentence : `${sentence} (${value})`
}

export interface FaultSentence {
  readonly sentence: string
  readonly field: string
  /** The rows as they were sent that are named, in order. */
  readonly rows: readonly number[]
  /** How many rows more are at the same fault. */
  readonly more: number
}

/** In the order of the first row at fault; `labels` are the table's columns by field. */
export function faultSentences(
  faults: readonly RowFault[],
  labels: ReadonlyMap<string, string> = IMPORT_LABELS,
): FaultSentence[] {
  const found = new Map<string, { field: string; rows: number[] }>()
  for (const fault of faults) {
    const sentence = sentenceOf(fault, labels)
    const known = found.get(sentence)
    if (known === undefined) found.set(sentence, { field: fault.field, rows: [fault.row] })
    else known.rows.push(fault.row)
  }
  return [...found].map(([sentence, { field, rows }]) => ({
    sentence,
    field,
    rows: rows.slice(0, NAMED),
    more: Math.max(0, rows.length - NAMED),
  }))
}
