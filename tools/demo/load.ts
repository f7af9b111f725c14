/**
 * The demo book: real companies, made-up funds, two years of trading. Everything a user could have entered goes
 * through the API, the market's prices straight into their table.
 */
import { buildApp } from '../../apps/server/src/app.ts'
import type { DemoParts } from '../../apps/server/src/demo-start.ts'
import { loadCalendar } from '../../apps/server/src/features/holidays/holidays.queries.ts'
import type { Database, Transaction } from '../../apps/server/src/platform/database/database.ts'
import {
  ACCOUNTS,
  BROKERS,
  COST_OF_FUNDS,
  COSTING_METHODS,
  MANDATES,
  PORTFOLIOS,
  STRATEGIES,
} from './book.ts'
import { type DemoBuy, makeBuys, rupees } from './buys.ts'
import { COMPANIES } from './companies.ts'
import { type Market, makeMarket, marketDays } from './market.ts'

/** The day on which the demo book ends: a Thursday on which the exchange trades. */
export const demoToday = '2026-11-19'
const FIRST_DAY = '2024-11-21'
const SEED = 20_261_119

const USER = { first_name: 'Demo', last_name: 'User', email: 'demo@example.lk', password: 'demo-book' }
export const demoSignIn = `Sign in to the demo with ${USER.email}, password ${USER.password}`

/** Posts a body to a path below /api and answers the record; throws when it is refused. */
type Post = (path: string, body: object) => Promise<{ id: number }>

/** How much of the book to load; tests take a part of it. */
export interface DemoExtent {
  /** The first so many buys; all when left out. */
  readonly buys?: number
}

/**
 * Loads the whole book in one transaction: a start that is broken off leaves the database as it was, and no buy
 * waits for the disk.
 */
export async function loadDemo(parts: DemoParts, extent: DemoExtent = {}): Promise<void> {
  const started = Date.now()
  parts.log('Loading the demo book ...')
  await parts.database.transaction(async (tx) => {
    await load(tx, parts, extent)
    await parts.remember?.(tx)
  })
  parts.log(`The demo book is loaded (${((Date.now() - started) / 1000).toFixed(1)} s).`)
}

async function load(tx: Transaction, parts: DemoParts, extent: DemoExtent): Promise<void> {
  const app = await buildApp({
    database: within(tx, parts.database),
    clock: parts.clock,
    settings: { ...parts.settings, edition: 'premium', logLevel: 'silent' },
  })
  try {
    const post = await signedIn(app)
    const accounts = await loadRegisters(post)
    const market = makeMarket(COMPANIES, marketDays(await loadCalendar(tx), FIRST_DAY, demoToday), SEED)
    const buys = makeBuys(market, await loadCalendar(tx), SEED).slice(0, extent.buys)
    const rows = await loadPrices(tx, market)
    parts.log(`  ${COMPANIES.length} companies, ${rows} daily prices of ${market.days.length} market days`)
    await payCapitalIn(post, accounts)
    await loadBuys(post, buys, accounts, parts.log)
  } finally {
    await app.close()
  }
}

/** The same database, with everything in one transaction. Calls must come one after the other. */
function within(tx: Transaction, database: Database): Database {
  return { query: tx.query, transaction: (work) => work(tx), ping: database.ping, close: async () => {} }
}

async function signedIn(app: Awaited<ReturnType<typeof buildApp>>): Promise<Post> {
  let token = ''
  const post = async (path: string, body: object) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      payload: JSON.stringify(body),
    })
    if (answer.statusCode !== 201) throw new Error(`The demo's ${path} was refused: ${answer.body}`)
    return answer.json()
  }
  token = ((await post('/auth/signup', USER)) as { token: string }).token
  return post
}

