/** The six fees of a trade in forms and lists: their sum, and fees typed from the contract note. */
import { byField, FEES, type FeeColumn, type FeeField } from '@em/contract/fee-tariffs/fees'
import type { Figures } from '@em/contract/trades/trade-preview'
import type { BuyTransaction } from '@em/contract/trades/trades'
import { moneyGenerationCost } from '@em/core/cost-of-funds/rates'
import {
  formatDecimal,
  MONEY_MAX,
  MONEY_SCALE,
  parseDecimal,
  RATE_SCALE,
  toJsonNumber,
} from '@em/core/values/decimal'
import { percentageOf, sumOf } from '@em/core/values/money'
import { sumOf as sumOfNumerals } from '../../../ui/grid/columns.ts'
import type { TradeValues } from './trade-values.ts'

/** The six fees of a recorded trade, in rupees. */
export type StoredFees = Readonly<Record<FeeColumn, number>>

/** Where the booked fees come from, as a recorded trade says it. */
export const FEE_SOURCES: Readonly<Record<BuyTransaction['fee_source'], string>> = {
  schedule: 'By schedule',
  contract: 'As charged',
  manual: 'As charged',
}

/** Gross value above which the step-up block is shown, in rupees. */
export const STEP_UP_ABOVE = 100_000_000

/** The exact sum of the six fees, as a numeral. */
export function totalFees(trade: StoredFees): string {
  return sumOfNumerals(FEES.map(({ column }) => trade[column]))
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
  for (const { field } of FEES) {
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
  return byField(({ field }) => text(field))
}

/** A fee as a percentage of the gross value, 4 decimals; null where there is no gross value. */
export function shareOfGross(fee: number, gross: number): string | null {
  const [part, whole] = [parseDecimal(fee, MONEY_SCALE), parseDecimal(gross, MONEY_SCALE)]
  if (!part.ok || !whole.ok || whole.units === 0n) return null
  return formatDecimal(percentageOf(part.units, whole.units), RATE_SCALE)
}
