/**
 * The value of a right. Until its last day: its own price; where it has none, what the share is worth above
 * the price of subscription, and never less than nothing (fair value level 3, source `derived`).
 *
 * 401 rights to subscribe at 50.00, the share at 60.00, no price of the rights: max(0, 60.00 - 50.00) x 401 = 4,010.00.
 *
 * After the last day rights are not traded, so that their last price is not used. Those that are left were subscribed and paid
 * for (1220) and wait for their allotment: each becomes a share, and is worth what that share is worth above what was paid for it
 * (SLFRS 13 B5: the valuation technique uses the observable price of the share; vector 6). The share at 77.10, subscription 50.00, the
 * rights last traded at 63.00: max(0, 77.10 - 50.00) = 27.10, not 63.00.
 */
import type { PlainDate } from '../values/dates.ts'
import type { PriceUnits } from '../values/decimal.ts'
import type { KnownPrice } from './price-at.ts'

/** The source of a price that was derived from another security's. */
export const DERIVED = 'derived'

/** An issue of rights: from XR on its rights may be worth something; after the last day of acceptance or renunciation those that were paid for. */
export interface RightsOffer {
  /** XR. */
  readonly from: PlainDate
  /** The last day that counts; null: none is known yet. */
  readonly until: PlainDate | null
  /** The price of subscription in 1/10000 rupee. */
  readonly price: PriceUnits
}

/** Whether the last day of an issue is over: its rights are traded no more, and what is left of them waits for its allotment. */
export const isOver = ({ until }: RightsOffer, date: PlainDate): boolean => until !== null && date > until

/** Of several issues that one symbol of rights served the one that a day belongs to: the newest that is open, else the newest; null before the first. */
export function offerOn<T extends RightsOffer>(offers: readonly T[], date: PlainDate): T | null {
  const begun = offers.filter(({ from }) => from <= date)
  const open = begun.filter((offer) => !isOver(offer, date))
  return (open.length > 0 ? open : begun).reduce<T | null>(
    (last, one) => (last === null || one.from > last.from ? one : last),
    null,
  )
}

/**
 * The known price of rights on a day: while their issue is open their own one, else that of the share, from which `priceAt` takes the
 * price of subscription. A price of before XR is none of this issue: the rights' own is of an earlier one, and in that of the share the
 * rights are contained still. Null where neither is left: the rights are valued at cost.
 */
export function knownRight(
  offer: RightsOffer,
  date: PlainDate,
  own: KnownPrice | null,
  share: KnownPrice | null,
): KnownPrice | null {
  const { from, price } = offer
  if (!isOver(offer, date) && own !== null && own.date >= from) return own
  if (share === null || share.date < from) return null
  return { ...share, source: DERIVED, subscription: price }
}
