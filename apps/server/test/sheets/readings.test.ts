/** The same days and figures in every reader of tables: each is read rightly, asked about, or its row is named. */
import type { FileAnswers } from '@em/contract/kit/file-answers'
import { dateFromText, isOrderAsked } from '@em/core/sheets/days'
import { plainIn, readNumeral } from '@em/core/sheets/figures'
import { addDays } from '@em/core/values/dates'
import { formatDecimal } from '@em/core/values/decimal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { read as readAnnouncements } from '../../src/features/announcements/files/announcement-reader.ts'
import { read as readCds } from '../../src/features/cds/files/statement-reader.ts'
import { documentOf } from '../../src/features/documents/files/document-reader.ts'
import { read as readPrices } from '../../src/features/prices/files/summary-reader.ts'
import { read as readBank } from '../../src/features/reconciliation/files/statement-reader.ts'
import { FileRefusal } from '../../src/platform/file-readers/file-refusal.ts'
import { readSheet } from '../../src/sheets/sheet-reading.ts'

/** A row of a test's file as it is written, and what a reader made of it. */
interface Written {
  readonly day: string
  readonly figure: string
}
interface Reading {
  /** The question to the user; the file is not read before it is answered. */
  readonly asked?: 'dateOrder' | 'decimalMark' | undefined
  readonly days?: readonly string[]
  readonly figures?: readonly string[]
  /** How many rows are named as faults. */
  readonly faults?: number
}
interface Reader {
  /** The rows that a file holds: names, then cells by the day and the figure. */
  readonly names: readonly string[]
  readonly row: (written: Written, index: number) => readonly string[]
  readonly read: (bytes: Uint8Array, answers: FileAnswers) => Promise<Reading>
  /** Its files are of one day each. */
  readonly oneDay?: true
  /** Its figures are none, or whole. */
  readonly figure?: 'none' | 'shares'
}

const SYMBOLS = ['JKH.N0000', 'COMB.N0000', 'SAMP.N0000', 'HNB.N0000', 'LOLC.N0000', 'DIAL.N0000']
const symbolAt = (index: number) => SYMBOLS[index] ?? `A${index}.N0000`
const plain = (units: bigint | string, scale: number) => formatDecimal(BigInt(units), scale)
const MONTHLY =
  'Client A/C No,Client Name,Contract Number,Trade Date,Buy/Sell Type,Stock Code,No of Shares,Price'.split(
    ',',
  )

