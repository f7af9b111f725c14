import { PRICE_SCALE, SHARES_SCALE } from '@em/core/values/decimal'
import { dateOf, isAbove, rateOf } from '../form/figures.ts'
import type { BuyValues } from './buy-values.ts'

/** The input of the calculation, or null while quantity or price cannot be read yet. */
export interface FiguresQuestion {
  quantity: string
  price: string
  costOfFunds: string
  tradeDate: string
  symbol: string
  feeSource: 'schedule' | 'manual'
}

/** The question that the typed values make. */
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
