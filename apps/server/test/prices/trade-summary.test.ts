import { readFile } from 'node:fs/promises'
import type { ApiError } from '@em/contract/kit/errors'
import { type TradeSummary, tradeSummaries } from '@em/contract/prices/trade-summary'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { rewindable } from '../support/rewind.ts'
import { type UploadOptions, uploadSummary } from '../support/upload.ts'

/** The exchange's own file of a day. */
const REAL = await readFile(new URL('../fixtures/market/trade-summary-2023-02-03.csv', import.meta.url))
const DAY = '2023-02-03'
const HEADER =
  'Company Name,Symbol,Share Volume,Trade Volume,Previous Close (Rs.),Open (Rs.),High (Rs.),Low (Rs.),**Last Trade (Rs.),Change(Rs),Change Percentage (%)'
const ROW = 'JOHN KEELLS HOLDINGS PLC,JKH.N0000,"1,234",12,20.00,20.10,20.40,19.90,20.20,0.20,1.00'

let api: Api
/** Empties the books. */
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' })
  rewind = await rewindable(api)
})

const upload = (file: Uint8Array | string, options: UploadOptions = {}) => uploadSummary(api, file, options)

const list = (query: object = {}) => api.ask(tradeSummaries.list, { query })

describe("the exchange's own file", () => {
  beforeEach(() => rewind())

  test('is read exactly: every figure of its 252 rows', async () => {
    const done = await upload(REAL)
    expect(done.status).toBe(201)
    expect(done.body).toMatchObject({
      rowsProcessed: 252,
      tradeDate: DAY,
      added: 252,
      changed: 0,
      removed: 0,
      skipped: 0,
    })
    // Eighteen last trades are outside the day's range; six moved by more than a tenth.
    const exceptions = done.body.exceptions
    expect(exceptions.filter((row) => row.exceptions.includes('outside-range'))).toHaveLength(18)
    expect(exceptions.filter((row) => row.exceptions.includes('large-move'))).toHaveLength(6)
    const rows = await list({ tradeDate: DAY })
    expect(rows).toHaveLength(252)
    const bySymbol = new Map(rows.map((row) => [row.symbol, row]))
    for (const line of linesOf(REAL.toString())) {
      const [name, symbol = '', ...figures] = line
      const row = bySymbol.get(symbol) as TradeSummary
      expect([
        row.company_name,
        row.share_volume,
        row.trade_volume,
        row.previous_close,
        row.open,
        row.high,
        row.low,
        row.last_trade,
        row.change_rs,
        row.change_percent,
      ]).toEqual([name, ...figures.map(Number)])
    }
  })

  test('a second time it is refused in the words of the specification, and nothing changes', async () => {
    await upload(REAL)
    const again = await upload(REAL)
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ error: 'Duplicate entries found', code: 'prices.duplicate' })
    expect(again.body.details[0]?.message).toContain('ABAN.N0000')
    expect(await api.database.query('SELECT count(*)::int AS sets FROM price_sets')).toEqual([{ sets: 1 }])
  })

  test('a preview of it shows the day and how many prices are recorded already', async () => {
    await upload(REAL)
    const preview = await upload(REAL, {
      dryRun: true,
      tradeDate: null,
      fileName: 'trade-summary-2023-02-03.csv',
    })
    expect([preview.status, preview.body]).toMatchObject([
      200,
      { tradeDate: DAY, duplicates: 252, unchanged: 252 },
    ])
  })

  test('two people who upload it at once: one is refused', async () => {
    const both = await Promise.all([upload(REAL), upload(REAL)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await list({ tradeDate: DAY })).toHaveLength(252)
  })

  test('a preview writes nothing and says what would be', async () => {
    const preview = await upload(REAL, { dryRun: true })
    expect(preview.status).toBe(200)
    expect(preview.body).toMatchObject({ rowsProcessed: 252, added: 252 })
    expect(await list()).toEqual([])
  })
})

/** The cells of the real file, which quotes only numbers. */
function linesOf(text: string): string[][] {
  return text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) =>
      [...line.matchAll(/"([^"]*)"|([^,]+)/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll(',', '') ?? plain ?? '',
      ),
    )
}

