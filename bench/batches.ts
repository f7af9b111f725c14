/**
 * Import by file, as a person does it over HTTP: the file is read, its rows are looked at, then recorded. Trades of five
 * years over 50 portfolios of all three costing methods and 100 securities; afterwards `verify` recomputes the books.
 */
import { randomUUID } from 'node:crypto'
import type { BatchReport, FileReading } from '@em/contract/batches/batches'
import pg from 'pg'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { verify } from '../apps/server/src/verify/verify.ts'
import { fsyncTime, ms } from './support/machine.ts'
import { type BenchServer, openDisk, postgresUse, startServer } from './support/server.ts'

const SIZES = (process.env['BENCH_ROWS'] ?? '10000,100000').split(',').map(Number)
const PORTFOLIOS = 50
const SECURITIES = 100
const FROM = '2021-11-22'
const TO = '2026-11-13'
const TODAY = '2026-11-19'
const METHODS = ['WAP', 'FIFO', 'CHERRY'] as const
type Say = (line: string) => void

/** The same sequence on every run. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface Parcel {
  readonly contract: string
  left: number
}

/** Buys and, of what is held, sales: three rows to two. Dates ascend, as in a broker's list. */
export function fileOf(rows: number, marketDays: readonly string[]): string {
  const roll = dice(7)
  const held = new Map<string, Parcel[]>()
  const lines = [
    'Trade Date,Side,Symbol,Portfolio,Quantity,Price,Contract No,Broker,Settlement Account,Cost of Funds,Buy Contract',
  ]
  for (let n = 0; n < rows; n += 1) {
    const day = marketDays[Math.floor((n * marketDays.length) / rows)]
    const portfolio = 1 + roll(PORTFOLIOS)
    const security = 1 + roll(SECURITIES)
    const key = `${portfolio}/${security}`
    const parcels = held.get(key) ?? []
    held.set(key, parcels)
    const parcel = parcels.find((one) => one.left > 0)
    const sells = parcel !== undefined && roll(10) < 5
    const quantity = sells ? 1 + roll(parcel.left) : 100 + roll(900)
    const contract = `C${n}`
    if (sells) parcel.left -= quantity
    else parcels.push({ contract, left: quantity })
    const price = (10 + roll(20_000) / 100).toFixed(2)
    const from = sells && methodOf(portfolio) === 'CHERRY' ? parcel.contract : ''
    const symbol = `B${String(security).padStart(3, '0')}.N0000`
    lines.push(
      `${day},${sells ? 'Sell' : 'Buy'},${symbol},BENCH-${portfolio},${quantity},${price},${contract},Bench Broker,BENCH-${1 + (portfolio % 3)},8.65,${from}`,
    )
  }
  return lines.join('\r\n')
}

const methodOf = (portfolio: number) => METHODS[portfolio % METHODS.length]

