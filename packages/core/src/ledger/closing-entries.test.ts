import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isYearEnd, yearEndOf, yearStartOf } from '../holidays/financial-year.ts'
import { addDays } from '../values/dates.ts'
import { closingLines } from './closing-entries.ts'

describe('closing lines', () => {
  it('balance, and leave every account at zero', () => {
    const balances = fc.uniqueArray(
      fc.record({
        accountId: fc.integer({ min: 1, max: 50 }),
        net: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      }),
      { selector: (one) => one.accountId, maxLength: 12 },
    )
    fc.assert(
      fc.property(balances, (all) => {
        const { lines, result } = closingLines(all)
        const left = new Map(all.map((one) => [one.accountId, one.net]))
        let earnings = 0n
        for (const { accountId, debit, credit } of lines) {
          expect(debit === 0n).not.toBe(credit === 0n)
          if (accountId === null) earnings += credit - debit
          else left.set(accountId, (left.get(accountId) ?? 0n) + debit - credit)
        }
        expect([...left.values()].every((net) => net === 0n)).toBe(true)
        expect(earnings).toBe(result)
        expect(lines.reduce((sum, line) => sum + line.debit - line.credit, 0n)).toBe(0n)
      }),
    )
  })

  it('a profit is credited to retained earnings, a loss debited', () => {
    expect(
      closingLines([
        { accountId: 1, net: -300n },
        { accountId: 2, net: 100n },
      ]),
    ).toEqual({
      result: 200n,
      lines: [
        { accountId: 1, debit: 300n, credit: 0n },
        { accountId: 2, debit: 0n, credit: 100n },
        { accountId: null, debit: 0n, credit: 200n },
      ],
    })
    expect(closingLines([{ accountId: 2, net: 70n }]).lines.at(-1)).toEqual({
      accountId: null,
      debit: 70n,
      credit: 0n,
    })
    expect(closingLines([{ accountId: 2, net: 0n }]).lines).toEqual([])
  })
})

describe('financial years', () => {
  it('end on the last day of their month', () => {
    expect(yearEndOf('2026-03-31', 3)).toBe('2026-03-31')
    expect(yearEndOf('2026-04-01', 3)).toBe('2027-03-31')
    expect(yearEndOf('2027-11-05', 2)).toBe('2028-02-29')
    expect(yearStartOf('2028-02-29')).toBe('2027-03-01')
  })

  it('follow each other without a gap', () => {
    const day = fc.integer({ min: 0, max: 36_500 }).map((days) => addDays('1990-01-01', days))
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 12 }), (date, month) => {
        const end = yearEndOf(date, month)
        expect(isYearEnd(end, month)).toBe(true)
        expect(yearStartOf(end) <= date && date <= end).toBe(true)
        expect(yearEndOf(addDays(end, 1), month)).not.toBe(end)
        expect(yearStartOf(yearEndOf(addDays(end, 1), month))).toBe(addDays(end, 1))
      }),
    )
  })
})
