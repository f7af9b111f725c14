import { EMPTY_TRADE, type TradeValues } from '../form/trade-values.ts'

/** The values of the buy form: the fields of every trade, its price, and whether a payment is to be generated. */
export interface BuyValues extends TradeValues {
  price: string
  generatePayment: 'Yes' | 'No'
}

export const EMPTY_BUY: BuyValues = { ...EMPTY_TRADE, price: '', generatePayment: 'No' }
