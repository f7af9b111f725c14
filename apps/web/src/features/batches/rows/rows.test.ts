import type { FileReading } from '@em/contract/batches/batches'
import { describe, expect, test } from 'vitest'
import { LOT_COLUMNS } from '../../openings/lots.ts'
import {
  amountTexts,
  cellsOf,
  columnsOf,
  dateOrdersIn,
  fieldOfFault,
  fillDown,
  filledRows,
  hasSides,
  hasTimes,
  headerOf,
  pasteInto,
  withCompanies,
  withDates,
  withPoints,
  withTimes,
} from './rows.ts'
import { rowsOf } from './useSheet.ts'

describe('pasting from a spreadsheet', () => {
  test('takes decimal commas of amounts for points, and of no other column', () => {
    const columns = columnsOf('bulk-buy')
    const fields = ['contractNumber', 'quantity', 'price', 'costOfFunds'] as const
    const pasted = { cells: [['1.234', '1.000', '20,50', '10,5']], fields }
    expect(amountTexts(pasted, columns)).toEqual(['1.000', '20,50'])
    expect(withPoints(pasted, columns, ',')).toEqual([['1.234', '1000', '20.50', '10,5']])
    expect(withPoints(pasted, columns, '.')).toEqual(pasted.cells)
  })
  test('reads tabs, lines and quoted cells', () => {
    expect(cellsOf('a\tb\r\n1\t"two\nlines ""x"""\r\n')).toEqual([
      ['a', 'b'],
      ['1', 'two\nlines "x"'],
    ])
    expect(cellsOf('')).toEqual([['']])
  })
  test('fills from the cell on and adds rows; what does not fit is left out', () => {
    const columns = columnsOf('bulk-buy')
    const last = columns.length - 1
    expect(
      pasteInto([{ symbol: 'A' }], columns, { row: 0, column: 0 }, [['B', '2026-06-01'], ['C']]),
    ).toEqual([{ symbol: 'B', tradeDate: '2026-06-01' }, { symbol: 'C' }])
    expect(pasteInto([], columns, { row: 1, column: last }, [['x', 'y']])[1]).toEqual({ description: 'x' })
  })
})

describe('pasting with a header', () => {
  const columns = columnsOf('bulk-buy')
  const header = (text: string) => headerOf(cellsOf(text), columns, columnsOf('import'))
  const paste = (text: string) =>
    pasteInto([{}, {}], columns, { row: 1, column: 2 }, cellsOf(text), header(text))
  test('puts each column where it belongs, wherever it is pasted; what the table has not is left out', () => {
    expect(paste('Contract No\tCommission\tRate (Rs.)\tSecurity\nC-1\t12.80\t20.50\tJKH.N0000')).toEqual([
      {},
      { contractNumber: 'C-1', price: '20.50', symbol: 'JKH.N0000' },
    ])
    expect(header('Contract No\tCommission\tRef\tSecurity')?.leftOut).toEqual(['Commission', 'Ref'])
  })
  test('keeps the side of each row: a sale does not become a buy', () => {
    const pasted = paste('Buy/Sell\tSymbol\tBuy Contract\nSell\tJKH.N0000\tC-1\nBuy\tHNB.N0000\t')
    expect(pasted.slice(1)).toEqual([
      { side: 'Sell', symbol: 'JKH.N0000', buyContract: 'C-1' },
      { side: 'Buy', symbol: 'HNB.N0000', buyContract: '' },
    ])
    expect([hasSides(pasted), hasSides([{ symbol: 'A' }])]).toEqual([true, false])
  })
  test('takes the words over the table before those of others', () => {
    const read = headerOf(cellsOf('Symbol\tBought On\tCost (LKR)\tReference\nA\t\t\t'), LOT_COLUMNS)
    expect(read).toEqual({ fields: ['symbol', 'tradeDate', 'cost', 'reference'], leftOut: [] })
  })
  test('a line with one word that is no column is a row', () => {
    expect(paste('Price\tJKH.N0000')[1]).toEqual({ quantity: 'Price', price: 'JKH.N0000' })
  })
})

describe('dates', () => {
  test('are asked about only where they can be read in two ways', () => {
    expect(dateOrdersIn([{ tradeDate: '2026-06-01' }])).toEqual([])
    expect(dateOrdersIn([{ tradeDate: '03/04/2026' }])).toEqual(['dmy', 'mdy'])
    expect(dateOrdersIn([{ tradeDate: '03/04/2026' }, { settlementDate: '13/04/2026' }])).toEqual(['dmy'])
    expect(dateOrdersIn([{ tradeDate: '31/31/2026' }])).toEqual([])
    const mistyped = ['25/03/2026', '26/03/2026', '03/25/2026'].map((tradeDate) => ({ tradeDate }))
    expect(dateOrdersIn(mistyped)).toEqual(['dmy'])
    expect(dateOrdersIn([{ tradeDate: '03/04/2026' }, { tradeDate: 'n/a' }])).toEqual(['dmy', 'mdy'])
  })
  test('are sent year first; texts that are none stay', () => {
    expect(withDates([{ tradeDate: '03/04/2026', settlementDate: 'soon' }], 'dmy')).toEqual([
      { tradeDate: '2026-04-03', settlementDate: 'soon' },
    ])
    expect(withDates([{ tradeDate: '03/04/2026' }], 'mdy')).toEqual([{ tradeDate: '2026-03-04' }])
  })
  test('blank rows are not sent', () => {
    expect(filledRows([{ symbol: ' ' }, { symbol: 'A' }, {}])).toEqual([{ row: { symbol: 'A' }, index: 1 }])
  })
})

