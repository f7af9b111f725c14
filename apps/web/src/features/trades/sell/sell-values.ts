import { EMPTY_TRADE, type TradeValues } from '../form/trade-values.ts'
import type { Allocation } from './allocations.ts'

/** The values of the sell form: the fields of every trade, the price, and the chosen lots where lots are picked. */
export interface SellValues extends TradeValues {
  soldPrice: string
  /** Saved in View Details; sent where the portfolio's method is Cherry Picking. */
  allocations: readonly Allocation[]
}

export const EMPTY_SELL: SellValues = { ...EMPTY_TRADE, soldPrice: '', allocations: [] }

/** Another portfolio holds other companies and lots: what hung on the former one is cleared. */
export function portfolioChosen(
  values: SellValues,
  chosen: { portfolioId: string; portfolio: string },
): SellValues {
  return { ...values, ...chosen, companyName: '', symbol: '', allocations: [] }
}

/** Another company has other lots. */
export function companyChosen(
  values: SellValues,
  chosen: { companyName: string; symbol: string },
): SellValues {
  return values.symbol === chosen.symbol ? values : { ...values, ...chosen, allocations: [] }
}
