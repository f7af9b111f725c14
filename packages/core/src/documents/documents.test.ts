/** The same trade in three files, and what each reader says of lines that it cannot read. */
import { describe, expect, test } from 'vitest'
import { formatConfirmation, isConfirmation, parseConfirmation } from './confirmation.ts'
import { type DocumentLine, type DocumentRead, NO_HEADER } from './line.ts'
import {
  formatMonthly,
  isMonthlyHeading,
  MONTHLY_COLUMNS,
  type MonthlyColumn,
  parseMonthly,
} from './monthly.ts'
import { exampleFill, sampleDocuments } from './sample.ts'
import { formatTradeLine, isTradeFile, parseTradeFile, TRADE_FILE_FIELDS } from './trade-file.ts'

const EXAMPLE = {
  tradeDate: '2026-01-05',
  side: 'buy',
  symbol: 'JKH.N0000',
  quantity: 1_000n,
  price: 200_000n,
  gross: 2_000_000n,
  fees: { brokerage: 12_800n, sec: 1_440n, cse: 1_680n, cds: 240n, stl: 6_000n, clearing: 240n },
  foreignBrokerage: 0n,
  net: 2_022_400n,
  contractNumber: '70001',
  settlementDate: '2026-01-07',
  cancelled: false,
} as const

const rows = (cells: readonly (readonly string[])[]) => cells.map((row, at) => ({ line: at + 1, cells: row }))
const problemsOf = ({ problems }: DocumentRead) =>
  problems.map(({ line, column, value, dropped }) => [line, column, value, dropped])
const cellsOf = ({ problems }: DocumentRead) => problems.map(({ line, column }) => [line, column])
const onlyLine = (read: DocumentRead) => {
  expect(read.problems).toEqual([])
  expect(read.lines).toHaveLength(1)
  return read.lines[0] as DocumentLine
}

const ROW = '05/01/2026 70001 1,000 20.00 20,000.00 128.00 14.40 16.80 2.40 60.00 2.40 20,224.00 07/01/2026'
const CONFIRMATION = [
  'ABC STOCK BROKERS (PVT) LTD',
  'No 1, Main Street, Colombo 01',
  'Tel : 011 2123456 Fax : 011 2123457 E-mail : info@abc.example',
  'TRADE CONFIRMATION',
  'Client A/C No : ABC-0012345-LI/00   Trade Date : 05/01/2026',
  'Client Name : N. PERERA',
  'Purchase of JOHN KEELLS',
  'HOLDINGS PLC ( JKH.N0000 / LK0092N00003 )',
  'Trade Date Contract No Shares Price Gross Amount Brokerage Foreign',
  'Brokerage',
  ROW,
  'Total 1,000 20,000.00',
  'Purchase Total 20,000.00 128.00 14.40 16.80 2.40 60.00 2.40 20,224.00',
  'Net Settlement Value -20,224.00',
]

/** The text put at its position, as a trade file has it. */
function at(line: string, field: keyof typeof TRADE_FILE_FIELDS, value: string): string {
  const { from, to, kind } = TRADE_FILE_FIELDS[field]
  const width = to - from + 1
  const put = kind === 'number' ? value.padStart(width) : value.padEnd(width)
  return line.slice(0, from) + put + line.slice(to + 1)
}

