/** Totals of a document as JSON in the database: amounts in cents, as texts. */
import type { TradeDocument } from '@em/contract/documents/trade-documents'
import type { AddedUp, DocumentTotals } from '@em/core/documents/contracts'
import type { SideTotals, StatedTotals } from '@em/core/documents/line'
import { rupees } from '@em/core/values/money'

interface StoredSide {
  readonly count: number
  readonly quantity: string
  readonly gross: string
  readonly fees: string
  readonly net: string
}
export interface StoredTotals {
  readonly purchases: StoredSide
  readonly sales: StoredSide
  readonly net: string
}

const stored = ({ count, quantity, gross, fees, net }: AddedUp): StoredSide => ({
  count,
  quantity: String(quantity),
  gross: String(gross),
  fees: String(fees),
  net: String(net),
})
export const storedTotals = ({ purchases, sales, net }: DocumentTotals): StoredTotals => ({
  purchases: stored(purchases),
  sales: stored(sales),
  net: String(net),
})

const side = ({ count, quantity, gross, fees, net }: StoredSide) => ({
  count,
  shares: Number(quantity),
  gross: rupees(BigInt(gross)),
  fees: rupees(BigInt(fees)),
  net: rupees(BigInt(net)),
})
/** As the API shows them, in rupees. */
export const totalsForAnswer = ({ purchases, sales, net }: StoredTotals): TradeDocument['totals'] => ({
  purchases: side(purchases),
  sales: side(sales),
  net: rupees(BigInt(net)),
})

type Json = Readonly<Record<string, unknown>>
const cents = (value: unknown) => (typeof value === 'string' ? BigInt(value) : null)
const sideOf = (value: unknown): SideTotals | null => {
  if (typeof value !== 'object' || value === null) return null
  const { count, gross, fees, net } = value as Json
  return {
    count: typeof count === 'number' ? count : null,
    gross: cents(gross),
    fees: cents(fees),
    net: cents(net),
  }
}
/** Stated totals as they were stored by `storedStated`. */
export function statedOf(value: unknown): StatedTotals {
  const { purchases, sales, count, net } = value as Json
  return {
    purchases: sideOf(purchases),
    sales: sideOf(sales),
    count: typeof count === 'number' ? count : null,
    net: cents(net),
  }
}
/** JSON whose whole numbers of cents are texts. */
export const storedStated = (stated: StatedTotals): string =>
  JSON.stringify(stated, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

const rupeesOrNull = (amount: bigint | null) => (amount === null ? null : rupees(amount))
const statedSide = (totals: SideTotals | null) =>
  totals && {
    count: totals.count,
    gross: rupeesOrNull(totals.gross),
    fees: rupeesOrNull(totals.fees),
    net: rupeesOrNull(totals.net),
  }
/** As the API shows them, in rupees. */
export const statedForAnswer = (stated: StatedTotals | null) =>
  stated && {
    purchases: statedSide(stated.purchases),
    sales: statedSide(stated.sales),
    count: stated.count,
    net: rupeesOrNull(stated.net),
  }
