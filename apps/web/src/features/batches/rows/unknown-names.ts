/** Names in rows that mean no security, or several: each is answered once for all its rows. */
import type { RowError, SecurityProposal } from '@em/contract/batches/row-faults'
import type { Row } from './rows.ts'

export interface UnknownName {
  /** As the rows write it. */
  readonly text: string
  readonly rows: number
  /** The nearest securities, or those that it may mean. */
  readonly choices: readonly SecurityProposal[]
}

/** Letters of a value that a fault names. */
const VALUE_MAX = 200
const plain = (text: string | undefined) => (text ?? '').trim().slice(0, VALUE_MAX).toLowerCase()
/** The name of the security in a row: its symbol, else its company. */
const calledIn = (row: Row) => plain(row.symbol) || plain(row.companyName)

/** The names at fault, in the order of their first row. */
export function unknownNames(faults: readonly RowError[], rows: readonly Row[]): UnknownName[] {
  const found = new Map<string, { text: string; choices: readonly SecurityProposal[] }>()
  for (const { value, proposals } of faults) {
    if (proposals === undefined || value === null || found.has(plain(value))) continue
    found.set(plain(value), { text: value.trim(), choices: proposals })
  }
  if (found.size === 0) return []
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(calledIn(row), (counts.get(calledIn(row)) ?? 0) + 1)
  return [...found].flatMap(([key, { text, choices }]) => {
    const count = counts.get(key) ?? 0
    return count === 0 ? [] : [{ text, rows: count, choices }]
  })
}

/** The rows with the chosen symbol in place of a name; the column of company names keeps the name. */
export const symbolGiven = (rows: readonly Row[], text: string, symbol: string): Row[] =>
  rows.map((row) => (calledIn(row) === plain(text) ? { ...row, symbol } : row))
