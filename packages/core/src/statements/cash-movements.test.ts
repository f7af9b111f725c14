import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BETWEEN_ACCOUNTS, cashMovements } from './cash-movements.ts'

const cents = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n })
const entry = fc
  .record({
    banks: fc.uniqueArray(fc.record({ bank: fc.integer({ min: 0, max: 5 }), amount: cents }), {
      minLength: 1,
      maxLength: 4,
      selector: ({ bank }) => bank,
    }),
    others: fc.array(fc.record({ key: fc.constantFrom('sales', 'expenses', 'capital'), amount: cents }), {
      maxLength: 3,
    }),
  })
  .map(({ banks, others }) => {
    const left = [...banks, ...others].reduce((total, { amount }) => total - amount, 0n)
    return { banks, others: [...others, { key: 'capital', amount: left }] }
  })

describe('cash movements of an entry', () => {
  it('come to what each bank account moved, and to its counterparts', () => {
    fc.assert(
      fc.property(entry, ({ banks, others }) => {
        const moved = cashMovements(banks, others)
        const sums = (of: (one: (typeof moved)[number]) => unknown) => {
          const found = new Map<unknown, bigint>()
          for (const one of moved) found.set(of(one), (found.get(of(one)) ?? 0n) + one.amount)
          return found
        }
        const byBank = sums((one) => one.bank)
        for (const { bank, amount } of banks) expect(byBank.get(bank) ?? 0n).toBe(amount)
        if (banks.every(({ amount }) => amount === 0n)) return
        const byKey = sums((one) => one.key)
        for (const key of ['sales', 'expenses', 'capital']) {
          const against = others.filter((one) => one.key === key)
          expect(byKey.get(key) ?? 0n).toBe(against.reduce((total, one) => total - one.amount, 0n))
        }
        expect(byKey.get(BETWEEN_ACCOUNTS) ?? 0n).toBe(0n)
      }),
    )
  })

  it('show a transfer with its charge', () => {
    const banks = [
      { bank: 'A', amount: -10_000n },
      { bank: 'B', amount: 9_900n },
    ]
    expect(cashMovements(banks, [{ key: 'expenses', amount: 100n }])).toEqual([
      { bank: 'A', key: 'expenses', amount: -100n },
      { bank: 'A', key: BETWEEN_ACCOUNTS, amount: -9_900n },
      { bank: 'B', key: BETWEEN_ACCOUNTS, amount: 9_900n },
    ])
  })

  it('share what two bank accounts paid together', () => {
    const banks = [
      { bank: 'A', amount: -100n },
      { bank: 'B', amount: -200n },
    ]
    const others = [
      { key: 'purchases', amount: 250n },
      { key: 'expenses', amount: 50n },
    ]
    expect(cashMovements(banks, others)).toEqual([
      { bank: 'A', key: 'purchases', amount: -83n },
      { bank: 'B', key: 'purchases', amount: -167n },
      { bank: 'A', key: 'expenses', amount: -17n },
      { bank: 'B', key: 'expenses', amount: -33n },
    ])
  })

  it('refuse an entry that does not balance', () => {
    expect(() => cashMovements([{ bank: 1, amount: 1n }], [])).toThrow(RangeError)
  })
})