describe('one trade in three files (vector 8.5)', () => {
  test('the fixed-width line has each figure at its position and is read', () => {
    const line = formatTradeLine(exampleFill())
    expect(line).toHaveLength(307)
    expect([
      line.slice(47, 58),
      line.slice(58, 68),
      line.slice(119, 131),
      line.slice(131, 143),
      line.slice(143, 155),
      line.slice(155, 167),
      line.slice(167, 179),
      line.slice(216, 228),
    ]).toEqual([
      '       1000',
      '     20.00',
      '      128.00',
      '        2.40',
      '       16.80',
      '        2.40',
      '       14.40',
      '       60.00',
    ])
    expect(onlyLine(parseTradeFile(line))).toMatchObject({
      ...EXAMPLE,
      executionId: 'EX0000000000001',
      tradeTime: '10:15:00',
      clientAccount: 'SSB-10001-LI/00',
    })
  })

  test('the confirmation', () => {
    const read = parseConfirmation(CONFIRMATION)
    expect(onlyLine(read)).toMatchObject({
      ...EXAMPLE,
      line: 11,
      isin: 'LK0092N00003',
      companyName: 'JOHN KEELLS HOLDINGS PLC',
      clientAccount: 'ABC-12345-LI/00',
      clientName: 'N. PERERA',
      rest: { orderSource: 'PDFConfirm' },
    })
    expect(read.header).toEqual({
      ...NO_HEADER,
      brokerName: 'ABC STOCK BROKERS (PVT) LTD',
      address: 'No 1, Main Street, Colombo 01',
      tel: '011 2123456',
      fax: '011 2123457',
      email: 'info@abc.example',
      clientAccount: 'ABC-12345-LI/00',
      clientName: 'N. PERERA',
      tradeDate: '2026-01-05',
    })
    expect(read.statedTotals).toEqual({
      count: null,
      purchases: { count: null, gross: 2_000_000n, fees: 22_400n, net: 2_022_400n },
      sales: null,
      net: -2_022_400n,
    })
  })

  test('the monthly list', () => {
    const [names = [], cells = []] = formatMonthly([exampleFill()])
    expect(names).toHaveLength(27)
    const of = (name: string) => cells[names.indexOf(name)]
    expect([of('Value'), of('Trans. Cost'), of('Settlement Amount')]).toEqual([
      '20,000.00',
      '224.00',
      '20,224.00',
    ])
    expect(['Broker', 'SEC', 'Exchange', 'CDS', 'GOV', 'Clearing'].map((fee) => of(`${fee} Fees`))).toEqual([
      '128.00',
      '14.40',
      '16.80',
      '2.40',
      '60.00',
      '2.40',
    ])
    expect(onlyLine(parseMonthly(rows([names, cells])))).toMatchObject({
      ...EXAMPLE,
      line: 2,
      clientAccount: 'SSB-10001-LI/00',
      rest: { transCost: '224.00' },
    })
  })
})

