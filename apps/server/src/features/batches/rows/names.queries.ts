/** The records that the names in a submission mean, looked up once for all rows. */
import type { BatchRow } from '@em/contract/batches/batches'
import type { SecurityProposal } from '@em/contract/batches/row-faults'
import { CSE_COMPANIES } from '@em/core/securities/cse-companies'
import { nearestSecurities } from '@em/core/securities/nearest-securities'
import { type Naming, securityFinder } from '@em/core/securities/security-named'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import {
  ambiguousName,
  type Equity,
  type SecurityAsked,
  type SecurityMeant,
  securitiesMeant,
} from '../../equities/equities.queries.ts'
import { type Portfolio, resolvePortfolio } from '../../portfolios/portfolios.queries.ts'
import type { SettlementAccount } from '../../trades/terms/context.queries.ts'

export interface EquityNamed {
  readonly id: number
  readonly symbol: string
  readonly companyName: string
  readonly isActive: boolean
}
/** A record, or why there is none. */
export type Found<T> = T | NotFound
export interface NotFound {
  readonly field: string
  readonly message: string
  /** The securities to propose; called only for the faults that are listed. */
  readonly proposals?: () => readonly SecurityProposal[]
}

export interface Names {
  equityOf(trade: BatchRow): Found<EquityNamed>
  portfolioOf(trade: BatchRow): Found<Portfolio>
  accountOf(trade: BatchRow): Found<SettlementAccount>
  brokerOf(name: string | null): number | null
}

const ALL_EQUITIES = statement(
  'batches.all-equities',
  'SELECT id, symbol, name AS "companyName", sector, is_active AS "isActive" FROM equities ORDER BY symbol',
)
const FORMER = statement(
  'batches.former-names',
  `SELECT f.symbol AS former!, coalesce(f.name, e.name) AS "formerName!", e.id, e.symbol, e.name AS "companyName", e.sector, e.is_active AS "isActive"
     FROM former_names() f JOIN equities e ON e.id = f.equity_id ORDER BY f.symbol, f.valid_until DESC`,
)
const ACCOUNTS = statement(
  'batches.accounts',
  `SELECT id, account_name AS "accountName", account_number AS "accountNumber", bank_name AS "bankName",
          branch_name AS "branchName", payment_method AS "paymentMethod"
     FROM settlement_accounts
    WHERE id::text = ANY (:texts::text[]) OR lower(account_number) = ANY (:texts::text[]) OR lower(account_name) = ANY (:texts::text[])
    ORDER BY id`,
)
const BROKERS = statement(
  'batches.brokers',
  'SELECT id, lower(name) AS name FROM brokers WHERE lower(name) = ANY (:names::text[])',
)

const word = (text: string) => text.trim().toLowerCase()
/** Each unknown portfolio costs a look-up of its own: beyond so many they are not looked up any more. */
const UNKNOWN_MAX = 200

export async function resolveNames(db: Queryable, trades: readonly BatchRow[]): Promise<Names> {
  const words = (of: (trade: BatchRow) => readonly (string | null)[]) => [
    ...new Set(trades.flatMap(of).flatMap((text) => (text === null ? [] : [word(text)]))),
  ]
  const [meantOf, accounts, brokers] = await Promise.all([
    securitiesMeant(db, trades.flatMap(securitiesAsked)),
    db.query(ACCOUNTS, { texts: words((trade) => [trade.settlementAccount]) }),
    db.query(BROKERS, { names: words((trade) => [trade.brokerName]) }),
  ])
  const isOpen = trades.some((trade) =>
    securitiesAsked(trade)
      .slice(0, 1)
      .some(({ word: text, day }) => meantOf(text, day).best.length === 0),
  )
  const names: EquityNames = {
    meantOf,
    ...(isOpen ? await securitiesByText(db) : NO_SECURITIES),
  }
  const portfolios = await portfoliosOf(db, trades)
  const brokerIds = new Map(brokers.map((broker) => [broker.name, broker.id]))
  return {
    equityOf: (trade) => equityOf(trade, names),
    portfolioOf: (trade) =>
      portfolios.get(portfolioKey(trade)) ?? { field: 'portfolio', message: 'Portfolio was not found.' },
    accountOf: accountFinder(accounts),
    brokerOf: (name) => (name === null ? null : (brokerIds.get(word(name)) ?? null)),
  }
}

