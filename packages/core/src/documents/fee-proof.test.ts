/**
 * Each rule of proving fees separately, with what a line bears by the schedule of ordinary shares: 1.12 %.
 */
import { describe, expect, test } from 'vitest'
import { addFees, type Fees, NO_FEES, totalFees } from '../fee-tariffs/charge.ts'
import type { FeeRules } from '../fee-tariffs/together.ts'
import { lineOf, RULES } from '../testing/contract-samples.ts'
import { contractsOf } from './contracts.ts'
import { proveFees, sumProofs } from './fee-proof.ts'
import type { DocumentLine } from './line.ts'

const proved = (lines: readonly DocumentLine[], rules: FeeRules = RULES) => {
  const contracts = contractsOf(lines)
  const proofs = proveFees(contracts, rules)
  const { charged, schedule, ...sums } = sumProofs(contracts, proofs)
  return { proofs, ...sums, charged: totalFees(charged), schedule: totalFees(schedule) }
}
/** 1,000 at 20.00, 224.00 by the schedule, with more or less on some fees; fills of one contract by their number. */
const charged = (line: number, more: Partial<Fees>) => {
  const fill = lineOf({ line, executionId: `E${line}` })
  return { ...fill, fees: addFees(fill.fees, { ...NO_FEES, ...more }) }
}

describe('a difference from the schedule', () => {
  test('is more than half a cent a fill of the contract, of each fee separately', () => {
    const twoFills = (brokerage: bigint) => proved([charged(1, { brokerage }), charged(2, {})])
    expect(twoFills(1n)).toMatchObject({ difference: 0n, different: 0 })
    expect(twoFills(2n)).toMatchObject({ difference: 2n, different: 1 })
    expect(proved([charged(1, { brokerage: 1n })])).toMatchObject({ difference: 1n, different: 1 })
  })

  test('is one where too little was charged, too', () => {
    expect(proved([charged(1, { cse: -30n })])).toMatchObject({ difference: -30n, different: 1 })
  })

  test('of two fees that cancel each other is reported all the same', () => {
    const { proofs, difference, different } = proved([charged(1, { brokerage: 50n, sec: -50n })])
    expect([difference, different]).toEqual([0n, 1])
    expect(proofs.get(1)?.difference).toEqual({ ...NO_FEES, brokerage: 50n, sec: -50n })
  })
})

test('what is cancelled is not proved, and moves no line across the step-up limit', () => {
  const large = (line: number, more: Partial<DocumentLine> = {}) =>
    lineOf({ line, contractNumber: `7000${line}`, gross: 6_000_000_000n, ...more })
  // 60,000,000.00 bear 672,000.00; 120,000,000.00 would be above the limit of 100,000,000.00.
  const { proofs, ...sums } = proved([large(1), large(2, { cancelled: true })])
  expect([...proofs.keys()]).toEqual([1])
  expect(sums).toMatchObject({ charged: 67_200_000n, schedule: 67_200_000n, different: 0, unproved: 0 })
})

test('without a tariff a line is counted as unproved, with what was charged', () => {
  const { proofs, ...sums } = proved([charged(1, { brokerage: 500n })], { ...RULES, tariffOf: () => null })
  expect(proofs.get(1)).toEqual({ schedule: null, difference: null })
  expect(sums).toEqual({ charged: 22_900n, schedule: 0n, difference: 0n, different: 0, unproved: 1 })
})

test('of two sides of the same gross on one day the sale bears the levy alone', () => {
  const buy = lineOf({ line: 1, gross: 4_000_000_000n })
  const sale = lineOf({ line: 2, gross: 4_000_000_000n, side: 'sell', contractNumber: '70002' })
  const { proofs } = proved([buy, sale], { ...RULES, hasRelief: () => true })
  const schedules = [1, 2].map((line) => totalFees(proofs.get(line)?.schedule ?? NO_FEES))
  // 1.12 % and 0.30 % of 40,000,000.00.
  expect(schedules).toEqual([44_800_000n, 12_000_000n])
})

describe('the contract of several fills', () => {
  const fill = (line: number, of: Partial<DocumentLine>) => lineOf({ line, executionId: `E${line}`, ...of })
  test('has the first settlement date that one of them has, and its earliest time where all have one', () => {
    const of = (...times: (string | null)[]) =>
      contractsOf(
        times.map((tradeTime, at) =>
          fill(at, { tradeTime, settlementDate: at === 0 ? null : `2026-01-0${6 + at}` }),
        ),
      )[0]
    expect(of('11:00:00', '10:15:00')).toMatchObject({
      settlementDate: '2026-01-07',
      tradeTime: '10:15:00',
    })
    expect(of('11:00:00', null)?.tradeTime).toBeNull()
  })

  test('loses its last fill of a quantity and price to a cancellation that names no execution', () => {
    const bare = (line: number, more: Partial<DocumentLine> = {}) => lineOf({ line, ...more })
    const [contract, cancelled] = contractsOf([bare(1), bare(2), bare(3, { cancelled: true })])
    expect(contract?.lines.map(({ line }) => line)).toEqual([1])
    expect(cancelled?.repeated.map(({ line }) => line)).toEqual([2])
  })
})
