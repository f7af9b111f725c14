/** The same unusual cells in every reader of tables: a row is read rightly, asked about, or its fault is named. */
import { readFileSync } from 'node:fs'
import { dateFromText, timeAfterDate } from '@em/core/sheets/days'
import { describe, expect, test } from 'vitest'
import { read as readAnnouncements } from '../../src/features/announcements/files/announcement-reader.ts'
import { priceBesideGross } from '../../src/features/batches/rows/computed-price.ts'
import { read as readCds } from '../../src/features/cds/files/statement-reader.ts'
import { documentOf } from '../../src/features/documents/files/document-reader.ts'
import { read as readPrices } from '../../src/features/prices/files/summary-reader.ts'
import { read as readBank } from '../../src/features/reconciliation/files/statement-reader.ts'
import { readSheet } from '../../src/sheets/sheet-reading.ts'

const caseNamed = (name: string) => readFileSync(new URL(`../fixtures/cases/${name}`, import.meta.url))
const csv = (text: string) => new TextEncoder().encode(text)
const UNDER_NONE = /This cell is under no heading\. A number with a comma in it may have moved/

/** In each reader a row whose number has an unquoted comma, and one that is right. */
const readers = {
  'trades, the quantity in the middle': async () => {
    const { rows, leftOut } = await readSheet(caseNamed('trades-thousands-not-quoted.csv'), '', null)
    return { rows, faults: leftOut.map(({ line, text }) => [line, text]), lines: [2, 3] }
  },
  'trades, the quantity last': async () => {
    const { rows, leftOut } = await readSheet(
      caseNamed('trades-thousands-not-quoted-quantity-last.csv'),
      '',
      null,
    )
    return { rows, faults: leftOut.map(({ line, text }) => [line, text]), lines: [2, 3] }
  },
  prices: async () => {
    const { rows, problems } = await readPrices(caseNamed('prices-thousands-not-quoted.csv'), {
      fileName: '',
      names: true,
    })
    return { rows, faults: problems.map(({ line, message }) => [line, message]), lines: [2] }
  },
  'a statement of the depository': async () => {
    const file = csv('Account,Symbol,Balance\nABC-12345-LI/00,JKH.N0000,1,500\n')
    const { rows, problems } = await readCds(file, { fileName: '', sheet: null, columns: null })
    return { rows, faults: problems.map(({ line, message }) => [line, message]), lines: [2] }
  },
  announcements: async () => {
    const file = csv('Date,Category,Title,Symbol\n2026-06-03,CASH DIVIDEND,Rs. 1,50 a share,JKH.N0000\n')
    const { rows, problems } = await readAnnouncements(file)
    return { rows, faults: problems.map(({ line, message }) => [line, message]), lines: [2] }
  },
  'a broker’s list of a month': async () => {
    const names =
      'Client A/C No,Client Name,Contract Number,Trade Date,Buy/Sell Type,Stock Code,No of Shares,Price'
    const file = csv(
      `${names}\nX-1-LI/00,A,C1,2026-06-03,B,JKH.N0000,1,500,20\nX-1-LI/00,A,C2,2026-06-03,B,JKH.N0000,500,20\n`,
    )
    const { lines, problems } = await documentOf(file, { fileName: '', password: null, anyPdf: false })
    expect(lines.map(({ contractNumber }) => contractNumber)).toEqual(['C2'])
    return { rows: [], faults: problems.map(({ line, message }) => [line, message]), lines: [2] }
  },
}

test.each(Object.entries(readers))('a cell under no heading is a fault of its row: %s', async (_, read) => {
  const { rows, faults, lines } = await read()
  expect(rows).toEqual([])
  expect(faults).toEqual(lines.map((line) => [line, expect.stringMatching(UNDER_NONE)]))
})

test('a merged title above a table is read over: trades, a trade summary', async () => {
  const trades = await readSheet(caseNamed('merged-title-trades.xlsx'), '', null)
  expect(trades).toMatchObject({
    headerLine: 4,
    leftOut: [],
    rows: [['2026-06-03', 'Buy', 'JKH.N0000', 100, 20, 'C1']],
  })
  const summary = await readPrices(caseNamed('merged-title-summary.xlsx'), { fileName: '' })
  expect(summary).toMatchObject({ problems: [], rows: [{ symbol: 'JKH.N0000', lastTrade: 200000n }] })
})

test('our own Trade Blotter, read back, has its trades and no sums', async () => {
  const { rows, leftOut } = await readSheet(caseNamed('own-blotter.xlsx'), '', null)
  expect(rows).toHaveLength(29)
  expect(leftOut.map(({ why, text }) => [why, text])).toEqual([
    ['total', 'Bought, 17'],
    ['total', 'Sold, 12'],
  ])
})

