/** The faults of many rows in few sentences: a fault that several rows share is named once. */

import { formatNumber } from '../../../lib/numerals.ts'
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

export interface LineFault {
  /** In the file, from 1. */
  readonly line: number
  readonly text: string
  /** The heading of its column, where the fault is of one cell. */
  readonly column?: string
}
/** So many different faults of a file are listed. */
const LISTED = 5
const counted = (value: number) => formatNumber(value, { decimals: 0 })

/** Faults of lines of a file, each different one once: "Lines 2, 3 and 5: ..."; the lines of what is not listed are counted. */
export function lineSentences(faults: readonly LineFault[]): string[] {
  const said = faults.map(({ line, text, column }) => ({
    row: line,
    field: '',
    error: `${column === undefined ? '' : `, ${column}`}: ${text}`,
    value: null,
  }))
  const all = faultSentences(said)
  const listed = all.slice(0, LISTED)
  const left = all.slice(LISTED).reduce((sum, { rows, more }) => sum + rows.length + more, 0)
  return [
    ...listed.map(({ sentence, rows, more }) => `${linesInWords(rows, more)}${sentence}`),
    ...(left === 0 ? [] : [`And ${counted(left)} more.`]),
  ]
}

function linesInWords(lines: readonly number[], more: number): string {
  const words = [...lines.map(String), ...(more === 0 ? [] : [`${counted(more)} more`])]
  if (words.length === 1) return `Line ${words[0]}`
  return `Lines ${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