describe('times of dealing', () => {
  test('come from a column of their own, else from the cell of the date', () => {
    const read = (mapping: string[], rows: FileReading['rows'], times?: FileReading['times']) =>
      rowsOf({ rows, times, columns: [], decimalMarks: ['.'] } as unknown as FileReading, mapping)
    const noted = [
      ['2026-06-03 13:00', '1:05 PM'],
      ['2026-06-03 13:00', null],
    ]
    expect(read(['tradeDate', 'tradeTime'], noted)).toEqual([
      { tradeDate: '2026-06-03', tradeTime: '13:05:00' },
      { tradeDate: '2026-06-03', tradeTime: '13:00:00' },
    ])
    const dates = [[{ date: '2026-06-03' }], [{ date: '2026-06-03' }]]
    expect(read(['tradeDate'], dates, [{ column: 0, times: ['10:00:05', null] }])).toEqual([
      { tradeDate: '2026-06-03', tradeTime: '10:00:05' },
      { tradeDate: '2026-06-03' },
    ])
    expect(read(['tradeTime'], [['noon']])).toEqual([{ tradeTime: 'noon' }])
  })
  test('are sent as HH:MM:SS; a text that is none stays for the report', () => {
    const rows = [
      { tradeTime: '9:30' },
      { tradeDate: '03/06/2026 13:00' },
      { tradeTime: 'noon' },
      { symbol: 'A' },
    ]
    expect(withTimes(rows).map((row) => row.tradeTime)).toEqual(['09:30:00', '13:00:00', 'noon', undefined])
    expect(withDates(withTimes(rows.slice(1, 2)), 'dmy')).toEqual([
      { tradeDate: '2026-06-03', tradeTime: '13:00:00' },
    ])
  })
  test('have a column as soon as a row has one; a pasted header may name it before', () => {
    const fields = (timed: boolean) => columnsOf('bulk-buy', timed).map(({ field }) => field)
    expect([hasTimes([{ tradeTime: '' }]), hasTimes([{}, { tradeTime: '09:30' }])]).toEqual([false, true])
    expect(fields(false)).not.toContain('tradeTime')
    expect(fields(true).slice(0, 3)).toEqual(['symbol', 'tradeDate', 'tradeTime'])
    expect(headerOf(cellsOf('Date\tExec Time\tSymbol'), columnsOf('bulk-sell', true))?.fields).toEqual([
      'tradeDate',
      'tradeTime',
      'symbol',
    ])
  })
})

test('a cell is filled down into the blank and wrong cells that are shown below it', () => {
  const rows = [
    { side: 'buy', symbol: 'A' },
    { side: '', symbol: 'B' },
    { side: 'sell', symbol: 'C' },
    { side: 'what', symbol: 'D' },
    {},
    { symbol: 'E' },
  ]
  const filled = fillDown(rows, 'side', [0, 1, 2, 3, 4, 5], (index) => index === 3)
  expect(filled.map((row) => row.side)).toEqual(['buy', 'buy', 'sell', 'buy', undefined, 'buy'])
  expect(fillDown(rows, 'side', [0, 5], () => false).map((row) => row.side)).toEqual([
    'buy',
    '',
    'sell',
    'what',
    undefined,
    'buy',
  ])
  expect(fillDown(rows, 'side', [1, 2, 3], () => true)).toEqual(rows)
})

test('names of companies are next to the symbols where rows have any', () => {
  const columns = columnsOf('bulk-buy')
  expect(withCompanies(columns, [{ companyName: ' ' }, {}])).toBe(columns)
  expect(
    withCompanies(columns, [{}, { companyName: 'Sampath' }])
      .slice(0, 3)
      .map(({ field }) => field),
  ).toEqual(['symbol', 'companyName', 'tradeDate'])
})

test('the place of a fault names its column as the screen does', () => {
  expect(fieldOfFault('Row', 3, 'tradeDate')).toBe('Row 3, Trade Date: ')
  expect(fieldOfFault('Line', 7, 'settlementAccount')).toMatch(/^Line 7, [A-Z][A-Za-z ]+: $/)
  expect(fieldOfFault('Row', 3, 'rows')).toBe('Row 3: ')
})