describe('trade file', () => {
  const fill = formatTradeLine(exampleFill())

  test('of 100 characters and more is read as far as it goes; others are counted', () => {
    const text = ['DAILY EXECUTIONS', fill.slice(0, 100), '', fill.slice(0, 99), fill.slice(0, 119)].join(
      '\r\n',
    )
    const read = parseTradeFile(text)
    expect(read.lines.map(({ line, net, settlementDate }) => [line, net, settlementDate])).toEqual([
      [2, 2_000_000n, null],
      [5, 2_000_000n, null],
    ])
    expect(read.skipped).toEqual([
      { line: 1, reason: 'header' },
      { line: 3, reason: 'blank' },
      { line: 4, reason: 'shorter than 100 characters' },
    ])
    expect(read.skippedCount).toBe(3)
  })

  test('a line that breaks off within a figure says so, and the figure is not believed', () => {
    const read = parseTradeFile(fill.slice(0, 127))
    expect(read.lines[0]?.fees.brokerage).toBe(0n)
    expect(problemsOf(read)).toEqual([[1, 'brokerage', '12', false]])
  })

  test.each([
    ['tradeDate', '2026/02/30', 'trade_date'],
    ['tradeDate', '', 'trade_date'],
    ['buySell', 'X', 'buy_sell'],
    ['companyId', '', 'company_id'],
    ['subType', '00A0', 'company_id'],
    ['quantity', '1O00', 'quantity'],
    ['quantity', '0', 'quantity'],
    ['quantity', '1.5', 'quantity'],
    ['price', '', 'price'],
    ['price', '-20.00', 'price'],
    ['price', '20,00', 'price'],
  ] as const)('%s %j is a problem, never a trade', (field, value, column) => {
    const read = parseTradeFile(at(fill, field, value))
    expect(read.lines).toEqual([])
    expect(read.problems.map((one) => [one.line, one.column, one.dropped])).toEqual([[1, column, true]])
  })

  test('an amount that is none is zero, with its column named', () => {
    const read = parseTradeFile(at(fill, 'cseFees', '16.8O'))
    expect(read.lines[0]?.fees).toEqual({ ...EXAMPLE.fees, cse: 0n })
    expect(read.lines[0]?.net).toBe(2_022_400n - 1_680n)
    expect(problemsOf(read)).toEqual([[1, 'cse_fees', '16.8O', false]])
  })

  test('a sell takes the charges off, the foreign brokerage among them', () => {
    const read = parseTradeFile(at(at(fill, 'buySell', 'S'), 'foreignBrokerage', '50.00'))
    expect(read.lines[0]).toMatchObject({ side: 'sell', foreignBrokerage: 5_000n, net: 1_972_600n })
  })

  test('a fill of less than no shares takes one back', () => {
    const read = parseTradeFile(at(at(fill, 'quantity', '-1000'), 'brokerage', '-128.00'))
    expect(onlyLine(read)).toMatchObject({ ...EXAMPLE, cancelled: true })
  })

  test('a word of the header within a trade hides no trade', () => {
    expect(parseTradeFile(at(fill, 'orderId', 'ACCOUNT 7')).lines).toHaveLength(1)
  })

  test('the count that the file states', () => {
    expect(parseTradeFile(`${fill}\nNUMBER OF EXECUTIONS : 1,204`).statedTotals?.count).toBe(1_204)
    expect(parseTradeFile(fill).statedTotals).toBeNull()
  })

  test('the account of parts without a participant, and of one that is none', () => {
    const account = (text: string) => parseTradeFile(text).lines[0]?.clientAccount
    expect(account(at(fill, 'participantId', ''))).toBe('10001-LI/00')
    expect(account(at(fill, 'clientSuffix', ''))).toBe('10001')
    expect(account(at(at(fill, 'clientPrefix', ''), 'clientSuffix', ''))).toBeNull()
  })

  test('what is no trade file', () => {
    expect(isTradeFile(`HEADING\n${fill}`)).toBe(true)
    expect(isTradeFile('Date,Symbol,Quantity\n2026/01/05,JKH,5')).toBe(false)
  })

  test('damaged lines, lines of another file, and more lines than are taken', () => {
    expect(cellsOf(parseTradeFile(`${fill.slice(0, 30)}\u0000${fill.slice(31)}`))).toEqual([[1, null]])
    expect(cellsOf(parseTradeFile(fill + 'x'.repeat(1_000)))).toEqual([[1, null]])
    const long = parseTradeFile('x\n'.repeat(100_005))
    expect([long.skippedCount, long.skipped.length, long.problemCount]).toEqual([100_000, 1_000, 1])
  })

  test('the defects of a sample are reported, and nothing else', () => {
    const { tradeFile, lines } = sampleDocuments({
      lines: 10,
      defects: ['repeated', 'cancelled', 'short-line', 'wrong-date', 'wrong-quantity', 'broken-off'],
    })
    const read = parseTradeFile(tradeFile)
    expect(read.lines).toHaveLength(13)
    expect(read.lines.slice(0, 12).map(({ net }) => net)).toEqual(lines.map(({ net }) => net))
    expect(read.lines.filter(({ cancelled }) => cancelled)).toHaveLength(1)
    expect(read.problems.map(({ line, column, dropped }) => [line, column, dropped])).toEqual([
      [18, 'trade_date', true],
      [19, 'quantity', true],
      [20, 'government_cess', false],
    ])
    expect(read.skipped.map(({ reason }) => reason)).toEqual([
      'shorter than 100 characters',
      'header',
      'blank',
      'header',
      'shorter than 100 characters',
    ])
  })
})

