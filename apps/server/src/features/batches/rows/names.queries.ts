/** What the names in a submission stand for, looked up once for all rows. */
import type { BatchRow } from '@em/contract/books/batches'
import { CSE_COMPANIES } from '@em/core/securities/cse-companies'
import { type Naming, securityFinder } from '@em/core/securities/security-named'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type Portfolio, resolvePortfolio } from '../../portfolios/portfolios.queries.ts'
import type { SettlementAccount } from '../../trades/terms/context.queries.ts'

export interface EquityNamed {
  readonly id: number
  readonly symbol: string
  readonly companyName: string
  readonly isActive: boolean
}
/** A record, or why there is none. */
export type Found<T> = T | { readonly field: string; readonly message: string }

export interface Names {
  equityOf(trade: BatchRow): Found<EquityNamed>
  portfolioOf(trade: BatchRow): Found<Portfolio>
  accountOf(trade: BatchRow): Found<SettlementAccount>
  brokerOf(name: string | null): number | null
}

const EQUITIES = statement(
  'batches.equities',
  `SELECT id, symbol, name AS "companyName", is_active AS "isActive" FROM equities
    WHERE lower(symbol) = ANY (:words::text[]) OR lower(name) = ANY (:words::text[]) ORDER BY symbol`,
)
const ALL_EQUITIES = statement(
  'batches.all-equities',
  'SELECT id, symbol, name AS "companyName", is_active AS "isActive" FROM equities ORDER BY symbol',
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
  const [equities, accounts, brokers] = await Promise.all([
    db.query(EQUITIES, { words: words((trade) => [trade.symbol, trade.companyName]) }),
    db.query(ACCOUNTS, { texts: words((trade) => [trade.settlementAccount]) }),
    db.query(BROKERS, { names: words((trade) => [trade.brokerName]) }),
  ])
  const books: EquityNames = {
    bySymbol: new Map(equities.map((equity) => [word(equity.symbol), equity])),
    byName: Map.groupBy(equities, (equity) => word(equity.companyName)),
    find: () => ({ fits: 'none' }),
  }
  const isKnown = (text: string) => books.bySymbol.has(word(text)) || books.byName.has(word(text))
  const isOpen = trades.some(({ symbol, companyName }) => {
    const text = symbol ?? companyName
    return text !== null && !isKnown(text)
  })
  const names = isOpen ? { ...books, find: await securitiesByText(db) } : books
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
  readonly equity: EquityNamed | null
}

/** Finds the security that a text means, among those of the books and those that are listed. */
export async function securitiesByText(db: Queryable): Promise<(text: string) => Naming<KnownSecurity>> {
  const equities = await db.query(ALL_EQUITIES)
  const recorded = new Set(equities.map((equity) => equity.symbol))
  return securityFinder<KnownSecurity>([
    ...equities.map((equity) => ({ symbol: equity.symbol, name: equity.companyName, equity })),
    ...CSE_COMPANIES.filter(({ symbol }) => !recorded.has(symbol)).map(({ symbol, name }) => ({
      symbol,
      name,
      equity: null,
    })),
  ])
}

interface EquityNames {
  readonly bySymbol: ReadonlyMap<string, EquityNamed>
  readonly byName: ReadonlyMap<string, readonly EquityNamed[]>
  readonly find: (text: string) => Naming<KnownSecurity>
}

/** What a text means that is neither a symbol nor a name as the books have it. */
function meant(text: string, field: string, missing: string, { find }: EquityNames): Found<EquityNamed> {
  const found = find(text)
  if (found.fits === 'none') return { field, message: missing }
  if (found.fits === 'several') {
    const choices = found.securities.slice(0, CHOICES_MAX).map(({ symbol }) => symbol)
    const more = found.securities.length > CHOICES_MAX ? ' and others' : ''
    return { field, message: `${text} may be ${choices.join(', ')}${more}. Please name the symbol.` }
  }
  const { symbol, name, equity } = found.security
  return equity ?? { field, message: `${symbol} (${name}) is not in Equity Master yet.` }
}
const CHOICES_MAX = 5

function equityOf(trade: BatchRow, names: EquityNames): Found<EquityNamed> {
  const { bySymbol, byName } = names
  const named = trade.companyName === null ? [] : (byName.get(word(trade.companyName)) ?? [])
  if (trade.symbol === null) {
    const [only, ...others] = named
    if (only === undefined) {
      const text = trade.companyName ?? ''
      return bySymbol.get(word(text)) ?? meant(text, 'companyName', `Company ${text} was not found.`, names)
    }
    if (others.length === 0) return only
    const choices = named.map((equity) => equity.symbol).join(', ')
    return {
      field: 'companyName',
      message: `${trade.companyName} has several securities: ${choices}. Please name the symbol.`,
    }
  }
  const found = bySymbol.get(word(trade.symbol))
  if (found === undefined) {
    return meant(trade.symbol, 'symbol', `The security ${trade.symbol} was not found.`, names)
  }
  // Brokers spell company names in many ways; only one that is another security's is a contradiction.
  if (named.length > 0 && !named.includes(found)) {
    return {
      field: 'companyName',
      message: `${trade.companyName} does not trade under the symbol ${trade.symbol}.`,
    }
  }
  return found
}

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