const READERS: Readonly<Record<string, Reader>> = {
  'rows of trades': {
    names: ['Trade Date', 'Side', 'Symbol', 'Quantity', 'Price', 'Contract'],
    row: ({ day, figure }, index) => [day, 'Buy', 'JKH.N0000', figure, '20', `C${index}`],
    figure: 'shares',
    // As the form reads them.
    read: async (bytes, answers) => {
      const { columns, rows, decimalMarks, leftOut } = await readSheet(bytes, '', null)
      const orders = columns[0]?.dateOrders ?? []
      const order = isOrderAsked(orders) ? answers.dateOrder : orders[0]
      if (isOrderAsked(orders) && !(order && orders.includes(order))) return { asked: 'dateOrder' }
      const mark = decimalMarks.length > 1 ? answers.decimalMark : decimalMarks[0]
      if (!mark) return { asked: 'decimalMark' }
      const read = rows.map((cells) => [
        dateFromText(String(cells[0]), order ?? 'ymd'),
        readNumeral(plainIn(String(cells[3]), mark)),
      ])
      const right = read.filter(([day, figure]) => day !== undefined && figure !== null)
      return {
        days: right.map(([day]) => day as string),
        figures: right.map(([, figure]) => figure as string),
        faults: read.length - right.length + leftOut.length,
      }
    },
  },
  'a statement of a bank': {
    names: ['Date', 'Description', 'Withdrawals', 'Deposits'],
    row: ({ day, figure }, index) => [day, `Deposit ${index}`, '', figure],
    read: async (bytes, { dateOrder = null, decimalMark = null }) => {
      const asked = {
        fileName: '',
        sheet: null,
        part: null,
        balanceIs: 'in',
        balanceFromLines: false,
      } as const
      const seen = await readBank(bytes, { ...asked, mapping: null, remembered: null })
      const { questions, lines, problemCount } =
        seen.mapping === null || (!dateOrder && !decimalMark)
          ? seen
          : await readBank(bytes, {
              ...asked,
              remembered: null,
              mapping: { ...seen.mapping, dateOrder, decimalMark },
            })
      const [question] = questions
      if (question !== undefined) return { asked: question.field as 'dateOrder' }
      return {
        days: lines.map(({ date }) => date),
        figures: lines.map(({ debit, credit }) => String(debit - credit)),
        faults: problemCount,
      }
    },
  },
  'a trade summary': {
    names: ['Trade Date', 'Symbol', 'Last Trade', 'Share Volume'],
    row: ({ day, figure }, index) => [day, symbolAt(index), '20', figure],
    oneDay: true,
    figure: 'shares',
    read: async (bytes, answers) => {
      const { tradeDate, rows, problems } = await readPrices(bytes, { fileName: '', ...answers })
      return {
        days: tradeDate === null ? [] : [tradeDate],
        figures: rows.map(({ shareVolume }) => shareVolume?.toString() ?? ''),
        faults: problems.length,
      }
    },
  },
  'a list of prices': {
    names: ['Date', 'Company', 'Price'],
    row: ({ day, figure }, index) => [day, `Company ${index}`, figure],
    oneDay: true,
    read: async (bytes, answers) => {
      const { tradeDate, rows, problems } = await readPrices(bytes, { fileName: '', names: true, ...answers })
      return {
        days: tradeDate === null ? [] : [tradeDate],
        figures: rows.map(({ lastTrade }) => plain(lastTrade, 4)),
        faults: problems.length,
      }
    },
  },
  'a statement of the depository': {
    names: ['Statement Date', 'Account', 'Symbol', 'Balance'],
    row: ({ day, figure }, index) => [day, 'ABC-12345-LI/00', symbolAt(index), figure],
    oneDay: true,
    figure: 'shares',
    read: async (bytes, answers) => {
      const asked = { fileName: '', sheet: null, columns: null }
      const { statementDate, rows, problemCount } = await readCds(bytes, { ...asked, ...answers })
      return {
        days: statementDate === null ? [] : [statementDate],
        figures: rows.map(({ balance }) => String(balance)),
        faults: problemCount,
      }
    },
  },
  announcements: {
    names: ['Date', 'Category', 'Title'],
    row: ({ day }, index) => [day, 'CASH DIVIDEND', `Title ${index}`],
    figure: 'none',
    read: async (bytes, answers) => {
      const { rows, problems } = await readAnnouncements(bytes, answers)
      return { days: rows.map(({ date }) => date), faults: problems.length }
    },
  },
  'a broker’s list of a month': {
    names: MONTHLY,
    row: ({ day, figure }, index) => ['X-1-LI/00', 'A', `C${index}`, day, 'B', 'JKH.N0000', figure, '20'],
    figure: 'shares',
    read: async (bytes, answers) => {
      const { lines, problemCount } = await documentOf(bytes, {
        fileName: '',
        password: null,
        anyPdf: false,
        ...answers,
      })
      return {
        days: lines.map(({ tradeDate }) => tradeDate),
        figures: lines.map(({ quantity }) => String(quantity)),
        faults: problemCount,
      }
    },
  },
}