describe('confirmation', () => {
  const withRow = (row: string, section = 'Sale of JOHN KEELLS (PVT) PLC ( JKH.N0000 / LK0092N00003 )') =>
    parseConfirmation(['BROKER', 'Client A/C No : ABC-1-LI/00', section, row])

  test('a row without a contract, with a foreign brokerage, of a name with brackets', () => {
    const row = `${ROW.replace(' 70001', '').replace('20,224.00', '19,726.00')} 50.00`
    expect(onlyLine(withRow(row))).toMatchObject({
      side: 'sell',
      contractNumber: null,
      executionId: null,
      companyName: 'JOHN KEELLS (PVT) PLC',
      foreignBrokerage: 5_000n,
      net: 1_972_600n,
    })
  })

  test('a row that goes on in the next line', () => {
    const read = parseConfirmation([
      ...CONFIRMATION.slice(0, 10),
      ROW.replace(' 20,224.00 07/01/2026', ''),
      '20,224.00 07/01/2026',
      ROW.replace('70001', '70002'),
    ])
    expect(read.problems).toEqual([])
    expect(read.lines.map(({ line, contractNumber, net }) => [line, contractNumber, net])).toEqual([
      [11, '70001', 2_022_400n],
      [13, '70002', 2_022_400n],
    ])
  })

  test.each([
    ['a month that is none', ROW.replace('05/01/2026 7', '05/13/2026 7'), 'Trade Date'],
    ['shares in letters', ROW.replace('1,000', '1,OOO'), 'Shares'],
    ['no shares', ROW.replace('1,000', '0'), 'Shares'],
    ['a price in letters', ROW.replace('20.00 ', 'x '), 'Price'],
    ['amounts that are missing', '05/01/2026 70001 1,000 20.00', 'Row'],
  ])('%s is a problem, never a trade', (_, row, column) => {
    const read = withRow(row)
    expect(read.lines).toEqual([])
    expect(read.problems.map((one) => [one.line, one.column])).toEqual([[4, column]])
  })

  test('a row below no section, and a section without its security', () => {
    expect(cellsOf(parseConfirmation([ROW]))).toEqual([[1, 'Security']])
    expect(cellsOf(withRow(ROW, 'Sale of SOMETHING'))).toEqual([
      [3, null],
      [4, 'Security'],
    ])
    expect(cellsOf(withRow(ROW, 'Sale of SOMETHING ( NAB / AU000000NAB4 )'))).toEqual([[4, 'Security']])
  })

  test('cancelled and amended sections', () => {
    expect(onlyLine(withRow(ROW, 'Cancellation of Sale of X ( JKH.N0000 / )'))).toMatchObject({
      cancelled: true,
      isin: null,
    })
    expect(onlyLine(withRow(ROW, 'Sale of X ( JKH.N0000 / ) - CANCELLED')).cancelled).toBe(true)
    expect(onlyLine(withRow(ROW, 'Sale of X ( JKH.N0000 )'))).toMatchObject({
      symbol: 'JKH.N0000',
      isin: null,
    })
    expect(cellsOf(withRow(ROW, 'Sale of X (Non Voting)'))).toEqual([
      [3, null],
      [4, 'Security'],
    ])
    expect(onlyLine(withRow(ROW, 'Amendment of Sale of X ( JKH.N0000 / )')).rest['status']).toBe('Amended')
  })

  test('several clients in one file keep their lines apart, and no totals speak for all', () => {
    const other = CONFIRMATION.map((text) => text.replace('0012345', '99').replace('PERERA', 'SILVA'))
    const read = parseConfirmation([...CONFIRMATION, ...other])
    expect(read.lines.map(({ clientAccount, clientName }) => [clientAccount, clientName])).toEqual([
      ['ABC-12345-LI/00', 'N. PERERA'],
      ['ABC-99-LI/00', 'N. SILVA'],
    ])
    expect(read.statedTotals).toBeNull()
    const twice = parseConfirmation([...CONFIRMATION, ...CONFIRMATION])
    expect([twice.lines.length, twice.statedTotals]).toEqual([2, null])
  })

  test('what is no confirmation', () => {
    expect(isConfirmation(CONFIRMATION)).toBe(true)
    expect(isConfirmation(['Statement of account', 'Date Details Debit Credit'])).toBe(false)
  })
})

