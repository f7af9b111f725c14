/**
 * Corporate actions: an event of every holder posted to the books and reversed, and a late trade under fifty
 * events. BENCH_HOLDERS sets the number of portfolios.
 */
import type { JobAccepted } from '@em/contract/jobs/jobs'
import { type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'
import { ms, spreadOf } from './support/machine.ts'
import type { BenchServer } from './support/server.ts'

const HOLDERS = +(process.env['BENCH_HOLDERS'] ?? 2_000)
const SECURITIES = 5
const TRADES_A_HOLDING = 4
const TODAY = '2026-11-19'
const EVENTS = 50
const LATE = 20

async function timed(
  server: BenchServer,
  path: string,
  body: object,
): Promise<{ took: number; text: string }> {
  const start = performance.now()
  const { status, text } = await server.post(path, body)
  const took = performance.now() - start
  if (status >= 300) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`)
  return { took, text }
}

const idOf = (text: string) => (JSON.parse(text) as { id: number } & Partial<JobAccepted>).id

async function overAll(server: BenchServer, say: Say, what: string, form: object): Promise<void> {
  const made = await timed(server, '/corporate-actions', form)
  const id = idOf(made.text)
  const done = await timed(server, `/corporate-actions/${id}/process`, {})
  const back = await timed(server, `/corporate-actions/${id}/reverse`, { reason: 'Bench' })
  say(
    `${what}, ${HOLDERS} portfolios: announced ${ms(made.took)}, processed ${ms(done.took)}, reversed ${ms(back.took)}`,
  )
}

export async function benchActions(say: Say): Promise<void> {
  await withBook(
    say,
    async (client) => {
      const trades = HOLDERS * SECURITIES * TRADES_A_HOLDING
      say(`book: ${trades} buys, ${HOLDERS} portfolios x ${SECURITIES} securities`)
      const book = {
        trades,
        portfolios: HOLDERS,
        securities: SECURITIES,
        inFirst: Math.round(trades / HOLDERS),
      }
      await generateBook(client, { ...book, from: '2025-11-20', to: '2026-06-30' }, say)
      await client.query(
        "INSERT INTO costing_methods (portfolio_id, costing_method) SELECT id, 'FIFO' FROM portfolios WHERE portfolio_id LIKE 'BENCH-%' ON CONFLICT DO NOTHING",
      )
    },
    async (server) => {
      const dividend = {
        kind: 'dividend',
        securityCode: 'B001.N0000',
        announcementDate: '2026-07-01',
        exDividendDate: '2026-07-06',
        recordDate: '2026-07-07',
        paymentDate: '2026-07-20',
        dividendRate: 2.5,
      }
      await overAll(server, say, 'dividend', dividend)
      await overAll(server, say, 'bonus 1 for 4', {
        kind: 'bonus',
        securityCode: 'B002.N0000',
        ratioFrom: 1,
        ratioTo: 4,
        exDate: '2026-07-06',
      })
      await overAll(server, say, 'merger', {
        kind: 'merger',
        securityCode: 'B003.N0000',
        newSecurityCode: 'B004.N0000',
        ratioFrom: 3,
        ratioTo: 7,
        firstDayPrice: 100,
        effectiveDate: '2026-07-06',
      })
      await lateTrades(server, say, dividend)
    },
    TODAY,
  )
}

/** Late buys in one portfolio, each before fifty dividends that are in the books. */
async function lateTrades(server: BenchServer, say: Say, dividend: object): Promise<void> {
  const symbol = 'B005.N0000'
  for (let at = 0; at < EVENTS; at += 1) {
    const day = new Date(Date.UTC(2026, 6, 1 + at)).toISOString().slice(0, 10)
    const form = { ...dividend, securityCode: symbol, portfolioId: 'BENCH-2', announcementDate: '2026-07-01' }
    const dates = { exDividendDate: day, recordDate: day, paymentDate: '2026-10-15' }
    const { text } = await timed(server, '/corporate-actions', { ...form, ...dates })
    await timed(server, `/corporate-actions/${idOf(text)}/process`, {})
  }
  const accounts = JSON.parse((await server.get('/accounts')).text) as { id: number }[]
  const buy = (at: number) => ({
    companyName: 'Bench Company 5 PLC',
    symbol,
    portfolioId: 'BENCH-2',
    quantity: 100,
    price: 12,
    contractNumber: `LATE-${at}`,
    brokerName: 'Bench Broker',
    tradeDate: '2026-06-26',
    settlementDate: '2026-06-30',
    settlementAccount: accounts[0]?.id,
  })
  const durations: number[] = []
  for (let at = 0; at < LATE; at += 1) {
    const { took } = await timed(server, '/transaction-entries/buy', buy(at))
    if (at >= 3) durations.push(took)
  }
  const spread = spreadOf(durations)
  say(`late buy under ${EVENTS} dividends in the books: p50 ${ms(spread.p50)}, p95 ${ms(spread.p95)}`)
}
