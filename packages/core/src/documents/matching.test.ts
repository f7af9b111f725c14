import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addFees, chargeFees, NO_FEES, totalFees } from '../fee-tariffs/charge.ts'
import { BAND_LIMIT, FEE_COMPONENTS } from '../fee-tariffs/tariff.ts'
import type { FeeRules } from '../fee-tariffs/together.ts'
import { KNOWN, lineOf, match, ORDINARY, RULES, tradeOf } from '../testing/contract-samples.ts'
import { sumOf } from '../values/money.ts'
import { contractsOf, controlDifferences, splitContract, totalsOf } from './contracts.ts'
import { proveFees, sumProofs } from './fee-proof.ts'
import type { DocumentLine } from './line.ts'
import type { BookTrade } from './match.ts'

describe('one contract of three fills (vector 8.1)', () => {
  const fills = [
    { line: 1, quantity: 333n, price: 101_000n },
    { line: 2, quantity: 333n, price: 102_000n },
    { line: 3, quantity: 334n, price: 103_000n },
  ]
  test('is one trade of 1,000 shares at 10.2001', () => {
    const [contract, ...others] = contractsOf(fills.map(lineOf))
    expect(others).toEqual([])
    expect(contract).toMatchObject({ quantity: 1_000n, gross: 1_020_010n, price: 102_001n })
    expect(totalFees(contract?.fees ?? NO_FEES)).toBe(11_425n)
  })
  test('charged on the contract, its 0.02 is rounding and no difference', () => {
    const onContract = chargeFees(ORDINARY, 1_020_010n).fees
    expect(totalFees(onContract)).toBe(11_423n)
    const lines = fills.map((fill, at) => lineOf({ ...fill, fees: at === 0 ? onContract : NO_FEES }))
    const contracts = contractsOf(lines)
    const sums = sumProofs(contracts, proveFees(contracts, RULES))
    expect(sums).toMatchObject({ difference: 0n, different: 0, unproved: 0 })
    // The trade was recorded with the fees of the schedule: the same.
    const fees = addFees(onContract, { ...NO_FEES, brokerage: 1n })
    expect(match(lines, [tradeOf({ gross: 1_020_010n, fees })]).states).toEqual(['recorded'])
  })
  test('a fee two cents a fill apart is a difference', () => {
    const contracts = contractsOf([
      lineOf({ fees: addFees(chargeFees(ORDINARY, 2_000_000n).fees, { ...NO_FEES, cse: 2n }) }),
    ])
    expect(sumProofs(contracts, proveFees(contracts, RULES))).toMatchObject({ difference: 2n, different: 1 })
  })
})

describe('the step-up (vector 8.2)', () => {
  const day = [1, 2].map((line) =>
    lineOf({
      line,
      contractNumber: `7000${line}`,
      quantity: 1_000_000n,
      price: 600_000n,
      gross: 6_000_000_000n,
    }),
  )
  const schedules = (lines: readonly DocumentLine[]) => {
    const proofs = proveFees(contractsOf(lines), RULES)
    return lines.map(({ line }) => totalFees(proofs.get(line)?.schedule ?? NO_FEES))
  }
  test('holds for everything a client trades of a security on a side of a day', () => {
    expect(schedules(day)).toEqual([62_125_000n, 62_125_000n])
  })
  test('and for nothing else', () => {
    const [one, two] = day as [DocumentLine, DocumentLine]
    for (const other of [
      { clientAccount: '200002LI' },
      { symbol: 'COMB.N0000' },
      { side: 'sell' as const },
      { tradeDate: '2026-01-06' },
    ])
      expect(schedules([one, { ...two, ...other }])).toEqual([67_200_000n, 67_200_000n])
  })
  test('gives shares that add up, each within a cent a component of its part', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(1n, BAND_LIMIT), { minLength: 2, maxLength: 8 }), (grosses) => {
        const lines = grosses.map((gross, at) => lineOf({ line: at + 1, contractNumber: String(at), gross }))
        const whole = sumOf(grosses)
        const sum = sumOf(schedules(lines))
        if (whole > BAND_LIMIT) expect(sum).toBe(chargeFees(ORDINARY, whole).total)
        else expect(sum).toBe(sumOf(grosses.map((gross) => chargeFees(ORDINARY, gross).total)))
      }),
    )
  })
})

test('intraday relief leaves the smaller side the levy alone, where a rule is in force (vector 8.3)', () => {
  const lines = [
    lineOf({ line: 1, gross: 100_000_000n }),
    lineOf({ line: 2, gross: 40_000_000n, side: 'sell', contractNumber: '70002' }),
  ]
  const sum = (rules: FeeRules) =>
    totalFees(sumProofs(contractsOf(lines), proveFees(contractsOf(lines), rules)).schedule)
  expect(sum(RULES)).toBe(1_568_000n)
  expect(sum({ ...RULES, hasRelief: (date) => date === '2026-01-05' })).toBe(1_240_000n)
  expect(sum({ ...RULES, hasRelief: (date) => date === '2026-01-06' })).toBe(1_568_000n)
})