test('a page of HTML is named in every reader', async () => {
  const file = caseNamed('statement-html-called.xls')
  const refused = { code: 'file.other-kind' }
  await expect(readSheet(file, '', null)).rejects.toMatchObject(refused)
  await expect(readPrices(file, { fileName: '' })).rejects.toMatchObject(refused)
  await expect(readCds(file, { fileName: '', sheet: null, columns: null })).rejects.toMatchObject(refused)
  await expect(readAnnouncements(file)).rejects.toMatchObject(refused)
  await expect(documentOf(file, { fileName: '', password: null, anyPdf: false })).rejects.toMatchObject(
    refused,
  )
})

test('the quantity 1.000 of the file of trades is asked about', async () => {
  const trades = await readSheet(caseNamed('trades-point-groups-thousands.csv'), '', null)
  expect(trades.decimalMarks).toEqual(['.', ','])
})

test('where other numbers of the file show the mark, 1.000 is read by it', async () => {
  const trades = csv('Date,Side,Symbol,Quantity,Price\n2026-06-03,Buy,JKH.N0000,1.000,20.10\n')
  expect((await readSheet(trades, '', null)).decimalMarks).toEqual(['.'])
  const european = csv('Date;Side;Symbol;Quantity;Price\n2026-06-03;Buy;JKH.N0000;1.000;20,10\n')
  expect((await readSheet(european, '', null)).decimalMarks).toEqual([','])
  const long = csv('Date,Side,Symbol,Quantity,Price\n2026-06-03,Buy,JKH.N0000,1000.000000,20\n')
  expect((await readSheet(long, '', null)).decimalMarks).toEqual(['.'])
  const prices = await readPrices(csv('Symbol,Last Trade,Share Volume\nJKH.N0000,20.50,1.000\n'), {
    fileName: '',
  })
  expect(prices.rows).toMatchObject([{ lastTrade: 205000n, shareVolume: 1n }])
})

test('a monthly list has the times of its trades, of a column of their own or in the column of the day', async () => {
  const names =
    'Client A/C No,Client Name,Contract Number,Trade Date,Buy/Sell Type,Stock Code,No of Shares,Price'
  const list = (more: string, ...rows: string[]) =>
    documentOf(csv([names + more, ...rows].join('\n')), { fileName: '', password: null, anyPdf: false })
  const row = (day: string) => `X-1-LI/00,A,C1,${day},B,JKH.N0000,500,20`
  const of = await list(',Exec Time', `${row('2026-06-03')},9:45:10`, `${row('2026-06-03')},noon`)
  expect(of.lines.map(({ tradeTime }) => tradeTime)).toEqual(['09:45:10', null])
  expect(of.problems).toMatchObject([{ column: 'Trade Time', value: 'noon', dropped: false }])
  const withDay = await list('', row('2026-06-03 13:00'), row('2026-06-03 00:00:00'))
  expect(withDay.lines.map(({ tradeDate, tradeTime }) => [tradeDate, tradeTime])).toEqual([
    ['2026-06-03', '13:00:00'],
    ['2026-06-03', null],
  ])
})

test('the broker of an ambiguous list is found by its client accounts', async () => {
  const names =
    'Client A/C No,Client Name,Contract Number,Trade Date,Buy/Sell Type,Stock Code,No of Shares,Price'
  const list = (account: string) =>
    documentOf(csv(`${names}\n${account},A,C1,03/04/2026,B,JKH.N0000,500,20`), {
      fileName: '',
      password: null,
      anyPdf: false,
    })
  await expect(list('ABC-12345-LI/00')).rejects.toMatchObject({
    code: 'file.date-order',
    facts: { example: '03/04/2026', sender: 'ABC' },
  })
})

test('the day above a table or in the name of its file is asked about, unless a person says it', async () => {
  const prices = (more: object) =>
    readPrices(csv('Symbol,Last Trade\nJKH.N0000,20\n'), { fileName: 'CSE 03-04-2026.csv', ...more })
  await expect(prices({})).rejects.toMatchObject({
    code: 'file.date-order',
    facts: { example: '03-04-2026' },
  })
  expect(await prices({ dateOrder: 'dmy' })).toMatchObject({ tradeDate: '2026-04-03' })
  expect(await prices({ tradeDate: '2026-03-04' })).toMatchObject({ tradeDate: '2026-03-04' })
  const titled = csv('Balances as at 03/04/2026,,\nAccount,Symbol,Balance\nABC-12345-LI/00,JKH.N0000,5\n')
  const held = (more: object) => readCds(titled, { fileName: '', sheet: null, columns: null, ...more })
  await expect(held({})).rejects.toMatchObject({ code: 'file.date-order' })
  expect(await held({ statementDate: '2026-04-03' })).toMatchObject({ statementDate: '2026-04-03' })
})

