import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cents, MONEY_MAX } from '../values/decimal.ts'
import { percentOf, sumOf } from '../values/money.ts'
import { chargeFees, type Fees, totalFees } from './charge.ts'
import { BAND_LIMIT, DEFAULT_TARIFFS, FEE_COMPONENTS, type Tariff } from './tariff.ts'

const ordinary = DEFAULT_TARIFFS.find((one) => one.securityClass === 'ordinary') as Tariff
const gross = fc.oneof(
  fc.bigInt({ min: 0n, max: MONEY_MAX }),
  fc.bigInt({ min: BAND_LIMIT - 1_000n, max: BAND_LIMIT + 1_000n }),
  fc.bigInt({ min: 0n, max: 100_000n }),
)

function rupees(fees: Fees): number[] {
  return FEE_COMPONENTS.map((component) => Number(fees[component]) / 100)
}

describe('fee vectors', () => {
  it('1,000,000: 11,200.00', () => {
    const charged = chargeFees(ordinary, 100_000_000n)
    expect(rupees(charged.fees)).toEqual([6_400, 840, 120, 120, 720, 3_000])
    expect(charged).toMatchObject({ total: 1_120_000n, stepUp: null })
  })

  it('102,000,000: 1,120,000.00 + 12,250.00 = 1,132,250.00', () => {
    const charged = chargeFees(ordinary, 10_200_000_000n)
    expect(charged.total).toBe(113_225_000n)
    expect(charged.stepUp).toEqual({
      first100M: 10_000_000_000n,
      first100MFees: 112_000_000n,
      excess: 200_000_000n,
      excessFees: 1_225_000n,
      totalStepUpFees: 113_225_000n,
      total: 10_313_225_000n,
    })
  })

  it('150,000,000: 1,426,250.00', () => {
    const charged = chargeFees(ordinary, 15_000_000_000n)
    expect(rupees(charged.fees)).toEqual([740_000, 110_250, 15_750, 15_750, 94_500, 450_000])
    expect(charged.total).toBe(142_625_000n)
  })

  it('exactly 100,000,000 has no step-up, a cent more has', () => {
    expect(chargeFees(ordinary, BAND_LIMIT).stepUp).toBeNull()
    expect(chargeFees(ordinary, BAND_LIMIT + 1n).stepUp).toMatchObject({ excess: 1n, excessFees: 0n })
  })

  it('rounds each component in each band separately', () => {
    const at = (excess: Cents) => chargeFees(ordinary, BAND_LIMIT + excess).fees
    expect(at(250n).brokerage).toBe(64_000_001n)
    expect(at(249n).brokerage).toBe(64_000_000n)
    expect(at(6_666n).clearing).toBe(1_200_000n)
    expect(at(6_667n).clearing).toBe(1_200_001n)
  })
})

describe('fee properties', () => {
  it('the six amounts add up to the total, and the bands to the step-up', () => {
    fc.assert(
      fc.property(gross, (amount) => {
        const { fees, total, stepUp } = chargeFees(ordinary, amount)
        expect(totalFees(fees)).toBe(total)
        if (stepUp === null) return
        expect(stepUp.first100MFees + stepUp.excessFees).toBe(total)
        expect(stepUp.first100M + stepUp.excess).toBe(amount)
        expect(stepUp.total).toBe(amount + total)
      }),
    )
  })

  it('each component is the sum of its two roundings', () => {
    fc.assert(
      fc.property(gross, (amount) => {
        const { fees } = chargeFees(ordinary, amount)
        const within = amount < BAND_LIMIT ? amount : BAND_LIMIT
        for (const component of FEE_COMPONENTS) {
          const expected =
            percentOf(within, ordinary.first[component]) +
            percentOf(amount - within, ordinary.excess[component])
          expect(fees[component]).toBe(expected)
        }
      }),
    )
  })

  it('a larger trade never costs less', () => {
    fc.assert(
      fc.property(gross, gross, (a, b) => {
        const [small, large] = a < b ? [a, b] : [b, a]
        const [low, high] = [chargeFees(ordinary, small), chargeFees(ordinary, large)]
        for (const component of FEE_COMPONENTS) expect(low.fees[component] <= high.fees[component]).toBe(true)
      }),
    )
  })

  it('stays within three cents a band of the plain percentage', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: BAND_LIMIT }), (amount) => {
        const rate = sumOf(FEE_COMPONENTS.map((component) => ordinary.first[component]))
        const difference = chargeFees(ordinary, amount).total - percentOf(amount, rate)
        expect(difference >= -3n && difference <= 3n).toBe(true)
      }),
    )
  })
})

describe('the tariffs delivered with the product', () => {
  it('charges 1.12 % and 0.6125 % in all', () => {
    const rate = (rates: Tariff['first']) => sumOf(FEE_COMPONENTS.map((component) => rates[component]))
    expect([rate(ordinary.first), rate(ordinary.excess)]).toEqual([11_200n, 6_125n])
  })

  it('charges no levy on fund units', () => {
    const unit = DEFAULT_TARIFFS.find((one) => one.securityClass === 'unit')
    expect(unit?.first.stl).toBe(0n)
  })
})
