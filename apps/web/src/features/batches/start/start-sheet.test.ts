import type { FileReading } from '@em/contract/batches/batches'
import { expect, test } from 'vitest'
import {
  holdingsMapping,
  isPlain,
  missingFields,
  renamed,
  rowsAreOf,
  startColumns,
  startMapping,
} from './start-sheet.ts'

test('a symbol or a company is one column, by the symbol where the sheet has both', () => {
  expect(startMapping(['tradeDate', 'symbol', 'quantity'])).toEqual(['tradeDate', 'companyName', 'quantity'])
  expect(startMapping(['companyName', 'symbol'])).toEqual(['', 'companyName'])
  expect(startMapping(['symbol', 'companyName'])).toEqual(['companyName', ''])
})

test('portfolio and account of the rows are not asked: one of each is made', () => {
  expect(startMapping(['portfolio', 'settlementAccount', 'side'])).toEqual(['', '', 'side'])
})

test('what no column says is named as the table names it', () => {
  expect(missingFields(['tradeDate', 'companyName', 'quantity', 'grossValue'])).toEqual(['Side'])
  expect(missingFields([])).toEqual(['Trade Date', 'Side', 'Company or Symbol', 'Quantity', 'Price (LKR)'])
})

test('the table shows what trades need, then what else the sheet says', () => {
  const fields = startColumns(['description', 'companyName', 'grossValue', 'brokerName']).map(
    ({ field }) => field,
  )
  expect(fields).toEqual([
    'tradeDate',
    'side',
    'companyName',
    'quantity',
    'grossValue',
    'brokerName',
    'description',
  ])
})

test('an answered name is written as its symbol in every row that has it', () => {
  const rows = [{ companyName: ' john keells' }, { companyName: 'JKH' }, {}]
  expect(renamed(rows, 'john keells', 'JKH.N0000')).toEqual([
    { companyName: 'JKH.N0000' },
    { companyName: 'JKH' },
    {},
  ])
})

test('a sheet is checked at once only where nothing is missing and nothing is asked', () => {
  const mapping = ['tradeDate', 'side', 'companyName', 'quantity', 'price', '']
  const reading = (more: object = {}) =>
    ({
      decimalMarks: ['.'],
      questions: [],
      columns: mapping.map(() => ({ dateOrders: ['dmy'] })),
      ...more,
    }) as unknown as FileReading
  expect(isPlain(reading(), mapping)).toBe(true)
  expect(isPlain(reading(), mapping.slice(1))).toBe(false)
  expect(isPlain(reading({ questions: [{ field: 'brokerName', columns: [5, 6] }] }), mapping)).toBe(false)
  expect(isPlain(reading({ columns: [{ dateOrders: ['dmy', 'mdy'] }] }), mapping)).toBe(false)
})

test('a sheet without dates and sides is one of holdings, and its amount is the one whose heading says cost', () => {
  expect(rowsAreOf(['companyName', 'quantity', 'price'])).toBe('holdings')
  expect(rowsAreOf(['tradeDate', 'companyName', 'quantity', 'price'])).toBe('trades')
  const headers = ['Share', 'Qty', 'Avg. Cost (Rs.)', 'Market Price', 'Value']
  expect(holdingsMapping(['companyName', 'quantity', '', 'price', 'grossValue'], headers)).toEqual([
    'companyName',
    'quantity',
    'price',
    '',
    '',
  ])
})

test('holdings whose cost no heading says are asked about, not checked at once', () => {
  const mapping = ['companyName', 'quantity', 'grossValue']
  const reading = (amount: string) =>
    ({
      decimalMarks: ['.'],
      questions: [],
      columns: ['Share', 'Qty', amount].map((header) => ({ header, dateOrders: ['dmy'] })),
    }) as unknown as FileReading
  expect(isPlain(reading('Value'), mapping)).toBe(false)
  expect(isPlain(reading('Total Cost'), mapping)).toBe(true)
})