/** A security of the books, or of the exchange's list where the books have none (`equity` is null). */
export interface KnownSecurity {
  readonly symbol: string
  readonly name: string
  readonly sector: string | null
  readonly equity: EquityNamed | null
}

/** Securities by how people write them. */
export interface SecuritiesByText {
  /** The meaning of a text. */
  find(text: string): Naming<KnownSecurity>
  /** Those nearest to a text that means none, at most three. */
  near(text: string): readonly KnownSecurity[]
}
const NO_SECURITIES: SecuritiesByText = { find: () => ({ fits: 'none' }), near: () => [] }

/**
 * The securities of Equity Master, then those of the exchange's list; a text may also mean one by a former name. A former symbol
 * of a security in the books is not looked up in the exchange's list.
 */
export async function securitiesByText(db: Queryable): Promise<SecuritiesByText> {
  const [equities, former] = await Promise.all([db.query(ALL_EQUITIES), db.query(FORMER)])
  const recorded = new Set(
    [...equities, ...former.map((one) => ({ symbol: one.former }))].map((one) => one.symbol),
  )
  const known: KnownSecurity[] = [
    ...equities.map(({ sector, ...equity }) => ({
      symbol: equity.symbol,
      name: equity.companyName,
      sector,
      equity,
    })),
    ...CSE_COMPANIES.filter(({ symbol }) => !recorded.has(symbol)).map((listed) => ({
      ...listed,
      equity: null,
    })),
  ]
  const now = securityFinder(known)
  const before = securityFinder<KnownSecurity>(
    former.map(({ former: symbol, formerName: name, sector, ...equity }) => ({
      symbol,
      name,
      sector,
      equity,
    })),
  )
  return {
    find: (text) => {
      const found = now(text)
      return found.fits === 'none' ? asCalledNow(before(text)) : found
    },
    near: nearestSecurities(known),
  }
}

/** Securities that were found by what they were called, each once and by its symbol of today. */
function asCalledNow(found: Naming<KnownSecurity>): Naming<KnownSecurity> {
  if (found.fits === 'none') return found
  const all = found.fits === 'one' ? [found.security] : found.securities
  const byId = new Map(
    all.map(({ equity, ...one }) => [
      equity?.id,
      equity === null
        ? { ...one, equity }
        : { ...one, symbol: equity.symbol, name: equity.companyName, equity },
    ]),
  )
  const [first, ...others] = byId.values()
  if (first === undefined) return { fits: 'none' }
  return others.length === 0
    ? { fits: 'one', security: first }
    : { fits: 'several', securities: [first, ...others] }
}

interface EquityNames extends SecuritiesByText {
  readonly meantOf: Awaited<ReturnType<typeof securitiesMeant>>
}

/** The texts of a row that may name its security, on the day of the trade: the symbol first. */
const securitiesAsked = ({ symbol, companyName, tradeDate }: BatchRow): SecurityAsked[] =>
  [symbol, companyName].flatMap((text) => (text === null ? [] : [{ word: text, day: tradeDate }]))

