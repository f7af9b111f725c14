/** Files as LibreOffice Calc and openpyxl write them (fixtures/README.md): read as they are shown, or refused with a reason. */
import { readFile } from 'node:fs/promises'
import type { FileReading } from '@em/contract/batches/batches'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, PORTFOLIO, startBooks } from '../support/books.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

type Read = FileReading & { code?: string; message?: string }
async function send(bytes: Uint8Array, fileName: string, sheet?: string) {
  const body = { fileName, data: Buffer.from(bytes).toString('base64'), sheet }
  return api.call<Read>('POST /trade-batches/read-file', { body })
}
const read = async (file: string, sheet?: string) =>
  send(await readFile(new URL(`../fixtures/${file}`, import.meta.url)), file, sheet)

const JUNE_3 = { date: '2026-06-03' }
const JUNE_4 = { date: '2026-06-04' }
const USUAL = [
  [JUNE_3, { date: '2026-06-05' }, 'JKH.N0000', 'Buy', 1000, 20.5, 20_500, 1001, '10.25%'],
  [JUNE_4, { date: '2026-06-08' }, 'SAMP.N0000', 'Sell', 250_000, 75.25, 18_812_500, '000123', null],
]

describe('a workbook of LibreOffice Calc', () => {
  test('made from a CSV: dates as serial numbers, thousands as numbers', async () => {
    const { status, body } = await read('from-csv.xlsx')
    expect(status).toBe(200)
    expect(body).toMatchObject({ kind: 'xlsx', headerLine: 1, formulas: 0, lines: [2, 3] })
    expect(body.rows).toEqual([
      [JUNE_3, 'JKH.N0000', 'Buy', 1000, 20.5, 20_500, 'CN-1001'],
      [{ date: '2026-06-13' }, 'SAMP.N0000', 'Sell', 250, 75.25, 18_812.5, 'CN-1002'],
    ])
  })

  test.each(['usual.xlsx', 'epoch-1904.xlsx', 'merged-cover.xlsx'])(
    '%s: formats, formulas by their stored values, percent as shown, the sheet with the table',
    async (file) => {
      const { status, body } = await read(file)
      expect(status).toBe(200)
      expect(body.sheet).toMatch(/^Trades/)
      expect(body.formulas).toBe(4)
      expect(body.rows).toEqual(USUAL)
      expect(body.columns.map(({ field, kind }) => [field, kind])).toEqual([
        ['tradeDate', 'date'],
        ['settlementDate', 'date'],
        ['symbol', 'text'],
        ['side', 'text'],
        ['quantity', 'number'],
        ['price', 'number'],
        ['grossValue', 'number'],
        ['contractNumber', 'number'],
        ['costOfFunds', 'number'],
      ])
    },
  )

  test('a sheet that is asked for by name is read or refused itself', async () => {
    expect((await read('usual.xlsx', 'Notes')).body).toMatchObject({ code: 'file.unreadable' })
    expect((await read('merged-cover.xlsx', 'Cover')).body).toMatchObject({ code: 'file.unreadable' })
  })

  test('a title merged over the table is read over', async () => {
    const { body } = await read('merged.xlsx')
    expect(body).toMatchObject({ leftOut: [], problems: [] })
    expect(body.rows).toEqual(USUAL)
    // The second date is a moment.
    expect(body.times).toEqual([{ column: 0, times: [null, '14:45:30'] }])
  })

  test('texts stay as they were typed; dates that can be read two ways are asked about', async () => {
    const { body } = await read('texts.xlsx')
    expect(body.rows).toEqual([
      [
        '03/06/2026',
        '05/06/2026',
        'JKH.N0000',
        'Buy',
        '1,234,567',
        'Rs. 20.50',
        '(1,000.00)',
        '007',
        '10.25%',
      ],
      ['13/06/2026', null, 'SAMP.N0000', 'Buy', 10, '#DIV/0!', 0.1, 12_345_678_901, null],
    ])
    expect(body.columns[0]).toMatchObject({ kind: 'date', dateOrders: ['dmy'] })
    expect(body.columns[1]).toMatchObject({ kind: 'date', dateOrders: ['dmy', 'mdy'] })
  })

  test('a table below a title and next to an empty column keeps the lines of the file', async () => {
    const { body } = await read('offset.xlsx')
    expect(body).toMatchObject({ headerLine: 4, lines: [5, 7] })
    expect(body.rows[1]?.slice(1)).toEqual([JUNE_4, { date: '2026-06-08' }, 'SAMP.N0000', 'Buy', 10, 7])
  })

  test('a CSV with semicolons; its dates are asked about', async () => {
    const { body } = await read('semicolons.csv')
    expect(body.columns[1]).toMatchObject({ field: 'settlementDate', dateOrders: ['dmy', 'mdy'] })
    expect(body.rows[0]?.slice(2)).toEqual(['JKH.N0000', 'Buy', '1000', '20.5', '20500', '1001', '10.25%'])
  })
})