/** Answers the settlement accounts' ids, in the book's order. */
async function loadRegisters(post: Post): Promise<number[]> {
  for (const { name, symbol, sector } of COMPANIES) await post('/equities', { name, symbol, sector })
  for (const portfolio of PORTFOLIOS) await post('/portfolios', portfolio)
  for (const strategy of STRATEGIES) {
    const portfolio = PORTFOLIOS.find(({ portfolioId }) => portfolioId === strategy.portfolioId)
    await post('/portfolio-strategy', { ...strategy, portfolioName: portfolio?.portfolioName })
  }
  for (const [portfolioId, costing_method] of Object.entries(COSTING_METHODS)) {
    await post('/portfolio-costing-method', { portfolioId, costing_method })
  }
  for (const broker of BROKERS) await post('/brokers', broker)
  for (const definition of COST_OF_FUNDS) await post('/cost-of-funds', definition)
  const ids: number[] = []
  for (const account of ACCOUNTS) ids.push((await post('/accounts', account)).id)
  return ids
}

const PRICES = `INSERT INTO prices (equity_id, trade_date, share_volume, trade_volume, previous_close, open, high, low, last_trade,
                    change_rs, change_percent)
  SELECT e.id, p.day, p.shares, p.trades, p.previous / 100.0, p.open / 100.0, p.high / 100.0, p.low / 100.0, p.close / 100.0,
         (p.close - p.previous) / 100.0, round((p.close - p.previous) * 100.0 / p.previous, 2)
    FROM unnest($1::text[], $2::date[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
         AS p (symbol, day, shares, trades, previous, open, high, low, close)
    JOIN equities e ON e.symbol = p.symbol`

async function loadPrices(tx: Transaction, market: Market): Promise<number> {
  const rows = [...market.bars].flatMap(([symbol, bars]) =>
    [...bars.values()].map((bar) => ({ symbol, ...bar })),
  )
  await tx.query(PRICES, [
    rows.map((row) => row.symbol),
    rows.map((row) => row.day),
    rows.map((row) => row.shares),
    rows.map((row) => row.trades),
    rows.map((row) => row.previousClose),
    rows.map((row) => row.open),
    rows.map((row) => row.high),
    rows.map((row) => row.low),
    rows.map((row) => row.close),
  ])
  return rows.length
}

async function payCapitalIn(post: Post, accounts: readonly number[]): Promise<void> {
  for (const { code, capital } of MANDATES) {
    for (const { date, account, millions } of capital) {
      const amount = `${millions}000000.00`
      const opening = date < FIRST_DAY
      await post('/journal-entries', {
        date,
        description: opening ? 'Opening capital paid in' : 'Further capital paid in',
        reference: `CAP-${code}-${date.replaceAll('-', '')}`,
        transaction_type: 'Manual',
        lines: [
          { account_code: '1010', debit: amount, portfolioId: code, settlementAccount: accounts[account] },
          { account_code: '3000', credit: amount, portfolioId: code },
        ],
      })
    }
  }
}

const TOLD_EVERY = 500

async function loadBuys(
  post: Post,
  buys: readonly DemoBuy[],
  accounts: readonly number[],
  log: DemoParts['log'],
): Promise<void> {
  for (const [index, buy] of buys.entries()) {
    const { company, charged } = buy
    await post('/trade-summary/save-buy-transaction', {
      companyName: company.name,
      symbol: company.symbol,
      portfolioId: buy.portfolio,
      quantity: buy.quantity,
      price: rupees(buy.price),
      contractNumber: buy.contractNumber,
      dealNumber: buy.dealNumber,
      brokerName: buy.broker,
      tradeDate: buy.tradeDate,
      settlementDate: buy.settlementDate,
      settlementAccount: accounts[buy.account],
      paymentMethod: ACCOUNTS[buy.account]?.payment_method,
      costOfFunds: buy.costOfFunds,
      generatePayment: buy.generatePayment,
      ...(charged && {
        feeSource: 'contract',
        brokerage: rupees(charged.brokerage),
        cseFees: rupees(charged.cse),
        cdsFees: rupees(charged.cds),
        clearingFees: rupees(charged.clearing),
        sec: rupees(charged.sec),
        stl: rupees(charged.stl),
      }),
    })
    if ((index + 1) % TOLD_EVERY === 0 || index + 1 === buys.length)
      log(`  ${index + 1} of ${buys.length} buys`)
  }
}