const BUYS = 'Date,Side,Symbol,Contract No,Price,Quantity\n2026-06-03,Buy,JKH.N0000,C1,20,100\n'
const CUT_OFF = /^(?:Line 3: )?A quotation mark opens this cell and is never closed/
const BEHIND = /^(?:Line 3: )?Digits follow the quotation mark that closes this cell\.$/

/** Each with a row that is right in line 2; the number of the row in line 3 is the last of the file. */
const lastNumbers: Readonly<
  Record<string, (number: string) => Promise<{ read: unknown[]; faults: unknown }>>
> = {
  trades: async (number) => {
    const { rows, leftOut } = await readSheet(
      csv(`${BUYS}2026-06-03,Buy,JKH.N0000,C2,20,${number}`),
      '',
      null,
    )
    return { read: rows.map((row) => row.at(-1)), faults: leftOut.map(({ line, text }) => [line, text]) }
  },
  prices: async (number) => {
    const { rows, problems } = await readPrices(
      csv(`Symbol,Last Trade\nHNB.N0000,100\nJKH.N0000,${number}`),
      {
        fileName: '',
      },
    )
    return {
      read: rows.map(({ lastTrade }) => String(Number(lastTrade) / 10_000)),
      faults: problems.map(({ line, message }) => [line, message]),
    }
  },
  'a statement of the depository': async (number) => {
    const file = csv(`Account,Symbol,Balance\nABC-1-LI/00,HNB.N0000,100\nABC-1-LI/00,JKH.N0000,${number}`)
    const { rows, problems } = await readCds(file, { fileName: '', sheet: null, columns: null })
    return {
      read: rows.map(({ balance }) => String(balance)),
      faults: problems.map(({ line, message }) => [line, message]),
    }
  },
  'a statement of a bank': async (number) => {
    const file = csv(`Date,Text,Debit,Credit\n2026-06-03,A,,100\n2026-06-04,B,,${number}`)
    const { lines, problems } = await readBank(file, {
      fileName: '',
      sheet: null,
      part: null,
      mapping: null,
      remembered: null,
      balanceIs: 'in',
      balanceFromLines: false,
    })
    return {
      read: lines.map(({ debit }) => String(debit)),
      faults: problems.map(({ line, message }) => [line, message]),
    }
  },
}

describe.each(Object.entries(lastNumbers))('the last number of %s', (_, read) => {
  test('that is cut off within its quotation marks is a fault of its row, never what is left of it', async () => {
    expect(await read('"1,500.50"')).not.toMatchObject({ faults: [[3, expect.stringMatching(CUT_OFF)]] })
    expect(await read('"1,500')).toEqual({ read: ['100'], faults: [[3, expect.stringMatching(CUT_OFF)]] })
  })
  test('with digits behind its quotation marks is a fault of its row', async () => {
    expect(await read('"1,500"90')).toEqual({ read: ['100'], faults: [[3, expect.stringMatching(BEHIND)]] })
  })
})

test('a moment of Greenwich is the day in Colombo, without a time: a file of trades', async () => {
  const { columns, rows } = await readSheet(caseNamed('trades-utc-timestamp.csv'), '', null)
  expect(columns[0]).toMatchObject({ field: 'tradeDate', kind: 'date', dateOrders: ['ymd'] })
  const [cell] = rows.map(([dated]) => String(dated))
  expect([dateFromText(cell ?? '', 'ymd'), timeAfterDate(cell ?? '')]).toEqual(['2026-06-03', undefined])
})

test('faults beyond the hundred that are listed leave their rows out as well', async () => {
  const rows = Array.from({ length: 102 }, (_, at) => `A${at}.N0000,20,wrong`)
  const { rows: read, problems } = await readPrices(csv(`Symbol,Last Trade,Close\n${rows.join('\n')}\n`), {
    fileName: '',
  })
  expect(problems).toHaveLength(100)
  expect(read).toEqual([])
})

