import { z } from 'zod'
import { ACTION_KINDS } from './kinds.ts'

/** What a late, corrected or deleted trade changes of entitlements: before and after it. Amounts in rupees. */

/** So many are listed; the rest are counted. */
export const ENTITLEMENT_CHANGES_MAX = 200

const entitlement = z.object({
  /** Shares held at the close before XD. */
  held: z.number(),
  /** Shares that the holder is entitled to: 0 where an event gives money. */
  entitled: z.number(),
  gross: z.number(),
  tax: z.number(),
  net: z.number(),
})
export const entitlementChange = z.object({
  action: z.number(),
  kind: z.enum(ACTION_KINDS),
  title: z.string(),
  securityCode: z.string().nullable(),
  portfolioId: z.string(),
  portfolioName: z.string(),
  ex_date: z.string().nullable(),
  /** False while the event is only announced: nothing is expected of it yet. */
  in_books: z.boolean(),
  /** When its money is due; null while that is to be notified. */
  due: z.string().nullable(),
  /** A payment was confirmed: the difference stays open. */
  is_confirmed: z.boolean(),
  before: entitlement,
  after: entitlement,
})
export type EntitlementChange = z.output<typeof entitlementChange>

/** How many entitlements change, and the first 200 of them. */
export const entitlementChanges = {
  affectedEntitlements: z.number(),
  entitlements: z.array(entitlementChange),
}
