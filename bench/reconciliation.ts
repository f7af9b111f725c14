/**
 * Reconciling a bank account whose month has 5,000 ledger lines with a statement of 5,000 lines, in a book of other
 * trades; and a statement file of 50,000 lines. Times are of whole requests over HTTP, the database included.
 */
import pg from 'pg'
import { AS_ONE_ACT } from './support/book-server.ts'
import { generateBook } from './support/generate.ts'
import { ms } from './support/machine.ts'
import { type BenchServer, openDisk, startServer } from './support/server.ts'

type Say = (line: string) => void
const TRADES = +(process.env['BENCH_TRADES'] ?? 20_000)
const LINES = 5_000
const TODAY = '2026-11-19'
const ROUNDS = 5

/** Entries of October on the bank account of the given id: odd cents, so that amounts are mostly different. */
async function bookMonth(client: pg.Client, account: number): Promise<void> {
  await client.query(
    `WITH h AS MATERIALIZED (
       SELECT nextval('journal_entries_id_seq') AS id, n, '2026-10-01'::date + (n % 31) AS day,
              round(1000 + (n * 7919 % 100003) * 1.37, 2) AS amount
         FROM generate_series(1, $1::int) n),
     entries AS (
       INSERT INTO journal_entries (id, entry_date, kind, cause_kind, cause_id, transaction_type, description, reference, line_count, recorded_by)
       OVERRIDING SYSTEM VALUE
       SELECT id, day, 'manual', 'person', 1, 'Manual', 'Payment ' || n, 'REF' || n, 2, 1 FROM h)
     INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, description, settlement_account_id)
     SELECT h.id, s.no, h.day, a.id, 'manual', CASE WHEN (n % 2 = 0) = (s.no = 1) THEN h.amount ELSE 0 END,
            CASE WHEN (n % 2 = 0) = (s.no = 1) THEN 0 ELSE h.amount END, 'Journal Entry', NULL,
            CASE WHEN s.no = 1 THEN $2::bigint END
       FROM h CROSS JOIN (VALUES (1, '1010'), (2, '3000')) AS s (no, code) JOIN chart_of_accounts a ON a.account_code = s.code`,
    [LINES, account],
  )
}

/** The bank's view of the same: a day later, one in twenty of another amount, one in fifty drawn together with its neighbour. */
function statementOf(lines: number) {
  return Array.from({ length: lines }, (_, index) => {
    const n = index + 1
    const cents = BigInt(100_000) + ((BigInt(n) * 7919n) % 100_003n) * 137n + (n % 20 === 0 ? 5n : 0n)
    const amount = Number(cents) / 100
    const day = Math.min(31, (n % 31) + 2)
    return {
      date: `2026-10-${String(day).padStart(2, '0')}`,
      description: `Transfer ${n}`,
      reference: `REF${n}`,
      ...(n % 2 === 0 ? { debit: amount } : { credit: amount }),
      bankId: `B${n}`,
      line: n,
    }
  })
}

interface Timed<Body> {
  readonly body: Body
  readonly time: number
}
async function timed<Body>(server: BenchServer, path: string, body?: unknown): Promise<Timed<Body>> {
  const start = performance.now()
  const answer = body === undefined ? await server.get(path) : await server.post(path, body)
  const time = performance.now() - start
  if (answer.status > 201) throw new Error(`${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  return { body: JSON.parse(answer.text) as Body, time }
}

interface Answer {
  readonly reconciliation: { readonly id: number; readonly version: number }
  readonly matched: number
  readonly proposed: number
}

async function reconcile(server: BenchServer, say: Say): Promise<void> {
  const root = '/account-reconciliation'
  const begun = await timed<Answer>(server, root, {
    accountCode: '1010',
    settlementAccount: 1,
    period: '2026-10',
  })
  const at = `${root}/${begun.body.reconciliation.id}`
  const sent = { format: 'csv', lines: statementOf(LINES), openingBalance: 0, closingBalance: 0 }
  say(`import of ${LINES} statement lines: ${ms((await timed(server, `${at}/statements`, sent)).time)}`)
  const times: number[] = []
  let last: Answer | undefined
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await timed(server, `${at}/unmatch`, { matchIds: 'all' })
    const { body, time } = await timed<Answer>(server, `${at}/auto-match`, {})
    times.push(time)
    last = body
  }
  const sorted = times.toSorted((a, b) => a - b)
  say(
    `auto match of ${LINES} x ${LINES} lines: p50 ${ms(sorted[ROUNDS >> 1] ?? 0)}, slowest ${ms(sorted.at(-1) ?? 0)} ` +
      `(${last?.matched} matched, ${last?.proposed} proposed)`,
  )
  const figures: number[] = []
  for (let round = 0; round < 30; round += 1) figures.push((await timed(server, at)).time)
  say(`one reconciliation with its figures: p50 ${ms(figures.toSorted((a, b) => a - b)[15] ?? 0)}`)
  const pages = await timed(server, `${at}/matches?limit=20`)
  say(`first 20 of ${last?.matched} matches: ${ms(pages.time)}`)
  const now = await timed<{ version: number }>(server, at)
  const signed = await timed(server, `${root}/save`, {
    id: begun.body.reconciliation.id,
    version: now.body.version,
    explanation: 'bench',
  })
  say(`sign-off: ${ms(signed.time)}`)
}

async function largeFile(server: BenchServer, say: Say): Promise<void> {
  const lines = statementOf(50_000)
  const csv = [
    'Date,Description,Reference,Withdrawals,Deposits,Transaction Id',
    ...lines.map(
      (one) =>
        `${one.date},${one.description},${one.reference},${'credit' in one ? one.credit : ''},${'debit' in one ? one.debit : ''},${one.bankId}`,
    ),
  ].join('\n')
  const data = Buffer.from(csv).toString('base64')
  const read = await timed<{ lines: unknown[] }>(server, '/account-reconciliation/read-statement', {
    fileName: 'large.csv',
    data,
  })
  say(
    `a .csv file of ${read.body.lines.length} lines (${Math.round(csv.length / 1024)} KB) read: ${ms(read.time)}`,
  )
  const begun = await timed<Answer>(server, '/account-reconciliation', {
    accountCode: '1010',
    settlementAccount: 2,
    period: '2026-10',
  })
  const imported = await timed(server, `/account-reconciliation/${begun.body.reconciliation.id}/statements`, {
    format: 'csv',
    lines: read.body.lines,
  })
  say(
    `import of ${read.body.lines.length} statement lines: ${ms(imported.time)}; memory of the server at most ${server.peak()} MB`,
  )
}

export async function benchReconciliation(say: Say): Promise<void> {
  const disk = await openDisk(() => undefined)
  try {
    await (await startServer(disk.database, TODAY)).stop()
    const client = new pg.Client({ ...disk.database.owner, options: AS_ONE_ACT })
    client.on('error', () => undefined)
    await client.connect()
    try {
      say(`book: ${TRADES} trades and ${LINES} payments of one bank account in October`)
      const book = {
        trades: TRADES,
        portfolios: 10,
        securities: 60,
        inFirst: Math.min(2_000, TRADES / 2),
        from: '2026-01-01',
        to: TODAY,
      }
      await generateBook(client, book, () => undefined)
      await bookMonth(client, 1)
      await client.query('ANALYZE')
    } finally {
      await client.end()
    }
    const server = await startServer(disk.database, TODAY)
    try {
      await reconcile(server, say)
      await largeFile(server, say)
    } finally {
      await server.stop()
    }
  } finally {
    await disk.remove()
  }
}
