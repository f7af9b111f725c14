/** What the rows of a start call their securities: which are made, which are meant, which nobody knows. */
import type { StartInput, StartReport } from '@em/contract/books/batch-start'
import { CSE_COMPANIES } from '@em/core/securities/cse-companies'
import { SYMBOL_PATTERN, symbolFromText } from '@em/core/securities/symbol'
import type { Queryable } from '../../../platform/database/database.ts'
import { securitiesByText } from '../rows/names.queries.ts'
import type { NumberedRow } from '../rows/read-rows.ts'

export interface NewEquity {
  readonly symbol: string
  readonly name: string
  readonly sector: string | null
  /** The exchange's list has it. */
  readonly isListed: boolean
}

export interface NamedRows extends Pick<StartReport, 'companies' | 'unnamed'> {
  readonly toMake: readonly NewEquity[]
}

/** Names that are told; a sheet has seldom more securities than the exchange. */
const TOLD_MAX = 1_000
const CHOICES_MAX = 20
const SECTORS = new Map(CSE_COMPANIES.map(({ symbol, sector }) => [symbol, sector]))

/** Looks up every name of the rows among the securities of the books and those of the exchange's list. */
export async function nameRows(
  db: Queryable,
  rows: readonly NumberedRow[],
  input: Pick<StartInput, 'newEquities'>,
): Promise<NamedRows> {
  const find = await securitiesByText(db)
  const allowed = new Set(input.newEquities.map((symbol) => symbol.trim().toUpperCase()))
  const counts = new Map<string, number>()
  const companyOf = new Map<string, string>()
  for (const { trade } of rows) {
    const text = (trade.symbol ?? trade.companyName)?.trim()
    if (text === undefined || text === '') continue
    counts.set(text, (counts.get(text) ?? 0) + 1)
    if (trade.symbol !== null && trade.companyName !== null) companyOf.set(text, trade.companyName)
  }
  const made = new Map<string, NewEquity>()
  const companies: StartReport['companies'] = []
  const unnamed: StartReport['unnamed'] = []
  for (const [text, count] of counts) {
    const found = find(text)
    if (found.fits === 'one') {
      const { symbol, name, equity } = found.security
      if (equity === null)
        made.set(symbol, { symbol, name, sector: SECTORS.get(symbol) ?? null, isListed: true })
      if (symbol !== text.toUpperCase()) companies.push({ text, symbol, name, rows: count })
      continue
    }
    const symbol = symbolFromText(text)
    const canAdd = found.fits === 'none' && symbol !== null && SYMBOL_PATTERN.test(symbol)
    if (canAdd && allowed.has(symbol)) {
      made.set(symbol, { symbol, name: companyOf.get(text) ?? symbol, sector: null, isListed: false })
      continue
    }
    const choices = found.fits === 'several' ? found.securities.slice(0, CHOICES_MAX) : []
    unnamed.push({
      text,
      rows: count,
      choices: choices.map(({ symbol: one, name }) => ({ symbol: one, name })),
      canAdd,
    })
  }
  return {
    toMake: [...made.values()],
    companies: companies.slice(0, TOLD_MAX),
    unnamed: unnamed.slice(0, TOLD_MAX),
  }
}
