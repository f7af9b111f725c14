/**
 * The demo book: real companies, made-up funds, two years of trading. Everything a user could have entered goes
 * through the API, the market's prices straight into their table.
 */
import { buildServer } from '../../apps/server/src/app.ts'
import type { DemoParts } from '../../apps/server/src/demo-start.ts'
import { loadCalendar } from '../../apps/server/src/features/holidays/holidays.queries.ts'
import { recalculateDue } from '../../apps/server/src/features/value-history/recalculate.commands.ts'
import { sendAudits } from '../../apps/server/src/platform/acts.ts'
import { clockAt } from '../../apps/server/src/platform/clock.ts'
import { asActOf } from '../../apps/server/src/platform/database/acts.ts'
import type { Transaction } from '../../apps/server/src/platform/database/database.ts'
import { ORDER_OF_MANY } from '../../apps/server/src/platform/database/locks.ts'
import { within } from '../../apps/server/src/platform/database/within.ts'
import type { DemoServer } from '../../apps/server/src/platform/http/serve.ts'
import { type DemoAct, makeActs } from './acts.ts'
import { announce } from './announcements.ts'
import {
  ACCOUNTS,
  BROKERS,
  COST_OF_FUNDS,
  COSTING_METHODS,
  DEMO_TODAY,
  DEMO_USER,
  MANDATES,
  PORTFOLIOS,
  STRATEGIES,
} from './book.ts'
import { makeBuys } from './buys.ts'
import { type Call, type Post, signedIn } from './call.ts'
import { loadCds } from './cds.ts'
import { COMPANIES, type Company } from './companies.ts'
import { act as actOnHoldings } from './corporate-actions.ts'
import { loadCustodian } from './custodian.ts'
import { recordIndicators, recordRiskFreeRates } from './indicators.ts'
import { writeLimits } from './limits.ts'
import { type Market, makeMarket, marketDays } from './market.ts'
import { openNovember, schedule } from './november.ts'
import { closeOctober } from './october.ts'
import { proposeOrders } from './orders.ts'
import { invite } from './people.ts'
import { perform } from './perform.ts'
import { demoSamples } from './samples.ts'
import { settle } from './settlements.ts'
import { setTargets } from './targets.ts'

export const demoToday = DEMO_TODAY
const FIRST_DAY = '2024-11-21'
const SEED = 20_261_119

export const demoSignIn = `Sign in to the demo with ${DEMO_USER.email}, password ${DEMO_USER.password}`

/** The additional features of a server of this book. */
export const demoServer: DemoServer = { email: DEMO_USER.email, samples: demoSamples }

/** How much of the book to load; tests take a part of it. */
export interface DemoExtent {
  /** The first so many buys, and what is done until then; all when left out. */
  readonly buys?: number
  /** Buys as they should be and nothing else. */
  readonly onlyBuys?: boolean
}

/**
 * Loads the whole book in one transaction: a start that is broken off leaves the database as it was, and no buy
 * waits for the disk.
 */
export async function loadDemo(parts: DemoParts, extent: DemoExtent = {}): Promise<void> {
  const started = Date.now()
  parts.log('Loading the demo book ...')
  await parts.database.transaction(async (tx) => {
    await tx.query(ORDER_OF_MANY, [])
    await load(tx, parts, extent)
    await parts.remember?.(tx)
  })
  // The first screen shows the value over time.
  if (extent.buys === undefined) await recalculateDue(parts.database, demoToday)
  parts.log(`The demo book is loaded (${((Date.now() - started) / 1000).toFixed(1)} s).`)
}

async function load(tx: Transaction, parts: DemoParts, extent: DemoExtent): Promise<void> {
  // Entries are recorded on their days, so that their numbers say when.
  let moment: Date | undefined
  const clock = clockAt(() => moment ?? parts.clock.now())
  const server = await buildServer({
    database: within(tx, parts.database),
    clock,
    settings: { ...parts.settings, edition: 'premium', logLevel: 'silent' },
  })
  try {
    const call = await signedIn(server)
    const post: Post = (path, body) => call('POST', path, body)
    const accounts = await loadRegisters(post)
    const market = makeMarket(COMPANIES, marketDays(await loadCalendar(tx), FIRST_DAY, demoToday), SEED)
    const acts = actsUpTo(makeBook(market, await loadCalendar(tx), extent), extent.buys)
    const rows = await asActOf(tx, null, () => loadPrices(tx, market))
    await loadIndices(call, market)
    await announce(post, market.days)
    parts.log(`  ${COMPANIES.length} companies, ${rows} daily prices of ${market.days.length} market days`)
    await payCapitalIn(post, accounts)
    await perform(acts, {
      call,
      accounts,
      log: parts.log,
      onDay: (day) => {
        moment = new Date(`${day}T15:30:00+05:30`)
      },
    })
    moment = undefined
    await settle(call, market.days)
    if (extent.buys === undefined && !extent.onlyBuys) {
      const dividend = await actOnHoldings(call)
      await loadCds(call, market.days)
      await loadCustodian(call, market.days)
      await invite(call)
      await recordIndicators(call, market.days)
      await recordRiskFreeRates(call)
      await closeOctober(call, accounts)
      await openNovember({ call, market, acts, accounts, dividend })
      await schedule(call)
      await proposeOrders(call, demoToday)
      await writeLimits(call, demoToday)
      await setTargets(call)
      parts.log('  October 2026 closed, November open')
    }
  } finally {
    await server.app.close()
  }
}

