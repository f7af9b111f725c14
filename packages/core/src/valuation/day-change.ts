/** The changes of holdings on the last market day: prices in 1/10000 rupee, amounts in cents. */
import type { PlainDate } from '../values/dates.ts'
import type { Cents, PriceUnits, RateUnits } from '../values/decimal.ts'
import { percentageOf } from '../values/money.ts'
import { holdingValue } from './holding-value.ts'

/** A price and the one before it. */
export interface PriceMove {
  readonly date: PlainDate
  readonly price: PriceUnits
  /** Null where there is none. */
  readonly previous: PriceUnits | null
}

export interface MovedHolding<Key> {
  readonly key: Key
  readonly quantity: bigint
  /** Null where no price is known. */
  readonly move: PriceMove | null
}

export interface Mover<Key> {
  readonly key: Key
  readonly price: PriceUnits
  readonly changePercent: RateUnits
  /** Of the shares held. */
  readonly change: Cents
}

export interface DayChange<Key> {
  /** The newest day that any of the holdings has a price of. */
  readonly date: PlainDate
  /**
   * The change, on that day, of the value of the current holdings; null where no holding has an earlier price
   * to compare with.
   */
  readonly change: Cents | null
  /** Of the value before it. */
  readonly percent: RateUnits | null
  /** The holdings that moved on that day, the greatest rise first. */
  readonly movers: readonly Mover<Key>[]
}

/**
 * The change of the day whose prices are the newest among the holdings. A holding without a price of that day, or without an
 * earlier one to compare with, did not move; where none can be compared, the change is unknown. Null where nothing has a price.
 */
export function dayChangeOf<Key>(holdings: readonly MovedHolding<Key>[]): DayChange<Key> | null {
  const date = holdings.reduce(
    (latest, { move }) => (move !== null && move.date > latest ? move.date : latest),
    '',
  )
  if (date === '') return null
  let [change, before, isCompared] = [0n, 0n, false]
  const movers: Mover<Key>[] = []
  for (const { key, quantity, move } of holdings) {
    if (move === null) continue
    const isMoved = move.date === date && move.previous !== null
    const value = holdingValue(quantity, move.price, 0n)
    const valueBefore = holdingValue(quantity, isMoved ? move.previous : null, value)
    isCompared ||= isMoved
    change += value - valueBefore
    before += valueBefore
    if (!isMoved || move.previous === null || move.previous === move.price) continue
    movers.push({
      key,
      price: move.price,
      changePercent: percentageOf(move.price - move.previous, move.previous),
      change: value - valueBefore,
    })
  }
  movers.sort((a, b) => (a.changePercent < b.changePercent ? 1 : a.changePercent > b.changePercent ? -1 : 0))
  return isCompared
    ? { date, change, percent: percentageOf(change, before), movers }
    : { date, change: null, percent: null, movers }
}
