/** How a broker's list of a month is read: what its texts show, and what must be asked. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DayOrder } from '../sheets/days.ts'
import { addDays, type PlainDate } from '../values/dates.ts'
import { formatDecimal } from '../values/decimal.ts'
import { formatMonthly, MONTHLY_COLUMNS, type MonthlyColumn, parseMonthly } from './monthly.ts'
import { type MonthlyAnswers, monthlyReading } from './monthly-questions.ts'
import { exampleFill } from './sample.ts'

const [names = [], cells = []] = formatMonthly([exampleFill()])
const listOf = (...written: readonly Readonly<Record<string, string | number>>[]) =>
  [
    names as (string | number)[],
    ...written.map((row) =>
      Object.entries(row).reduce(
        (all, [name, text]) => all.with(names.indexOf(name), text),
        cells as (string | number)[],
      ),
    ),
  ].map((row, at) => ({ line: at + 1, cells: row }))
const HEADING = { line: 1, columns: Object.keys(MONTHLY_COLUMNS) as MonthlyColumn[] }
const readingOf = (list: ReturnType<typeof listOf>, answers?: MonthlyAnswers) =>
  monthlyReading(list, HEADING, answers)
const days = (traded: string, settled: string) => ({ 'Trade Date': traded, 'Settlement Date': settled })

test.each([
  ['a day that is no month', [days('15/06/2026', '')], 'dmy'],
  ['a month that is no day', [days('06/15/2026', '')], 'mdy'],
  ['the day of settlement, near the trade day first', [days('02/03/2026', '04/03/2026')], 'dmy'],
  ['the day of settlement, near the trade month first', [days('03/02/2026', '03/04/2026')], 'mdy'],
  ['another row of the list', [days('03/02/2026', ''), days('03/17/2026', '')], 'mdy'],
  ['days that are the same either way', [days('05/05/2026', '')], 'dmy'],
  ['days with the year first', [days('2026/03/02', '2026/03/04')], 'dmy'],
])('the order of day and month is shown by %s', (_, written, order) => {
  expect(readingOf(listOf(...written))).toMatchObject({ dateOrder: order })
})

test('days that fit both ways are asked, and read as it is said', () => {
  const list = listOf(days('02/03/2026', ''))
  expect(readingOf(list)).toEqual({
    question: { field: 'dateOrder', example: '02/03/2026', orders: ['dmy', 'mdy'] },
  })
  const dayOf = (dateOrder: DayOrder) => {
    const reading = readingOf(list, { dateOrder })
    return reading.question === undefined
      ? parseMonthly(list, HEADING, reading).lines[0]?.tradeDate
      : undefined
  }
  expect([dayOf('dmy'), dayOf('mdy')]).toEqual(['2026-03-02', '2026-02-03'])
})

test('1.000 is a thousand or one: the other numbers say so, else it is asked', () => {
  const figures = (quantity: string, price: string, value: string) => ({
    'No of Shares': quantity,
    Price: price,
    Value: value,
    'Settlement Amount': '',
  })
  const open = listOf(figures('1.000', '20', ''))
  expect(readingOf(open)).toEqual({ question: { field: 'decimalMark', example: '1.000' } })
  const sharesOf = (list: typeof open, decimalMark?: '.' | ',') => {
    const reading = readingOf(list, decimalMark === undefined ? {} : { decimalMark })
    return reading.question === undefined
      ? parseMonthly(list, HEADING, reading).lines[0]?.quantity
      : undefined
  }
  expect([sharesOf(open, '.'), sharesOf(open, ',')]).toEqual([1n, 1_000n])
  expect(sharesOf(listOf(figures('1.000', '20,50', '20.500,00')))).toBe(1_000n)
  expect(sharesOf(listOf(figures('1.000', '20.50', '20.50')))).toBe(1n)
  expect(sharesOf(listOf(figures('1,000', '20.50', '20,500.00')))).toBe(1_000n)
})

test.each<[string, Record<string, string | number>, ',' | null, [bigint, bigint, bigint] | 'asked']>([
  ['a comma of the value', { Price: 2.125, Value: '2.125,00' }, null, [1_000n, 21_250n, 212_500n]],
  ['no point of a number', { 'No of Shares': '1.000', Price: 20.5 }, null, 'asked'],
  ['the answer', { 'No of Shares': '1.000', Price: 20.5 }, ',', [1_000n, 205_000n, 2_050_000n]],
  ['nothing to ask of numbers', { Price: 2.125 }, null, [1_000n, 21_250n, 212_500n]],
  ['no answer for numbers', { Price: 2.125, Value: 2125 }, ',', [1_000n, 21_250n, 212_500n]],
])('numbers of a workbook keep their point and show no mark: %s', (_, cells, decimalMark, read) => {
  const list = listOf({ 'No of Shares': 1000, Value: '', 'Settlement Amount': '', ...cells })
  const reading = readingOf(list, { decimalMark })
  const line = reading.question === undefined ? parseMonthly(list, HEADING, reading).lines[0] : undefined
  expect(line === undefined ? 'asked' : [line.quantity, line.price, line.gross]).toEqual(read)
})

const written = (day: PlainDate, order: DayOrder) => {
  const [year, month, date] = day.split('-')
  return order === 'dmy' ? `${date}/${month}/${year}` : `${month}/${date}/${year}`
}

test('a list is read rightly or asked about: never another day, never another number', () => {
  const order = fc.constantFrom<DayOrder>('dmy', 'mdy')
  const row = fc.record({
    day: fc.integer({ min: 0, max: 364 }).map((after) => addDays('2026-01-01', after)),
    settles: fc.option(fc.integer({ min: 1, max: 5 })),
    shares: fc.bigInt({ min: 1n, max: 9_999_999n }),
    cents: fc.bigInt({ min: 1n, max: 9_999_999n }),
  })
  const list = fc.record({
    order,
    mark: fc.constantFrom('.' as const, ',' as const),
    rows: fc.array(row, { minLength: 1, maxLength: 5 }),
  })
  const [asked, read] = [new Set<string>(), new Set<string>()]
  fc.assert(
    fc.property(list, ({ order, mark, rows }) => {
      const number = (units: bigint, scale: number) => {
        const text = formatDecimal(units, scale, { grouping: true })
        return mark === '.' ? text : text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
      }
      const sheet = listOf(
        ...rows.map(({ day, settles, shares, cents }) => ({
          ...days(written(day, order), settles === null ? '' : written(addDays(day, settles), order)),
          'No of Shares': number(shares, 0),
          Price: number(cents, 2),
          Value: '',
          'Settlement Amount': '',
        })),
      )
      const reading = readingOf(sheet)
      if (reading.question !== undefined) {
        asked.add(reading.question.field)
        return
      }
      read.add(`${reading.dateOrder} ${reading.decimalMark}`)
      const { lines } = parseMonthly(sheet, HEADING, reading)
      expect(lines.map((line) => [line.tradeDate, line.quantity, line.price])).toEqual(
        rows.map(({ day, shares, cents }) => [day, shares, cents * 100n]),
      )
    }),
    { numRuns: 500 },
  )
  expect([read.size, asked.has('dateOrder')]).toEqual([4, true])
})