describe('files that are read', () => {
  beforeEach(() => rewind())

  test('an Excel workbook with numbers, a title that says the day, the columns in another order', async () => {
    const workbook = await writeXlsx({
      sheets: [
        { name: 'Cover', rows: [['Market report']] },
        {
          name: 'Summary',
          rows: [
            ['Trade summary as at 05-Jun-2026'],
            [
              'Symbol',
              'Company',
              'Last Trade (Rs.)',
              'Previous Close (Rs.)',
              'Change (Rs.)',
              'Change (%)',
              'Share Volume',
            ],
            ['COMB.N0000', 'COMMERCIAL BANK', 100.25, 101, 0.75, 0.74, 1_000_000],
          ],
        },
      ],
    })
    const done = await upload(workbook, { tradeDate: null, fileName: 'x.xlsx' })
    expect(done.status, JSON.stringify(done.body)).toBe(201)
    expect(done.body.tradeDate).toBe('2026-06-05')
    expect(await list()).toMatchObject([
      // The file leaves the sign out: it follows from the prices.
      {
        symbol: 'COMB.N0000',
        last_trade: 100.25,
        change_rs: -0.75,
        change_percent: -0.74,
        share_volume: 1_000_000,
        open: null,
        trade_volume: null,
      },
    ])
  })

  test.each([
    ['2026-06-05 summary.csv', '2026-06-05'],
    ['trade_summary_15.06.2026.csv', '2026-06-15'],
    ['ts20260605.csv', null],
    ['ts-20260605.csv', '2026-06-05'],
  ])('the name %s says the day %s', async (fileName, day) => {
    const done = await upload(`${HEADER}\n${ROW}`, { tradeDate: null, fileName })
    if (day === null)
      expect(done.body).toMatchObject({
        code: 'prices.date-missing',
        message: 'Please select a date and file.',
      })
    else expect(done.body).toMatchObject({ tradeDate: day })
  })

  test('a name that says one of two days is asked about, unless the day is chosen', async () => {
    const named = { fileName: 'trade_summary_05.06.2026.csv' }
    const asked = await upload(`${HEADER}\n${ROW}`, { tradeDate: null, ...named })
    expect(asked.body).toMatchObject({ code: 'file.date-order' })
    expect((await upload(`${HEADER}\n${ROW}`, { tradeDate: '2026-06-05', ...named })).status).toBe(201)
  })

  test('rows without a last trade are counted and left out', async () => {
    const done = await upload(
      `${HEADER}\n${ROW}\n${ROW.replace('JKH.N0000', 'COMB.N0000').replace('20.20', '0.00')}`,
    )
    expect(done.body).toMatchObject({ rowsProcessed: 1, skipped: 1 })
  })
})

describe('files that are refused', () => {
  beforeAll(() => rewind())

  test.each([
    [
      'says another day',
      `${HEADER}\n${ROW}`,
      { fileName: 'ts-2026-06-04.csv', tradeDate: '2026-06-05' },
      'prices.other-day',
    ],
    ['is of a day to come', `${HEADER}\n${ROW}`, { tradeDate: '2026-06-16' }, 'prices.not-over'],
    ['is of a Saturday', `${HEADER}\n${ROW}`, { tradeDate: '2026-06-13' }, 'prices.no-market-day'],
    ['has no last trade', 'Company Name,Symbol,Open\nX,JKH.N0000,20', {}, 'prices.no-table'],
    ['is empty', '', {}, 'request.invalid'],
    ['has a header alone', HEADER, {}, 'file.unreadable'],
    ['names a symbol twice', `${HEADER}\n${ROW}\n${ROW}`, {}, 'prices.rows'],
    ['has a word for a price', `${HEADER}\n${ROW.replace('20.20', 'twenty')}`, {}, 'prices.rows'],
    ['has a price below zero', `${HEADER}\n${ROW.replace('20.20', '-20.20')}`, {}, 'prices.rows'],
    [
      'has more decimals than prices have',
      `${HEADER}\n${ROW.replace('20.20', '20.20001')}`,
      {},
      'prices.rows',
    ],
    ['has a name for a symbol', `${HEADER}\n${ROW.replace('JKH.N0000', 'JOHN KEELLS')}`, {}, 'prices.rows'],
    ['is a picture', '\u0089PNG\r\n\u001a\n\u0000\u0000', {}, 'file.kind'],
  ])('a file that %s is refused and leaves nothing', async (_, file, options, code) => {
    const done = await upload(file, options)
    expect(done.body, JSON.stringify(done.body)).toMatchObject({ code })
    expect(done.status).toBeGreaterThanOrEqual(400)
    expect(await list()).toEqual([])
  })

  test('one row at fault refuses the whole file and names its line', async () => {
    const done = await upload(
      `${HEADER}\n${ROW}\n${ROW.replace('JKH.N0000', 'COMB.N0000').replace('20.20', 'n.a')}`,
    )
    expect(done.status).toBe(422)
    expect(done.body.message).toBe('1 row of the file cannot be read. Nothing was saved.')
    expect(done.body.details).toEqual([
      { field: 'Last Trade', message: 'Line 3, COMB.N0000: “n.a” is not a number.' },
    ])
    expect(await list()).toEqual([])
  })

  test('more rows than an exchange has, and more bytes than a file may have', async () => {
    const rows = Array.from({ length: 5_001 }, (_, n) => ROW.replace('JKH.N0000', `A${n}.N0000`)).join('\n')
    expect((await upload(`${HEADER}\n${rows}`)).body).toMatchObject({ code: 'file.too-many' })
    const large = await upload('x'.repeat(10 * 1024 * 1024 + 1))
    expect([large.status, large.body.code]).toEqual([413, 'file.too-large'])
  })

  test('a form anywhere else, and one that breaks off', async () => {
    const headers = {
      authorization: `Bearer ${api.token}`,
      'content-type': 'multipart/form-data; boundary=x',
    }
    const elsewhere = await api.app.inject({
      method: 'POST',
      url: '/api/equities',
      headers,
      payload: '--x--\r\n',
    })
    expect(elsewhere.statusCode).toBe(415)
    const broken = await api.app.inject({
      method: 'POST',
      url: '/api/trade-summary/upload',
      headers,
      payload: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    })
    expect(broken.json()).toMatchObject({ code: 'request.form' })
  })
})

