/**
 * The reader of a layout reads the same values that were written: each field at its position, in each layout.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cdsNumber } from '../cds/account-number.ts'
import { FEE_COMPONENTS } from '../fee-tariffs/tariff.ts'
import { isinCheckDigit } from '../securities/symbol.ts'
import { addDays } from '../values/dates.ts'
import { grossOf } from '../values/money.ts'
import { formatConfirmation, parseConfirmation } from './confirmation.ts'
import { contractNumberOf } from './field-texts.ts'
import { type DocumentHeader, type DocumentLine, type DocumentRead, NO_HEADER, netOf } from './line.ts'
import { csvOf, formatMonthly, parseMonthly } from './monthly.ts'
import { SAMPLE_DEFECTS, sampleDocuments } from './sample.ts'
import { formatTradeLine, parseTradeFile } from './trade-file.ts'

const letters = (from: string, min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...from), minLength: min, maxLength: max })
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const word = (max: number) => letters(`${CAPITALS}0123456789-/`, 1, max)
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))
const cents = fc.bigInt({ min: 0n, max: 999_999_999_99n })
const fees = fc.record({ brokerage: cents, cse: cents, cds: cents, clearing: cents, sec: cents, stl: cents })
const account = fc
  .record({
    participant: letters(CAPITALS, 3, 3),
    number: fc.integer({ min: 1, max: 2_000_000_000 }).map(String),
    category: letters(CAPITALS, 2, 2),
    joint: fc.integer({ min: 0, max: 99 }).map((joint) => String(joint).padStart(2, '0')),
  })
  .map(cdsNumber)
const contract = fc.integer({ min: 1, max: 99_999_999 }).map(String)
const symbol = fc
  .tuple(letters(CAPITALS, 2, 4), fc.constantFrom(...'NXPRWUD'), letters('0123456789', 4, 4))
  .map(([code, letter, serial]) => `${code}.${letter}${serial}`)
const isin = letters('0123456789', 4, 4).map(
  (issuer) => `LK${issuer}N0000${isinCheckDigit(`LK${issuer}N0000`)}`,
)
const name = fc
  .array(letters(`${CAPITALS}&.`, 1, 12), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '))

const fill: fc.Arbitrary<DocumentLine> = fc
  .record({
    tradeDate: day,
    side: fc.constantFrom('buy' as const, 'sell' as const),
    symbol,
    quantity: fc.bigInt({ min: 1n, max: 9_999_999n }),
    price: fc.bigInt({ min: 1n, max: 99_999n }).map((rupees) => rupees * 100n),
    fees,
    foreignBrokerage: fc.oneof(fc.constant(0n), cents),
    settlementDate: day,
    cancelled: fc.boolean(),
    contractNumber: orNull(contract),
    clientAccount: account,
  })
  .map((one) => {
    const gross = grossOf(one.quantity, one.price)
    return {
      ...one,
      line: 1,
      tradeTime: null,
      executionId: null,
      isin: null,
      companyName: null,
      gross,
      net: netOf({ ...one, gross }),
      clientName: null,
      orderId: null,
      rest: {},
    }
  })

const only = (read: DocumentRead) => {
  expect(read.problems).toEqual([])
  return read.lines.map(plain)
}
/** Without its position in the file and the fields that only one layout has. */
const plain = (line: DocumentLine) => ({ ...line, line: 0, rest: {} })

test('a line of the trade file', () => {
  const time = fc
    .tuple(...[24, 60, 60].map((below) => fc.integer({ min: 0, max: below - 1 })))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
  const more = fc.record({
    tradeTime: orNull(time),
    executionId: orNull(word(16)),
    orderId: orNull(word(20)),
  })
  const rest = fc.record({
    lotType: letters(CAPITALS, 1, 1),
    buyingBroker: letters(CAPITALS, 3, 3),
    sellingBroker: letters(CAPITALS, 3, 3),
    foreignFlag: fc.constantFrom('0', '1'),
    status: letters('123456789', 1, 2),
    tradeReportId: word(50),
    orderSource: word(11),
    consolidationNo: letters('123456789', 1, 5),
  })
  fc.assert(
    fc.property(fill, more, rest, (base, other, fields) => {
      const line = { ...base, ...other, rest: fields }
      const text = formatTradeLine(line)
      expect(text).toHaveLength(307)
      const read = parseTradeFile(text)
      expect(only(read)).toEqual([plain(line)])
      expect(read.lines[0]?.rest).toMatchObject(fields)
    }),
  )
})

