/** Exported files: of one moment, bounded, for who made them and may still read them, for a week. */
import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { type AuditRow, audit } from '@em/contract/audit/audit'
import { type JobLine, jobs } from '@em/contract/jobs/jobs'
import { type LedgerEntry, ledger } from '@em/contract/ledger/ledger'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXPORT_LIMITS, type ExportMade, keepExport } from '../../src/features/exports/keep.commands.ts'
import { forgetOld } from '../../src/jobs/tidy.ts'
import { type Api, startApi } from '../support/api.ts'
import { asOwner } from '../support/as-owner.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import {
  accountCells,
  accountCellsOf,
  download,
  exported,
  exportLedger,
  sheetOf,
} from '../support/exports.ts'
import { memoryIsOver, personWith } from '../support/identity.ts'
import { waitingForLock } from '../support/locks.ts'

const TODAY = '2026-06-15'
let api: Api
let books: Books
let growth: number
let holding: number
beforeAll(async () => {
  api = await startApi({ today: TODAY, edition: 'premium' })
  books = await startBooks(api)
  await books.bought()
  await books.bought({ portfolioId: 'HOLD', contractNumber: 'C-2' })
  const ids = await api.database.query<{ id: number }>('SELECT id FROM portfolios ORDER BY portfolio_id')
  ;[growth = 0, holding = 0] = ids.map(({ id }) => id)
})

const refusal = async (id: number, token?: string) => {
  const { status, bytes } = await download(api, id, token)
  const { code, message } = JSON.parse(bytes.toString()) as Refused
  return { status, code, message }
}
const entry = (date: string, amount: number) => ({
  date,
  description: 'Capital',
  lines: [
    { account_code: '1010', debit: amount, portfolioId: 'GROW', settlementAccount: books.bank },
    { account_code: '3000', credit: amount, portfolioId: 'GROW' },
  ],
})

describe('an exported file', () => {
  test('is there for who made it alone: for others, administrators too, it does not exist', async () => {
    const maker = await personWith(api, {})
    const { made } = await exported(api, {}, maker.token)
    const missing = { status: 404, code: 'record.missing', message: 'The exported file was not found.' }
    expect(await refusal(made.id)).toEqual(missing)
    expect(await refusal(made.id + 1_000)).toEqual(missing)
    expect((await download(api, made.id, null)).status).toBe(401)
  })

  test('is refused once the right that it was made with is taken away', async () => {
    const maker = await personWith(api, {})
    const { made } = await exported(api, {}, maker.token)
    await api.database.query('DELETE FROM user_roles WHERE user_id = $1', [maker.user.id])
    await memoryIsOver()
    expect(await refusal(made.id, maker.token)).toEqual({
      status: 403,
      code: 'rights.missing',
      message: 'You need the right "See the ledger and journal entries" for this. Ask an administrator.',
    })
    await api.database.query("INSERT INTO user_roles VALUES ($1, 'Auditor')", [maker.user.id])
    await memoryIsOver()
    expect((await download(api, made.id, maker.token)).status).toBe(200)
  })

  test('is refused once a portfolio is taken away that it was made for; one without that portfolio is not', async () => {
    const maker = await personWith(api, { sees: [growth, holding] })
    const both = (await exported(api, {}, maker.token)).made
    const one = (await exported(api, { portfolioId: 'GROW' }, maker.token)).made
    const seesNow = async (...portfolios: number[]) => {
      await api.database.query('DELETE FROM user_portfolios WHERE user_id = $1', [maker.user.id])
      await api.database.query('INSERT INTO user_portfolios SELECT $1, unnest($2::bigint[]), false', [
        maker.user.id,
        portfolios,
      ])
      await memoryIsOver()
    }
    const outside = {
      status: 403,
      code: 'export.outside',
      message:
        'This file holds what lies outside the portfolios that you may see now. Please export again: the new file holds what you may see.',
    }
    const listed = async () => {
      const { body } = await api.call<JobLine[]>(jobs.list, { token: maker.token })
      return body.flatMap(({ file }) => (file === null ? [] : [file.id])).toSorted((a, b) => a - b)
    }
    expect(await listed()).toEqual([both.id, one.id])
    await seesNow(growth)
    expect(await listed()).toEqual([one.id])
    expect(await refusal(both.id, maker.token)).toEqual(outside)
    expect((await download(api, one.id, maker.token)).status).toBe(200)
    await seesNow(holding)
    expect(await listed()).toEqual([])
    expect(await refusal(one.id, maker.token)).toEqual(outside)
    await seesNow(growth, holding)
    expect((await download(api, both.id, maker.token)).status).toBe(200)
  })

  test('made for all portfolios is refused to a user who has a list of portfolios now, whatever the list', async () => {
    const maker = await personWith(api, {})
    const { made } = await exported(api, {}, maker.token)
    await api.database.query('UPDATE users SET sees_all = false, changes_all = false WHERE id = $1', [
      maker.user.id,
    ])
    await api.database.query('INSERT INTO user_portfolios SELECT $1, id, true FROM portfolios', [
      maker.user.id,
    ])
    await memoryIsOver()
    expect(await refusal(made.id, maker.token)).toMatchObject({ code: 'export.outside' })
    const again = await exported(api, {}, maker.token)
    expect(again.made.rows).toBe(made.rows)
  })

  test('is listed with its job, and in the audit trail with its user and the filters', async () => {
    const body = { portfolioId: 'GROW', account_code: '1100', search: 'jkh', format: 'csv', to: '2026-06-30' }
    const { made } = await exported(api, body)
    const [job]: JobLine[] = await ask(api, jobs.list, { query: { limit: 1 } })
    expect(job).toMatchObject({ kind: 'ledger.export', status: 'done', file: made })
    expect(await ask(api, jobs.get, { params: { id: job?.id } })).toMatchObject({ result: made, file: made })
    const [row]: AuditRow[] = await ask(api, audit.list, { query: { limit: 1 } })
    expect(row).toMatchObject({
      by: 'Nimal Perera',
      action: 'Exported',
      kind: 'Export',
      record: `General Ledger ${TODAY}.csv`,
    })
    expect(row?.changes.map(({ label, after }) => `${label}: ${after}`)).toEqual([
      `File: General Ledger ${TODAY}.csv`,
      'Rows: 1',
      'Portfolio: Growth Fund',
      'Account: 1100',
      'To: 30 Jun 2026',
      'Search: jkh',
    ])
  })
})

