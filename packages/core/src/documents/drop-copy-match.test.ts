import { describe, expect, test } from 'vitest'
import { NO_FEES } from '../fee-tariffs/charge.ts'
import { KNOWN, lineOf, match, RULES, tradeOf } from '../testing/contract-samples.ts'
import { contractsOf } from './contracts.ts'
import { proveFees, sumProofs } from './fee-proof.ts'
import type { DocumentLine } from './line.ts'

/** A fill of a drop copy, without fees and number. */
const fill = (at: number, quantity: bigint, price: bigint, of: Partial<DocumentLine> = {}): DocumentLine =>
  lineOf({
    line: at,
    executionId: `E-${at}`,
    contractNumber: null,
    quantity,
    price,
    fees: NO_FEES,
    rest: { session: 'A>B', event: 'fill', feeSource: 'schedule', buyingBroker: 'ABC' },
    ...of,
  })
const FILLS = [fill(1, 400n, 200_000n), fill(2, 600n, 200_000n)]
const formed = tradeOf({ contractNumber: null, isFormed: true })

describe('a contract of a drop copy', () => {
  test.each([
    ['nothing is there', [], ['new']],
    ['the trade with its shares and gross', [tradeOf()], ['recorded']],
    [
      'two trades that come to it',
      [tradeOf({ quantity: 300n, gross: 600_000n }), tradeOf({ id: 2, quantity: 700n, gross: 1_400_000n })],
      ['recorded'],
    ],
    [
      'a trade of other shares: a person decides',
      [tradeOf({ quantity: 300n, gross: 600_000n })],
      ['undecided'],
    ],
    ['a trade of another broker', [tradeOf({ quantity: 300n, brokerName: 'Other' })], ['new']],
    ['fees of the trade do not matter', [tradeOf({ fees: { ...NO_FEES, brokerage: 1n } })], ['recorded']],
  ])('%s', (_, trades, states) => {
    expect(match(FILLS, trades, { ...KNOWN, brokerNames: ['ABC'] }).states).toEqual(states)
  })

  test('the trade that an earlier file was recorded as differs after a correction', () => {
    const known = { ...KNOWN, executedAs: new Map([[1, [1]]]) }
    const { matches, states } = match([fill(1, 400n, 200_000n), fill(2, 600n, 210_000n)], [formed], known)
    expect(states).toEqual(['differs'])
    expect([...matches.values()][0]?.differences).toEqual([
      { field: 'gross', document: 2_060_000n, books: 2_000_000n },
    ])
  })

  test('all fills cancelled: the trade is to be deleted', () => {
    const void_ = FILLS.map((line) => ({ ...line, rest: { ...line.rest, supersededBy: 'E-9' } }))
    const known = { ...KNOWN, executedAs: new Map([[1, [1]]]) }
    expect([...match(void_, [formed], known).matches.values()]).toMatchObject([
      { state: 'differs', differences: [{ field: 'cancelled' }] },
    ])
    expect(match(void_, [formed]).states).toEqual(['recorded'])
  })
})

describe('a trade file after the trade was formed', () => {
  const known = {
    ...KNOWN,
    executedAs: new Map([
      [1, [1]],
      [2, [1]],
    ]),
  }

  test('adds the contract number', () => {
    expect([...match([lineOf({ executionId: 'E-1' })], [formed], known).matches.values()]).toMatchObject([
      { state: 'differs', differences: [{ field: 'contractNumber', document: '70001', books: '' }] },
    ])
    expect(match([lineOf({})], [formed]).states).toEqual(['differs'])
    expect(match([lineOf({})], [{ ...formed, isFormed: false }]).states).toEqual(['recorded'])
  })

  test('with two contracts for it: one differs, the other is for a person', () => {
    const two = [lineOf({ quantity: 400n }), lineOf({ line: 2, quantity: 600n, contractNumber: '70002' })]
    expect(match(two, [formed], known).states).toEqual(['differs', 'undecided'])
  })
})

test('fees that are not stated are those of the contract by schedule, and prove nothing', () => {
  const contracts = contractsOf([fill(1, 333n, 101_000n), fill(2, 333n, 102_000n), fill(3, 334n, 103_000n)])
  const proofs = proveFees(contracts, RULES)
  expect([...proofs.values()].map(({ difference }) => difference)).toEqual([null, null, null])
  const { schedule, different, unproved } = sumProofs(contracts, proofs)
  expect({ schedule, different, unproved }).toEqual({
    schedule: { brokerage: 6_528n, cse: 857n, cds: 122n, clearing: 122n, sec: 734n, stl: 3_060n },
    different: 0,
    unproved: 0,
  })
})
