/**
 * Shares of a bonus or a scrip dividend are held from XD and can be sold from the day that they are listed (allotted).
 *
 * 1,003 held, bonus 250 at XD, listed ten days later: from XD 1,253 are held and 1,003 of them can be sold; from the day of the
 * listing 1,253. A walk never refuses a sale or a transfer for it: it counts the shares that a sale takes
 * beyond the listed ones, and a change of the chain that raises this count is refused (change.ts). So a chain
 * that already has such a sale is walked like any other.
 */
import { type Rejection, reject } from '../rejections.ts'
import type { PlainDate } from '../values/dates.ts'
import type { Shares } from '../values/decimal.ts'
import { sumOf } from '../values/money.ts'
import {
  type ChainEvent,
  type Holding,
  type Listing,
  type SaleEvent,
  sourceOf,
  type WithdrawalEvent,
} from './chain-event.ts'

/** The day of a listing that is to be notified: after any day that a sale can have. */
export const LISTING_UNKNOWN: PlainDate = '9999-12-31'

/** Shares that are held and cannot be sold yet. */
export interface Unlisted extends Listing {
  readonly quantity: Shares
}

/** A sale or a transfer that takes shares which are not listed on its day. */
export interface BeyondListed extends Listing {
  readonly eventId: string
  readonly date: PlainDate
  readonly quantity: Shares
  /** The shares that could be sold on its day. */
  readonly available: Shares
  readonly unlisted: Shares
}

/** The listings that a walk keeps. */
export interface ListingDraft {
  holding: Holding
  unlisted: readonly Unlisted[]
  /** The latest day on which shares of the chain were or will be listed; null where all were at once. */
  unlistedUntil: PlainDate | null
}

/** Shares that are listed on a day are like all others from then on. */
export function forgetListed(draft: ListingDraft, day: PlainDate): void {
  if (draft.unlisted.length > 0) draft.unlisted = draft.unlisted.filter(({ on }) => on > day)
}

/** A disposal by choice: a sale or a transfer. Both move shares that the depository has credited. */
type GivingEvent = SaleEvent | WithdrawalEvent
export function givesAway(event: ChainEvent): event is GivingEvent {
  if (event.kind === 'sell') return true
  return (event.kind === 'disposal' || event.kind === 'withdrawal') && sourceOf(event) === 'transfer'
}

/**
 * The shares that a sale takes beyond those that can be sold; null where it takes none. Names the listing of
 * the last shares that it needs.
 */
export function beyondListed(draft: ListingDraft, sale: GivingEvent): BeyondListed | null {
  if (draft.unlisted.length === 0) return null
  const unlisted = sumOf(draft.unlisted.map(({ quantity }) => quantity))
  const available = draft.holding.quantity - unlisted
  let short = sale.quantity - available
  if (short <= 0n) return null
  const inOrder = draft.unlisted.toSorted((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1))
  const last = inOrder.find(({ quantity }) => {
    short -= quantity
    return short <= 0n
  })
  const { on, what } = last ?? (inOrder.at(-1) as Unlisted)
  const { id: eventId, tradeDate: date, quantity } = sale
  return Object.freeze({ eventId, date, quantity, available, unlisted, on, what })
}

/** Keeps what an event that was just applied does to the shares that are not listed; `before` is what was held before it. */
export function keepUnlisted(draft: ListingDraft, event: ChainEvent, before: Holding): void {
  const { quantity: held } = draft.holding
  if (event.kind === 'scale' || event.kind === 'receipt') {
    const { listing } = event
    if (listing !== undefined) {
      const quantity = held - before.quantity
      if (quantity > 0n && listing.on > event.tradeDate) {
        draft.unlisted = [...draft.unlisted, { ...listing, quantity }]
        if (draft.unlistedUntil === null || listing.on > draft.unlistedUntil) draft.unlistedUntil = listing.on
      }
    } else if (event.kind === 'scale' && before.quantity > 0n) {
      // A split makes more of the shares that are not listed too.
      draft.unlisted = draft.unlisted.map((one) => ({
        ...one,
        quantity: (one.quantity * held) / before.quantity,
      }))
    }
  }
  // An event that takes shares out, or a sale recorded before this rule, may leave fewer shares than were
  // unlisted.
  let left = held
  if (draft.unlisted.length > 0)
    draft.unlisted = draft.unlisted.flatMap((one) => {
      const quantity = one.quantity < left ? one.quantity : left
      left -= quantity
      return quantity === 0n ? [] : [{ ...one, quantity }]
    })
}

/**
 * Refuses a change after which a sale takes more shares that are not listed than before it; null where none
 * does. A sale that is already recorded is not checked again, so that other events of its chain can be
 * changed.
 */
export function refuseBeyond(
  before: readonly BeyondListed[],
  after: readonly BeyondListed[],
): Rejection | null {
  const shortOf = (one: BeyondListed) => one.quantity - one.available
  const stood = new Map(before.map((one) => [one.eventId, shortOf(one)]))
  const grown = after.find((one) => shortOf(one) > (stood.get(one.eventId) ?? 0n))
  if (grown === undefined) return null
  const { eventId, date, quantity, available, unlisted, on, what } = grown
  const facts = {
    eventId,
    date,
    quantity: String(quantity),
    available: String(available),
    unlisted: String(unlisted),
    event: what,
  }
  return on === LISTING_UNKNOWN
    ? reject('lots.listing-unknown', facts, 'quantity')
    : reject('lots.not-listed', { ...facts, from: on }, 'quantity')
}
