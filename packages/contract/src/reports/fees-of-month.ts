import { z } from 'zod'
import { FEES, type FeeColumn } from '../fee-tariffs/fees.ts'
import { route } from '../kit/route.ts'
import { scopeNamed } from '../trial-balance/trial-balance.ts'

/**
 * The fees and levies of the trades of a month, by component: what a broker checks against the bill of the exchange. By trade date, tied to the
 * accounts of the fees and to the trade files of the month. Amounts in rupees.
 */

/** Trades that are listed; the totals are of all of them. */
export const FEES_TRADES_MAX = 10_000

const column = z.enum(FEES.map(({ column: name }) => name) as [FeeColumn, ...FeeColumn[]])
const fees = z.object({
  brokerage: z.number(),
  cse_fees: z.number(),
  cds_fees: z.number(),
  clearing_fees: z.number(),
  sec: z.number(),
  stl: z.number(),
})

const component = z.object({
  component: column,
  label: z.string(),
  /** Of all trades of the month; buys and sales apart. */
  buys: z.number(),
  sales: z.number(),
  total: z.number(),
  /** The accounts that the fee goes to. */
  accounts: z.array(z.string()),
  /** Other amounts on the accounts in the month, or amounts of trades that are not there: named. */
  others: z.array(z.object({ label: z.string(), amount: z.number() })),
  ledger: z.number(),
  /** ledger - total - others: 0.00 where everything is explained. */
  difference: z.number(),
  /** The fees in the trade files of the month; null where there are none, or of some books alone. */
  files: z.number().nullable(),
  /** What the files charge for contracts that are no trade here, and what trades that are in no file were charged, below zero: named. */
  files_others: z.array(z.object({ label: z.string(), amount: z.number() })),
  /** files - total - files_others: what files and trades differ by, of the contracts that are in both. */
  files_difference: z.number().nullable(),
})
export type FeesComponent = z.output<typeof component>

const trade = fees.extend({
  id: z.number(),
  date: z.string(),
  deal_number: z.string(),
  contract_number: z.string().nullable(),
  side: z.enum(['buy', 'sell']),
  symbol: z.string(),
  companyName: z.string(),
  portfolioId: z.string(),
  broker_name: z.string().nullable(),
  quantity: z.number(),
  gross: z.number(),
  total: z.number(),
})
export type FeesTrade = z.output<typeof trade>

export const feesOfMonthReply = z.object({
  /** 2026-01 */
  month: z.string(),
  from: z.string(),
  to: z.string(),
  portfolio: z.string().nullable(),
  entity: z.string().nullable(),
  trades: z.number(),
  gross: z.number(),
  total: z.number(),
  components: z.array(component),
  /** Trade files with lines of the month. */
  documents: z.number(),
  rows: z.array(trade),
  hasMore: z.boolean(),
  generatedAt: z.string(),
})
export type FeesOfMonth = z.output<typeof feesOfMonthReply>

/** 2026-01; this month where left out. */
export const monthSent = z
  .string()
  .max(7, 'Must be a month like 2026-01.')
  .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'Must be a month like 2026-01.')
  .optional()

export const feesOfMonth = route({
  name: 'reports.fees-of-month',
  needs: 'reports.read',
  load: 'report',
  method: 'GET',
  path: '/reports/fees-of-month',
  tag: "Accountant's reports",
  summary:
    'Fees and levies of the trades of a month by component, with the list by trade, tied to the accounts of the fees and to the trade files',
  query: z.object({
    month: monthSent,
    ...scopeNamed,
  }),
  reply: feesOfMonthReply,
})
