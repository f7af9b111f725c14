import { z } from 'zod'
import { entitlementChanges } from '../corporate-actions/entitlement-changes.ts'
import { byField } from '../fee-tariffs/fees.ts'
import { postingPreview } from '../ledger/previewed-lines.ts'
import { boughtLot, checkPrice } from './trade-fields.ts'

/**
 * The preview of a buy or a sale: its figures, and the changes that saving it would make. Amounts in rupees.
 */

export const stepUp = z
  .object({
    first100M: z.number(),
    first100MFees: z.number(),
    excess: z.number(),
    excessFees: z.number(),
    totalStepUpFees: z.number(),
    total: z.number(),
  })
  .nullable()

/** The fee calculation's answer, in rupees. */
export const figures = z.object({
  grossValue: z.number(),
  ...byField(() => z.number()),
  totalFees: z.number(),
  netValue: z.number(),
  stepUp,
  moneyGenerationCost: z.number(),
})
export type Figures = z.output<typeof figures>

/** One lot that a sale takes from. */
export const consumedLot = boughtLot.extend({ buyTransactionId: z.number(), cost: z.number() })

/**
 * The result of a sale on its chain; null where the portfolio and security were not named, or cherry picking
 * lacks allocations.
 */
export const saleFigures = z.object({
  boughtPrice: z.number(),
  costOut: z.number(),
  chargesOut: z.number(),
  capitalGain: z.number(),
  holdingDays: z.number(),
  moneyGenerationCost: z.number(),
  profitLoss: z.number(),
  afterCostResult: z.number(),
  totalShares: z.number(),
  lots: z.array(consumedLot),
})
const sums = z.object({ quantity: z.number(), cost: z.number(), charges: z.number() })
/** Changes of other records by a write: sales whose cost moves, realized gains by month, entitlements. */
export const consequences = z.object({
  /** Every sale whose cost or charges taken out move; the list holds the first 200. */
  affectedSales: z.number(),
  sales: z.array(
    z.object({
      id: z.number(),
      deal_number: z.string(),
      trade_date: z.string(),
      costBefore: z.number(),
      costAfter: z.number(),
      gainBefore: z.number(),
      gainAfter: z.number(),
    }),
  ),
  gainsByMonth: z.array(
    z.object({ month: z.string(), before: z.number(), after: z.number(), difference: z.number() }),
  ),
  lotsRematched: z.number(),
  ...entitlementChanges,
})
export type Consequences = z.output<typeof consequences>
/** `?dryRun=1`: what a write of a trade would do, and nothing is written. */
export const tradeDryRun = z.object({
  dryRun: z.literal(true),
  figures,
  /** Price per share, of a bulk buy gross / quantity; left out for a deletion. */
  price: z.number().optional(),
  /** Null for a buy or a deletion. */
  sale: saleFigures.nullable(),
  position: z.object({ before: sums, after: sums }),
  postings: z.array(postingPreview),
  consequences,
  warnings: z.array(z.string()),
  checkPrice: checkPrice.optional(),
})
export type TradeDryRun = z.output<typeof tradeDryRun>