/** Registers only: the books are empty. Answers the market days of the five years. */
export async function registers(client: pg.Client): Promise<string[]> {
  await client.query(
    `INSERT INTO equities (name, symbol, sector)
     SELECT 'Bench Company ' || n || ' PLC', 'B' || lpad(n::text, 3, '0') || '.N0000', 'Other' FROM generate_series(1, $1::int) n`,
    [SECURITIES],
  )
  await client.query(
    `INSERT INTO portfolios (portfolio_id, portfolio_name, portfolio_type, entity, fund_manager, base_currency, status, accounting_treatment)
     SELECT 'BENCH-' || n, 'Bench Portfolio ' || n, 'Equity Portfolio', 'Bench', 'Bench', 'LKR', 'Active',
            CASE WHEN n % 5 = 0 THEN 'FVOCI' ELSE 'FVTPL' END FROM generate_series(1, $1::int) n`,
    [PORTFOLIOS],
  )
  await client.query(
    `INSERT INTO costing_methods (portfolio_id, costing_method)
     SELECT id, ($1::text[])[1 + substr(portfolio_id, 7)::int % 3] FROM portfolios WHERE portfolio_id LIKE 'BENCH-%'`,
    [METHODS],
  )
  await client.query(
    `INSERT INTO settlement_accounts (payment_method, account_name, account_number, bank_name, branch_name)
     SELECT 'Bank Transfer', 'Bench Account ' || n, 'BENCH-' || n, 'Bench Bank', 'Main' FROM generate_series(1, 3) n`,
  )
  const days = await client.query<{ day: string }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day FROM generate_series($1::date, $2::date, interval '1 day') day
      WHERE extract(isodow FROM day) < 6
        AND NOT EXISTS (SELECT FROM holidays h WHERE h.date = day::date
                            OR (h.is_recurring AND to_char(h.date, 'MM-DD') = to_char(day, 'MM-DD')))
      ORDER BY day`,
    [FROM, TO],
  )
  return days.rows.map((row) => row.day)
}

/** The rows of a reading with their columns' fields, as the browser sends them. */
export function fieldsAndRows({ columns, rows }: FileReading): { fields: string[]; rows: unknown[][] } {
  const known = columns.flatMap(({ field }, index) => (field === null ? [] : [{ field, index }]))
  return {
    fields: known.map(({ field }) => field),
    rows: rows.map((cells) => known.map(({ index }) => cells[index] ?? null)),
  }
}

async function timed<T>(server: BenchServer, path: string, body: unknown, status: number, key?: string) {
  const start = performance.now()
  const answer = await server.post(path, body, key)
  const seconds = (performance.now() - start) / 1000
  if (answer.status !== status)
    throw new Error(`${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`)
  return { seconds, answer: JSON.parse(answer.text) as T }
}

async function measure(rows: number, say: Say): Promise<void> {
  const disk = await openDisk(() => undefined)
  try {
    const fsync = fsyncTime(disk.folder)
    say(`disk: write + fdatasync of 8 KB p50 ${ms(fsync.p50)}, p95 ${ms(fsync.p95)}`)
    const server = await startServer(disk.database, TODAY)
    const client = new pg.Client({ ...disk.database.owner, options: '-c search_path=em,public' })
    client.on('error', () => undefined)
    await client.connect()
    try {
      const file = { name: `bench-${rows}.csv`, text: fileOf(rows, await registers(client)) }
      await importFile(server, file, rows, disk.database.pid, say)
      await sayRows(client, say)
    } finally {
      await server.stop()
      await client.end()
    }
    if (process.env['BENCH_VERIFY'] !== '0') await check(disk.database.application, say)
  } finally {
    await disk.remove()
  }
}

async function importFile(
  server: BenchServer,
  file: { name: string; text: string },
  rows: number,
  postmaster: number,
  say: Say,
): Promise<void> {
  const data = Buffer.from(file.text).toString('base64')
  const idle = server.memory()
  const read = await timed<FileReading>(
    server,
    '/trade-batches/read-file',
    { fileName: file.name, data },
    200,
  )
  const readPeak = server.peak()
  const body = { source: 'import', fileName: file.name, ...fieldsAndRows(read.answer) }
  const previewMs =
    process.env['BENCH_LOOK'] === '0'
      ? undefined
      : await timed<BatchReport>(server, '/trade-batches?dryRun=1', body, 200)
  const previewPeak = server.peak()
  let database = 0
  const watch = setInterval(() => (database = Math.max(database, postgresUse(postmaster).megabytes)), 500)
  const [cpu, databaseCpu] = [server.cpu(), postgresUse(postmaster).cpu]
  const done = await timed<object>(server, '/trade-batches', body, 201, randomUUID())
  const spent = [server.cpu() - cpu, postgresUse(postmaster).cpu - databaseCpu]
  clearInterval(watch)
  const seconds = (value: number) => `${value.toFixed(2)} s`
  say(
    `${rows} rows by file (${(file.text.length / 2 ** 20).toFixed(1)} MB): read ${seconds(read.seconds)}, recorded ${seconds(done.seconds)}, together ${seconds(read.seconds + done.seconds)}`,
  )
  if (previewMs !== undefined) {
    const { buys, sells, chains } = previewMs.answer
    say(
      `    the look before it: ${seconds(previewMs.seconds)}; ${buys} buys and ${sells} sales in ${chains} chains`,
    )
  }
  say(
    `    processor time of recording: server ${seconds(spent[0] ?? 0)}, PostgreSQL ${seconds(spent[1] ?? 0)}`,
  )
  say(
    `    memory of the server: idle ${idle} MB, at most ${readPeak} MB reading, ${previewPeak} MB looking, ${server.peak()} MB recording; of PostgreSQL ${database} MB`,
  )
  const { worker, processes } = server.workers()
  say(`    of its worker ${worker} MB, of the processes of jobs that are ready now at most ${processes} MB`)
}

/** Prints the number of rows of the main tables. */
async function sayRows(client: pg.Client, say: Say): Promise<void> {
  const tables = [
    'trades',
    'journal_entries',
    'journal_lines',
    'lots',
    'lot_changes',
    'chain_events',
    'ledger_days',
    'ledger_months',
  ]
  const counts: string[] = []
  for (const table of tables) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${table}`)
    counts.push(`${rows[0]?.count} ${table.replaceAll('_', ' ')}`)
  }
  say(`    ${counts.join(', ')}`)
}

async function check(connection: pg.PoolConfig, say: Say): Promise<void> {
  const database = await openDatabase(connection, 2)
  try {
    const start = performance.now()
    const { differences } = await verify(database)
    const [first] = differences
    say(
      `    verify: ${differences.length} differences, ${((performance.now() - start) / 1000).toFixed(1)} s${first === undefined ? '' : `; the first: ${JSON.stringify(first)}`}`,
    )
  } finally {
    await database.close()
  }
}

export async function benchBatches(say: Say): Promise<void> {
  for (const rows of SIZES) await measure(rows, say)
}
