/** The ledger as a file: every line the filter leaves, the same figures as the list, text as text. */
import { type LedgerEntry, ledger } from '@em/contract/ledger/ledger'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { numbered, statementsKnown } from '../../src/platform/database/statement.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask } from '../support/books.ts'
import { accountCells, accountCellsOf, exported, exportLedger, sheetOf } from '../support/exports.ts'
import { fillSmallBook } from '../support/small-book.ts'

let api: Api
beforeAll(async () => {
  api = await startApi({ edition: 'premium' })
  await fillSmallBook(api)
})

describe('the ledger as a workbook', () => {
  test.each<Record<string, string>>([
    {},
    { account_code: '1010', search: '', from: '', portfolio: '' },
    { search: 'JKH' },
    { transaction_type: 'Bank Payment', status: 'Pending' },
  ])('holds the lines of the list, in its order, with their balances (%o)', async (filter) => {
    const { made, headers, bytes } = await exported(api, filter)
    const [header, ...rows] = (await sheetOf(bytes)).rows
    const set = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
    const lines: LedgerEntry[] = await ask(api, ledger.list, { query: set })
    expect(lines.length).toBeGreaterThan(0)
    expect(header?.slice(0, 8)).toEqual([
      'Date',
      'Status',
      'Account',
      'Account Name',
      'Transaction Type',
      'Debit (LKR)',
      'Credit (LKR)',
      'Balance (LKR)',
    ])
    expect(rows.map(accountCells)).toEqual(lines.map(accountCellsOf))
    expect(made).toEqual({
      id: expect.any(Number),
      file_name: 'General Ledger 2026-06-15.xlsx',
      media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      rows: lines.length,
      bytes: bytes.length,
      kept_until: expect.any(String),
    })
    expect(headers).toMatchObject({
      'content-type': made.media_type,
      'content-disposition': `attachment; filename="${made.file_name}"; filename*=UTF-8''General%20Ledger%202026-06-15.xlsx`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  })

  test('text that looks like a formula stays text, whatever sign it starts with', async () => {
    const texts = [...'=+-@＝＋－＠'].map((sign) => `${sign}HYPERLINK("http://example.invalid")`)
    for (const description of texts) {
      const lines = [
        { account_code: '1010', debit: 5 },
        { account_code: '3000', credit: 5 },
      ]
      const body = { date: '2026-06-01', description, lines }
      expect((await api.call('POST /journal-entries', { body })).status).toBe(201)
    }
    const sheet = await sheetOf((await exported(api, { search: 'HYPERLINK' })).bytes)
    expect(new Set(sheet.rows.slice(1).map((row) => row[10]))).toEqual(new Set(texts))
    for (const cell of sheet.cells?.values() ?? []) expect(cell.formula).toBeUndefined()
    const csv = (await exported(api, { search: 'HYPERLINK', format: 'csv' })).bytes.toString()
    for (const text of texts) expect(csv).toContain(`"'${text.replaceAll('"', '""')}"`)
  })
})

test('CSV is what it says it is, and as long', async () => {
  const { made, headers, bytes } = await exported(api, { format: 'csv' })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(bytes.length).toBe(made.bytes)
  expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(made.rows + 1)
})

test('a dry run answers how many lines there would be, and makes no file', async () => {
  const { made } = await exported(api, { account_code: '1010' })
  const files = () => api.database.query<{ id: number }>('SELECT id FROM export_files')
  const before = await files()
  const preview = await api.call('POST /general-ledger/exports?dryRun=1', { body: { account_code: '1010' } })
  expect(preview).toMatchObject({
    status: 200,
    body: { dryRun: true, rows: made.rows, file_name: made.file_name },
  })
  expect(await files()).toEqual(before)
})

test.each([
  [{ status: 'Draft' }, 400],
  [{ format: 'pdf' }, 400],
  [{ portfolio: 'NOWHERE' }, 404],
])('%o is refused', async (body, status) => {
  expect((await exportLedger(api, body)).status).toBe(status)
})

test('needs a session', async () => {
  expect((await exportLedger(api, {}, '')).status).toBe(401)
})

test('running balances are looked up by hash, also by a plan that does not know how many lines there are', async () => {
  const { text, names } = numbered(statementsKnown.get('ledger.within-day') ?? '')
  const types = { accountIds: 'bigint[]', entryDates: 'date[]', entryIds: 'bigint[]', lineNos: 'smallint[]' }
  const typed = names.map((name) => (types as Record<string, string>)[name] ?? 'bigint')
  const client = new pg.Client(api.fresh.admin)
  await client.connect()
  await client.query('SET search_path = em; SET plan_cache_mode = force_generic_plan')
  await client.query(`PREPARE within_day (${typed.join(', ')}) AS ${text}`)
  const { rows } = await client.query<Record<string, string>>(
    `EXPLAIN EXECUTE within_day (${names.map(() => 'NULL').join(', ')})`,
  )
  await client.end()
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/hashed SubPlan/)
})
