/** The rate at which the money of a portfolio grew, each amount from its own day on. */
import { daysBetween, type PlainDate } from '../values/dates.ts'
import { YEAR_DAYS } from './minimum-data.ts'

export interface CashFlow {
  readonly date: PlainDate
  /** Below zero what the investor pays in (the start value too), above zero what he gets (the end value too). */
  readonly amount: number
}

/** Growth is looked for from e^-60 to e^60 over the whole span. */
const FURTHEST = 60
const STEP = 0.05
const HALVINGS = 200

/**
 * The yearly rate x with sum of CF / (1 + x)^(days/365) = 0, days counted from the first flow; null where no rate does it, as
 * where nothing was paid in, nothing came back, or all of it was on one day. Of several the one nearest to zero.
 * Source: GIPS 2020 (internal rate of return); the same as XIRR of a spreadsheet.
 */
export function moneyWeighted(flows: readonly CashFlow[]): number | null {
  const found = growthOf(flows)
  return found === null || found.days === 0 ? null : Math.expm1((found.growth * YEAR_DAYS) / found.days)
}

/**
 * The money-weighted return as it is shown, of the flows until `end`: the yearly rate from 365 days on, else the plain return of the
 * span, (1 + x)^(days/365) - 1, which a loss of a few days has though its rate of a year is none to speak of. Days count from the first
 * flow. -1 where nothing is left of what was paid in and nothing came back; null where nothing was paid in, or no rate does it.
 * Source: GIPS 2020. 100.00 that are 84.63 two days later: -15.37 %.
 */
export function moneyWeightedShown(
  flows: readonly CashFlow[],
  end: PlainDate,
): { readonly rate: number; readonly isYearly: boolean } | null {
  const moved = flows.filter(({ amount }) => amount !== 0)
  if (moved.length > 0 && moved.every(({ amount }) => amount < 0)) return { rate: -1, isYearly: false }
  const found = growthOf(moved, end)
  if (found === null) return null
  const isYearly = found.days >= YEAR_DAYS
  return { rate: Math.expm1(isYearly ? (found.growth * YEAR_DAYS) / found.days : found.growth), isYearly }
}

/** The logarithm of what one rupee becomes over the days from the first flow to the end, and these days. */
function growthOf(
  flows: readonly CashFlow[],
  end = flows.reduce((day, { date }) => (date > day ? date : day), ''),
): { readonly growth: number; readonly days: number } | null {
  const first = flows.reduce((day, { date }) => (date < day ? date : day), flows[0]?.date ?? '')
  const paid = flows.reduce((sum, { amount }) => sum - Math.min(0, amount), 0)
  const got = flows.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)
  if (paid === 0 || got === 0) return null
  const days = daysBetween(first, end)
  // All on one day: what came of it to what was put in, as the return of that day has it.
  if (days === 0) return { growth: Math.log(got / paid), days }
  const dated = flows.map(({ date, amount }) => ({ amount, at: daysBetween(first, date) / days }))
  // The sum is made of exponentials of the growth over the span: no powers of numbers below zero, and steps that suit short and long spans.
  const growth = nearestRoot((u) =>
    dated.reduce((sum, { amount, at }) => sum + amount * Math.exp(-u * at), 0),
  )
  return growth === null ? null : { growth, days }
}

/** Looks outwards from zero for a change of sign, then halves it. */
function nearestRoot(of: (u: number) => number): number | null {
  const atZero = of(0)
  if (atZero === 0) return 0
  let [up, down] = [atZero, atZero]
  for (let step = 1; step * STEP <= FURTHEST; step += 1) {
    const [right, left] = [step * STEP, -step * STEP]
    const atRight = of(right)
    if (up > 0 !== atRight > 0) return halved(of, right - STEP, right)
    up = atRight
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
