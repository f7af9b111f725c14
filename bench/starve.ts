/**
 * One person asks for very much at once (100 long lists, 30 exports, 200 uploads of 5 MB; realized gains, attribution, lists
 * without a limit, previews of 4,000 rows, sixteen at a time) while another works: what the other waits for a save, a page of
 * trades, the dashboard and /health, alone and during each of them.
 * BENCH_STARVE_TRADES sets another size of the book; BENCH_STARVE=reads asks for the reads alone.
 */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Say, withBook } from './support/book-server.ts'
import type { CrowdDone, CrowdTask } from './support/crowd.ts'
import { generateBook } from './support/generate.ts'
import { indexOfOneSector } from './support/index-of-one-sector.ts'
import { ms, spreadOf } from './support/machine.ts'
import { sellLots } from './support/sell-lots.ts'
import type { BenchServer } from './support/server.ts'

const TRADES = +(process.env['BENCH_STARVE_TRADES'] ?? 200_000)
const TODAY = '2026-11-19'
const MB = 1024 * 1024
const LISTS = 100
const EXPORTS = 30
const UPLOADS = 200
/** Requests of a kind of read that are sent at once. */
const AT_ONCE = 16
const PREVIEWED = 4_000
const READS_ALONE = process.env['BENCH_STARVE'] === 'reads'
/** Files that one record holds at most. */
const FILES_OF_A_RECORD = 20
const ROUNDS_ALONE = 100
const crowdFile = fileURLToPath(new URL('./support/crowd.ts', import.meta.url))

/** The actions of the other person, one after the other, in a loop. */
const ACTIONS = ['save a buy', 'page of trades', 'dashboard', 'health'] as const
type Action = (typeof ACTIONS)[number]

async function one(server: BenchServer, action: Action, n: number): Promise<number> {
  const start = performance.now()
  const answer = await {
    'save a buy': () => server.post('/trade-summary/save-buy-transaction', buy(n)),
    'page of trades': () => server.get('/trades?limit=50'),
    dashboard: () => server.get('/dashboard'),
    health: () => server.get('/health'),
  }[action]()
  if (answer.status > 201)
    throw new Error(`${action} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  return performance.now() - start
}

const buy = (n: number) => ({
  companyName: `Bench Company ${1 + (n % 60)} PLC`,
  symbol: `B${String(1 + (n % 60)).padStart(3, '0')}.N0000`,
  portfolioId: `BENCH-${1 + (n % 20)}`,
  quantity: 100 + n,
  price: 12.5,
  contractNumber: `STARVE-${n}`,
  brokerName: 'Bench Broker',
  tradeDate: TODAY,
  settlementDate: '2026-11-23',
  settlementAccount: 1,
  costOfFunds: 8.65,
})

let saves = 0
/** Works until `goesOn` is false, and answers how long everything took. */
async function work(
  server: BenchServer,
  goesOn: (rounds: number) => boolean,
): Promise<Record<Action, number[]>> {
  const took: Record<Action, number[]> = { 'save a buy': [], 'page of trades': [], dashboard: [], health: [] }
  for (let round = 0; goesOn(round); round += 1) {
    for (const action of ACTIONS) {
      saves += 1
      took[action].push(await one(server, action, saves))
    }
  }
  return took
}

function sayTimes(say: Say, took: Record<Action, number[]>): void {
  for (const action of ACTIONS) {
    const { count, p50, p95, max } = spreadOf(took[action])
    say(`    ${action}: p50 ${ms(p50)}, p95 ${ms(p95)}, max ${ms(max)} (${count} times)`)
  }
}

/** Runs the crowd during the work of the other person and prints the times of both. */
async function withCrowd(server: BenchServer, say: Say, what: string, task: CrowdTask): Promise<void> {
  const child = spawn(process.execPath, [crowdFile], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(task))
  let over = false
  const crowd = text(child.stdout).then((said) => {
    over = true
    return JSON.parse(said) as CrowdDone
  })
  const took = await work(server, () => !over)
  const { seconds, statuses, bytes } = await crowd
  const ended = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`)
  say(`during ${what}:`)
  sayTimes(say, took)
  say(
    `    the person with ${what}: ${ended.join(', ')} in ${seconds.toFixed(1)} s, ${Math.round(bytes / MB)} MB answered; ` +
      `memory of the server ${server.peak()} MB at most so far`,
  )
}