test('an error value costs its cell, not its row, where the row can do without it', async () => {
  const trades = await readSheet(csv(`${BUYS}2026-06-04,Buy,JKH.N0000,#N/A,21,200\n`), '', null)
  expect(trades.rows.map(([, , , ...rest]) => rest)).toEqual([
    ['C1', '20', '100'],
    [null, '21', '200'],
  ])
  const prices = await readPrices(
    csv('Symbol,Last Trade,Share Volume,Close\nJKH.N0000,20.50,#N/A,#DIV/0!\nHNB.N0000,#N/A,5,\n'),
    { fileName: '' },
  )
  expect(prices.rows).toMatchObject([
    { symbol: 'JKH.N0000', lastTrade: 205000n, shareVolume: null, close: null },
  ])
  expect(prices.problems).toMatchObject([{ line: 3, field: 'Last Trade' }])
  const held = await readCds(
    csv('Account,Symbol,Balance,Pledged\nABC-1-LI/00,JKH.N0000,500,#N/A\nABC-1-LI/00,HNB.N0000,#N/A,5\n'),
    { fileName: '', sheet: null, columns: null },
  )
  expect(held.rows).toMatchObject([{ symbol: 'JKH.N0000', balance: 500, pledged: null }])
  expect(held.problems).toMatchObject([{ line: 3, field: 'Balance' }])
  const free = await readCds(csv('Account,Symbol,Free,Pledged\nABC-1-LI/00,JKH.N0000,500,#N/A\n'), {
    fileName: '',
    sheet: null,
    columns: null,
  })
  // Without the balance the pledged shares are part of it: 500 may not be all.
  expect(free).toMatchObject({ rows: [], problems: [{ line: 2, field: 'Pledged' }] })
  const news = await readAnnouncements(
    csv(
      'Date,Category,Title,Symbol\n2026-06-03,CASH DIVIDEND,Of Rs. 2,#N/A\n2026-06-03,CASH DIVIDEND,#N/A,\n',
    ),
  )
  expect(news.rows).toMatchObject([{ title: 'Of Rs. 2', symbol: null }])
  expect(news.problems).toMatchObject([{ line: 3, field: 'Title' }])
})

test('a monthly list: the names that a page repeats are no line, an error value costs its cell', async () => {
  const names =
    'Client A/C No,Client Name,Contract Number,Trade Date,Buy/Sell Type,Stock Code,No of Shares,Price'
  const row = (contract: string) => `X-1-LI/00,#REF!,${contract},2026-06-03,B,JKH.N0000,500,20`
  const file = csv([names, row('C1'), names, row('#N/A')].join('\n'))
  const { lines, problems } = await documentOf(file, { fileName: '', password: null, anyPdf: false })
  expect(lines.map(({ line, contractNumber, clientName }) => [line, contractNumber, clientName])).toEqual([
    [2, 'C1', null],
    [4, null, null],
  ])
  expect(problems).toEqual([])
})

test('a price that was computed follows the gross value: a file of trades, a monthly list', async () => {
  const { columns, rows } = await readSheet(caseNamed('trades-computed-average-price.csv'), '', null)
  const [row = []] = rows
  const sent = Object.fromEntries(
    columns.map(({ field }, at) => [field ?? '', String(row[at] ?? '').toLowerCase()]),
  )
  expect(sent).toMatchObject({ side: 'buy', quantity: '3', grossValue: '100' })
  expect(priceBesideGross(sent)).toBe('33.3333')
  const names =
    'Client A/C No,Client Name,Contract Number,Trade Date,Buy/Sell Type,Stock Code,No of Shares,Price,Value'
  const list = csv(`${names}\nX-1-LI/00,A,C1,2026-06-03,B,JKH.N0000,3,33.3333333333333,100\n`)
  const { lines } = await documentOf(list, { fileName: '', password: null, anyPdf: false })
  expect(lines).toMatchObject([{ quantity: 3n, price: 333_333n, gross: 10_000n }])
})

test('the total of a page is no row: a trade summary, a list of prices, announcements', async () => {
  const summary = csv(
    'Company,Symbol,Share Volume,Last Trade\nJKH,JKH.N0000,100,20.50\nPage total,,100,20.50\nHNB,HNB.N0000,5,150\nTotal,,105,\n',
  )
  expect(await readPrices(summary, { fileName: '' })).toMatchObject({
    rows: [{ symbol: 'JKH.N0000' }, { symbol: 'HNB.N0000' }],
    problems: [],
  })
  const list = csv('Company,Price\nTotal Lanka,20.50\nGrand Total,999\n')
  expect(await readPrices(list, { fileName: '', names: true })).toMatchObject({
    rows: [{ symbol: 'Total Lanka' }],
    problems: [],
  })
  const news = csv('Date,Category,Title\n2026-06-03,CASH DIVIDEND,Of Rs. 2\nTotal,1,\n')
  expect(await readAnnouncements(news)).toMatchObject({ rows: [{ title: 'Of Rs. 2' }], problems: [] })
})