function makeBook(
  market: Market,
  calendar: Awaited<ReturnType<typeof loadCalendar>>,
  extent: DemoExtent,
): DemoAct[] {
  const buys = makeBuys(market, calendar, SEED)
  if (extent.onlyBuys)
    return buys.map((trade) => ({ kind: 'buy', trade, day: market.days[trade.recorded] ?? '' }))
  return makeActs(buys, market, calendar, SEED)
}

function actsUpTo(acts: DemoAct[], buys: number | undefined): DemoAct[] {
  if (buys === undefined) return acts
  const last = acts.flatMap((act, index) => (act.kind === 'buy' ? [index] : []))[buys - 1]
  return acts.slice(0, (last ?? acts.length) + 1)
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

/** A made-up index ends on what it stood at on 16 July 2026. */
const INDICES = { ASPI: 21_447.57, 'S&P SL20': 6_004.99 } as const
/** The S&P SL20 is made of the first companies of the list. */
const LARGE = 20

/** Values of the two Colombo indices and of an index for each sector, moved by the companies of the list alike; weights by their number. */
async function loadIndices(call: Call, market: Market): Promise<void> {
  const record = (code: string, companies: readonly Company[], end: number) =>
    call('PUT', `/index-values/${encodeURIComponent(code)}`, { rows: indexRows(market, companies, end) })
  await record('ASPI', COMPANIES, INDICES.ASPI)
  await record('S&P SL20', COMPANIES.slice(0, LARGE), INDICES['S&P SL20'])
  const sectors = Map.groupBy(COMPANIES, ({ sector }) => sector)
  let number = 0
  for (const [sector, companies] of sectors) {
    number += 1
    const code = `SECTOR ${number}`
    await call('POST', '/market-indices', {
      code,
      name: `${sector} (sector)`,
      kind: 'Sector',
      sector,
      place: 100 + number,
    })
    await record(code, companies, 1_000 + 100 * number)
  }
  const weights = [...sectors].map(([sector, { length }]) => ({
    sector,
    weight: Math.floor((length * 10_000) / COMPANIES.length) / 100,
  }))
  const rest = 100 - weights.slice(1).reduce((sum, { weight }) => sum + weight, 0)
  await call('PUT', '/index-values/ASPI/weights', {
    effectiveFrom: market.days[0],
    weights: weights.map((one, at) => (at === 0 ? { ...one, weight: Math.round(rest * 100) / 100 } : one)),
  })
}

/** The mean move of the companies of each day, walked backwards from the last value. */
function indexRows(market: Market, companies: readonly Company[], end: number) {
  let value = end
  return market.days.toReversed().map((date) => {
    const row = { date, value: Math.round(value * 100) / 100 }
    const moves = companies.flatMap(({ symbol }) => {
      const bar = market.bars.get(symbol)?.get(date)
      return bar === undefined ? [] : [bar.close / bar.previousClose]
    })
    value /= moves.length === 0 ? 1 : moves.reduce((sum, move) => sum + move, 0) / moves.length
    return row
  })
}

/** Each day as a set of its own, as if its trade summary had been uploaded. */
const SETS = `INSERT INTO price_sets (source, trade_date, rows, added, changed, removed, recorded_by)
  SELECT 'summary', day, count(*), count(*), 0, 0, (SELECT min(id) FROM users) FROM unnest($1::date[]) AS d (day) GROUP BY day ORDER BY day`
const PRICES = `INSERT INTO price_versions (symbol, trade_date, version, set_id, is_removed, company_name, share_volume, trade_volume, previous_close,
                    open, high, low, last_trade, change_rs, change_percent)
  SELECT e.symbol, p.day, 1, s.id, false, e.name, p.shares, p.trades, p.previous / 100.0, p.open / 100.0, p.high / 100.0, p.low / 100.0,
         p.close / 100.0, (p.close - p.previous) / 100.0, round((p.close - p.previous) * 100.0 / p.previous, 2)
    FROM unnest($1::text[], $2::date[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
         AS p (symbol, day, shares, trades, previous, open, high, low, close)
    JOIN equities e ON e.symbol = p.symbol JOIN price_sets s ON s.trade_date = p.day`
const NEWEST = 'SELECT keep_newest_prices(id) FROM price_sets'

async function loadPrices(tx: Transaction, market: Market): Promise<number> {
  const rows = [...market.bars].flatMap(([symbol, bars]) =>
    [...bars.values()].map((bar) => ({ symbol, ...bar })),
  )
  await tx.query(SETS, [rows.map((row) => row.day)])
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
  await tx.query(NEWEST, [])
  sendAudits(tx, [{ action: 'books.demo', entity: 'books', entityId: 0 }])
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
