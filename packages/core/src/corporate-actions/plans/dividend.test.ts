import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../values/dates.ts'
import { FIRST_TAX_RATE, type TaxRate, taxDayOf, taxRateInForce } from './dividend.ts'

const of = (effectiveFrom: string, rate: bigint, entity: string | null = null): TaxRate => ({
  effectiveFrom,
  entity,
  rate,
})

it('the day whose rate counts is that of payment once it has come, else XD', () => {
  expect(taxDayOf('2022-12-20', '2023-01-10', '2023-01-10')).toBe('2023-01-10')
  expect(taxDayOf('2022-12-20', '2023-01-10', '2023-01-09')).toBe('2022-12-20')
  expect(taxDayOf('2022-12-20', null, '2023-01-10')).toBe('2022-12-20')
})

describe('the dividend tax rate in force', () => {
  const rates = [
    FIRST_TAX_RATE,
    of('2026-04-01', 140_000n),
    of('2025-01-01', 0n, 'Provident Fund'),
    of('2026-06-01', 50_000n, 'Provident Fund'),
  ]

  it('is the latest that is not after the day, 15 % since 1 January 2023', () => {
    expect(taxRateInForce(rates, null, '2022-12-31')).toBeNull()
    expect(taxRateInForce(rates, null, '2023-01-01')).toBe(150_000n)
    expect(taxRateInForce(rates, 'Some Fund', '2026-03-31')).toBe(150_000n)
    expect(taxRateInForce(rates, 'Some Fund', '2026-04-01')).toBe(140_000n)
  })

  it("is an entity's own before the general one, also where that is later", () => {
    expect(taxRateInForce(rates, 'Provident Fund', '2024-12-31')).toBe(150_000n)
    expect(taxRateInForce(rates, 'Provident Fund', '2026-05-01')).toBe(0n)
    expect(taxRateInForce(rates, ' provident FUND ', '2026-06-01')).toBe(50_000n)
  })

  it('does not depend on the order of the rows', () => {
    const day = fc.nat(1_000).map((days) => addDays('2024-01-01', days))
    const row = fc.record({
      effectiveFrom: day,
      entity: fc.constantFrom(null, 'A', 'B'),
      rate: fc.bigInt(0n, 1_000_000n),
    })
    const rows = fc.uniqueArray(row, { selector: (one) => `${one.entity} ${one.effectiveFrom}` })
    fc.assert(
      fc.property(rows, day, fc.constantFrom(null, 'A', 'B'), (some, asked, entity) => {
        const known = some.filter((one) => one.effectiveFrom <= asked)
        const own = known.filter((one) => entity !== null && one.entity === entity)
        const left = own.length > 0 ? own : known.filter((one) => one.entity === null)
        const [latest] = left.toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? 1 : -1))
        expect(taxRateInForce(some.toReversed(), entity, asked)).toBe(latest?.rate ?? null)
      }),
    )
  })
})