describe('versions', () => {
  beforeEach(() => rewind())

  const corrected = (last: string) => `${HEADER}\n${ROW.replace('20.20', last)}`

  test('a day uploaded wrongly is replaced: what is not in the file any more is taken back', async () => {
    await upload(`${HEADER}\n${ROW}\n${ROW.replace('JKH.N0000', 'COMB.N0000')}`)
    const done = await upload(corrected('20.30'), { replace: true })
    expect(done.body).toMatchObject({ added: 0, changed: 1, removed: 1, unchanged: 0 })
    expect(await list()).toMatchObject([
      { symbol: 'JKH.N0000', last_trade: 20.3, version: 2, change_rs: 0.3 },
    ])
    expect(
      await api.database.query(
        'SELECT symbol, version, is_removed, last_trade FROM price_versions ORDER BY 1, 2',
      ),
    ).toEqual([
      { symbol: 'COMB.N0000', version: 1, is_removed: false, last_trade: '20.2000' },
      { symbol: 'COMB.N0000', version: 2, is_removed: true, last_trade: null },
      { symbol: 'JKH.N0000', version: 1, is_removed: false, last_trade: '20.2000' },
      { symbol: 'JKH.N0000', version: 2, is_removed: false, last_trade: '20.3000' },
    ])
  })

  test('a day is taken back, uploaded again as the next version, and taken back once', async () => {
    await upload(corrected('20.20'))
    expect(
      await api.ask(tradeSummaries.removeDay, { params: { date: DAY }, query: { reason: 'Wrong day' } }),
    ).toEqual({ tradeDate: DAY, removed: 1 })
    expect(await list()).toEqual([])
    const again = await api.call(tradeSummaries.removeDay, { params: { date: DAY } })
    expect([again.status, again.body]).toMatchObject([404, { code: 'prices.none' }])
    expect((await upload(corrected('20.20'))).status).toBe(201)
    expect(await list()).toMatchObject([{ version: 3 }])
  })

  test('facts stay: neither the application nor the owner changes a version', async () => {
    await upload(corrected('20.20'))
    for (const table of ['price_versions', 'price_sets']) {
      await expect(api.database.query(`DELETE FROM ${table}`)).rejects.toThrow(
        /append-only|permission denied/,
      )
    }
  })

  test('a text file and none at all are refused in words, through a form and as JSON', async () => {
    const text = await upload(`${HEADER}\n${ROW}`, { fileName: 'prices.txt' })
    expect([text.status, (text.body as unknown as ApiError).message]).toEqual([
      415,
      'This is not an .xlsx or .csv file. Please choose an Excel workbook or a CSV file.',
    ])
    expect((await upload(`${HEADER}\n${ROW}`, { fileName: 'PRICES.CSV' })).status).toBe(201)
    for (const body of [{ tradeDate: DAY }, {}, undefined]) {
      const none = await api.call<ApiError>('POST /trade-summary/upload', body === undefined ? {} : { body })
      expect([none.status, none.body.details]).toEqual([
        400,
        [{ field: 'file', message: 'Please select a date and file.' }],
      ])
    }
  })
})

