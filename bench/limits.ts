/**
 * Limits: what-if and utilisation of one portfolio, all limits of 200 portfolios x 50 securities x 100 limits in one review, and saves by turns with and
 * without 20 limits that touch them.
 */
import { reviewLimits } from '../apps/server/src/features/limits/review.commands.ts'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { reads, type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'
import { ms, spreadOf } from './support/machine.ts'
import type { BenchServer } from './support/server.ts'

const PORTFOLIOS = 200
const SECURITIES = 50
const LIMITS = 100
const OF_SAVES = 20
const ROUNDS = 12
const SAVES = 40
const TODAY = '2026-11-19'

const limitOf = (index: number) => ({
  code: `BENCH-${index}`,
  name: `Limit ${index}`,
  kind: 'share',
  measure: ['percent-of-net-assets', 'percent-of-securities'][index % 2],
  subject: { type: ['issuer', 'security', 'sector'][index % 3], id: 'each' },
  scope: index % 4 === 3 ? { type: 'all' } : { type: 'portfolio', id: 'each' },
  bound: 99,
  unit: 'percent',
  hardness: 'soft',
  effectiveFrom: '2026-01-01',
})

async function sent(
  server: BenchServer,
  path: string,
  body: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<number> {
  const start = performance.now()
  const { status, text } = await (method === 'POST' ? server.post(path, body) : server.put(path, body))
  if (status >= 300) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`)
  return performance.now() - start
}

const say95 = (durations: readonly number[]) => {
  const { p50, p95 } = spreadOf(durations)
  return `p50 ${ms(p50)}, p95 ${ms(p95)}`
}

let deals = 0
const buy = (symbol: string) => ({
  companyName: symbol,
  symbol,
  portfolioId: 'BENCH-1',
  quantity: 10,
  price: 20,
  contractNumber: `LIM-${(deals += 1)}`,
  tradeDate: TODAY,
  settlementDate: '2026-11-23',
  costOfFunds: 9,
  brokerName: 'Bench Broker',
  settlementAccount: 1,
  paymentMethod: 'Bank Transfer',
})
const order = (symbol: string) => ({
  portfolioId: 'BENCH-1',
  symbol,
  side: 'buy',
  quantity: 10,
  limitPrice: 20,
  validUntil: TODAY,
  reason: 'What the bench asks for',
})

/** Some saves of each kind with the limits on, then off, and so on: what the machine does meanwhile touches both. */
async function alternately(server: BenchServer, say: Say, symbol: string): Promise<void> {
  const codes = Array.from({ length: OF_SAVES }, (_, index) => `BENCH-${index}`)
  const versions = new Map(codes.map((code) => [code, 1]))
  const set = async (effectiveTo: string | null) => {
    for (const code of codes) {
      const version = versions.get(code) ?? 1
      const change = {
        version,
        effectiveFrom: '2026-01-01',
        effectiveTo,
        changeReason: 'A turn of the bench',
      }
      await sent(server, `/limits/${code}`, change, 'PUT')
      versions.set(code, version + 1)
    }
  }
  const found = {
    trades: { on: [] as number[], off: [] as number[] },
    orders: { on: [] as number[], off: [] as number[] },
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const on = round % 2 === 0 ? 'on' : 'off'
    await set(on === 'on' ? null : '2026-01-02')
    for (let n = 0; n < SAVES; n += 1) {
      found.trades[on].push(await sent(server, '/trade-summary/save-buy-transaction', buy(symbol)))
      found.orders[on].push(await sent(server, '/orders', order(symbol)))
    }
  }
  for (const [what, { on, off }] of Object.entries(found))
    say(`${what}, ${OF_SAVES} limits: ${say95(on)}; without: ${say95(off)}`)
}

/** The scheduled check after the daily values: every limit of every portfolio, in one transaction. */
async function reviews(server: BenchServer, say: Say): Promise<void> {
  const database = await openDatabase({ connectionString: server.database })
  const took: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const start = performance.now()
    await reviewLimits(database, TODAY)
    took.push(performance.now() - start)
  }
  await database.close()
  say(`review of all, ${LIMITS} limits: ${say95(took)}`)
}

export async function benchLimits(say: Say): Promise<void> {
  say(`book: 40,000 trades in ${PORTFOLIOS} portfolios and ${SECURITIES} securities`)
  const size = {
    portfolios: PORTFOLIOS,
    securities: SECURITIES,
    inFirst: 400,
    from: '2025-01-02',
    to: '2026-11-18',
  }
  await withBook(
    say,
    async (client) => {
      await generateBook(client, { trades: 40_000, ...size }, () => undefined)
      // Who signs up on the filled book is not its first person, and writes limits all the same.
      await client.query(`
        CREATE FUNCTION everybody_administrates() RETURNS trigger LANGUAGE plpgsql AS
          $$BEGIN NEW.role := 'Administrator'; RETURN NEW; END$$;
        CREATE TRIGGER everybody_administrates BEFORE INSERT ON user_roles
          FOR EACH ROW EXECUTE FUNCTION everybody_administrates()`)
      await client.query('ANALYZE')
    },
    async (server) => {
      const symbol = 'B001.N0000'
      for (let index = 0; index < OF_SAVES; index += 1) await sent(server, '/limits', limitOf(index))
      const whatIf = { acts: [{ kind: 'buy', portfolioId: 'BENCH-1', symbol, quantity: 100, price: 20 }] }
      const asked: number[] = []
      // A server that has just started takes up to twice as long until its code is compiled.
      for (let round = 0; round < 300; round += 1) {
        const took = await sent(server, '/limits/what-if', whatIf)
        if (round >= 100) asked.push(took)
      }
      say(`what-if of one portfolio, ${OF_SAVES} limits: ${say95(asked)}`)
      await alternately(server, say, symbol)
      for (let index = OF_SAVES; index < LIMITS; index += 1) await sent(server, '/limits', limitOf(index))
      await reviews(server, say)
      await reads(server, say, `utilisation of all, ${LIMITS} limits`, '/limits/utilisation', 10)
      await reads(server, say, 'utilisation of one portfolio', '/limits/utilisation?portfolio=BENCH-1', 20)
    },
    TODAY,
  )
}
