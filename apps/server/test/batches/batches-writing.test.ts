/** How a submission is written: by COPY, in sets; and that the database still refuses what does not fit together. */
import { beforeAll, describe, expect, test } from 'vitest'
import { CopyRows, copyText } from '../../src/platform/database/copy.ts'
import type { Transaction } from '../../src/platform/database/database.ts'
import { runOutside } from '../../src/platform/database/inside.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

let portfolios = 0
async function portfolio(method: 'WAP' | 'FIFO') {
  portfolios += 1
  const portfolioId = `W${portfolios}-${method}`
  await api.call('POST /portfolios', {
    body: {
      portfolioId,
      portfolioName: `Writing ${portfolioId}`,
      portfolioType: 'Equity Portfolio',
      entity: 'Test',
      fundManager: 'Test',
      baseCurrency: 'LKR',
      accountingTreatment: 'FVTPL',
    },
  })
  await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: method } })
  const submit = (rows: unknown[], query = '') =>
    api.call<{ id: number; code?: string }>(`POST /trade-batches${query}`, {
      body: {
        source: 'import',
        defaults: {
          portfolioId,
          brokerName: 'Some broker',
          settlementAccount: books.bank,
          symbol: 'JKH.N0000',
        },
        rows,
      },
    })
  return { portfolioId, submit }
}
const query = (sql: string, values: unknown[] = []) =>
  api.database.query<Record<string, unknown>>(sql, values)
const days = ['01', '02', '03', '04', '05', '08', '09', '10', '11', '12', '15', '16', '17', '18', '19']

test('texts arrive as they were sent, whatever marks they hold', async () => {
  const p = await portfolio('WAP')
  const description = 'a\ttab, a \\backslash\\N, a\nline\r\nand "quotes" – ශ්‍රී 😀'
  const contractNumber = 'C\\N\\.'
  const { status, body } = await p.submit([
    { side: 'buy', tradeDate: '2026-06-01', quantity: 10, price: 5, contractNumber, description },
    {
      side: 'buy',
      tradeDate: '2026-06-01',
      quantity: 10,
      price: 5,
      contractNumber: '\\.',
      description: '\\N',
    },
  ])
  expect(status).toBe(201)
  const stored = await query(
    `SELECT contract_number, description FROM trade_versions v JOIN trades t ON t.id = v.trade_id
      WHERE t.batch_id = $1 ORDER BY t.id`,
    [body.id],
  )
  expect(stored).toEqual([
    { contract_number: contractNumber, description },
    { contract_number: '\\.', description: '\\N' },
  ])
})

test('thousands of rows over several sets, then more rows among them', { timeout: 180_000 }, async () => {
  const fifo = await portfolio('FIFO')
  const wap = await portfolio('WAP')
  const rows = Array.from({ length: 5_200 }, (_, n) => ({
    side: n % 3 === 2 ? 'sell' : 'buy',
    tradeDate: `2026-06-${days[Math.floor((n * days.length) / 5_200)]}`,
    quantity: n % 3 === 2 ? 90 : 100,
    price: `${10 + (n % 37)}.${10 + (n % 89)}`,
    contractNumber: `N${n}`,
    portfolioId: n % 2 === 0 ? fifo.portfolioId : wap.portfolioId,
  }))
  expect((await fifo.submit(rows)).status).toBe(201)
  // Lists that are read next are planned for what is there now, not for the few rows that were there before.
  const [{ known } = { known: 0 }] = await query(
    "SELECT min(reltuples) AS known FROM pg_class WHERE oid IN ('trades'::regclass, 'trade_versions'::regclass)",
  )
  expect(known).toBeGreaterThanOrEqual(5_200)
  expect(await verifyBooks(api.database)).toEqual([])
  const late = rows.slice(0, 20).map((row, n) => ({
    ...row,
    side: 'buy',
    tradeDate: `2026-06-${days[12 + (n % 2)]}`,
    contractNumber: `L${n}`,
  }))
  const preview = await fifo.submit(late, '?dryRun=1')
  expect(preview.body).toMatchObject({ ok: true })
  expect((preview.body as unknown as { affectedSales: number }).affectedSales).toBeGreaterThan(50)
  const { status, body } = await fifo.submit(late)
  expect(status).toBe(201)
  const [{ moved } = { moved: 0 }] = await query(
    `SELECT count(*) AS moved FROM journal_entries WHERE cause_kind = 'trade' AND cause_id <> trade_id AND cause_id IN (SELECT id FROM trades WHERE batch_id = $1)`,
    [body.id],
  )
  expect(moved).toBeGreaterThan(50)
  expect(await verifyBooks(api.database)).toEqual([])
  // Two by themselves: a long history is written again by COPY, and forgotten again.
  const first = { tradeDate: '2026-06-01', settlementDate: '2026-06-03', quantity: 50, price: 9.5 }
  for (const { portfolioId } of [fifo, wap]) {
    const { status: saved } = await books.buy({ ...first, portfolioId, contractNumber: `ONE-${portfolioId}` })
    expect(saved).toBe(201)
  }
  expect(await verifyBooks(api.database)).toEqual([])
})