describe('a workbook of openpyxl', () => {
  test('with a formula that was never computed is refused with its cell: a blank is never recorded', async () => {
    expect((await read('never-computed.xlsx')).body).toMatchObject({
      code: 'file.formula',
      message:
        'Cell E2 holds a formula without its result. Open the file in a spreadsheet program, save it and import it again.',
    })
  })
  test('with ISO dates keeps the day, also shortly before midnight', async () => {
    const { body } = await read('iso-dates.xlsx')
    expect(body.columns[0]).toMatchObject({ kind: 'date', dateOrders: ['ymd'] })
    expect(body.rows).toEqual([['2026-06-03T23:59:59', 'JKH.N0000', 1000, 20.5, 20_500]])
  })
})

test('a workbook whose tags carry a prefix, is read the same, with a merged title too', async () => {
  const { status, body } = await read('prefixed.xlsx')
  expect([status, body.rows]).toEqual([200, (await read('from-csv.xlsx')).body.rows])
  expect((await read('prefixed-merged.xlsx')).body.rows).toEqual((await read('merged.xlsx')).body.rows)
})

test('the digits of a formula after the fifteenth are no part of a value', async () => {
  const rows = [
    ['Symbol', 'Qty', 'Gross Value'],
    ['JKH.N0000', 250, 18812.500000000004],
  ]
  expect((await send(await writeXlsx({ sheets: [{ name: 'A', rows }] }), 'a.xlsx')).body.rows).toEqual([
    ['JKH.N0000', 250, 18812.5],
  ])
})

describe('a file of another program is refused by its name', () => {
  const sentence = (found: string) => ({
    code: 'file.other-kind',
    message: `This is ${found}. Please save it as an Excel workbook (.xlsx) or a CSV file and choose that.`,
  })
  test.each([
    ['usual.ods', 'an OpenDocument file (.ods)'],
    ['usual.xls', 'an old Excel workbook (.xls)'],
  ])('%s', async (file, found) => {
    expect(await read(file)).toMatchObject({ status: 415, body: sentence(found) })
  })
  test('whatever the file calls itself', async () => {
    const head = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    const locked = Buffer.concat([head, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')])
    const named = 'an Excel workbook locked by a password'
    expect(await send(locked, 'trades.xlsx')).toMatchObject({ status: 415, body: sentence(named) })
    expect(await send(Buffer.from('%PDF-1.7\n1,2'), 'trades.csv')).toMatchObject({
      status: 415,
      body: sentence('a PDF'),
    })
  })
})

test('values read from a workbook can be recorded: the percentage is the one that the sheet shows', async () => {
  await api.call('POST /portfolios', {
    body: { ...PORTFOLIO, portfolioId: 'OFFICE', portfolioName: 'Office', accountingTreatment: 'FVTPL' },
  })
  const { body } = await read('usual.xlsx')
  const done = await api.call<{ id: number }>('POST /trade-batches', {
    body: {
      source: 'import',
      defaults: { portfolioId: 'OFFICE', brokerName: 'Some broker', settlementAccount: books.bank },
      fields: body.columns.map((column) => column.field ?? ''),
      rows: body.rows
        .slice(0, 1)
        .map((cells) => cells.map((cell) => (cell !== null && typeof cell === 'object' ? cell.date : cell))),
    },
  })
  expect(done).toMatchObject({ status: 201 })
  const [buy] = (await api.call<object[]>('GET /transaction-entries/buy-all?portfolioId=OFFICE')).body
  expect(buy).toMatchObject({
    trade_date: '2026-06-03',
    settlement_date: '2026-06-05',
    quantity: 1000,
    gross_value: 20_500,
    contract_number: '1001',
    cost_of_funds: 10.25,
  })
  expect(await verifyBooks(api.database)).toEqual([])
})
