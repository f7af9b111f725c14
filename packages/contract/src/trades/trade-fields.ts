import { z } from 'zod'
import { byColumn, byField } from '../fee-tariffs/fees.ts'
import {
  changeOf,
  date,
  money,
  optional,
  optionalText,
  percent,
  recordId,
  shares,
  text,
  timeOfDay,
} from '../kit/fields.ts'
import { PAYMENT_METHODS } from '../settlement-accounts/settlement-accounts.ts'
import { alikeShape } from './version-fields.ts'

/**
 * The fields that every save of a trade takes, under the form's names (camelCase) or the stored ones
 * (snake_case).
 */

/** Stored name -> form name, for every field of a save. */
const FORM_NAMES: Record<string, string> = {
  company_name: 'companyName',
  sold_price: 'soldPrice',
  gross_value: 'grossValue',
  valuation_method: 'valuationMethod',
  portfolio_name: 'portfolio',
  portfolio_id: 'portfolioId',
  contract_number: 'contractNumber',
  deal_number: 'dealNumber',
  broker_name: 'brokerName',
  trade_date: 'tradeDate',
  trade_time: 'tradeTime',
  settlement_date: 'settlementDate',
  settlement_account: 'settlementAccount',
  settlement_account_id: 'settlementAccount',
  cash_flow_on_settlement: 'cashFlowOnSettlement',
  payment_method: 'paymentMethod',
  generate_payment: 'generatePayment',
  cost_of_funds: 'costOfFunds',
  fee_source: 'feeSource',
  ...byColumn(({ field }) => field),
}
/** Renames the stored names of a body to those of the form; names of the form are kept. */
export const inFormNames = (body: unknown) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const spelled: Record<string, unknown> = { ...body }
  for (const [stored, form] of Object.entries(FORM_NAMES)) {
    if (stored in spelled && !(form in spelled)) spelled[form] = spelled[stored]
  }
  return spelled
}

/** A portfolio's name, code or id. */
export const name = (max = 200) => z.union([text(max), z.number().int().positive().transform(String)])

/** The six fees in rupees and cents, as charged on a contract note. */
export const chargedFees = byField(({ label }) => optional(money(label)))

/** The figures that the client showed when the user pressed Save; if they changed, 409 with the new ones. */
export const preview = z.object({ grossValue: z.number(), netValue: z.number() })

/** The fields that buys and sells share. */
export const tradeFields = {
  companyName: text(200, 'Company name'),
  symbol: text(20, 'Symbol'),
  portfolio: optional(name()),
  portfolioId: optional(name()),
  quantity: shares('Quantity'),
  contractNumber: text(60, 'Contract number'),
  dealNumber: optionalText(60),
  description: optionalText(1000),
  brokerName: text(200, 'Broker name'),
  tradeDate: date,
  /** HH:MM or HH:MM:SS in Colombo, where that is known. It orders the trades of a submission; alone it is kept. */
  tradeTime: optional(timeOfDay),
  settlementDate: date,
  settlementAccount: recordId('Please choose a settlement account.'),
  paymentMethod: optional(
    z.enum(PAYMENT_METHODS, { error: `Must be one of: ${PAYMENT_METHODS.join(', ')}.` }),
  ),
  cashFlowOnSettlement: optionalText(200),
  costOfFunds: optional(percent('Cost of Funds')),
  generatePayment: optional(z.enum(['Yes', 'No'], { error: 'Must be Yes or No.' })),
  feeSource: optional(
    z.enum(['schedule', 'contract', 'manual'], { error: 'Must be schedule, contract or manual.' }),
  ),
  ...chargedFees,
  preview: optional(preview),
}

/**
 * What a correction takes: form names, and the fields of the form, of which those that are left out (undefined) stay as they are
 * recorded. The trade stays in its portfolio, so that it need not be named.
 */
export const tradeChange = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const fields = z.object(changeOf(shape))
  return z.preprocess(inFormNames, fields) as unknown as z.ZodType<
    z.output<typeof fields>,
    Partial<Record<keyof Shape, unknown>>
  >
}

/** Adds what a save needs: form names, and a portfolio named in one way or another. */
export function tradeInput<Shape extends z.ZodObject>(fields: Shape) {
  return z.preprocess(inFormNames, fields).refine(
    (trade) => {
      const named = trade as { portfolio?: unknown; portfolioId?: unknown }
      return named.portfolio != null || named.portfolioId != null
    },
    { path: ['portfolio'], message: 'Please choose a portfolio.' },
  ) as unknown as z.ZodType<z.output<Shape>, Partial<Record<keyof z.input<Shape>, unknown>>>
}

/** Set where a warning is about the price: screens ask whether it was checked. No write is refused for it. */
export const checkPrice = z.literal(true)

/** The fields that answers of a buy and a sale share. Amounts in rupees. */
export const recordedTrade = z.object({
  id: z.number(),
  version: z.number(),
  company_name: z.string(),
  symbol: z.string(),
  equity_id: z.number(),
  portfolioId: z.string(),
  portfolio_record_id: z.number(),
  deal_number: z.string(),
  ...alikeShape,
  money_generation_cost: z.number(),
  created_at: z.string(),
  /** Set on the answer to a save where something should be checked (a repeated contract number, an unusual price). */
  warnings: z.array(z.string()).optional(),
})

/** The buy that a lot came from. */
export const boughtLot = z.object({
  deal_number: z.string(),
  contract_number: z.string().nullable(),
  trade_date: z.string(),
  settlement_date: z.string(),
  price: z.number(),
  quantity: z.number(),
})
