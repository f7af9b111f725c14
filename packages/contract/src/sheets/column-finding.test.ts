import { CSE_COMPANIES } from '@em/core/securities/cse-companies'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cell } from '../batches/batches.ts'
import { findColumns } from './column-finding.ts'

const found = (headers: readonly string[], ...rows: Cell[][]) => findColumns(headers, rows)
const fields = (headers: readonly string[], ...rows: Cell[][]) => found(headers, ...rows).fields

describe('a column', () => {
  test('is found by its name where its cells can be that', () => {
    expect(
      fields(
        ['Date', 'B/S', 'Share', 'No of Shares', 'Rate (Rs.)', 'Contract note', 'Broker'],
        ['03/02/2026', 'B', 'JKH', '1,000', 'Rs. 20.50', 'CN-1', 'Asha'],
        ['04/02/2026', 'S', 'COMB', '500', 'Rs. 101.25', 'CN-2', 'Asha'],
      ),
    ).toEqual(['tradeDate', 'side', 'symbol', 'quantity', 'price', 'contractNumber', 'brokerName'])
  })

  test('of times is found by its name where its cells are times, also those of a workbook', () => {
    const names = ['Trade Date', 'Exec. Time', 'Qty']
    expect(fields(names, ['2026-06-03', '10:00', 1], ['2026-06-03', '1:05 PM', 2])[1]).toBe('tradeTime')
    expect(fields(names, ['2026-06-03', { date: '2026-06-03', time: '10:00:00' }, 1])[1]).toBe('tradeTime')
    expect(fields(names, ['2026-06-03', 'T+2', 1], ['2026-06-03', 'T+2', 2])[1]).toBeNull()
    expect(fields(['Date & Time', 'Time'], ['2026-06-03 10:00', ''])).toEqual(['tradeDate', 'tradeTime'])
  })

  test('called Shares holds how many, or which, as its cells say', () => {
    expect(fields(['Shares'], ['1,000'], ['200'])).toEqual(['quantity'])
    expect(fields(['Shares'], ['JKH.N0000'], ['COMB'])).toEqual(['symbol'])
    expect(fields(['Share'], ['John Keells Holdings PLC'], ['Sampath Bank'])).toEqual(['companyName'])
  })

  test('of symbols and names together is one of names, which take both', () => {
    expect(fields(['Symbol', 'Qty'], ['JKH', '1'], ['Sampath Bank PLC', '2'])).toEqual([
      'companyName',
      'quantity',
    ])
  })

  test('is not what its name says where its cells cannot be that', () => {
    expect(fields(['Type', 'Date'], ['Ordinary', 'n/a'], ['Ordinary', 'x'])).toEqual([null, null])
  })

  test('without a name is found by its cells', () => {
    const { fields: said, byContent } = found(
      ['', '', '', '', '', ''],
      ['03/02/2026', 'Buy', 'JKH', '1,000', '20.50', '20,500.00'],
      ['04/02/2026', 'Sell', 'COMB', '300', '101.25', '30,375.00'],
    )
    expect(said).toEqual(['tradeDate', 'side', 'symbol', 'quantity', 'price', 'grossValue'])
    expect(byContent.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('that may be quantity or price is left to the person', () => {
    const said = fields(['', '', ''], ['10', '20', '200'], ['5', '30', '150'])
    expect(said).toEqual([null, null, null])
  })

  test('of amounts that are not quantity x price is not the gross value', () => {
    const rows: Cell[][] = [
      [1000, 20.5, 20729.6],
      [500, 101.25, 51192],
    ]
    expect(fields(['Qty', 'Price', 'Amount'], ...rows)).toEqual(['quantity', 'price', null])
    expect(fields(['Qty', 'Price', 'Gross Value'], ...rows)).toEqual(['quantity', 'price', 'grossValue'])
    expect(
      fields(['Qty', 'Price', 'Value', 'Amount'], [1000, 20.5, 20729.6, 20500], [500, 10, 5056, 5000]),
    ).toEqual(['quantity', 'price', null, 'grossValue'])
  })
})

describe('two columns of one name', () => {
  test('that say different things are asked about, and neither is taken', () => {
    const answer = found(['Qty', 'Price', 'Price'], [10, 20, 21], [10, 20, 22])
    expect(answer.questions).toEqual([{ field: 'price', columns: [1, 2] }])
    expect(answer.fields).toEqual(['quantity', null, null])
  })
  test('that say the same are one', () => {
    const answer = found(['Symbol', 'Symbol', 'Qty'], ['JKH', 'JKH', 1], ['COMB', 'COMB', 2])
    expect(answer).toMatchObject({ questions: [], fields: ['symbol', null, 'quantity'] })
  })
  test('of which one is empty are the other', () => {
    expect(fields(['Price', 'Price', 'Qty'], [null, 20, 1], [null, 21, 1])).toEqual([
      null,
      'price',
      'quantity',
    ])
  })
  test('that say their field better and worse are the better', () => {
    const answer = found(['Ref', 'Contract No'], ['a', 'c1'], ['b', 'c2'])
    expect(answer).toMatchObject({ questions: [], fields: [null, 'contractNumber'] })
  })
})

describe('columns in any order', () => {
  const trade = fc.record({
    company: fc.constantFrom(...CSE_COMPANIES),
    day: fc.integer({ min: 13, max: 28 }),
    side: fc.constantFrom('B', 'S', 'Buy', 'SELL', 'Purchase', 'sold'),
    quantity: fc.integer({ min: 2, max: 100_000 }),
    cents: fc.integer({ min: 101, max: 99_999 }).filter((cents) => cents % 100 !== 0),
  })
  const grouped = (value: number, decimals: number) =>
    value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

  test('are the same fields, by name and without', () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(
        fc.array(trade, { minLength: 6, maxLength: 20 }),
        order,
        fc.boolean(),
        (trades, columns, named) => {
          const names = ['Trade Date', 'Buy/Sell', 'Security', 'Qty', 'Price']
          const meant = ['tradeDate', 'side', 'symbol', 'quantity', 'price']
          const rows = trades.map((one) => [
            `${one.day}/03/2026`,
            one.side,
            one.company.symbol,
            grouped(one.quantity, 0),
            `Rs. ${grouped(one.cents / 100, 2)}`,
          ])
          const answer = findColumns(
            columns.map((index) => (named ? (names[index] as string) : '')),
            rows.map((row) => columns.map((index) => row[index] as string)),
          )
          const wanted = columns.map((index) => (named || index < 3 ? (meant[index] as string) : null))
          expect(answer.fields).toEqual(wanted)
          expect(answer.questions).toEqual([])
        },
      ),
    )
  })

  test('of anything give each field once at most, and never throw', () => {
    const cell = fc.oneof(
      fc.constant(null),
      fc.string({ maxLength: 12 }),
      fc.double({ noNaN: true }),
      fc.constant({ date: '2026-01-05' }),
      fc.constantFrom('B', 'JKH', '1,000', 'Rs. 5', '03/02/2026', 'Total'),
    )
    const header = fc.constantFrom('', 'Price', 'Qty', 'Share', 'Amount', 'Date', 'Type', 'Ref', 'Note', 'x')
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 8 })
          .chain((width) =>
            fc.tuple(
              fc.array(header, { minLength: width, maxLength: width }),
              fc.array(fc.array(cell, { minLength: 0, maxLength: width }), { maxLength: 12 }),
            ),
          ),
        ([headers, rows]) => {
          const answer = findColumns(headers, rows as Cell[][])
          const said = answer.fields.filter((field) => field !== null)
          expect(new Set(said).size).toBe(said.length)
          for (const { field, columns } of answer.questions) {
            expect(said).not.toContain(field)
            expect(columns.length).toBeGreaterThan(1)
          }
        },
      ),
    )
  })
})
