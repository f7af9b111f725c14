import { LINE_EXCEPTIONS } from '@em/core/valuation/mark-to-market'
import { z } from 'zod'
import { date, optional } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { priceSource } from '../prices/trade-summary.ts'
import { scopeNamed } from '../trial-balance/trial-balance.ts'
import { valuationNote } from '../valuation/valuation-note.ts'
import { reportTie, treatment } from './report-ties.ts'

/**
 * What is held at a date, at cost and at fair value, by treatment, sector and security. Quantity and cost are those by posting date;
 * prices are those of the day, as a mark-to-market run takes them. Amounts in rupees, prices with 4 decimals.
 */

/** What counts on the day as the price of a security; all null where there is none. */
export const countedPrice = {
  price: z.number().nullable(),
  price_date: z.string().nullable(),
  price_kind: z.enum(['last trade', 'close', 'previous close']).nullable(),
  price_source: priceSource.nullable(),
  /** Market days from the price to the date. */
  price_age: z.number().nullable(),
  /** Of SLFRS 13. */
  level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Why a user should check it. */
  exceptions: z.array(z.enum(LINE_EXCEPTIONS)),
}

const amounts = {
  /** 1100. */
  cost: z.number(),
  /** 1105: fees of purchases, with FVOCI. */
  capitalised: z.number(),
  /** Quantity x price; without a price what it is carried at. */
  fair_value: z.number(),
  /** fair_value - cost - capitalised. */
  unrealized: z.number(),
  /** Fair value in percent of net assets, 4 decimals; null where net assets are not above zero. */
  share: z.number().nullable(),
}

export const investment = z.object({
  /** Security, treatment and price basis. */
  id: z.string(),
  treatment,
  /** Null: the security names none. */
  sector: z.string().nullable(),
  symbol: z.string(),
  companyName: z.string(),
  /** How many portfolios hold it. */
  portfolios: z.number(),
  quantity: z.number(),
  ...amounts,
  ...countedPrice,
})
export type Investment = z.output<typeof investment>

export const investmentSum = z.object({
  treatment,
  sector: z.string().nullable(),
  rows: z.number(),
  ...amounts,
})
export type InvestmentSum = z.output<typeof investmentSum>

export const statementOfInvestmentsReply = z.object({
  asOf: z.string(),
  portfolio: z.string().nullable(),
  entity: z.string().nullable(),
  /** Whether the books of the date are valued. */
  valuation: valuationNote,
  /** By treatment, sector, company and symbol. */
  rows: z.array(investment),
  /** The sums of the rows by treatment and sector, in the same order. */
  sectors: z.array(investmentSum),
  treatments: z.array(investmentSum.omit({ sector: true })),
  total: z.object({ rows: z.number(), ...amounts }),
  /** Investments at fair value and what else the books hold, less what they owe. */
  netAssets: z.number(),
  ties: z.array(reportTie),
  generatedAt: z.string(),
})
export type StatementOfInvestments = z.output<typeof statementOfInvestmentsReply>

export const statementOfInvestments = route({
  name: 'reports.statement-of-investments',
  needs: 'reports.read',
  load: 'report',
  method: 'GET',
  path: '/reports/statement-of-investments',
  tag: "Accountant's reports",
  summary:
    'Investments at a date by treatment and sector, at cost and at fair value, tied to the ledger; today where no date is given',
  query: z.object({ asOf: optional(date), ...scopeNamed }),
  reply: statementOfInvestmentsReply,
})
