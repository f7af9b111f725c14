/** Cash from a whole portfolio with its weights kept: the same part of every holding is sold. */
import type { Tariff } from '../fee-tariffs/tariff.ts'
import { sellFigures } from '../trades/figures.ts'
import type { Cents, PriceUnits, Shares } from '../values/decimal.ts'
import { sumOf } from '../values/money.ts'
import { smallestReaching } from './smallest.ts'

export interface HeldAtPrice {
  readonly id: number
  readonly sellable: Shares
  readonly price: PriceUnits
  readonly tariff: Tariff
}

/** Shares to sell of a security. */
export interface PartSold {
  readonly id: number
  readonly quantity: Shares
}

/**
 * The smallest part of every holding, in steps of one share of the largest one, that nets at least an amount after the exact fees; each
 * rounded up to whole shares. Null where selling everything nets less.
 */
export function sharesForCash(held: readonly HeldAtPrice[], wanted: Cents): PartSold[] | null {
  const largest = held.reduce((most, { sellable }) => (sellable > most ? sellable : most), 0n)
  if (largest === 0n) return null
  const partsAt = (n: bigint) =>
    held.map((one) => ({ ...one, quantity: (n * one.sellable + largest - 1n) / largest }))
  const netAt = (n: bigint) =>
    sumOf(
      partsAt(n).map(({ quantity, price, tariff }) =>
        quantity === 0n
          ? 0n
          : sellFigures({ quantity, price, tariff, costOfFundsRate: null, holdingDays: 0 }).net,
      ),
    )
  const n = smallestReaching({ amountAt: netAt, wanted, from: 1n, most: largest, trades: held.length })
  if (n === null) return null
  return partsAt(n).flatMap(({ id, quantity }) => (quantity === 0n ? [] : [{ id, quantity }]))
}
