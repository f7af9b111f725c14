/** The changes that a correction would make, compared with the recorded trade. */
import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import { formatNumber, readNumeral } from '../../../lib/numerals.ts'
import { allocationsOf, type EditValues, isCherryPicked } from './edit-values.ts'
import type { Trade, TradeVersion } from './trade.ts'
import { type Difference, differences } from './versions.ts'

export interface AccountNamed {
  readonly account_name: string
  readonly account_number: string
}

/** The trade's own facts and result, before and after. `account` is the one chosen, null while unchanged. */
export function ownDifferences(
  trade: Trade,
  values: EditValues,
  dryRun: TradeDryRun,
  account: AccountNamed | null,
): Difference[] {
  const now = trade.versions.at(-1)
  if (now === undefined) return []
  const wanted: TradeVersion = {
    ...now,
    trade_date: values.tradeDate,
    settlement_date: values.settlementDate,
    quantity: Number(readNumeral(values.quantity)),
    price: Number(readNumeral(values.price)),
    total_fees: dryRun.figures.totalFees,
    net_value: dryRun.figures.netValue,
    contract_number: blank(values.contractNumber),
    broker_name: blank(values.brokerName),
    cost_of_funds: values.costOfFunds.trim() === '' ? null : Number(readNumeral(values.costOfFunds)),
    account_name: account?.account_name ?? now.account_name,
    account_number: account?.account_number ?? now.account_number,
    cash_flow_on_settlement: blank(values.cashFlowOnSettlement),
    generate_payment: values.generatePayment === 'Yes' ? 'Yes' : 'No',
    description: blank(values.description),
    allocations: isCherryPicked(trade) ? allocationText(trade, values, dryRun) : now.allocations,
  }
  return [...differences(now, wanted), ...resultDifferences(trade, dryRun)]
}

const blank = (text: string) => (text.trim() === '' ? null : text.trim())

/** In the words of a version: `40 of BUY-1, 10 of BUY-2`, in the order of recording. */
function allocationText(trade: Trade, values: EditValues, dryRun: TradeDryRun): string {
  const deals = new Map(
    [...trade.lots, ...(dryRun.sale?.lots ?? [])].map((lot) => [lot.buyTransactionId, lot.deal_number]),
  )
  return allocationsOf(values)
    .sort((a, b) => a.buyTransactionId - b.buyTransactionId)
    .map((one) => `${one.allocatedQuantity} of ${deals.get(one.buyTransactionId) ?? one.buyTransactionId}`)
    .join(', ')
}

function resultDifferences({ sell }: Trade, { sale }: TradeDryRun): Difference[] {
  if (sell === null || sale === null) return []
  const rows: [string, number, number, number][] = [
    ['Bought price', sell.bought_price, sale.boughtPrice, 4],
    ['Cost taken out', sell.holding_cost, sale.costOut, 2],
    ['Capital gain', sell.capital_gain, sale.capitalGain, 2],
    ['Holding days', sell.hdays, sale.holdingDays, 0],
    ['Money generation cost', sell.money_generation_cost, sale.moneyGenerationCost, 2],
    ['Profit / loss', sell.profit_loss, sale.profitLoss, 2],
  ]
  return rows
    .filter(([, before, after]) => before !== after)
    .map(([label, before, after, decimals]) => ({
      label,
      before: formatNumber(before, { decimals }),
      after: formatNumber(after, { decimals }),
    }))
}