test('holds the lines and balances of one moment, while a user saves: here an entry before all others', async () => {
  const filter = { account_code: '1010' }
  for (const day of ['2026-06-02', '2026-06-09'])
    expect((await api.call('POST /journal-entries', { body: entry(day, 100) })).status).toBe(201)
  const before: LedgerEntry[] = await ask(api, ledger.list, { query: filter })
  const holder = new pg.Client(api.fresh.admin)
  await holder.connect()
  // The lines are counted by then and not read yet.
  await holder.query('BEGIN; LOCK TABLE em.export_files IN EXCLUSIVE MODE')
  const making = exported(api, filter)
  await waitingForLock(holder)
  expect((await api.call('POST /journal-entries', { body: entry('2026-06-01', 7) })).status).toBe(201)
  await holder.query('ROLLBACK')
  await holder.end()
  const { made, bytes } = await making
  const [, ...rows] = (await sheetOf(bytes)).rows
  expect(rows.map(accountCells)).toEqual(before.map(accountCellsOf))
  expect(made.rows).toBe(before.length)
  const after: LedgerEntry[] = await ask(api, ledger.list, { query: filter })
  expect(after.map(({ balance }) => balance)).not.toEqual(before.map(({ balance }) => balance))
})

describe('after a week', () => {
  const age = (id: number, days: number) =>
    api.database.query(
      'UPDATE export_files SET kept_until = kept_until - make_interval(days => $2) WHERE id = $1',
      [id, days],
    )

  test('a file is gone, and so is its job; for a month the refusal says until when it was kept', async () => {
    const { made } = await exported(api)
    const other = (await exported(api)).made
    expect(Date.parse(made.kept_until) - Date.now()).toBeGreaterThan(6.99 * 86_400_000)
    await age(made.id, 7)
    const gone = {
      status: 404,
      code: 'export.gone',
      message: expect.stringMatching(
        /^This file was kept until \d\d \w{3} 20\d\d and is gone\. Please export again\.$/,
      ),
    }
    expect(await refusal(made.id)).toEqual(gone)
    await api.database.query(
      `UPDATE jobs SET ended_at = ended_at - interval '7 days' WHERE id = (SELECT job_id FROM export_files WHERE id = $1)`,
      [made.id],
    )
    await forgetOld(api.database)
    expect(await refusal(made.id)).toEqual(gone)
    expect((await download(api, other.id)).status).toBe(200)
    const left = await api.database.query<{ file_id: number }>(
      'SELECT file_id FROM export_parts WHERE file_id = ANY ($1)',
      [[made.id, other.id]],
    )
    expect(left.map(({ file_id: id }) => id)).toEqual([other.id])
    const listed: JobLine[] = await ask(api, jobs.list, {})
    expect(listed.filter(({ file }) => file?.id === made.id)).toEqual([])
    expect(listed.filter(({ file }) => file?.id === other.id)).toHaveLength(1)
    await age(made.id, 23)
    await forgetOld(api.database)
    expect(await refusal(made.id)).toMatchObject({ status: 404, code: 'record.missing' })
  })
})