/** Another account: its token. */
async function signUp(server: BenchServer): Promise<string> {
  const person = { first_name: 'Greedy', last_name: 'User', password: 'a long bench password' }
  const made = await server.post('/auth/signup', { ...person, email: 'greedy@bench.invalid' })
  if (made.status !== 201) throw new Error(`sign-up answered ${made.status}: ${made.text}`)
  return (JSON.parse(made.text) as { token: string }).token
}

/** Journal entries to attach files to. */
async function entries(server: BenchServer, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) {
    const { status, text: said } = await server.post('/journal-entries', {
      date: TODAY,
      description: `Papers ${n}`,
      status: 'Draft',
      account_code: '6300',
      debit: 10.5,
      portfolioId: 'BENCH-1',
    })
    if (status !== 201) throw new Error(`an entry answered ${status}: ${said}`)
    ids.push((JSON.parse(said) as { data: { id: number } }).data.id)
  }
  return ids
}

const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

async function measure(server: BenchServer, say: Say): Promise<void> {
  const token = await signUp(server)
  await work(server, (rounds) => rounds < 20)
  say('alone:')
  sayTimes(say, await work(server, (rounds) => rounds < ROUNDS_ALONE))
  if (!READS_ALONE) await measureMany(server, token, say)
  await measureReads(server, token, say)
  say('alone again:')
  sayTimes(say, await work(server, (rounds) => rounds < ROUNDS_ALONE))
}

/** Reads that are computed from many rows: each first alone, then sixteen at a time. */
async function measureReads(server: BenchServer, token: string, say: Say): Promise<void> {
  const rows = times(PREVIEWED, (n) => ({ ...buy(n), side: 'buy', contractNumber: `LOOK-${n}` }))
  const kinds: readonly (readonly [what: string, path: string, body?: object])[] = [
    [
      'realized gains, complete data of all portfolios, five years',
      '/realized-pnl/complete-data?timeRange=5Y',
    ],
    ['attribution of all portfolios, five years', '/performance-metrics/attribution?timeRange=5Y'],
    ['trades without a limit', '/trades'],
    ['general ledger without a limit', '/general-ledger'],
    ['holdings of all portfolios', '/equities'],
    ['previews of 4,000 rows', '/trade-batches?dryRun=1', { source: 'import', rows }],
  ]
  for (const [what, path, body] of kinds) {
    const request = { path, ...(body !== undefined && { body }) }
    const ask = (count: number) => ({ port: server.port, token, requests: times(count, () => request) })
    await withCrowd(server, say, `one of: ${what}`, ask(1))
    await withCrowd(server, say, `${AT_ONCE} at once of: ${what}`, ask(AT_ONCE))
  }
}

async function measureMany(server: BenchServer, token: string, say: Say): Promise<void> {
  const { port } = server
  await withCrowd(server, say, `${LISTS} buy-all at once`, {
    port,
    token,
    requests: times(LISTS, () => ({ path: '/transaction-entries/buy-all' })),
  })
  await withCrowd(server, say, `${EXPORTS} exports at once`, {
    port,
    token,
    requests: times(EXPORTS, () => ({
      path: '/general-ledger/exports',
      body: { account_code: '6010', from: '2022-01-03', to: '2024-06-30' },
    })),
  })
  const owners = await entries(server, Math.ceil(UPLOADS / FILES_OF_A_RECORD))
  await withCrowd(server, say, `${UPLOADS} uploads of 5 MB at once`, {
    port,
    token,
    requests: times(UPLOADS, (n) => ({
      path: '/attachments',
      bytes: 5 * MB,
      body: { owner_kind: 'journal-draft', owner_id: owners[n % owners.length], file_name: `paper-${n}.txt` },
    })),
  })
}

export async function benchStarve(say: Say): Promise<void> {
  await withBook(
    say,
    async (client) => {
      say(`book: ${TRADES} trades of 20 portfolios and 100 securities, 2022 to 2026`)
      const size = { portfolios: 20, securities: 100, inFirst: TRADES / 20, from: '2022-01-03', to: TODAY }
      await generateBook(client, { trades: TRADES, ...size }, () => undefined)
      await sellLots(client, TODAY, () => undefined)
      await indexOfOneSector(client)
      await client.query('ANALYZE')
    },
    (server) => measure(server, say),
    TODAY,
  )
}