test('foreign brokerage adds to brokerage and is not proved (vector 8.4)', () => {
  const buy = lineOf({ foreignBrokerage: 5_000n })
  const sell = lineOf({ foreignBrokerage: 5_000n, side: 'sell', line: 2 })
  const contracts = contractsOf([buy, sell])
  expect(contracts.map(({ net, fees }) => [net, fees.brokerage])).toEqual([
    [2_027_400n, 17_800n],
    [1_972_600n, 17_800n],
  ])
  expect(sumProofs(contracts, proveFees(contracts, RULES)).difference).toBe(0n)
})

describe('fills and repetitions', () => {
  test('an execution id that occurs twice counts once', () => {
    const lines = [1, 2, 3].map((line) => lineOf({ line, executionId: line === 3 ? 'E1' : `E${line}` }))
    const [contract] = contractsOf(lines)
    expect(contract?.quantity).toBe(2_000n)
    expect(contract?.repeated.map(({ line }) => line)).toEqual([3])
    expect(totalsOf(contractsOf(lines)).purchases.count).toBe(2)
  })
  describe('a cancelled line', () => {
    const fill = lineOf({ executionId: 'E1' })
    const lines = [fill, lineOf({ line: 2, executionId: 'E2' })]
    const countedOf = (all: readonly DocumentLine[]) =>
      contractsOf(all).map(({ cancelled, lines: own, repeated }) => [
        cancelled,
        own.map(({ line }) => line),
        repeated.map(({ line }) => line),
      ])
    test('takes back the earlier fill of its execution, once', () => {
      const back = { ...fill, line: 3, cancelled: true }
      expect(countedOf([...lines, back])).toEqual([
        [false, [2], []],
        [true, [3], [1]],
      ])
      expect(countedOf([...lines, back, { ...back, line: 4 }])[1]).toEqual([true, [3], [1, 4]])
      // Said again after it, it is a fill.
      expect(countedOf([...lines, back, { ...fill, line: 4 }])[0]).toEqual([false, [2, 4], []])
      expect(totalsOf(contractsOf([...lines, back])).purchases).toMatchObject({ count: 1, quantity: 1_000n })
    })
    test('takes a whole contract back with its repetitions; nothing is left to record', () => {
      const all = [fill, { ...fill, line: 2 }, { ...fill, line: 3, cancelled: true }]
      expect(countedOf(all)).toEqual([[true, [3], [1, 2]]])
      expect(match(all, []).states).toEqual(['recorded'])
      expect(match(all, [tradeOf()]).states).toEqual(['differs'])
    })
    test('without an execution takes back one of its contract, quantity and price', () => {
      const one = lineOf({})
      const other = lineOf({ line: 2, quantity: 5n })
      expect(countedOf([one, other, { ...one, line: 3, cancelled: true }])).toEqual([
        [false, [2], []],
        [true, [3], [1]],
      ])
      expect(
        countedOf([
          { ...one, contractNumber: '70002' },
          { ...one, line: 3, cancelled: true },
        ]),
      ).toEqual([
        [false, [1], []],
        [true, [3], []],
      ])
    })
  })
  test('equal fills without contract and execution wait for a decision; others do not', () => {
    const bare = (line: number, more: Partial<DocumentLine> = {}) =>
      lineOf({ line, contractNumber: null, ...more })
    expect(match([bare(1), bare(2), bare(3, { quantity: 5n })], []).states).toEqual([
      'undecided',
      'undecided',
      'new',
    ])
    expect(match([bare(1, { executionId: 'A' }), bare(2, { executionId: 'B' })], []).states).toEqual([
      'new',
      'new',
    ])
    const recorded = new Map([[1, [1]]])
    const known = { ...KNOWN, recordedFrom: recorded }
    expect(match([bare(1), bare(2)], [tradeOf({ contractNumber: null })], known).states).toEqual([
      'recorded',
      'undecided',
    ])
  })
})

