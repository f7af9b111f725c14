import type { TradeHistoryRow } from '@em/contract/realized/realized'
import type { ScheduleRow } from '@em/contract/realized/realized-schedule'
import type { TaxRow } from '@em/contract/realized/realized-tax'

/** A gain as its dialog shows it. Amounts in rupees; costs are positive. */
export interface Gain {
  readonly id: number
  readonly deal_number: string
  readonly contract_number: string | null
  readonly symbol: string
  readonly portfolio: string
  readonly soldOn: string
  readonly quantity: number | null
  readonly days: number | null
  readonly proceeds: number
  readonly cost: number
  readonly buyCharges: number
  readonly sellFees: number
  /** Null where the list that it is opened from does not have it. */
  readonly costOfFunds: number | null
}

/** Two decimals: sums of rupees that are exact to the cent. */
const cents = (amount: number) => Math.round(amount * 100) / 100

/** The gain of a SELL. */
export const gainOfTrade = (row: TradeHistoryRow): Gain => ({
  id: row.id,
  deal_number: row.deal_number,
  contract_number: row.contract_number,
  symbol: row.symbol,
  portfolio: row.portfolio,
  soldOn: row.sellDate,
  quantity: row.quantity,
  days: row.holdingPeriod,
  proceeds: cents(row.costBasis + row.realizedPnL),
  cost: row.costBasis,
  buyCharges: row.buyCharges,
  sellFees: row.sellFees,
  costOfFunds: row.costOfFunds,
})

/** The gain of a row of the schedule; of a difference the difference. */
export const gainOfPosting = (row: ScheduleRow): Gain => ({
  id: row.trade_id,
  deal_number: row.deal_number,
  contract_number: row.contract_number,
  symbol: row.symbol,
  portfolio: row.portfolio,
  soldOn: row.belongs_to,
  quantity: row.quantity,
  days: row.days,
  proceeds: row.proceeds,
  cost: row.cost,
  buyCharges: row.buyCharges,
  sellFees: row.fees,
  costOfFunds: row.financing,
})

/** The gain of a disposal of a tax year. */
export const gainOfDisposal = (row: TaxRow): Gain => ({
  id: row.trade_id,
  deal_number: row.deal_number,
  contract_number: row.contract_number,
  symbol: row.symbol,
  portfolio: row.portfolio,
  soldOn: row.disposed_on,
  quantity: row.quantity,
  days: row.days,
  proceeds: row.proceeds,
  cost: row.cost,
  buyCharges: row.buyCharges,
  sellFees: row.sellFees,
  costOfFunds: null,
})

/** The way from the proceeds to the result, a sum after each kind of cost. */
export function stepsOf(gain: Gain): { label: string; amount: number; isSum: boolean }[] {
  const capital = cents(gain.proceeds - gain.cost)
  const afterFees = cents(capital - gain.buyCharges - gain.sellFees)
  const less = (label: string, amount: number) => ({
    label,
    amount: amount === 0 ? 0 : -amount,
    isSum: false,
  })
  return [
    { label: 'Proceeds', amount: gain.proceeds, isSum: false },
    less('Cost of the shares sold', gain.cost),
    { label: 'Capital gain', amount: capital, isSum: true },
    less('Charges on purchases', gain.buyCharges),
    less('Charges on sales', gain.sellFees),
    { label: 'After fees', amount: afterFees, isSum: true },
    ...(gain.costOfFunds === null
      ? []
      : [
          less('Cost of funds', gain.costOfFunds),
          {
            label: 'After fees and cost of funds',
            amount: cents(afterFees - gain.costOfFunds),
            isSum: true,
          },
        ]),
  ]
}
