import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fractionCash, type HeldBefore, moneyEntries, outstandingOf, partOf, writeOffRole } from './plan.ts'

/** The holding of one of several portfolios, all of it in the account that they share. */
const inOne = (shares: readonly bigint[], own: number): HeldBefore => ({
  held: { quantity: shares[own] ?? 0n, cost: 0n, charges: 0n },
  accounts: [{ shares, own }],
})
const alone = (quantity: bigint): HeldBefore => ({
  held: { quantity, cost: 0n, charges: 0n },
  accounts: [],
})
const sum = (parts: readonly bigint[]) => parts.reduce((a, b) => a + b, 0n)

describe('an account that several portfolios share', () => {
  test('1 for 4 on 1,003 and 1,001: 501, as 251 and 250', () => {
    const shares = [1_003n, 1_001n]
    expect(shares.map((_, own) => partOf(inOne(shares, own), 1n, 4n).shares)).toEqual([251n, 250n])
  })

  test('gives together what it would as one holding, none more than its part, rounded up', () => {
    const some = fc.array(fc.bigInt(0n, 10n ** 9n), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        some,
        fc.bigInt(1n, 100n),
        fc.bigInt(1n, 100n),
        fc.bigInt(1n, 10n ** 7n),
        (shares, num, den, price) => {
          const whole = alone(sum(shares))
          const each = shares.map((_, own) => inOne(shares, own))
          const parts = each.map((one) => partOf(one, num, den))
          expect(sum(parts.map((one) => one.shares))).toBe(partOf(whole, num, den).shares)
          expect(sum(parts.map((one) => one.fraction))).toBe(partOf(whole, num, den).fraction)
          expect(sum(each.map((one) => fractionCash(one, num, den, price)))).toBe(
            fractionCash(whole, num, den, price),
          )
          for (const [at, held] of shares.entries()) {
            const part = parts[at]?.shares ?? 0n
            expect(part * den > held * num - 2n * den && part * den < held * num + den).toBe(true)
          }
        },
      ),
    )
  })

  test('shares in an account of their own are entitled as without accounts', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 9n), fc.bigInt(1n, 100n), fc.bigInt(1n, 100n), (held, num, den) => {
        expect(partOf(inOne([held], 0), num, den)).toEqual(partOf(alone(held), num, den))
      }),
    )
  })
})

describe('money that does not come', () => {
  test.each([
    ['dividend-receivable', 25n, 'impairment'],
    ['receivable', 25n, 'impairment'],
    ['ipo-application', 25n, 'impairment'],
    ['payable', 25n, 'other-income'],
    ['dividend-receivable', -25n, 'dividend-income'],
    ['receivable', -25n, 'other-income'],
    ['ipo-application', -25n, 'other-income'],
    ['payable', -25n, 'other-income'],
  ] as const)('of %s, %d cents, is written off against %s', (role, amount, against) => {
    expect(writeOffRole(role, amount)).toBe(against)
  })

  const expected = { role: 'dividend-receivable', amount: 42_500n, due: '2026-03-20' } as const
  test('is posted on its own day, against what was kept with it; what came before stays', () => {
    const money = [
      { kind: 'received', date: '2026-03-20', amount: 40_000n, settlementAccountId: null },
      { kind: 'written-off', date: '2026-03-24', amount: 2_500n, settlementAccountId: null },
    ] as const
    const posted = moneyEntries('D', expected, money, 7).map(({ date, settlementAccountId, postings }) => [
      date,
      settlementAccountId,
      ...postings.map(({ role, amount }) => `${role} ${amount}`),
    ])
    expect(posted).toEqual([
      ['2026-03-20', 7, 'cash 40000', 'dividend-receivable -40000'],
      ['2026-03-24', undefined, 'impairment 2500', 'dividend-receivable -2500'],
    ])
    expect(outstandingOf(expected, money, '2026-03-25')).toBe(0n)
    const older = [{ ...money[1], against: 'dividend-income' as const }]
    expect(moneyEntries('D', expected, older)[0]?.postings[0]).toMatchObject({ role: 'dividend-income' })
  })

  test('is outstanding until its day, that day not included; once something was confirmed until all was', () => {
    expect(outstandingOf(expected, [], '2026-03-19')).toBe(42_500n)
    expect(outstandingOf(expected, [], '2026-03-20')).toBe(0n)
    expect(outstandingOf({ ...expected, due: null }, [], '2026-12-31')).toBe(42_500n)
    const part = { kind: 'received', date: '2026-03-20', amount: 42_000n, settlementAccountId: null } as const
    expect(outstandingOf(expected, [part], '2026-12-31')).toBe(500n)
  })
})
