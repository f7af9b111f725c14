/** Which lots a sale takes by its goal. Each goal is an order of lots, or a way to spread the shares over them. */

import type { Allocation, Lot } from '../chains/chain-event.ts'
import { RATE_YEAR } from '../cost-of-funds/rates.ts'
import { daysBetween, type PlainDate } from '../values/dates.ts'
import type { Cents, PriceUnits, RateUnits, Shares } from '../values/decimal.ts'
import { sumOf } from '../values/money.ts'
import { spread } from '../values/spread.ts'

/** In the order in which screens show them. */
export const SALE_GOALS = [
  'lowest-gain',
  'highest-gain',
  'lowest-after-cost',
  'highest-after-cost',
  'oldest',
  'newest',
  'loss-harvest',
  'gain-wanted',
  'least-financing',
  'keep-lots',
] as const
export type SaleGoal = (typeof SALE_GOALS)[number]

export interface GoalTerms {
  readonly price: PriceUnits
  readonly settlementDate: PlainDate
  /** After-tax cost of funds of the sale in percent a year; null costs nothing. */
  readonly costOfFundsRate: RateUnits | null
  /** Gross less fees of the whole sale, and its shares. */
  readonly net: Cents
  readonly quantity: Shares
  /** The gain wanted; below zero a loss. Only of that goal. */
  readonly gain?: Cents
}

const CENTS_IN_PRICE_UNITS = 100n

/** Zero for equal ones: they stay in the order of the lots, the older first. */
type Compare = (a: Lot, b: Lot) => bigint
const sorted = (lots: readonly Lot[], compare: Compare) =>
  lots.toSorted((a, b) => {
    const order = compare(a, b)
    return order === 0n ? 0 : order < 0n ? -1 : 1
  })
const dearestFirst: Compare = (a, b) =>
  b.remainingCost * a.remainingQuantity - a.remainingCost * b.remainingQuantity
const cheapestFirst: Compare = (a, b) => dearestFirst(b, a)
const byGain = (gain: Cents): Compare => (gain < 0n ? dearestFirst : cheapestFirst)

const daysOf = (lot: Lot, { settlementDate }: Pick<GoalTerms, 'settlementDate'>) => {
  const days = daysBetween(lot.settlementDate, settlementDate)
  return BigInt(days < 0 ? 0 : days)
}

/** (cost + charges) / shares + net per share x rate x days: what a share costs until it is paid for. The dearest first. */
function dearestAfterCost(terms: GoalTerms): Compare {
  const rate = terms.costOfFundsRate ?? 0n
  const whole = terms.quantity * RATE_YEAR
  const costOf = (lot: Lot) =>
    (lot.remainingCost + lot.remainingCharges) * whole +
    terms.net * rate * daysOf(lot, terms) * lot.remainingQuantity
  return (a, b) => costOf(b) * a.remainingQuantity - costOf(a) * b.remainingQuantity
}

/** Days since settlement x rate: the lots whose money costs most leave first. */
const mostFinanced =
  (terms: GoalTerms): Compare =>
  (a, b) =>
    daysOf(b, terms) * (b.costOfFundsRate ?? 0n) - daysOf(a, terms) * (a.costOfFundsRate ?? 0n)

/** The order in which a goal takes whole lots; `lots` are the oldest first. */
function orderOf(goal: SaleGoal, lots: readonly Lot[], terms: GoalTerms): readonly Lot[] {
  switch (goal) {
    case 'lowest-gain':
    case 'loss-harvest':
      return sorted(lots, dearestFirst)
    case 'highest-gain':
      return sorted(lots, cheapestFirst)
    case 'gain-wanted':
      return sorted(lots, byGain(terms.gain ?? 0n))
    case 'lowest-after-cost':
      return sorted(lots, dearestAfterCost(terms))
    case 'highest-after-cost':
      return sorted(lots, (a, b) => dearestAfterCost(terms)(b, a))
    case 'newest':
      return lots.toReversed()
    case 'least-financing':
      return sorted(lots, mostFinanced(terms))
    case 'oldest':
    case 'keep-lots':
      return lots
    default:
      return goal satisfies never
  }
}

/** Lots in their order until the shares are made up; fewer where the lots hold fewer. */
function takeInOrder(lots: readonly Lot[], wanted: Shares): Allocation[] {
  let left = wanted
  const taken: Allocation[] = []
  for (const { id, remainingQuantity } of lots) {
    if (left === 0n) break
    const quantity = remainingQuantity < left ? remainingQuantity : left
    taken.push({ lotId: id, quantity })
    left -= quantity
  }
  return taken
}

/** Whether a lot cost more than it fetches now, before fees. */
export const isAtLoss = (lot: Lot, price: PriceUnits): boolean =>
  lot.remainingCost * CENTS_IN_PRICE_UNITS > price * lot.remainingQuantity

/**
 * Lots that a sale of `terms.quantity` takes by its goal, with the shares of each. In: open lots, the oldest first. Loss harvest takes only
 * lots at a loss, so it may take fewer shares, or none.
 */
export function allocationsFor(goal: SaleGoal, lots: readonly Lot[], terms: GoalTerms): Allocation[] {
  const { quantity, price } = terms
  if (goal === 'keep-lots') {
    const shares = spread(
      quantity,
      lots.map((lot) => lot.remainingQuantity),
    )
    return lots.flatMap((lot, at) => {
      const part = shares[at] ?? 0n
      return part === 0n ? [] : [{ lotId: lot.id, quantity: part }]
    })
  }
  const open = goal === 'loss-harvest' ? lots.filter((lot) => isAtLoss(lot, price)) : lots
  return takeInOrder(orderOf(goal, open, terms), quantity)
}

/** Shares that leave together: of a lot, or with the weighted average of the whole pool. */
export interface Parcel {
  readonly quantity: Shares
  readonly cost: Cents
}

/**
 * Shares to sell for a gain wanted, before fees: whole parcels in their order until the next would pass it, then a part of that one,
 * rounded down. A loss wanted is below zero. Stops where a parcel leads away from it, unless the parcels must leave in their order.
 *
 * @param gain in cents.
 * @param inTurn the parcels leave in this order whatever they gain (first in, first out).
 */
export function sharesForGain(
  parcels: readonly Parcel[],
  { price, gain, inOrder = false }: { price: PriceUnits; gain: Cents; inOrder?: boolean },
): Shares {
  const sign = gain < 0n ? -1n : 1n
  // In hundredths of a cent, so that nothing is rounded before the end.
  let left = gain * sign * CENTS_IN_PRICE_UNITS
  let shares = 0n
  for (const { quantity, cost } of parcels) {
    const own = (price * quantity - cost * CENTS_IN_PRICE_UNITS) * sign
    if (own <= 0n && !inOrder) break
    if (own > left) return shares + (left * quantity) / own
    left -= own
    shares += quantity
  }
  return shares
}

/** The same of lots: the highest gain per share first, for a loss the highest loss. */
export function sharesForGainOf(lots: readonly Lot[], price: PriceUnits, gain: Cents): Shares {
  return sharesForGain(sorted(lots, byGain(gain)).map(parcelOf), { price, gain })
}

/** The rest of a lot. */
export const parcelOf = (lot: Lot): Parcel => ({
  quantity: lot.remainingQuantity,
  cost: lot.remainingCost,
})

export const sharesOf = (allocations: readonly Allocation[]): Shares =>
  sumOf(allocations.map(({ quantity }) => quantity))
