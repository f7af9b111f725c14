/** The price at which a holding is sold without a loss, and the buy that moves its average to a price. */
import { chargeFees } from '../fee-tariffs/charge.ts'
import type { Tariff } from '../fee-tariffs/tariff.ts'
import { tickAt } from '../prices/ticks.ts'
import { type Cents, mulDiv, type PriceUnits, type Shares } from '../values/decimal.ts'
import { grossOf } from '../values/money.ts'
import { smallestReaching } from './smallest.ts'

export interface BreakEvenTerms {
  readonly quantity: Shares
  /** Cost, charges and cost of funds to the day, in cents. */
  readonly spent: Cents
  readonly tariff: Tariff
}

export interface BreakEven {
  readonly price: PriceUnits
  /** The gain at that price, and the loss one price step below it (null for the lowest price). Cents. */
  readonly over: Cents
  readonly below: { readonly price: PriceUnits; readonly short: Cents } | null
}

/** No price of the exchange comes near it: some 250,000,000.00. */
const TICKS_MOST = 1_000_000_000n

/**
 * The lowest price of the exchange's steps at which the shares net what was spent on them. 600 shares for 12,000.00, charges 134.40 and
 * cost of funds 356.88 at 1.12 % fees: 32.39 are short at 21.00, 26.93 are over at 21.10. Null where no price does.
 */
export function breakEvenPrice({ quantity, spent, tariff }: BreakEvenTerms): BreakEven | null {
  const netAt = (tick: bigint) => {
    const gross = grossOf(quantity, tickAt(tick))
    return gross - chargeFees(tariff, gross).total
  }
  const tick = smallestReaching({ amountAt: netAt, wanted: spent, from: 1n, most: TICKS_MOST })
  if (tick === null) return null
  return Object.freeze({
    price: tickAt(tick),
    over: netAt(tick) - spent,
    below: tick === 1n ? null : { price: tickAt(tick - 1n), short: netAt(tick - 1n) - spent },
  })
}

const CENTS_IN_PRICE_UNITS = 100n

/**
 * Shares to buy at a price so that the average cost comes to another one, or just past it: Q (W - C) / (p - W), rounded up. Null where
 * the wanted average does not lie between the present one and the price.
 */
export function sharesForAverage(
  { quantity, cost }: { readonly quantity: Shares; readonly cost: Cents },
  wanted: PriceUnits,
  price: PriceUnits,
): Shares | null {
  const over = wanted * quantity - cost * CENTS_IN_PRICE_UNITS
  const per = price - wanted
  if (quantity <= 0n || over === 0n || per === 0n || over > 0n !== per > 0n) return null
  const [a, b] = over > 0n ? [over, per] : [-over, -per]
  return (a + b - 1n) / b
}

/**
 * The price at which a buy of so many shares moves the average to another one: (W (Q + q) - QC) / q. Null
 * where it is not above zero.
 */
export function priceForAverage(
  { quantity, cost }: { readonly quantity: Shares; readonly cost: Cents },
  wanted: PriceUnits,
  bought: Shares,
): PriceUnits | null {
  const price = mulDiv(wanted * (quantity + bought) - cost * CENTS_IN_PRICE_UNITS, 1n, bought)
  return price > 0n ? price : null
}
