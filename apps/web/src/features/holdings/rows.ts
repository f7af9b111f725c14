import type { CostingMethod } from '@em/contract/costing-methods/costing-methods'
import type { ValuedHolding } from '@em/contract/holdings/holdings'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE, parseDecimal } from '@em/core/values/decimal'
import { perShare } from '@em/core/values/money'
import { sumOf } from '../../ui/grid/columns.ts'

/** One line of Portfolio Holdings; amounts as exact numerals. */
export interface HoldingRow {
  readonly id: number
  readonly company: string
  readonly symbol: string
  readonly quantity: number
  readonly averagePrice: number
  readonly costValue: number
  readonly charges: number
  /** Cost value and charges. */
  readonly netValue: string
  /** (Cost value + charges) / quantity, 4 decimals. */
  readonly costPerShare: string | null
}

/** Whether sales take the average cost: so they do without a method, too, until one is assigned. */
export const isAveraged = (method: CostingMethod | null | undefined) =>
  method !== 'FIFO' && method !== 'CHERRY'

/** The holdings, by company name; positions without shares are left out. */
export function holdingRows(positions: readonly ValuedHolding[]): HoldingRow[] {
  return positions
    .filter((position) => position.quantity > 0)
    .map((position) => {
      const netValue = sumOf([position.costValue, position.charges])
      return {
        id: position.id,
        company: position.companyName,
        symbol: position.symbol,
        quantity: position.quantity,
        averagePrice: position.costPrice,
        costValue: position.costValue,
        charges: position.charges,
        netValue,
        costPerShare: eachOf(netValue, position.quantity),
      }
    })
    .sort((a, b) => a.company.localeCompare(b.company, 'en') || a.symbol.localeCompare(b.symbol, 'en'))
}

function eachOf(amount: string, quantity: number): string | null {
  const cents = parseDecimal(amount, MONEY_SCALE)
  if (!cents.ok || !Number.isSafeInteger(quantity) || quantity <= 0) return null
  return formatDecimal(perShare(cents.units, BigInt(quantity)), PRICE_SCALE)
}
