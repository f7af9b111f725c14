import type { CostByLot } from '@em/contract/holdings/holdings'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE, parseDecimal } from '@em/core/values/decimal'
import { perShare } from '@em/core/values/money'
import { sumOf } from '../../../ui/grid/columns.ts'

/** An open lot with its holding. Amounts as numerals where they were added up. */
export interface LotRow {
  readonly id: number
  readonly symbol: string
  readonly company: string
  readonly deal: string
  readonly contract: string | null
  readonly isOpening: boolean
  readonly tradeDate: string
  readonly settlementDate: string
  readonly price: number
  readonly bought: number
  readonly left: number
  readonly cost: number
  readonly charges: number
  /** (Cost + charges) / shares left. */
  readonly costPerShare: string | null
  readonly days: number
  readonly marketPrice: number | null
}

/** Figures of the books about a holding, in addition to its lots. */
export interface HoldingCost {
  readonly symbol: string
  readonly company: string
  readonly quantity: number
  readonly lots: number
  readonly cost: number
  readonly charges: number
  /** Of the lots themselves. */
  readonly lotCost: string
  /** Cost in the books less cost of the lots: not zero where sales take an average. */
  readonly difference: string
}

function each(cost: number, charges: number, left: number): string | null {
  const money = parseDecimal(sumOf([cost, charges]), MONEY_SCALE)
  return money.ok && left > 0 ? formatDecimal(perShare(money.units, BigInt(left)), PRICE_SCALE) : null
}

const negated = (numeral: string) => (numeral.startsWith('-') ? numeral.slice(1) : `-${numeral}`)

export const lotRows = ({ holdings }: CostByLot): LotRow[] =>
  holdings.flatMap(({ symbol, companyName, marketPrice, lots }) =>
    lots.map((lot) => ({
      id: lot.id,
      symbol,
      company: companyName,
      deal: lot.deal_number,
      contract: lot.contract_number,
      isOpening: lot.is_opening,
      tradeDate: lot.trade_date,
      settlementDate: lot.settlement_date,
      price: lot.price,
      bought: lot.quantity,
      left: lot.left,
      cost: lot.cost,
      charges: lot.charges,
      costPerShare: each(lot.cost, lot.charges, lot.left),
      days: lot.days,
      marketPrice,
    })),
  )

export const holdingCosts = ({ holdings }: CostByLot): HoldingCost[] =>
  holdings.map(({ symbol, companyName, quantity, cost, charges, lots }) => {
    const lotCost = sumOf(lots.map((lot) => lot.cost))
    return {
      symbol,
      company: companyName,
      quantity,
      lots: lots.length,
      cost,
      charges,
      lotCost,
      difference: sumOf([cost, negated(lotCost)]),
    }
  })
