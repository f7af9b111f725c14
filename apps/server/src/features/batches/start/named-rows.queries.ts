/** The securities that the rows of a start name: which are made, which are meant, which are unknown. */
import type { StartInput, StartReport } from '@em/contract/batches/batch-start'
import { CSE_COMPANIES } from '@em/core/securities/cse-companies'
import type { Naming } from '@em/core/securities/security-named'
import { SYMBOL_PATTERN, symbolFromText } from '@em/core/securities/symbol'
import type { Queryable } from '../../../platform/database/database.ts'
import { type SecurityMeant, securitiesMeant } from '../../equities/equities.queries.ts'
import { type KnownSecurity, securitiesByText } from '../rows/names.queries.ts'
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
  /** The symbol of what rows call a security so, made on the way or in the books. */
  readonly symbolOf: ReadonlyMap<string, string>
}

/** Names in the report; a sheet has seldom more securities than the exchange. */
const NAMES_MAX = 1_000
const CHOICES_MAX = 20
const SECTORS = new Map(CSE_COMPANIES.map(({ symbol, sector }) => [symbol, sector]))

/** Looks up every name of the rows among the securities of the books and those of the exchange's list. */
export async function nameRows(
  db: Queryable,
  rows: readonly NumberedRow[],
  input: Pick<StartInput, 'newEquities'>,
): Promise<NamedRows> {
  const texts = rows.flatMap(({ trade: { symbol, companyName, tradeDate } }) => {
    const text = (symbol ?? companyName)?.trim()
    return text === undefined || text === '' ? [] : [{ word: text, day: tradeDate, symbol, companyName }]
  })
  const { find, near } = await securitiesByText(db)
  const meantOf = await securitiesMeant(db, texts)
  const allowed = new Set(input.newEquities.map((symbol) => symbol.trim().toUpperCase()))
  // A text may mean one security before a change of identity, and another one after it.
  const counts = new Map<string, { readonly text: string; readonly meant: SecurityMeant; rows: number }>()
  const companyOf = new Map<string, string>()
  for (const { word: text, day, symbol, companyName } of texts) {
    const meant = meantOf(text, day)
    const key = JSON.stringify([text, meant.best.map(({ id }) => id)])
    const counted = counts.get(key) ?? { text, meant, rows: 0 }
    counted.rows += 1
    counts.set(key, counted)
    if (symbol !== null && companyName !== null) companyOf.set(text, companyName)
  }
  const made = new Map<string, NewEquity>()
  const symbolOf = new Map<string, string>()
  const companies: StartReport['companies'] = []
  const unnamed: StartReport['unnamed'] = []
  for (const { text, meant, rows: count } of counts.values()) {
    const found = meant.best.length > 0 ? inBooks(meant) : find(text)
    if (found.fits === 'one') {
      const { symbol, name, equity } = found.security
      symbolOf.set(text, symbol)
      if (equity === null)
        made.set(symbol, { symbol, name, sector: SECTORS.get(symbol) ?? null, isListed: true })
      if (symbol !== text.toUpperCase()) companies.push({ text, symbol, name, rows: count })
      continue
    }
    const symbol = symbolFromText(text)
    const canAdd = found.fits === 'none' && symbol !== null && SYMBOL_PATTERN.test(symbol)
    if (canAdd && allowed.has(symbol)) {
      made.set(symbol, { symbol, name: companyOf.get(text) ?? symbol, sector: null, isListed: false })
      symbolOf.set(text, symbol)
      continue
    }
    const choices =
      found.fits === 'several'
        ? found.securities.slice(0, CHOICES_MAX)
        : unnamed.length < NAMES_MAX
          ? near(text)
          : []
    unnamed.push({
      text,
      rows: count,
      choices: choices.map(({ symbol: one, name }) => ({ symbol: one, name })),
      canAdd,
    })
  }
  return {
    toMake: [...made.values()],
    symbolOf,
    companies: companies.slice(0, NAMES_MAX),
    unnamed: unnamed.slice(0, NAMES_MAX),
  }
}

/** Securities of the books that a text names as they are or were called. */
function inBooks({ best }: SecurityMeant): Naming<KnownSecurity> {
  const securities = best.map(
    ({ id, symbol, name, sector, isActive }): KnownSecurity => ({
      symbol,
      name,
      sector,
      equity: { id, symbol, companyName: name, isActive },
    }),
  )
  const [first, ...others] = securities
  if (first === undefined) return { fits: 'none' }
  return others.length === 0 ? { fits: 'one', security: first } : { fits: 'several', securities }
}
