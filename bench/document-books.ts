/**
 * A trade file of 10,000 lines (`BENCH_LINES`), or the drop copy of one day with as many messages (`BENCH_KIND=drop-copy`), from the upload to
 * the books, over HTTP: read and kept, its pages read, recorded into 40 portfolios, recorded again, when everything is known, and its pages
 * read then. Of a drop copy a file of later the day, which holds all messages again, is kept last. Afterwards `verify` recomputes the books.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { verify } from '../apps/server/src/verify/verify.ts'
import { dropCopyOf } from '../packages/core/src/documents/drop-copy-sample.ts'
import { sampleFills, tradeFileOf } from '../packages/core/src/documents/sample.ts'
import { fsyncTime, ms } from './support/machine.ts'
import { type BenchServer, openDisk, startServer } from './support/server.ts'

const LINES = Number(process.env['BENCH_LINES'] ?? 10_000)
const CLIENTS = 40
const IS_DROP_COPY = process.env['BENCH_KIND'] === 'drop-copy'
const PAGE = 100
const TODAY = '2026-02-27'
type Say = (line: string) => void

async function registers(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO equities (name, symbol, sector)
     SELECT 'Bench ' || code, code || '.N0000', 'Other'
       FROM unnest('{JKH,COMB,SAMP,HNB,DIAL,LOLC,HAYL,CTC,LION,EXPO}'::text[]) AS code`,
  )
  await client.query(
    `INSERT INTO portfolios (portfolio_id, portfolio_name, portfolio_type, entity, fund_manager, base_currency, status, accounting_treatment)
     SELECT 'BENCH-' || n, 'Bench Portfolio ' || n, 'Equity Portfolio', 'Bench', 'Bench', 'LKR', 'Active', 'FVTPL' FROM generate_series(1, $1::int) n`,
    [CLIENTS],
  )
  await client.query(
    `INSERT INTO costing_methods (portfolio_id, costing_method) SELECT id, 'WAP' FROM portfolios WHERE portfolio_id LIKE 'BENCH-%'`,
  )
  await client.query(
    `INSERT INTO settlement_accounts (payment_method, account_name, account_number, bank_name, branch_name)
     VALUES ('Bank Transfer', 'Bench Account', 'BENCH-1', 'Bench Bank', 'Main')`,
  )
}

interface Timed<T> {
  readonly seconds: number
  /** The longest time that the server's event loop stood still meanwhile, in ms. */
  readonly stall: number
  readonly body: T
}

export async function benchDocumentBooks(say: Say): Promise<void> {
  const fills = sampleFills({ lines: 2 * LINES, clients: CLIENTS, days: IS_DROP_COPY ? 1 : 20 })
    .filter(({ side }) => side === 'buy')
    .slice(0, LINES)
  const disk = await openDisk(() => undefined)
  try {
    const fsync = fsyncTime(disk.folder)
    say(`\ndocument-books: write + fdatasync of 8 KB p50 ${ms(fsync.p50)}, p95 ${ms(fsync.p95)}`)
    const server = await startServer(disk.database, TODAY, join(disk.folder, 'loop.txt'))
    const client = new pg.Client({ ...disk.database.owner, options: '-c search_path=em,public' })
    client.on('error', () => undefined)
    await client.connect()
    try {
      await registers(client)
      await measure(server, fills, say)
    } finally {
      await server.stop()
      await client.end()
    }
    const database = await openDatabase(disk.database.application, 2)
    try {
      const { differences } = await verify(database)
      say(`    verify: ${differences.length} differences`)
    } finally {
      await database.close()
    }
  } finally {
    await disk.remove()
  }
}

