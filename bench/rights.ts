/**
 * The cost of a list of portfolios: the same reads and saves by a user who may see all of them and by a user
 * whose list of portfolios has every one, by turns, on one server.
 */
import pg from 'pg'
import { reads, type Say, withBook } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'
import { ms, spreadOf } from './support/machine.ts'
import { type BenchServer, load } from './support/server.ts'

const TRADES = +(process.env['BENCH_TRADES'] ?? 200_000)
const TODAY = '2026-11-19'
const PORTFOLIOS = 10
const SECURITIES = 60
const CODES = Array.from({ length: PORTFOLIOS }, (_, n) => `BENCH-${n + 1}`)

const READS = [
  ['all trades, newest 50', '/trades?limit=50'],
  ['ledger, newest 20 lines', '/general-ledger?limit=20'],
  ['trial balance, one portfolio', '/trial-balance?endDate=2024-08-15&portfolio=BENCH-2'],
  ['overview of all portfolios', '/portfolios/overview'],
  ['dashboard', '/dashboard'],
] as const

interface Person {
  readonly words: string
  readonly token: string
}

/** Signs a user up, and gives him a list of all portfolios. */
async function limited(server: BenchServer): Promise<Person> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      first_name: 'Some',
      last_name: 'Portfolios',
      email: `some-${Date.now()}@bench.invalid`,
      password: 'bench-password',
    }),
  })
  const { token, user } = (await answer.json()) as { token: string; user: { id: number } }
  const client = new pg.Client({ connectionString: server.database, options: '-c search_path=em,public' })
  await client.connect()
  await client.query('INSERT INTO user_portfolios SELECT $1, id, true FROM portfolios', [user.id])
  await client.query('UPDATE users SET sees_all = false, changes_all = false WHERE id = $1', [user.id])
  await client.end()
  return { words: 'a list of portfolios', token }
}

async function compare(server: BenchServer, say: Say): Promise<void> {
  const people = [{ words: 'all portfolios', token: server.token }, await limited(server)]
  for (const [what, path] of READS) {
    const durations = people.map((): number[] => [])
    for (let round = 0; round < 320; round += 1) {
      for (const [n, { token }] of people.entries()) {
        const start = performance.now()
        const answer = await fetch(`http://127.0.0.1:${server.port}/api${path}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        await answer.text()
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
        if (round >= 20) durations[n]?.push(performance.now() - start)
      }
    }
    for (const [n, { words }] of people.entries()) {
      const spread = spreadOf(durations[n] ?? [])
      say(`    ${what}, ${words}: p50 ${ms(spread.p50)}, p95 ${ms(spread.p95)}`)
    }
  }
  const symbols = Array.from({ length: SECURITIES }, (_, n) => ({
    symbol: `B${String(n + 1).padStart(3, '0')}.N0000`,
    name: `Bench Company ${n + 1} PLC`,
  }))
  const task = {
    port: server.port,
    portfolios: CODES,
    symbols,
    account: 1,
    tradeDate: TODAY,
    settlementDate: '2026-11-23',
  }
  await load({ ...task, token: server.token, clients: 4, requests: 400 })
  for (const [clients, requests] of [
    [1, 600],
    [16, 3000],
  ] as const) {
    for (const { words, token } of [...people, ...people]) {
      const { seconds, durations } = await load({ ...task, token, clients, requests })
      const spread = spreadOf(durations)
      say(
        `    save a buy, ${clients} client${clients > 1 ? 's' : ''}, ${words}: p50 ${ms(spread.p50)}, ` +
          `p99 ${ms(spread.p99)}, ${Math.round(requests / seconds)} saves/s`,
      )
    }
  }
}

export async function benchRights(say: Say): Promise<void> {
  await withBook(
    say,
    async (client) => {
      say(`book: ${TRADES} trades, ${PORTFOLIOS} portfolios`)
      const book = { trades: TRADES, portfolios: PORTFOLIOS, securities: SECURITIES }
      await generateBook(
        client,
        { ...book, inFirst: TRADES / PORTFOLIOS, from: '2022-01-03', to: TODAY },
        say,
      )
    },
    async (server) => {
      await reads(server, () => undefined, '', '/trades?limit=50')
      await compare(server, say)
    },
    TODAY,
  )
}