describe('the kept file', () => {
  const made = (more: Partial<ExportMade> = {}): ExportMade => ({
    ownerId: api.user.id,
    job: null,
    needs: 'ledger.read',
    portfolios: 'all',
    fileName: 'Everything.bin',
    mediaType: 'application/octet-stream',
    gzipped: false,
    ...more,
  })
  async function* inPieces(bytes: Buffer, size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const keep = (bytes: Buffer, more: Partial<ExportMade> = {}, limits = EXPORT_LIMITS) =>
    api.database.transaction((tx) => keepExport(tx, made(more), inPieces(bytes, 65_536), () => 1, limits))
  const count = async () => {
    const [row] = await api.database.query<{ files: number; parts: number }>(
      'SELECT (SELECT count(*) FROM export_files) AS files, (SELECT count(*) FROM export_parts) AS parts',
    )
    return row
  }

  test.each([
    [false, 4],
    // Bytes that no compression makes smaller.
    [true, 4],
  ])(
    'lies in parts of about a megabyte, and comes back as it was (compressed: %s)',
    async (gzipped, parts) => {
      const bytes = randomBytes(3.5 * 1024 * 1024)
      const file = await keep(bytes, { gzipped })
      const lengths = await api.database.query<{ length: number }>(
        'SELECT length(content) AS length FROM export_parts WHERE file_id = $1 ORDER BY part',
        [file.id],
      )
      expect(lengths).toHaveLength(parts)
      expect(Math.max(...lengths.map(({ length }) => length))).toBeLessThan(1.2 * 1024 * 1024)
      expect((await download(api, file.id)).bytes.equals(bytes)).toBe(true)
    },
  )

  test.each([
    ['br, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['', undefined],
  ])('is given as it is kept where that is taken (Accept-Encoding: %s)', async (accepted, encoding) => {
    const { made, bytes } = await exported(api, { format: 'csv' })
    const answer = await api.app.inject({
      url: `/api/exports/${made.id}/file`,
      headers: { authorization: `Bearer ${api.token}`, 'accept-encoding': accepted },
    })
    expect(answer.headers['content-encoding']).toBe(encoding)
    const given = encoding === undefined ? answer.rawPayload : gunzipSync(answer.rawPayload)
    expect(given.equals(bytes)).toBe(true)
  })

  test('half a file never looks like a whole one', async () => {
    const file = await keep(randomBytes(2.5 * 1024 * 1024))
    await api.database.query('DELETE FROM export_parts WHERE file_id = $1 AND part = 2', [file.id])
    await expect(download(api, file.id)).rejects.toThrow()
  })

  test('is bounded: one file, and the files of one person, which the refusal says; nothing of it stays', async () => {
    const before = await count()
    const bytes = randomBytes(1024 * 1024 + 1)
    const mb = 1024 * 1024
    await expect(keep(bytes, {}, { ...EXPORT_LIMITS, fileBytes: mb })).rejects.toThrow(
      'The file would be larger than 1 MB. Please narrow the filters, to one year for example.',
    )
    const someone = (await personWith(api, {})).user.id
    const limits = { ...EXPORT_LIMITS, personBytes: 2 * mb }
    await keep(bytes, { ownerId: someone }, limits)
    await expect(keep(bytes, { ownerId: someone }, limits)).rejects.toThrow(
      /^Your exports of the last 7 days would take more than 2 MB, .* after \d\d \w{3} \d{4}, when the oldest file goes\.$/,
    )
    await keep(bytes, { ownerId: (await personWith(api, {})).user.id }, limits)
    expect(await count()).toEqual({ files: (before?.files ?? 0) + 2, parts: (before?.parts ?? 0) + 4 })
  })

  test('a sheet holds a million lines, a CSV file five: what the kept balances count beyond is refused', async () => {
    const lines = async (count: number) =>
      asOwner(
        api,
        `UPDATE em.ledger_months SET lines = ${count}
          WHERE ctid = (SELECT ctid FROM em.ledger_months WHERE month = '2026-06-01' LIMIT 1)`,
      )
    const [was] = await api.database.query<{ lines: number }>(
      "SELECT lines FROM ledger_months WHERE month = '2026-06-01' LIMIT 1",
    )
    await lines(1_000_001)
    expect(await exportLedger(api)).toMatchObject({
      status: 422,
      body: {
        code: 'ledger.too-many',
        message: expect.stringMatching(/^The filters leave 1,000,0\d\d lines; a sheet holds 1,000,000\. /),
      },
    })
    // The kept count was changed above: the answer gives the number of lines in the file.
    const { made: csv, bytes } = await exported(api, { format: 'csv' })
    expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(csv.rows + 1)
    await lines(5_000_001)
    expect(await exportLedger(api, { format: 'csv' })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('; a CSV file holds 5,000,000.') },
    })
    await lines(was?.lines ?? 0)
  })
})