describe('what the books have', () => {
  test('a trade of the same number is recorded, or differs field by field', () => {
    expect(match([lineOf({})], [tradeOf()]).states).toEqual(['recorded'])
    const amended = match(
      [lineOf({ quantity: 900n, tradeDate: '2026-01-06', settlementDate: '2026-01-08' })],
      [tradeOf()],
    )
    expect(amended.states).toEqual(['differs'])
    const [contract] = amended.contracts
    expect(amended.matches.get(contract?.key ?? '')?.differences.map(({ field }) => field)).toEqual([
      'tradeDate',
      'settlementDate',
      'quantity',
      'gross',
      ...FEE_COMPONENTS,
    ])
  })
  test('a number of another side, security or long ago is another contract', () => {
    for (const other of [{ side: 'sell' as const }, { symbol: 'COMB.N0000' }, { tradeDate: '2025-12-20' }])
      expect(match([lineOf({})], [tradeOf(other)]).states).toEqual(['new'])
  })
  test('a trade of another broker with the number, the security and the day is asked about, never recorded again unseen', () => {
    const known = { ...KNOWN, brokerNames: ['NDB Securities (Pvt) Ltd'] }
    const stateWith = (of: Partial<BookTrade>, names = known.brokerNames) =>
      match([lineOf({})], [tradeOf(of)], { ...known, brokerNames: names }).states
    const other = { brokerName: 'Asia Securities' }
    expect(stateWith({ brokerName: 'NDB SECURITIES PVT LTD.' })).toEqual(['recorded'])
    expect(stateWith(other)).toEqual(['undecided'])
    expect(stateWith({ ...other, tradeDate: '2026-01-06' })).toEqual(['new'])
    expect(stateWith({ ...other, portfolioId: 8 })).toEqual(['new'])
    // The recording names the broker.
    expect(stateWith(other, [...known.brokerNames, 'Asia Securities'])).toEqual(['recorded'])
    expect(match([lineOf({ cancelled: true })], [tradeOf(other)], known).states).toEqual(['recorded'])
  })
  test('a trade without a number is the one of the same quantity and gross, once', () => {
    const lines = [lineOf({}), lineOf({ line: 2, contractNumber: '70002' })]
    expect(match(lines, [tradeOf({ contractNumber: null })]).states).toEqual(['recorded', 'new'])
    expect(match(lines.slice(0, 1), [tradeOf({ contractNumber: null, portfolioId: 8 })]).states).toEqual([
      'new',
    ])
  })
  test('a contract that is split over portfolios must add up', () => {
    const contract = contractsOf([lineOf({})])[0]
    if (contract === undefined) throw new Error('no contract')
    const parts = splitContract(contract, [
      { portfolioId: 7, quantity: 333n },
      { portfolioId: 8, quantity: 667n },
    ])
    const trades = parts.map(({ portfolioId, quantity, gross, fees }) =>
      tradeOf({ id: portfolioId, portfolioId, quantity, gross, fees }),
    )
    expect(match([lineOf({})], trades).states).toEqual(['recorded'])
    expect(match([lineOf({})], trades.slice(0, 1)).states).toEqual(['differs'])
    expect(() => splitContract(contract, [{ portfolioId: 7, quantity: 999n }])).toThrow(RangeError)
  })
  test('a cancelled contract takes its trade back, or says nothing', () => {
    const cancelled = [lineOf({ cancelled: true })]
    expect(match(cancelled, []).states).toEqual(['recorded'])
    expect(match(cancelled, [tradeOf()]).states).toEqual(['differs'])
    expect(totalsOf(contractsOf(cancelled)).purchases.count).toBe(0)
  })
  test('a trade of the books that is not in the document is missing from it', () => {
    const trades = [
      tradeOf(),
      tradeOf({ id: 2, dealNumber: 'BUY-2', contractNumber: '70009' }),
      tradeOf({ id: 3, dealNumber: 'other portfolio', contractNumber: '70010', portfolioId: 8 }),
      tradeOf({ id: 4, dealNumber: 'other day', contractNumber: '70011', tradeDate: '2026-01-06' }),
    ]
    expect(match([lineOf({})], trades).missing).toEqual(['BUY-2'])
  })
})

test('parts of a contract add up to it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt(1n, 1_000_000n), { minLength: 1, maxLength: 6 }),
      fc.bigInt(1n, 10_000_000_000n),
      (quantities, gross) => {
        const quantity = sumOf(quantities)
        const { fees } = chargeFees(ORDINARY, gross)
        const parts = splitContract(
          { quantity, gross, fees },
          quantities.map((one, portfolioId) => ({ portfolioId, quantity: one })),
        )
        expect(sumOf(parts.map((part) => part.gross))).toBe(gross)
        expect(parts.reduce((sum, part) => addFees(sum, part.fees), NO_FEES)).toEqual(fees)
      },
    ),
  )
})

test('control totals name what does not agree, and only what was stated', () => {
  const found = totalsOf(contractsOf([lineOf({}), lineOf({ line: 2, side: 'sell' })]))
  expect(found).toMatchObject({
    purchases: { count: 1, gross: 2_000_000n, fees: 22_400n, net: 2_022_400n },
    net: -44_800n,
  })
  const nothing = { count: null, gross: null, fees: null, net: null }
  expect(controlDifferences({ purchases: nothing, sales: null, count: null, net: null }, found)).toEqual([])
  expect(
    controlDifferences(
      { purchases: { ...nothing, count: 2, gross: 2_000_000n }, sales: null, count: 2, net: 0n },
      found,
    ),
  ).toEqual([
    { side: 'purchases', total: 'count', stated: 2n, found: 1n },
    { side: 'document', total: 'net', stated: 0n, found: -44_800n },
  ])
})
