import { z } from 'zod'
import { date, optional } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { scopeNamed } from '../trial-balance/trial-balance.ts'
import { valuationNote } from '../valuation/valuation-note.ts'
import { reportTie, treatment } from './report-ties.ts'

/**
 * How investments moved in a period, by treatment and security: shares, cost and fair value adjustment, each from its opening to its
 * closing. By posting date: what the ledger says of the period. Amounts in rupees.
 */

/** Movements of shares and their cost; outgoing ones are negative. */
export const MOVEMENTS = {
  openings: 'Opening positions',
  additions: 'Additions',
  disposals: 'Disposals',
  actions: 'Corporate actions',
  transfers: 'Transfers',
} as const
export type Movement = keyof typeof MOVEMENTS

const moved = z.object({
  opening: z.number(),
  /** Positions from before the books of a portfolio began, in the period in which they began. */
  openings: z.number(),
  /** Purchases, with what corrected them. */
  additions: z.number(),
  /** Shares that left, at cost, with what later changed in their cost. */
  disposals: z.number(),
  actions: z.number(),
  transfers: z.number(),
  /** The sum of all the others. */
  closing: z.number(),
})

const amounts = {
  /** 1100. */
  cost: moved,
  /** 1105: fees of purchases that are carried, with FVOCI. */
  capitalised: moved,
  /** 1110, of rights 1230. */
  fairValue: z.object({
    /** The adjustment of the run on the day before the period; 0 where there was none. */
    opening: z.number(),
    /** Of the opening what belongs to shares that left: shares held at the start leave first. Sign turned. */
    release: z.number(),
    /** The rest: closing - opening - release. */
    change: z.number(),
    /** The adjustment of the run on the last day; 0 where there was none. */
    closing: z.number(),
  }),
}

export const investmentMovement = z.object({
  /** Security and treatment. */
  id: z.string(),
  treatment,
  symbol: z.string(),
  companyName: z.string(),
  quantity: moved,
  ...amounts,
})
export type InvestmentMovement = z.output<typeof investmentMovement>

export const movementSum = z.object({ treatment, rows: z.number(), ...amounts })
export type MovementSum = z.output<typeof movementSum>

export const investmentMovementsReply = z.object({
  period: z.object({
    /** Null: from the beginning of the books. */
    startDate: z.string().nullable(),
    endDate: z.string(),
    portfolio: z.string().nullable(),
    entity: z.string().nullable(),
  }),
  /** Whether the books are valued on the last day, and on the day before the first (null: from the beginning). */
  valuation: valuationNote,
  openingValuation: valuationNote.nullable(),
  /** By treatment, company and symbol. */
  rows: z.array(investmentMovement),
  treatments: z.array(movementSum),
  /** The movement of the accounts in the period. */
  ties: z.array(reportTie),
  generatedAt: z.string(),
})
export type InvestmentMovements = z.output<typeof investmentMovementsReply>

export const investmentMovements = route({
  name: 'reports.investment-movements',
  needs: 'reports.read',
  load: 'report',
  method: 'GET',
  path: '/reports/investment-movements',
  tag: "Accountant's reports",
  summary:
    'How shares, cost and fair value adjustment moved in a period, by treatment and security, tied to the ledger; without dates all until today',
  query: z.object({ startDate: optional(date), endDate: optional(date), ...scopeNamed }),
  reply: investmentMovementsReply,
})
