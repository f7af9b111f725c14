/** The rate at which the money of a portfolio grew, each amount from its own day on. */
import { daysBetween, type PlainDate } from '../values/dates.ts'
import { YEAR_DAYS } from './minimum-data.ts'

export interface CashFlow {
  readonly date: PlainDate
  /** Below zero what the investor pays in (the start value too), above zero what he gets (the end value too). */
  readonly amount: number
}

/** Rates are looked for between -99.99 % and some 22,000 times a year: ln(1 + x) from -9.2 to 10. */
const LOWEST = Math.log(1e-4)
const HIGHEST = 10
const STEP = 0.05
const HALVINGS = 200

/**
 * The yearly rate x with sum of CF / (1 + x)^(days/365) = 0, days counted from the first flow; null where no rate does it, as
 * where nothing was paid in or nothing came back. Of several the one nearest to zero.
 * Source: GIPS 2020 (internal rate of return); the same as XIRR of a spreadsheet.
 */
export function moneyWeighted(flows: readonly CashFlow[]): number | null {
  const first = flows.reduce((day, { date }) => (date < day ? date : day), flows[0]?.date ?? '')
  const dated = flows.map(({ date, amount }) => ({ amount, years: daysBetween(first, date) / YEAR_DAYS }))
  if (!dated.some(({ amount }) => amount < 0) || !dated.some(({ amount }) => amount > 0)) return null
  // In u = ln(1 + x) the sum is made of exponentials: no powers of numbers below zero, and steps that suit small and large rates.
  const left = (u: number) => dated.reduce((sum, { amount, years }) => sum + amount * Math.exp(-u * years), 0)
  const found = nearestRoot(left)
  return found === null ? null : Math.expm1(found)
}

/** Looks outwards from zero for a change of sign, then halves it. */
function nearestRoot(of: (u: number) => number): number | null {
  const atZero = of(0)
  if (atZero === 0) return 0
  let [up, down] = [atZero, atZero]
  for (let step = 1; step * STEP <= HIGHEST; step += 1) {
    const [right, left] = [step * STEP, -step * STEP]
    const atRight = of(right)
    if (up > 0 !== atRight > 0) return halved(of, right - STEP, right)
    up = atRight
    if (left < LOWEST) continue
    const atLeft = of(left)
    if (down > 0 !== atLeft > 0) return halved(of, left, left + STEP)
    down = atLeft
  }
  return null
}

function halved(of: (u: number) => number, from: number, to: number): number {
  let [low, high] = [from, to]
  const lowIsAbove = of(low) > 0
  for (let count = 0; count < HALVINGS; count += 1) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) break
    if (of(middle) > 0 === lowIsAbove) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** A yearly rate as the return of the days themselves, as it is shown under a year: (1 + x)^(days/365) - 1. */
export const overDays = (rate: number, days: number): number => (1 + rate) ** (days / YEAR_DAYS) - 1