describe('monthly list', () => {
  const [names = [], cells = []] = formatMonthly([exampleFill()])
  const put = (name: string, value: string) => cells.with(names.indexOf(name), value)
  const COLUMNS = Object.keys(MONTHLY_COLUMNS) as MonthlyColumn[]

  test('columns in any order, written in another way, below a title, with a total', () => {
    const order = [6, 5, 4, 3, 2, 1, 0, ...names.keys()].filter((index, at, all) => all.indexOf(index) === at)
    const read = parseMonthly(
      rows([
        ['Trades of January'],
        order.map((index) => names[index] ?? ''),
        order.map((index) => cells[index] ?? ''),
        ['Total', '', '', '20,224.00'],
        ['', ''],
      ]),
      { line: 2, columns: order.map((index) => COLUMNS[index] ?? null) },
    )
    expect(onlyLine(read)).toMatchObject({ ...EXAMPLE, line: 3 })
    expect(read.skipped.map(({ reason }) => reason)).toEqual(['above the table', 'header', 'total', 'blank'])
  })

  test.each([
    ['Trade Date', '31/02/2026'],
    ['Trade Date', '01/31/2026'],
    ['Trade Date', ''],
    // Of two digits either end may be the year.
    ['Trade Date', '26/03/05'],
    ['Trade Date', '26-Mar-05'],
    ['Trade Date', '26/03/05 09:30:15.2500'],
    ['Buy/Sell Type', 'Loan'],
    ['Stock Code', 'JKH'],
    ['No of Shares', 'many'],
    ['No of Shares', '0'],
    ['No of Shares', ''],
    ['Price', '0.00'],
    ['Price', '20..00'],
  ])('%s %j is a problem, never a trade', (name, value) => {
    const read = parseMonthly(rows([names, put(name, value)]))
    expect(read.lines).toEqual([])
    expect(problemsOf(read)).toEqual([[2, name, value || null, true]])
  })

  test('a column that occurs twice, or is missing, makes the file useless', () => {
    const twice = parseMonthly(
      rows([
        [...names, 'PRICE'],
        [...cells, '21.00'],
      ]),
      { line: 1, columns: [...COLUMNS, 'price'] },
    )
    expect([twice.lines.length, problemsOf(twice)]).toEqual([0, [[1, 'Price', 'Price', true]]])
    expect(twice.problems[0]?.message).toBe('The column “Price” is here more than once (8 and 28).')
    const missing = names.indexOf('Price')
    const without = parseMonthly(rows([names.toSpliced(missing, 1), cells.toSpliced(missing, 1)]), {
      line: 1,
      columns: COLUMNS.toSpliced(missing, 1),
    })
    expect([without.lines.length, problemsOf(without)]).toEqual([0, [[1, 'Price', null, true]]])
  })

  test('figures as spreadsheets leave them', () => {
    const written = put('SEC Fees', '14.400000000001').with(names.indexOf('Trade Date'), '2026-01-05')
    const read = parseMonthly(rows([names, written.with(names.indexOf('Value'), 'Rs. 20,000.00')]))
    expect(onlyLine(read)).toMatchObject(EXAMPLE)
  })

  test('a net below zero is what is paid; a fee that is no number is reported', () => {
    expect(parseMonthly(rows([names, put('Settlement Amount', '(20,224.00)')])).lines[0]?.net).toBe(
      2_022_400n,
    )
    expect(problemsOf(parseMonthly(rows([names, put('GOV Fees', 'n/a')])))).toEqual([
      [2, 'GOV Fees', 'n/a', false],
    ])
  })

  test.each(['Buy Cancelled', 'Cancelled Buy', 'B-CXL', 'Purchase (reversal)'])('%s is cancelled', (type) => {
    expect(onlyLine(parseMonthly(rows([names, put('Buy/Sell Type', type)])))).toMatchObject({
      side: 'buy',
      cancelled: true,
    })
  })

  test('its header names three of the first six columns', () => {
    expect(isMonthlyHeading(new Set(['tradeDate', 'symbol', 'price']))).toBe(false)
    expect(isMonthlyHeading(new Set(['tradeDate', 'symbol', 'side']))).toBe(true)
  })
})

test('a confirmation of ours says its totals', () => {
  const { lines } = sampleDocuments({ lines: 8, clients: 1 })
  const read = parseConfirmation(formatConfirmation(NO_HEADER, lines))
  const side = (which: 'buy' | 'sell') => lines.filter((one) => one.side === which)
  const net = (which: 'buy' | 'sell') => side(which).reduce((sum, one) => sum + one.net, 0n)
  expect(read.statedTotals?.net).toBe(net('sell') - net('buy'))
  expect(read.statedTotals?.purchases?.net).toBe(net('buy'))
  expect(read.statedTotals?.sales?.net ?? 0n).toBe(net('sell'))
})
