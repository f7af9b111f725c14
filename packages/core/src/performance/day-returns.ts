/**
 * Returns of days and what they come to over a range. Ratios are floating point (0.0136 is 1.36 %): they are no money, and
 * none of them goes back into an amount.
 */
import { YEAR_DAYS } from './minimum-data.ts'

/**
 * The value of a portfolio at the end of a market day and its flows of the day, in cents or in any one unit.
 */
export interface DayValue {
  readonly value: number
  /** C: what was paid in, as at the beginning of the day. */
  readonly paidIn: number
  /** W: what was taken out, as at the end of the day. */
  readonly takenOut: number
}

/**
 * The return of a market day: (V + W) / (V[t-1] + C) - 1; null if no money was invested that day. Above zero
 * needs a divisor above zero: a value that is owed has no return.
 * Source: Bacon, Practical Portfolio Performance Measurement and Attribution, chapter 2.
 * A buy for 20,224.00 that closes at 20,500.00: 20,500.00 / 20,224.00 - 1 = 1.3647 %.
 */
export function dayReturn(before: number, { value, paidIn, takenOut }: DayValue): number | null {
  const atWork = before + paidIn
  return atWork > 0 ? (value + takenOut) / atWork - 1 : null
}

/** The return of each day, the first against the value before all of them; null where a day has none. */
export function dayReturns(before: number, days: readonly DayValue[]): (number | null)[] {
  let last = before
  return days.map((day) => {
    const found = dayReturn(last, day)
    last = day.value
    return found
  })
}

/**
 * The time-weighted return: product of (1 + r) less 1. Days without a return are left out; null where none has one.
 * Source: GIPS 2020.
 */
export function timeWeighted(returns: readonly (number | null)[]): number | null {
  let product = 1
  let any = false
  for (const one of returns) {
    if (one === null) continue
    product *= 1 + one
    any = true
  }
  return any ? product - 1 : null
}

/**
 * A return over `days` calendar days as one of a year: (1 + R)^(365/days) - 1; null under a year, which is
 * shown as it is, and where all was lost.
 * Source: GIPS 2020: no return of less than a year is annualised.
 */
export function ofOneYear(total: number, days: number): number | null {
  return days < YEAR_DAYS || total <= -1 ? null : (1 + total) ** (YEAR_DAYS / days) - 1
}

/** The index of returns that begins at 100: one more number than returns; a day without a return leaves it where it was. */
export function indexOf(returns: readonly (number | null)[]): number[] {
  const index = [100]
  for (const one of returns) index.push((index.at(-1) ?? 100) * (1 + (one ?? 0)))
  return index
}
