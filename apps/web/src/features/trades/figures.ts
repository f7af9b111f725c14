/** The figures beside the form: what is asked of the server, and what fees as charged make of its answer. */
import type { Figures } from '@em/contract/books/trades'
import { moneyGenerationCost } from '@em/core/cost-of-funds/rates'
import {
  formatDecimal,
  MONEY_MAX,
  MONEY_SCALE,
  PRICE_SCALE,
  parseDecimal,
  RATE_SCALE,
  SHARES_SCALE,
  toJsonNumber,
} from '@em/core/values/decimal'
import { percentageOf, perShare, sumOf } from '@em/core/values/money'
import type { BuyValues } from './buy-values.ts'
import type { TradeValues } from './trade-values.ts'

export const FEE_FIELDS = [
  { field: 'brokerage', label: 'Brokerage' },
  { field: 'cseFees', label: 'CSE Fees' },
  { field: 'cdsFees', label: 'CDS Fees' },
  { field: 'clearingFees', label: 'Clearing Fees' },
  { field: 'sec', label: 'SEC Cess' },
  { field: 'stl', label: 'Share Transaction Levy' },
] as const satisfies readonly { field: keyof Figures & keyof TradeValues; label: string }[]
export type FeeField = (typeof FEE_FIELDS)[number]['field']

/** Gross value above which the step-up block is shown, in rupees. */
export const STEP_UP_ABOVE = 100_000_000

/** What the calculation needs, or null while quantity or price cannot be read yet. */
export interface FiguresQuestion {
  quantity: string
  price: string
  costOfFunds: string
  tradeDate: string
  symbol: string
  feeSource: 'schedule' | 'manual'
}

export function questionOf(values: BuyValues): FiguresQuestion | null {
  const { quantity, price, costOfFunds, tradeDate, symbol } = values
  if (!isAbove(quantity, SHARES_SCALE) || !isAbove(price, PRICE_SCALE)) return null
  return {
    quantity,
    price,
    costOfFunds: rateOf(costOfFunds),
    tradeDate: dateOf(tradeDate),
    symbol,
    feeSource: values.asCharged ? 'manual' : 'schedule',
  }
}

/** A rate that can be read, else ''. */
export function rateOf(text: string): string {
  return parseDecimal(text, RATE_SCALE, { unsigned: true }).ok ? text : ''
}

/** A whole date, else ''. */
export function dateOf(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : ''
}

export function isAbove(text: string, scale: number): boolean {
  const parsed = parseDecimal(text, scale)
  return parsed.ok && parsed.units > 0n
}

/** Fees are paid on top of what is bought, for one day's funds; they go off what is sold, for the days it was held. */
export type FeesOf = { readonly side: 'buy' } | { readonly side: 'sell'; readonly holdingDays: number }
const ON_A_BUY: FeesOf = { side: 'buy' }

/**
 * The schedule's figures with the six fees as charged in their place: total, net value and money generation cost
 * follow. Null while one of the six is blank or no amount. Exact in cents; the server checks the result on a save.
 */
export function withFeesAsCharged(
  figures: Figures,
  values: TradeValues,
  of: FeesOf = ON_A_BUY,
): Figures | null {
  const fees: Partial<Record<FeeField, bigint>> = {}
  for (const { field } of FEE_FIELDS) {
    const parsed = parseDecimal(values[field], MONEY_SCALE, { unsigned: true, max: MONEY_MAX })
    if (!parsed.ok) return null
    fees[field] = parsed.units
  }
  const gross = parseDecimal(figures.grossValue, MONEY_SCALE)
  if (!gross.ok) return null
  const total = sumOf(Object.values(fees))
  const net = of.side === 'buy' ? gross.units + total : gross.units - total
  const days = of.side === 'buy' ? 1 : of.holdingDays
  const rate = parseDecimal(values.costOfFunds, RATE_SCALE, { unsigned: true })
  const rupees = (cents: bigint) => toJsonNumber(cents, MONEY_SCALE)
  return {
    ...figures,
    ...(Object.fromEntries(Object.entries(fees).map(([field, cents]) => [field, rupees(cents)])) as Record<
      FeeField,
      number
    >),
    totalFees: rupees(total),
    netValue: rupees(net),
    moneyGenerationCost: rupees(moneyGenerationCost(net, rate.ok ? rate.units : null, days)),
  }
}

/** The schedule's six fees as text, to start from when fees are typed. Blank where nothing is calculated yet. */
export function feesToStartFrom(figures: Figures | null): Pick<TradeValues, FeeField> {
  const text = (field: FeeField) => {
    const parsed = figures === null ? null : parseDecimal(figures[field], MONEY_SCALE)
    return parsed?.ok === true ? formatDecimal(parsed.units, MONEY_SCALE) : ''
  }
  return Object.fromEntries(FEE_FIELDS.map(({ field }) => [field, text(field)])) as Pick<
    TradeValues,
    FeeField
  >
}

/** A fee as a percentage of the gross value, 4 decimals; null where there is no gross value. */
export function shareOfGross(fee: number, gross: number): string | null {
  const [part, whole] = [parseDecimal(fee, MONEY_SCALE), parseDecimal(gross, MONEY_SCALE)]
  if (!part.ok || !whole.ok || whole.units === 0n) return null
  return formatDecimal(percentageOf(part.units, whole.units), RATE_SCALE)
}

/** Cost per share at 4 decimals, from rupees and shares; null while nothing is held. */
export function averageOf(cost: number, quantity: number): string | null {
  const [cents, shares] = [parseDecimal(cost, MONEY_SCALE), parseDecimal(quantity, SHARES_SCALE)]
  if (!cents.ok || !shares.ok || shares.units === 0n) return null
  return formatDecimal(perShare(cents.units, shares.units), PRICE_SCALE)
}
