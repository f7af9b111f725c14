/** The faults of many rows in few sentences: what is the same for several rows is said once. */
import type { RowError } from '@em/contract/books/batches'
import { formatNumber } from '../../lib/numerals.ts'
import { IMPORT_FIELDS } from './rows.ts'

const LABELS = new Map<string, string>(IMPORT_FIELDS.map(({ value, label }) => [value, label]))
/** So many row numbers are named; the others are marked in the table. */
const NAMED = 6

function namedError(label: string | undefined, error: string): string {
  if (label === undefined) return error
  if (error === 'A date is required.') return `${label} is required.`
  return error.startsWith('Must be ') ? `${label} ${error[0]?.toLowerCase()}${error.slice(1)}` : error
}

/** The sentence with its column before it, where it does not name one itself. */
function sentenceOf({ field, error, value }: RowError): string {
  const said = namedError(LABELS.get(field), error)
  return value === null || value === '' || said.includes(value) ? said : `${said} (${value})`
}

function rowsText(lines: readonly number[]): string {
  if (lines.length === 1) return `Row ${lines[0]}`
  const named = lines.slice(0, NAMED)
  const more = lines.length - named.length
  return more > 0
    ? `Rows ${named.join(', ')} and ${formatNumber(more, { decimals: 0 })} more`
    : `Rows ${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}

/** In the order of the first row at fault; `lineOf` gives a row's line in the table. */
export function faultSentences(errors: readonly RowError[], lineOf: (row: number) => number): string[] {
  const lines = new Map<string, number[]>()
  for (const fault of errors) {
    const sentence = sentenceOf(fault)
    const known = lines.get(sentence)
    if (known === undefined) lines.set(sentence, [lineOf(fault.row)])
    else known.push(lineOf(fault.row))
  }
  return [...lines].map(([sentence, rows]) => `${rowsText(rows)}: ${sentence}`)
}