const fileOf = ({ names, row }: Reader, written: readonly Written[]) => {
  const quoted = (text: string) => (/[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return new TextEncoder().encode(
    [names, ...written.map(row)].map((cells) => cells.map(quoted).join(',')).join('\n'),
  )
}
async function read(
  reader: Reader,
  written: readonly Written[],
  answers: FileAnswers = {},
): Promise<Reading> {
  try {
    return await reader.read(fileOf(reader, written), answers)
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
    if (error.code === 'file.date-order') return { asked: 'dateOrder' }
    if (error.code === 'file.decimal-mark') return { asked: 'decimalMark' }
    // A document without one right line names the first fault.
    if (error.code === 'document.nothing-read')
      return { days: [], figures: [], faults: Number(error.facts['count']) }
    throw error
  }
}
const ofDays = (...days: string[]) => days.map((day) => ({ day, figure: '100' }))
const ofFigures = (...figures: string[]) => figures.map((figure) => ({ day: '2026-04-03', figure }))
const readers = Object.entries(READERS)
const withFigures = readers.filter(([, { figure }]) => figure !== 'none')

describe.each(readers)('days in %s', (name, reader) => {
  test.each([
    '2026-04-03',
    '2026/04/03',
    '20260403',
    '3-Apr-2026',
    'Fri, 3 Apr 2026',
    '="2026-04-03"',
    '2026-04-02T18:30:00.000Z',
    '2026-04-03T00:00:00+05:30',
    '2026-04-03 14:30',
  ])('%s is 3 April', async (day) => {
    expect((await read(reader, ofDays(day))).days).toEqual(['2026-04-03'])
  })

  test('3 April 26 is 3 April; a document, where 26 may be the day, leaves its line out', async () => {
    const { days, faults } = await read(reader, ofDays('3 April 26'))
    expect([days, faults]).toEqual(name === 'a broker’s list of a month' ? [[], 1] : [['2026-04-03'], 0])
  })

  test('03/04/2026 is asked about, and read as it is answered', async () => {
    expect(await read(reader, ofDays('03/04/2026'))).toEqual({ asked: 'dateOrder' })
    expect((await read(reader, ofDays('03/04/2026'), { dateOrder: 'dmy' })).days).toEqual(['2026-04-03'])
    expect((await read(reader, ofDays('03/04/2026'), { dateOrder: 'mdy' })).days).toEqual(['2026-03-04'])
  })

  test('26/03/05 is asked about: either end may be the year', async () => {
    const written = ofDays('26/03/05')
    if (name === 'a broker’s list of a month') {
      expect(await read(reader, written)).toMatchObject({ days: [], faults: 1 })
      return
    }
    expect(await read(reader, written)).toEqual({ asked: 'dateOrder' })
    expect((await read(reader, written, { dateOrder: 'ymd' })).days).toEqual(['2026-03-05'])
    expect((await read(reader, written, { dateOrder: 'dmy' })).days).toEqual(['2005-03-26'])
    // An answer that reads none of the days is none.
    expect(await read(reader, written, { dateOrder: 'mdy' })).toEqual({ asked: 'dateOrder' })
  })

  test('46176 may be a day as a spreadsheet counts, and is asked about', async () => {
    const written = ofDays('46176')
    expect(await read(reader, written)).toEqual({ asked: 'dateOrder' })
    expect((await read(reader, written, { dateOrder: 'serial' })).days).toEqual(['2026-06-03'])
    expect(await read(reader, written, { dateOrder: 'dmy' })).toEqual({ asked: 'dateOrder' })
  })

  test.each(['31/02/2026', '2026-13-01', 'yesterday', '99176'])('%s is no day of a row', async (day) => {
    const { days = [], faults = 0, asked } = await read(reader, ofDays(day))
    expect(days).toEqual([])
    expect(faults > 0 || asked !== undefined || reader.oneDay).toBe(true)
  })
})

test.each(readers.filter(([, { oneDay }]) => oneDay !== true))(
  'the other dates of the file show the order, whatever is answered: %s',
  async (_, reader) => {
    const days = async (other: string, answers: FileAnswers) =>
      (await read(reader, ofDays('03/04/2026', other), answers)).days
    expect(await days('17/04/2026', {})).toEqual(['2026-04-03', '2026-04-17'])
    expect(await days('04/17/2026', {})).toEqual(['2026-03-04', '2026-04-17'])
    expect(
      await days('04/17/2026', { dateOrder: reader === READERS['a statement of a bank'] ? null : 'dmy' }),
    ).toEqual(['2026-03-04', '2026-04-17'])
  },
)

describe.each(withFigures)('figures in %s', (_, reader) => {
  const figures = async (written: readonly Written[], answers: FileAnswers = {}) =>
    (await read(reader, written, answers)).figures?.map((text) => String(Number(text)))

  test.each([
    ['1000', '1000'],
    ['1,000', '1000'],
    ['12,34,567', '1234567'],
    ["1'000", '1000'],
    ['1 000', '1000'],
    ['1000.000000', '1000'],
    ['="1,000"', '1000'],
    ['1,000.00', '1000'],
  ])('%s is %s', async (written, figure) => {
    expect(await figures(ofFigures(written))).toEqual([figure])
  })

  test('1.000 is asked about, and read as it is answered', async () => {
    expect(await read(reader, ofFigures('1.000'))).toEqual({ asked: 'decimalMark' })
    expect(await figures(ofFigures('1.000'), { decimalMark: '.' })).toEqual(['1'])
    expect(await figures(ofFigures('1.000'), { decimalMark: ',' })).toEqual(['1000'])
  })

  test('the other numbers of the file show the mark', async () => {
    expect(await figures(ofFigures('1.000', '2,000.00'))).toEqual(['1', '2000'])
    expect(await figures(ofFigures('1.000', '2.000,00'))).toEqual(['1000', '2000'])
    expect(await figures(ofFigures('1.000', '1.234.567'))).toEqual(['1000', '1234567'])
  })

  test.each(['0,012', '1.2.3', '1e5', 'abc', '12 34', '1,234,56', '0x10', '100 CRX'])(
    '%s is a fault of its row, never a figure',
    async (written) => {
      const { asked, figures: found, faults } = await read(reader, ofFigures('2,000', written))
      if (asked !== undefined) return
      expect(found?.map((text) => Number(text))).toEqual([2_000])
      expect(faults).toBe(1)
    },
  )

  test('a currency before or behind it is no part of a figure', async () => {
    expect(await figures(ofFigures('Rs. 2,050', '2050/-', 'LKR 2050'))).toEqual(['2050', '2050', '2050'])
  })

  test('an unquoted comma is a fault of its row', async () => {
    const text = new TextDecoder().decode(fileOf(reader, ofFigures('7777', '500'))).replace('7777', '1,500')
    const { figures: found, faults } = await reader.read(new TextEncoder().encode(text), {})
    expect(found?.map(Number)).toEqual([500])
    expect(faults).toBe(1)
  })
})

test('a file is read rightly or asked about in every reader: never another day, never another figure', async () => {
  const file = fc.record({
    order: fc.constantFrom('dmy' as const, 'mdy' as const, 'ymd' as const),
    mark: fc.constantFrom('.' as const, ',' as const),
    days: fc.array(fc.integer({ min: 0, max: 364 }), { minLength: 1, maxLength: 4 }),
    figures: fc.array(
      fc.oneof(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1_000, max: 9_999 })),
      {
        minLength: 4,
        maxLength: 4,
      },
    ),
    isLong: fc.boolean(),
  })
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...readers), file, async ([name, reader], made) => {
      const { order, mark, figures, isLong } = made
      // A statement is read in the order of its days.
      const days = (reader.oneDay ? made.days.slice(0, 1) : made.days).toSorted((a, b) => a - b)
      const dates = days.map((day) => addDays('2026-01-01', day))
      const inOrder = (date: string) => {
        const [year, month, day] = date.split('-')
        return order === 'ymd'
          ? date
          : order === 'dmy'
            ? `${day}/${month}/${year}`
            : `${month}/${day}/${year}`
      }
      const numbers = dates.map((__, index) => BigInt(figures[index] ?? 1))
      const written = dates.map((date, index) => {
        const text = formatDecimal((numbers[index] ?? 1n) * 100n, 2, { grouping: true })
        const cut = isLong ? text : text.slice(0, -3)
        return {
          day: inOrder(date),
          figure: mark === '.' ? cut : cut.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')),
        }
      })
      const found = await read(reader, written)
      seen.add(`${name} ${found.asked ?? 'read'}`)
      if (found.asked !== undefined) return
      expect(found.faults).toBe(0)
      expect(found.days).toEqual(dates)
      if (found.figures !== undefined) {
        expect(found.figures.map((text) => BigInt(Math.round(Number(text))))).toEqual(numbers)
      }
    }),
    { numRuns: 400 },
  )
  for (const [name] of readers) expect([...seen]).toContain(`${name} read`)
  expect([...seen].map((one) => one.split(' ').at(-1))).toEqual(
    expect.arrayContaining(['dateOrder', 'decimalMark']),
  )
})
