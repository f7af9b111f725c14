import { COSTING_METHOD_LABELS } from '@em/contract/costing-methods/costing-methods'
import type { SellTransaction } from '@em/contract/trades/sells'
import { formatDate } from '../../../lib/dates.ts'
import { feeColumns, moneyColumn, sharedColumns, submittedColumns } from './trade-columns.ts'

const shared = sharedColumns<SellTransaction>((sale) => sale.portfolio_name)

/** The stored sale, in the order in which a trader reads it; the rest waits in the columns menu. */
export const sellColumns = submittedColumns<SellTransaction>([
  shared.deal,
  shared.date,
  shared.symbol,
  shared.quantity,
  { id: 'price', header: 'Sold Price', unit: 'LKR', kind: 'price', value: (r) => r.sold_price, width: 118 },
  moneyColumn('net', 'Net Proceeds', (r) => r.net_value, {}),
  moneyColumn('gain', 'Capital Gain', (r) => r.capital_gain, { signed: true }),
  moneyColumn('profit', 'Profit/Loss', (r) => r.profit_loss, { signed: true }),
  {
    id: 'bought',
    header: 'Bought Price',
    unit: 'LKR',
    kind: 'price',
    value: (r) => r.bought_price,
    width: 136,
    hint: 'Cost taken out per share',
  },
  shared.gross,
  shared.fees,
  shared.company,
  shared.portfolio,
  {
    id: 'valuation',
    header: 'Valuation Method',
    value: (r) => COSTING_METHOD_LABELS[r.valuation_method],
    width: 180,
  },
  { id: 'days', header: 'Holding Days', kind: 'number', decimals: 0, value: (r) => r.hdays, width: 110 },
  shared.settles,
  shared.contract,
  shared.broker,
  shared.method,
  shared.account,
  shared.portfolioId,
  moneyColumn('cost', 'Cost of Shares Sold', (r) => r.holding_cost),
  ...feeColumns<SellTransaction>(),
  shared.time,
  shared.feeSource,
  shared.stepUp,
  shared.costOfFunds,
  shared.generation,
  {
    id: 'closing',
    header: 'Closing Price',
    unit: 'LKR',
    kind: 'price',
    value: (r) => r.cp,
    hidden: true,
  },
  {
    id: 'held',
    header: 'Total Shares',
    kind: 'quantity',
    value: (r) => r.total_shares,
    hint: 'Held before the sale',
    hidden: true,
  },
  { id: 'buyContract', header: 'Buy Contract', value: (r) => r.buy_contract, width: 180, hidden: true },
  {
    id: 'buyDates',
    header: 'Buy Dates',
    value: (r) => datesText(r.buy_transaction_dates),
    width: 180,
    hidden: true,
  },
  shared.number,
  shared.bank,
  shared.branch,
  shared.description,
  shared.recorded,
])

/** Stored dates, one after the other, as people read them. */
export function datesText(dates: string | null): string | null {
  return dates === null ? null : dates.split(', ').map(formatDate).join(', ')
}