test('a confirmation', () => {
  const header: fc.Arbitrary<DocumentHeader> = fc.record({
    ...NO_HEADER_ARBITRARY,
    brokerName: name.map((text) => `X ${text}`),
    tel: orNull(letters('0123456789', 3, 10)),
    clientAccount: account,
    clientName: orNull(name),
    tradeDate: orNull(day),
    settlementDate: orNull(day),
  })
  const fills = fc.array(fc.tuple(fill, isin, name), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(header, fills, (head, several) => {
      const lines = several.map(([line, number, company], at) => ({
        ...line,
        clientAccount: head.clientAccount,
        clientName: head.clientName,
        isin: number,
        companyName: company,
        contractNumber: String(at + 1),
      }))
      const read = parseConfirmation(formatConfirmation(head, lines))
      expect(read.header).toEqual(head)
      const byContract = (one: { contractNumber: string | null }) => Number(one.contractNumber)
      expect(only(read).toSorted((a, b) => byContract(a) - byContract(b))).toEqual(lines.map(plain))
      const bought = lines.filter(({ side, cancelled }) => side === 'buy' && !cancelled)
      if (lines.some(({ side }) => side === 'buy')) {
        expect(read.statedTotals?.purchases?.net).toBe(bought.reduce((sum, { net }) => sum + net, 0n))
      }
    }),
  )
})

test('a confirmation with any contract number that a trade may have', () => {
  const figure = fc.constantFrom(
    '20.00',
    '1,000',
    '15/06/2026',
    '0.01',
    '-',
    '/',
    '(',
    'Total',
    'Purchase of',
  )
  const part = fc.oneof(
    word(12),
    letters('abcxyz.,:()&#', 1, 12),
    figure,
    fc.string({ minLength: 1, maxLength: 9 }),
  )
  const number = fc
    .array(part, { minLength: 1, maxLength: 12 })
    // As it is stored: of at most 60 characters, none that cannot be printed, without zeros before it.
    .map((parts) => contractNumberOf(parts.join(' ').replace(/[\0-\x1f\x7f-\x9f]/g, '')))
  fc.assert(
    fc.property(fill, isin, name, number, (base, code, company, contractNumber) => {
      const line = { ...base, isin: code, companyName: company, contractNumber, clientAccount: null }
      expect(only(parseConfirmation(formatConfirmation(NO_HEADER, [line])))).toEqual([plain(line)])
    }),
    { numRuns: 1_000 },
  )
})
const NO_HEADER_ARBITRARY = Object.fromEntries(
  Object.keys(NO_HEADER).map((field) => [field, fc.constant(null)]),
) as unknown as { [F in keyof DocumentHeader]: fc.Arbitrary<DocumentHeader[F]> }

test('a monthly list', () => {
  const more = fc.record({ clientName: orNull(name), orderId: orNull(word(20)) })
  const rest = fc.record({
    traderId: word(10),
    relationship: name,
    mobileNumber: letters('0123456789', 9, 10),
  })
  fc.assert(
    fc.property(fc.array(fc.tuple(fill, more, rest), { minLength: 1, maxLength: 5 }), (several) => {
      const lines = several.map(([base, other, fields]) => ({ ...base, ...other, rest: fields }))
      const rows = formatMonthly(lines).map((cells, at) => ({ line: at + 1, cells }))
      const read = parseMonthly(rows)
      expect(only(read)).toEqual(lines.map(plain))
      for (const [at, line] of read.lines.entries()) expect(line.rest).toMatchObject(lines[at]?.rest ?? {})
    }),
  )
})

test('the three files of a sample hold the same fills', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 40 }), (seed, count) => {
      const { lines, tradeFile, confirmations, monthly } = sampleDocuments({
        seed,
        lines: count,
        days: 5,
        defects: SAMPLE_DEFECTS.slice(0, 2),
      })
      const figures = (all: readonly DocumentLine[]) =>
        all
          .map(
            (one) =>
              `${one.tradeDate} ${one.side} ${one.symbol} ${one.clientAccount} ${one.contractNumber} ${one.quantity} ${one.price} ${one.gross} ${FEE_COMPONENTS.map((fee) => one.fees[fee]).join(' ')} ${one.foreignBrokerage} ${one.net} ${one.settlementDate} ${one.cancelled}`,
          )
          .toSorted()
      const cells = monthly.split('\r\n').map((text, at) => ({ line: at + 1, cells: cellsOf(text) }))
      expect(figures(parseTradeFile(tradeFile).lines)).toEqual(figures(lines))
      expect(figures(parseMonthly(cells).lines)).toEqual(figures(lines))
      expect(figures(confirmations.flatMap((text) => parseConfirmation(text).lines))).toEqual(figures(lines))
      expect(parseTradeFile(tradeFile).statedTotals?.count).toBe(lines.length)
    }),
    { numRuns: 20 },
  )
})

/** Cells of a line of our own, in which quotation marks are only around a cell. */
const cellsOf = (text: string) =>
  [...text.matchAll(/(?:^|,)(?:"([^"]*)"|([^,"]*))/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

test('cells with marks and commas are quoted', () => {
  expect(csvOf([['a,b', 'c "d"', 'e']])).toBe('"a,b","c ""d""",e\r\n')
})
