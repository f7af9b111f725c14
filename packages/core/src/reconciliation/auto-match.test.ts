import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '../values/dates.ts'
import { autoMatch, type Pair } from './auto-match.ts'
import type { MatchLine } from './line.ts'

const line = (id: string, date: string, debit: bigint, credit = 0n): MatchLine => ({
  id,
  date,
  debit,
  credit,
  description: '',
  reference: '',
})

/** The rule as the specification says it, line by line, without the fast search. */
function naive(ledger: readonly MatchLine[], external: readonly MatchLine[]): Pair[] {
  const inOrder = (lines: readonly MatchLine[]) =>
    lines.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const near = (a: bigint, b: bigint) => a > 0n && b > 0n && (a > b ? a - b : b - a) <= 1n
  const taken = new Set<string>()
  const pairs: Pair[] = []
  for (const ours of inOrder(ledger)) {
    const theirs = inOrder(external).find(
      (one) =>
        !taken.has(one.id) &&
        (near(ours.debit, one.debit) || near(ours.credit, one.credit)) &&
        Math.abs(daysBetween(ours.date, one.date)) <= 3,
    )
    if (theirs === undefined) continue
    taken.add(theirs.id)
    pairs.push({ ledger: ours.id, external: theirs.id })
  }
  return pairs
}

/** Few amounts and few days, so that lines collide all the time. */
const lines = (prefix: string) =>
  fc
    .array(
      fc.record({
        day: fc.integer({ min: 0, max: 12 }),
        amount: fc.integer({ min: 1, max: 6 }),
        debit: fc.boolean(),
      }),
      { maxLength: 40 },
    )
    .map((some) =>
      some.map(({ day, amount, debit }, index) =>
        line(
          `${prefix}${index}`,
          addDays('2026-06-01', day),
          debit ? BigInt(amount) : 0n,
          debit ? 0n : BigInt(amount),
        ),
      ),
    )

describe('Auto Match', () => {
  test('is exactly the rule of the specification', () => {
    fc.assert(
      fc.property(lines('l'), lines('e'), (ledger, external) => {
        expect(autoMatch(ledger, external)).toEqual(naive(ledger, external))
      }),
      { numRuns: 500 },
    )
  })

  test('pairs no line twice, only same sides within a cent and three days', () => {
    fc.assert(
      fc.property(lines('l'), lines('e'), (ledger, external) => {
        const pairs = autoMatch(ledger, external)
        expect(new Set(pairs.map((pair) => pair.ledger)).size).toBe(pairs.length)
        expect(new Set(pairs.map((pair) => pair.external)).size).toBe(pairs.length)
        for (const pair of pairs) {
          const ours = ledger.find((one) => one.id === pair.ledger)
          const theirs = external.find((one) => one.id === pair.external)
          if (ours === undefined || theirs === undefined) throw new Error('a line that was not there')
          expect(ours.debit > 0n).toBe(theirs.debit > 0n)
          const off = ours.debit - ours.credit - (theirs.debit - theirs.credit)
          expect(off >= -1n && off <= 1n).toBe(true)
          expect(Math.abs(daysBetween(ours.date, theirs.date))).toBeLessThanOrEqual(3)
        }
      }),
    )
  })

  test('takes the first in date order, not the nearest', () => {
    const external = [line('later', '2026-06-10', 100n), line('first', '2026-06-08', 101n)]
    expect(autoMatch([line('a', '2026-06-10', 100n)], external)).toEqual([{ ledger: 'a', external: 'first' }])
  })

  test('does not match two credits through their empty debits', () => {
    expect(autoMatch([line('a', '2026-06-10', 0n, 500n)], [line('b', '2026-06-10', 0n, 700n)])).toEqual([])
  })

  test.each([
    ['0.01 off', 100n, 101n, '2026-06-10', 1],
    ['0.02 off', 100n, 102n, '2026-06-10', 0],
    ['three days off', 100n, 100n, '2026-06-13', 1],
    ['four days off', 100n, 100n, '2026-06-14', 0],
  ])('%s', (_, ours, theirs, date, pairs) => {
    expect(autoMatch([line('a', '2026-06-10', ours)], [line('b', date, theirs)])).toHaveLength(pairs)
  })

  test('one cent in and one cent out are no match', () => {
    expect(autoMatch([line('a', '2026-06-10', 1n)], [line('b', '2026-06-10', 0n, 1n)])).toEqual([])
  })

  // Each compared with each they would not end within the time of a test.
  test('50,000 equal lines', () => {
    const many = (prefix: string) =>
      Array.from({ length: 50_000 }, (_, n) => line(`${prefix}${n}`, '2026-06-10', 100n))
    expect(autoMatch(many('l'), many('e'))).toHaveLength(50_000)
  })
})