describe('symbols', () => {
  beforeEach(() => rewind())

  test('a symbol that no security has is listed, and linked once a security has it', async () => {
    expect((await upload(`${HEADER}\n${ROW}`)).body.unknown).toEqual([
      { symbol: 'JKH.N0000', company_name: 'JOHN KEELLS HOLDINGS PLC' },
    ])
    expect(await api.ask(tradeSummaries.unknown)).toEqual([
      {
        symbol: 'JKH.N0000',
        company_name: 'JOHN KEELLS HOLDINGS PLC',
        days: 1,
        first: DAY,
        last: DAY,
        last_trade: 20.2,
      },
    ])
    await api.call('POST /equities', {
      body: { name: 'John Keells', symbol: 'JKH.N0000', sector: 'Other' },
    })
    expect(await api.ask(tradeSummaries.unknown)).toEqual([])
    expect(await list()).toMatchObject([{ known: true }])
    expect((await upload(`${HEADER}\n${ROW}`, { tradeDate: '2023-02-06' })).body.unknown).toEqual([])
  })

  test('a security keeps its prices through a change of symbol, and takes those of the new one', async () => {
    await upload(`${HEADER}\n${ROW}`)
    await upload(`${HEADER}\n${ROW.replace('JKH.N0000', 'JKHH.N0000')}`, { tradeDate: '2023-02-06' })
    const made = await api.call<{ id: number; version: number }>('POST /equities', {
      body: { name: 'John Keells', symbol: 'JKH.N0000', sector: 'Other' },
    })
    const { id, version } = made.body
    const renamed = await api.call(`PUT /equities/${id}`, {
      body: { name: 'John Keells', symbol: 'JKHH.N0000', sector: 'Other', version },
    })
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200)
    expect(await api.database.query('SELECT symbol, equity_id FROM prices ORDER BY trade_date')).toEqual([
      { symbol: 'JKH.N0000', equity_id: id },
      { symbol: 'JKHH.N0000', equity_id: id },
    ])
    // A file of an earlier day names the security by the symbol of then.
    await upload(`${HEADER}\n${ROW}`, { tradeDate: '2023-02-02' })
    expect(await list({ tradeDate: '2023-02-02' })).toMatchObject([{ symbol: 'JKH.N0000', known: true }])
    expect(
      await api.ask(tradeSummaries.company, { params: { company: 'John Keells' }, query: {} }),
    ).toHaveLength(3)
  })
})

describe('a price without a previous close', () => {
  const TENTH = readFile(new URL('../fixtures/cases/prices-a-tenth-of-the-last.csv', import.meta.url))
  beforeEach(async () => {
    await rewind()
    await api.call('POST /equities', { body: { name: 'Hatton', symbol: 'HNB.N0000', sector: 'Other' } })
    await upload('Symbol,Last Trade\nHNB.N0000,150\nNEW.N0000,50', { tradeDate: '2023-02-01' })
  })

  test('is compared with the last one that is recorded, in the preview, the answer and the lists', async () => {
    const preview = await upload(await TENTH, { dryRun: true })
    const expected = {
      symbol: 'HNB.N0000',
      previous_close: null,
      exceptions: ['large-move'],
      compared_with: 150,
    }
    expect(preview.body.exceptions).toMatchObject([expected])
    expect((await upload(await TENTH)).body.exceptions).toMatchObject([expected])
    expect(await list({ tradeDate: DAY })).toMatchObject([expected])
    const company = await api.ask(tradeSummaries.company, { params: { company: 'HNB.N0000' }, query: {} })
    expect(company.map(({ exceptions }) => exceptions)).toEqual([['large-move'], []])
  })

  test.each([
    ['a close goes before a last trade', 'Symbol,Last Trade,Close\nHNB.N0000,150,100', 115, ['large-move']],
    ['ten percent are no exception', 'Symbol,Last Trade\nHNB.N0000,100', 110, []],
    ['a little more is', 'Symbol,Last Trade\nHNB.N0000,100', 110.0001, ['large-move']],
  ])('%s', async (_, before, price, exceptions) => {
    await upload(before, { tradeDate: '2023-02-02' })
    const done = await upload(`Symbol,Last Trade\nHNB.N0000,${price}`)
    expect(done.body.exceptions.flatMap((row) => row.exceptions)).toEqual(exceptions)
  })

  test('is compared by its symbol where no security has it, and never with a later day', async () => {
    const done = await upload('Symbol,Last Trade\nNEW.N0000,5')
    expect(done.body.exceptions).toMatchObject([{ symbol: 'NEW.N0000', known: false, compared_with: 50 }])
    const first = await upload('Symbol,Last Trade\nNEW.N0000,5', { tradeDate: '2023-01-31' })
    expect(first.body.exceptions).toEqual([])
  })

  test('a previous close of the file itself goes before what is recorded', async () => {
    const done = await upload('Symbol,Last Trade,Previous Close\nHNB.N0000,15,15.1')
    expect(done.body.exceptions).toEqual([])
  })
})

