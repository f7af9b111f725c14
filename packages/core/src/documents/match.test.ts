/**
 * Each rule of finding a contract's trades separately, with the nearest case that another rule decides
 * otherwise.
 */
import { describe, expect, test } from 'vitest'
import { addFees, NO_FEES } from '../fee-tariffs/charge.ts'
import { KNOWN, lineOf, match, tradeOf } from '../testing/contract-samples.ts'
import type { DocumentLine } from './line.ts'
import type { BookTrade, FieldDifference } from './match.ts'

const differences = ({ matches }: ReturnType<typeof match>): readonly FieldDifference[] =>
  [...matches.values()].flatMap((one) => one.differences)
/** Two fills of contract 70001: 500 at 20.00 and 500 at 20.01, 20,005.00 in all. */
const fills = [
  lineOf({ line: 1, quantity: 500n, executionId: 'E1' }),
  lineOf({ line: 2, quantity: 500n, price: 200_100n, executionId: 'E2' }),
]
const fees = fills.reduce((sum, line) => addFees(sum, line.fees), NO_FEES)
const ofBoth = (of: Partial<BookTrade>) => tradeOf({ gross: 2_000_500n, fees, ...of })

describe('a trade that was recorded from a line', () => {
  test('belongs to its contract also where that line is the repetition of another one', () => {
    const twice = [
      lineOf({ line: 1, executionId: 'E1' }),
      lineOf({ line: 2, executionId: 'E1', contractNumber: '70002' }),
    ]
    const known = { ...KNOWN, recordedFrom: new Map([[2, [1]]]) }
    expect(match(twice, [tradeOf({ contractNumber: '9' })], known).states).toEqual(['recorded'])
  })
})

describe('a trade with the number', () => {
  test('of the very day goes before one of a day near it', () => {
    const trades = [
      tradeOf({ id: 1, dealNumber: 'BUY-1', tradeDate: '2026-01-02' }),
      tradeOf({ id: 2, dealNumber: 'BUY-2' }),
    ]
    const { states, matches } = match([lineOf({})], trades)
    expect(states).toEqual(['recorded'])
    expect([...matches.values()].flatMap((one) => one.trades.map(({ id }) => id))).toEqual([2])
  })

  test.each([
    ['2025-12-26', 'differs'],
    ['2025-12-25', 'new'],
    ['2026-01-15', 'differs'],
    ['2026-01-16', 'new'],
  ])('is looked for ten days around: on %s it is %s', (tradeDate, state) => {
    expect(match([lineOf({})], [tradeOf({ tradeDate })]).states).toEqual([state])
  })

  test('has it with or without zeros before it', () => {
    expect(match([lineOf({})], [tradeOf({ contractNumber: '00070001' })]).states).toEqual(['recorded'])
    expect(match([lineOf({})], [tradeOf({ contractNumber: '700010' })]).states).toEqual(['new'])
  })

  test('may be of any broker where none is named with it', () => {
    const known = { ...KNOWN, brokerNames: ['NDB Securities (Pvt) Ltd'] }
    expect(match([lineOf({})], [tradeOf({ brokerName: null })], known).states).toEqual(['recorded'])
  })
})

describe('a trade without a number', () => {
  const bare = (of: Partial<BookTrade> = {}) => tradeOf({ contractNumber: null, ...of })
  const stateOf = (lines: readonly DocumentLine[], trade: BookTrade) => match(lines, [trade]).states

  test('of another quantity or another gross is another trade', () => {
    expect(stateOf([lineOf({})], bare({ quantity: 500n }))).toEqual(['new'])
    expect(stateOf([lineOf({})], bare({ gross: 2_000_001n }))).toEqual(['new'])
  })

  test('of several fills has an average price: half a unit a share, and a cent, is the same gross', () => {
    // 1,000 x 0.00005 is 5 cents.
    const unnumbered = (gross: bigint) => stateOf(fills, ofBoth({ contractNumber: null, gross }))
    expect([unnumbered(2_000_506n), unnumbered(2_000_494n)]).toEqual([['recorded'], ['recorded']])
    expect([unnumbered(2_000_507n), unnumbered(2_000_493n)]).toEqual([['new'], ['new']])
  })

  test('is meant without a known portfolio only if one portfolio has such trades', () => {
    const known = { ...KNOWN, portfolioOf: () => null }
    const ours = [bare(), bare({ id: 2, portfolioId: 8 })]
    expect(match([lineOf({})], ours, known).states).toEqual(['new'])
    expect(match([lineOf({})], ours.slice(0, 1), known).states).toEqual(['recorded'])
  })

  test('is one: of two alike the other is missing from the document', () => {
    const found = match([lineOf({})], [bare(), bare({ id: 2, dealNumber: 'BUY-2' })])
    expect([found.states, found.missing]).toEqual([['recorded'], ['BUY-2']])
  })
})

describe('what differs', () => {
  test('is no fee of half a cent a fill', () => {
    const apart = (lines: readonly DocumentLine[], brokerage: bigint) =>
      differences(
        lines.length === 1
          ? match(lines, [tradeOf({ fees: addFees(tradeOf().fees, { ...NO_FEES, brokerage }) })])
          : match(lines, [ofBoth({ fees: addFees(fees, { ...NO_FEES, brokerage }) })]),
      )
    expect([apart(fills, 1n), apart(fills, -1n)]).toEqual([[], []])
    expect(apart(fills, 2n)).toEqual([
      { field: 'brokerage', document: fees.brokerage, books: fees.brokerage + 2n },
    ])
    expect(apart([lineOf({})], 1n)).toEqual([{ field: 'brokerage', document: 12_800n, books: 12_801n }])
  })

  test('is the settlement date of any of the trades that share a contract', () => {
    const half = { quantity: 500n, gross: 1_000_250n }
    const trades = [
      ofBoth({ ...half, fees, id: 1 }),
      ofBoth({ ...half, fees: NO_FEES, id: 2, portfolioId: 8, settlementDate: '2026-01-09' }),
    ]
    expect(differences(match(fills, trades))).toEqual([
      { field: 'settlementDate', document: '2026-01-07', books: '2026-01-09' },
    ])
  })
})

test('a trade that the document lacks is missing only if it names the broker of the document, or none', () => {
  const known = { ...KNOWN, brokerNames: ['NDB Securities (Pvt) Ltd'] }
  const trades = [
    tradeOf({ id: 2, dealNumber: 'none named', contractNumber: '70009' }),
    tradeOf({ id: 3, dealNumber: 'its broker', contractNumber: '70010', brokerName: 'NDB SECURITIES' }),
    tradeOf({ id: 4, dealNumber: 'another', contractNumber: '70011', brokerName: 'Asia Securities' }),
  ]
  expect(match([lineOf({})], trades, known).missing).toEqual(['none named', 'its broker'])
})