test('entries are in the order of their dates, each whole with its batch', async () => {
  const p = await portfolio('WAP')
  const buy = (day: string, n: number) => ({
    side: 'buy',
    tradeDate: `2026-06-${day}`,
    quantity: 10,
    price: 5,
    contractNumber: `O${n}`,
  })
  const { body } = await p.submit([buy('10', 1), buy('01', 2), buy('05', 3)])
  const dates = await query(
    'SELECT h.entry_date FROM journal_entries h JOIN trades t ON t.id = h.trade_id WHERE t.batch_id = $1 ORDER BY h.id',
    [body.id],
  )
  expect(dates).toHaveLength(6)
  expect(dates).toEqual(
    dates.toSorted((a, b) => (String(a['entry_date']) < String(b['entry_date']) ? -1 : 1)),
  )
})

describe('the database itself refuses', () => {
  const anyTrade = "(SELECT min(id) FROM trades WHERE side = 'buy')"
  const copied = (table: string, column: string, from: string, change: string) =>
    `INSERT INTO ${table} SELECT (jsonb_populate_record(r, '${change}')).* FROM ${table} r WHERE r.${column} = ${from} LIMIT 1`
  test.each([
    [
      'a trade of no chain',
      copied('trades', 'id', anyTrade, '{"id":1}')
        .replace('INTO trades', 'INTO trades OVERRIDING SYSTEM VALUE')
        .replace('"id":1', '"id":900001,"deal_number":"X-1","chain_id":900001'),
      'trades_references',
    ],
    [
      'a trade in another portfolio than its chain',
      copied('trades', 'id', anyTrade, '{"id":1}')
        .replace('INTO trades', 'INTO trades OVERRIDING SYSTEM VALUE')
        .replace('"id":1', '"id":900002,"deal_number":"X-2","portfolio_id":900001'),
      'trades_references',
    ],
    [
      'a trade of no batch',
      copied('trades', 'id', anyTrade, '{"id":1}')
        .replace('INTO trades', 'INTO trades OVERRIDING SYSTEM VALUE')
        .replace('"id":1', '"id":900003,"deal_number":"X-3","batch_id":900001'),
      'trades_references',
    ],
    [
      'a version of no trade',
      copied('trade_versions', 'trade_id', anyTrade, '{"trade_id":900001}'),
      'trade_versions_references',
    ],
    [
      'a version with no broker',
      copied('trade_versions', 'trade_id', anyTrade, '{"version":99,"broker_id":900001}'),
      'trade_versions_references',
    ],
    [
      'a version with no settlement account',
      copied('trade_versions', 'trade_id', anyTrade, '{"version":99,"settlement_account_id":900001}'),
      'trade_versions_references',
    ],
    [
      'an entry of no version',
      copied('journal_entries', 'trade_id', anyTrade, '{"trade_version":99}').replace(
        'INTO journal_entries',
        'INTO journal_entries OVERRIDING USER VALUE',
      ),
      'journal_entries_references',
    ],
    [
      'an entry of no batch',
      copied('journal_entries', 'trade_id', anyTrade, '{"cause_kind":"batch","cause_id":900001}').replace(
        'INTO journal_entries',
        'INTO journal_entries OVERRIDING USER VALUE',
      ),
      'journal_entries_references',
    ],
    [
      'a sale that takes from no buy',
      `INSERT INTO trade_allocations SELECT id, version, 900001, 1 FROM trades WHERE id = ${anyTrade}`,
      'trade_allocations_references',
    ],
    [
      'what a version that is not there takes',
      `INSERT INTO trade_allocations SELECT id, 99, id, 1 FROM trades WHERE id = ${anyTrade}`,
      'trade_allocations_references',
    ],
  ])('%s', async (_, sql, constraint) => {
    await expect(query(sql)).rejects.toMatchObject({ code: '23503', constraint })
  })
  test.each([
    'UPDATE trades SET chain_id = chain_id',
    'UPDATE chains SET portfolio_id = portfolio_id',
    'DELETE FROM batches',
    'DELETE FROM chains',
    'UPDATE trades SET batch_id = NULL',
  ])('%s', async (sql) => {
    await expect(query(sql)).rejects.toMatchObject({ code: '42501' })
  })
  test('to delete an account that trades name', async () => {
    await expect(
      query(
        'DELETE FROM settlement_accounts WHERE id = (SELECT min(settlement_account_id) FROM trade_versions)',
      ),
    ).rejects.toMatchObject({ code: '23503' })
  })
  test('lines by COPY that do not balance, and balances stay as they were', async () => {
    const [before] = await query('SELECT sum(debit) AS debit, sum(lines) AS lines FROM ledger_days')
    const post = api.database.transaction(async (tx) => {
      const [row] = await tx.query<{ id: number }>(
        `INSERT INTO journal_entries (act_id, entry_date, kind, cause_kind, cause_id, transaction_type, description, line_count, recorded_by)
         SELECT 1, date '2026-06-01', 'manual', 'person', 1, 'Journal Entry', 'By COPY', 2, min(id) FROM users RETURNING id`,
      )
      const lines = new CopyRows()
      lines.add(`${row?.id}\t1\t2026-06-01\t1\tmanual\t500e-2\t0\tJournal Entry\t${copyText('a\tb')}`)
      lines.add(`${row?.id}\t2\t2026-06-01\t2\tmanual\t0\t499e-2\tJournal Entry\t\\N`)
      await tx.copy(
        'journal_lines',
        'entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, description',
        lines,
      )
    })
    await expect(post).rejects.toMatchObject({ constraint: 'journal_entry_balances' })
    expect(await query('SELECT sum(debit) AS debit, sum(lines) AS lines FROM ledger_days')).toEqual([before])
  })
})