describe('a company code without its class', () => {
  beforeEach(async () => {
    await rewind()
    for (const symbol of ['JKH.N0000', 'COMB.N0000', 'COMB.X0000', 'ODD.P0001'])
      await api.call('POST /equities', { body: { name: symbol, symbol, sector: 'Other' } })
  })

  test.each([
    ['JKH', 'JKH.N0000'],
    ['jkh-n-0000', 'JKH.N0000'],
    ['COMB', 'COMB.N0000'],
    ['COMB.X', 'COMB.X0000'],
    ['ODD', 'ODD.P0001'],
    // On the exchange's list alone.
    ['HNB', 'HNB.N0000'],
    ['ABSENT', 'ABSENT'],
  ])('%s in a price file is %s', async (code, symbol) => {
    const done = await upload(`Symbol,Last Trade\n${code},22.5`)
    expect(done.status, JSON.stringify(done.body)).toBe(201)
    const known = !['HNB', 'ABSENT'].includes(code)
    expect(await list({ tradeDate: DAY })).toMatchObject([{ symbol, known, last_trade: 22.5 }])
  })

  test('that means a symbol of another line is a fault of its line', async () => {
    const done = await upload('Symbol,Last Trade\nJKH.N0000,22.5\nCOMB,100\nJKH,22.6')
    expect(done.body).toMatchObject({ code: 'prices.rows' })
    expect(done.body.details).toEqual([
      { field: 'Symbol', message: 'Line 4: JKH is JKH.N0000, which is in line 2 already.' },
    ])
  })
})

describe('lists', () => {
  beforeAll(async () => {
    await rewind()
    await upload(REAL)
    await upload(`${HEADER}\n${ROW}`, { tradeDate: '2023-02-06' })
  })

  test('newest day first, by pages, with their number; filters by day and by a part of symbol or name', async () => {
    const first = await api.call<TradeSummary[]>(tradeSummaries.list, { query: { limit: 100, page: 1 } })
    expect(first.headers['x-total-count']).toBe('253')
    expect(first.body[0]).toMatchObject({ trade_date: '2023-02-06', symbol: 'JKH.N0000' })
    const last = await list({ limit: 100, page: 3 })
    expect(last).toHaveLength(53)
    expect(await list({ search: 'keells' })).not.toHaveLength(0)
    expect(await list({ search: '%' })).toEqual([])
    expect(await list({ tradeDate: '2023-02-06' })).toHaveLength(1)
  })

  test('totals, companies, one company with a range, days', async () => {
    expect(await api.ask(tradeSummaries.totals)).toEqual({
      records: 253,
      first: DAY,
      last: '2023-02-06',
      companies: 237,
    })
    expect(await api.ask(tradeSummaries.companies)).toHaveLength(252)
    const company = (query: object = {}) =>
      api.ask(tradeSummaries.company, { params: { company: 'jkh.n0000' }, query })
    expect((await company()).map((row) => row.trade_date)).toEqual(['2023-02-06', DAY])
    expect(await company({ endDate: DAY })).toMatchObject([{ trade_date: DAY }])
    expect(await company({ startDate: '2023-02-04', endDate: '2023-02-06' })).toMatchObject([
      { trade_date: '2023-02-06' },
    ])
    expect((await api.call(tradeSummaries.company, { params: { company: 'ABSENT' } })).status).toBe(404)
    expect(await api.ask(tradeSummaries.days)).toMatchObject([
      {
        trade_date: '2023-02-06',
        rows: 1,
        unknown: 1,
        sources: ['summary'],
        recorded_by: 'Nimal Perera',
        file_name: 'summary.csv',
      },
      { trade_date: DAY, rows: 252, unknown: 252 },
    ])
    expect(await api.ask(tradeSummaries.days, { query: { before: '2023-02-06', limit: 1 } })).toMatchObject([
      { trade_date: DAY },
    ])
  })

  test('a row without a company name is a record, and no company', async () => {
    const file = `${HEADER}\n${ROW.replace('JOHN KEELLS HOLDINGS PLC', '').replace('JKH', 'NEW')}`
    expect((await upload(file, { tradeDate: '2023-02-07' })).status).toBe(201)
    const totals = (query: object) => api.ask(tradeSummaries.totals, { query })
    expect(await totals({ tradeDate: '2023-02-07' })).toMatchObject({ records: 1, companies: 0 })
    expect(await totals({})).toMatchObject({ records: 254, companies: 237 })
  })
})
