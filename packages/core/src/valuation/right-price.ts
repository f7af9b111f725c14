/**
 * What an unexpired right is worth: its own price; where it has none, what the share is worth above the price of subscription,
 * and never less than nothing (fair value level 3, source `derived`).
 *
 * 401 rights to subscribe at 50.00, the share at 60.00, no price of the rights: max(0, 60.00 - 50.00) x 401 = 4,010.00.
 */
import type { PlainDate } from '../values/dates.ts'
import type { PriceUnits } from '../values/decimal.ts'
import type { KnownPrice } from './price-at.ts'

/** What a price is recorded by that was worked out from another security's. */
export const DERIVED = 'derived'

/** An issue of rights: from XR until the last day of acceptance or renunciation its rights may be worth something. */
export interface RightsOffer {
  /** XR. */
  readonly from: PlainDate
  /** The last day that counts; null: none is known yet. */
  readonly until: PlainDate | null
  /** The price of subscription in 1/10000 rupee. */
  readonly price: PriceUnits
}

/** Of several issues that one symbol of rights served the one that a day belongs to: the newest; null where none is open. */
export function offerOn<T extends RightsOffer>(offers: readonly T[], date: PlainDate): T | null {
  const open = offers.filter(({ from, until }) => from <= date && (until === null || date <= until))
  return open.reduce<T | null>((last, one) => (last === null || one.from > last.from ? one : last), null)
}

/**
 * The known price of rights while their issue is open: their own one, else that of the share, from which `priceAt` takes the price of
 * subscription. A price of before XR is none of this issue: the rights' own is of an earlier one, and in that of the share the
 * rights are contained still. Null where neither is left: the rights stand at cost.
 */
export function knownRight(
  { from, price }: RightsOffer,
  own: KnownPrice | null,
  share: KnownPrice | null,
): KnownPrice | null {
  if (own !== null && own.date >= from) return own
  if (share === null || share.date < from) return null
  return { ...share, source: DERIVED, subscription: price }
}

/** What is left of the share's price above the price of subscription. */
export const aboveSubscription = (share: PriceUnits, subscription: PriceUnits): PriceUnits =>
  share > subscription ? share - subscription : 0n