describe('very many lines in one statement', () => {
  const LINES = `entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, portfolio_id`
  const stored = async () =>
    (await query('SELECT sum(debit) AS debit, sum(lines) AS lines FROM ledger_days'))[0]
  /** Posts 600 entries over fifteen days; `portfolioOf` says which portfolio the credit line of an entry names. */
  const post = (tx: Transaction, portfolioOf: (entry: number) => number | string = () => '\\N') =>
    tx
      .query<{ id: number; day: string }>(
        `INSERT INTO journal_entries (act_id, entry_date, kind, cause_kind, cause_id, transaction_type, description, line_count, recorded_by)
         SELECT 1, ($1::text[])[1 + n % 15]::date, 'manual', 'person', 1, 'Journal Entry', 'Many', 2, (SELECT min(id) FROM users)
           FROM generate_series(1, 600) n RETURNING id, entry_date::text AS day`,
        [days.map((day) => `2026-06-${day}`)],
      )
      .then((entries) => {
        const lines = new CopyRows()
        for (const [index, { id, day }] of entries.entries()) {
          lines.add(`${id}\t1\t${day}\t1\tmanual\t5\t0\tJournal Entry\t\\N`)
          lines.add(`${id}\t2\t${day}\t2\tmanual\t0\t5\tJournal Entry\t${portfolioOf(index)}`)
        }
        return tx.copy('journal_lines', LINES, lines)
      })

  test('is kept in the balances: again and again, and from two writers who do not wait for each other', async () => {
    const [before] = [(await stored()) as { lines: string }]
    await api.database.transaction(async (tx) => {
      await post(tx)
      await post(tx)
      await runOutside(() => api.database.transaction((other) => post(other)))
    })
    await api.database.transaction((tx) => post(tx))
    const after = (await stored()) as { lines: string }
    expect(Number(after.lines) - Number(before?.lines)).toBe(4 * 1200)
    expect(await query('SELECT DISTINCT slot FROM ledger_days WHERE slot > 3 ORDER BY slot')).toEqual([
      { slot: 4 },
      { slot: 5 },
    ])
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('is refused for one entry that balances only over two portfolios', async () => {
    const before = await stored()
    const [first] = await query('SELECT min(id) AS id FROM portfolios')
    const portfolioId = Number(first?.['id'])
    const split = api.database.transaction((tx) => post(tx, (entry) => (entry === 599 ? portfolioId : '\\N')))
    await expect(split).rejects.toMatchObject({ constraint: 'journal_entry_balances' })
    expect(await stored()).toEqual(before)
  })

  test('is refused for one entry with a line too few', async () => {
    const before = await stored()
    const short = api.database.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO journal_entries (act_id, id, entry_date, kind, cause_kind, cause_id, transaction_type, description, line_count, recorded_by)
         OVERRIDING SYSTEM VALUE
         SELECT 1, 7000000 + n, '2026-06-01', 'manual', 'person', 1, 'Journal Entry', 'Many', CASE n WHEN 300 THEN 3 ELSE 2 END,
                (SELECT min(id) FROM users) FROM generate_series(1, 600) n`,
      )
      await tx.query(
        `INSERT INTO journal_lines (${LINES})
         SELECT 7000000 + n, no, '2026-06-01', no, 'manual', CASE no WHEN 1 THEN 5 ELSE 0 END, CASE no WHEN 2 THEN 5 ELSE 0 END,
                'Journal Entry', NULL FROM generate_series(1, 600) n, generate_series(1, 2) no`,
      )
    })
    await expect(short).rejects.toMatchObject({ constraint: 'journal_entry_whole' })
    expect(await stored()).toEqual(before)
  })
})

test('a COPY that fails leaves the connection fit for the next one', async () => {
  const failed = api.database.transaction(async (tx) => {
    const rows = new CopyRows()
    for (let n = 0; n < 50_000; n += 1) rows.add(`not-a-number-${n}`)
    tx.send('SELECT 1')
    await tx.copy('event_results', 'event_id', rows)
  })
  await expect(failed).rejects.toMatchObject({ code: '22P02' })
  expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await verifyBooks(api.database)).toEqual([])
})