/** Median of five of each: pages from the middle, of one state, of one security, and the document itself. */
async function pages(server: BenchServer, path: string): Promise<string> {
  const asked = [
    `/lines?limit=${PAGE}&offset=${LINES / 2}`,
    `/lines?limit=${PAGE}&state=recorded`,
    `/lines?limit=${PAGE}&symbol=JKH.N0000`,
    '',
  ]
  const found: string[] = []
  for (const query of asked) {
    const times: number[] = []
    for (let time = 0; time < 5; time += 1) {
      const start = performance.now()
      const { status } = await server.get(`${path}${query}`)
      if (status !== 200) throw new Error(`answered ${status}`)
      times.push(performance.now() - start)
    }
    found.push(ms(times.toSorted((a, b) => a - b)[2] ?? 0))
  }
  return found.join(', ')
}

async function measure(server: BenchServer, fills: ReturnType<typeof sampleFills>, say: Say): Promise<void> {
  const timed = async <T>(what: () => Promise<{ status: number; text: string }>, status: number) => {
    await server.stall()
    const start = performance.now()
    const answer = await what()
    const seconds = (performance.now() - start) / 1_000
    if (answer.status !== status) throw new Error(`answered ${answer.status}: ${answer.text.slice(0, 500)}`)
    return { seconds, stall: await server.stall(), body: JSON.parse(answer.text) as T } satisfies Timed<T>
  }
  const text = IS_DROP_COPY ? dropCopyOf(fills) : tradeFileOf(fills)
  const file = { fileName: 'bench.txt', data: Buffer.from(text).toString('base64') }
  const stored = await timed<{ id: number; lines: number }>(
    () => server.post('/trade-documents', { file }, randomUUID()),
    201,
  )
  const path = `/trade-documents/${stored.body.id}`
  const held = await timed<{ state: string }[]>(() => server.get(`${path}/lines?limit=${PAGE}`), 200)
  const pagesNew = await pages(server, path)
  const accounts = [...new Set(fills.map(({ clientAccount }) => clientAccount))]
  const body = {
    brokerName: 'Bench Broker',
    settlementAccount: 'BENCH-1',
    clients: accounts.map((clientAccount, at) => ({
      clientAccount,
      portfolioId: `BENCH-${1 + (at % CLIENTS)}`,
    })),
  }
  const preview = await timed<object>(() => server.post(`${path}/record?dryRun=1`, body), 200)
  const done = await timed<{ recorded: number; failed: number }>(
    () => server.post(`${path}/record`, body, randomUUID()),
    201,
  )
  const again = await timed<{ recorded: number; skipped: number }>(
    () => server.post(`${path}/record`, body, randomUUID()),
    200,
  )
  const known = await timed<{ state: string }[]>(() => server.get(`${path}/lines?limit=${PAGE}`), 200)
  const pagesKnown = await pages(server, path)
  const s = ({ seconds, stall }: Timed<unknown>) => `${seconds.toFixed(2)} s (loop ${ms(stall)})`
  say(
    `${stored.body.lines} lines (${(text.length / 2 ** 20).toFixed(1)} MB): read and kept ${s(stored)}, its first page ${s(held)}, together ${(stored.seconds + held.seconds).toFixed(2)} s`,
  )
  say(
    `    recorded ${s(done)} (${done.body.recorded} trades, ${done.body.failed} failed), the look before it ${s(preview)}; again ${s(again)} (${again.body.recorded} new, ${again.body.skipped} known); first page then ${s(known)}`,
  )
  say(
    `    a page of ${PAGE} lines, its filters and the head of the document: ${pagesNew} when new; ${pagesKnown} when recorded`,
  )
  if (IS_DROP_COPY) {
    const [last] = fills.slice(-1)
    const more = last === undefined ? fills : [...fills, { ...last, executionId: 'LATER', quantity: 1n }]
    const later = { fileName: 'later.log', data: Buffer.from(dropCopyOf(more)).toString('base64') }
    const storedLater = await timed(() => server.post('/trade-documents', { file: later }, randomUUID()), 201)
    say(`    a file of later the day, with all messages again and one more: read and kept ${s(storedLater)}`)
  }
  say(`    memory of the server at most ${server.peak()} MB, of its worker ${server.workers().worker} MB`)
}