/** The meaning of a text that is neither a symbol nor a name as the books have it. */
function meantLoosely(
  text: string,
  field: string,
  missing: string,
  { find, near }: EquityNames,
): Found<EquityNamed> {
  const found = find(text)
  if (found.fits === 'none') return { field, message: missing, proposals: () => near(text).map(proposed) }
  if (found.fits === 'several') {
    const choices = found.securities.slice(0, CHOICES_MAX)
    const symbols = choices.map(({ symbol }) => symbol).join(', ')
    const more = found.securities.length > CHOICES_MAX ? ' and others' : ''
    const message = `${text} may be ${symbols}${more}. Please name the symbol.`
    return { field, message, proposals: () => choices.map(proposed) }
  }
  const { symbol, name, equity } = found.security
  if (equity !== null) return equity
  const message = `${symbol} (${name}) is not in Equity Master yet.`
  return { field, message, proposals: () => [proposed(found.security)] }
}
const proposed = ({ symbol, name, sector, equity }: KnownSecurity): SecurityProposal => ({
  symbol,
  name,
  sector,
  inBooks: equity !== null,
})
const CHOICES_MAX = 5

function equityOf(trade: BatchRow, names: EquityNames): Found<EquityNamed> {
  const { companyName, symbol, tradeDate } = trade
  const text = symbol ?? companyName ?? ''
  const field = symbol === null ? 'companyName' : 'symbol'
  const meant = names.meantOf(text, tradeDate)
  const [best, ...others] = meant.best
  if (best === undefined) {
    const missing = symbol === null ? `Company ${text} was not found.` : `The security ${text} was not found.`
    return meantLoosely(text, field, missing, names)
  }
  if (symbol === null || companyName === null) {
    return others.length === 0 ? named(best) : oneOf(text, field, meant)
  }
  // Of several securities with the symbol, the company name decides. Brokers spell company names in many ways, so that only the
  // name of another security contradicts the symbol.
  const ofName = names.meantOf(companyName, tradeDate)
  const fits = meant.all.filter(({ id }) => ofName.all.some((one) => one.id === id))
  const [fit] = meant.best.filter(({ id }) => fits.some((one) => one.id === id)).concat(fits)
  if (fit !== undefined) return named(fit)
  if (ofName.best.length > 0) {
    return { field: 'companyName', message: `${companyName} does not trade under the symbol ${symbol}.` }
  }
  return others.length === 0 ? named(best) : oneOf(text, field, meant)
}

const oneOf = (text: string, field: string, meant: SecurityMeant): NotFound => ({
  field,
  message: ambiguousName(text, meant).message,
  proposals: () =>
    meant.best
      .slice(0, CHOICES_MAX)
      .map(({ symbol, name, sector }) => ({ symbol, name, sector, inBooks: true })),
})

const named = ({ id, symbol, name, isActive }: Equity): EquityNamed => ({
  id,
  symbol,
  companyName: name,
  isActive,
})

const portfolioKey = (trade: BatchRow) => JSON.stringify([trade.portfolio, trade.portfolioId])

async function portfoliosOf(
  db: Queryable,
  trades: readonly BatchRow[],
): Promise<Map<string, Found<Portfolio>>> {
  const asked = new Map(trades.map((trade) => [portfolioKey(trade), trade]))
  const found = new Map<string, Found<Portfolio>>()
  let unknown = 0
  for (const [key, trade] of asked) {
    if (unknown >= UNKNOWN_MAX) break
    try {
      found.set(key, await resolvePortfolio(db, trade))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      unknown += 1
      found.set(key, { field: 'portfolio', message: error.message })
    }
  }
  return found
}

function accountFinder(accounts: readonly SettlementAccount[]): Names['accountOf'] {
  const byId = new Map(accounts.map((account) => [String(account.id), account]))
  const byNumber = Map.groupBy(accounts, (account) => word(account.accountNumber))
  const byName = Map.groupBy(accounts, (account) => word(account.accountName))
  return (trade) => {
    const asked = trade.settlementAccount ?? ''
    const found = byId.get(asked.trim()) ?? only(byNumber.get(word(asked))) ?? only(byName.get(word(asked)))
    return found ?? { field: 'settlementAccount', message: `Settlement account ${asked} was not found.` }
  }
}

const only = <T>(all: readonly T[] | undefined) => (all?.length === 1 ? all[0] : undefined)
