import type { SellTransaction } from '@em/contract/books/sells'
import { COSTING_METHOD_LABELS } from '@em/contract/registers/costing-methods'
import { formatDate } from '../../lib/dates.ts'
import type { Column } from '../../ui/grid/columns.ts'
import { FEE_SOURCES, SORT_FIELDS, totalFees } from './buy-columns.ts'

type Sale = SellTransaction

/** The stored sale, in the order in which a trader reads it; the rest waits in the columns menu. */
const columns: readonly Column<Sale>[] = [
  { id: 'deal', header: 'Deal Number', value: (r) => r.deal_number, width: 196 },
  { id: 'date', header: 'Trade Date', kind: 'date', value: (r) => r.trade_date, width: 104 },
  { id: 'symbol', header: 'Symbol', value: (r) => r.symbol, width: 108 },
  { id: 'quantity', header: 'Quantity', kind: 'quantity', value: (r) => r.quantity, width: 90 },
  { id: 'price', header: 'Sold Price', unit: 'LKR', kind: 'price', value: (r) => r.sold_price, width: 118 },
  money('net', 'Net Proceeds', (r) => r.net_value, false),
  { ...money('gain', 'Capital Gain', (r) => r.capital_gain, false), signed: true },
  { ...money('profit', 'Profit/Loss', (r) => r.profit_loss, false), signed: true },
  {
    id: 'bought',
    header: 'Bought Price',
    unit: 'LKR',
    kind: 'price',
    value: (r) => r.bought_price,
    width: 136,
    hint: 'Cost taken out by share',
  },
  money('gross', 'Gross Value', (r) => r.gross_value, false),
  money('fees', 'Fees', (r) => totalFees(r), false),
  { id: 'company', header: 'Company Name', value: (r) => r.company_name, width: 150 },
  { id: 'portfolio', header: 'Portfolio', value: (r) => r.portfolio_name, width: 150 },
  {
    id: 'valuation',
    header: 'Valuation Method',
    value: (r) => COSTING_METHOD_LABELS[r.valuation_method],
    width: 180,
  },
  { id: 'days', header: 'Holding Days', kind: 'number', decimals: 0, value: (r) => r.hdays, width: 110 },
  { id: 'settles', header: 'Settlement Date', kind: 'date', value: (r) => r.settlement_date, width: 136 },
  { id: 'contract', header: 'Contract Number', value: (r) => r.contract_number, width: 140 },
  { id: 'broker', header: 'Broker Name', value: (r) => r.broker_name, width: 170 },
  { id: 'method', header: 'Payment Method', value: (r) => r.payment_method, width: 132 },
  { id: 'account', header: 'Account Name', value: (r) => r.account_name, width: 160 },
  { id: 'portfolioId', header: 'Portfolio ID', value: (r) => r.portfolioId, width: 110, hidden: true },
  money('cost', 'Cost of Shares Sold', (r) => r.holding_cost),
  money('brokerage', 'Brokerage', (r) => r.brokerage),
  money('cse', 'CSE Fees', (r) => r.cse_fees),
  money('cds', 'CDS Fees', (r) => r.cds_fees),
  money('clearing', 'Clearing Fees', (r) => r.clearing_fees),
  money('sec', 'SEC Cess', (r) => r.sec),
  money('stl', 'Share Transaction Levy', (r) => r.stl),
  {
    id: 'feeSource',
    header: 'Fee Source',
    value: (r) => FEE_SOURCES[r.fee_source],
    width: 120,
    hidden: true,
  },
  money('stepUp', 'Step-up Fees', (r) => r.step_up),
  {
    id: 'costOfFunds',
    header: 'Cost of Funds',
    unit: '%',
    kind: 'percent',
    value: (r) => r.cost_of_funds,
    hidden: true,
  },
  money('generation', 'Money Generation Cost', (r) => r.money_generation_cost),
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
  { id: 'number', header: 'Account Number', value: (r) => r.account_number, width: 140, hidden: true },
  { id: 'bank', header: 'Bank Name', value: (r) => r.bank_name, hidden: true },
  { id: 'branch', header: 'Branch Name', value: (r) => r.branch_name, hidden: true },
  { id: 'description', header: 'Description', value: (r) => r.description, width: 240, hidden: true },
  { id: 'recorded', header: 'Recorded', kind: 'moment', value: (r) => r.created_at, hidden: true },
]

/** Stored dates, one after the other, as people read them. */
export function datesText(dates: string | null): string | null {
  return dates === null ? null : dates.split(', ').map(formatDate).join(', ')
}

/** The server sorts the whole list, by the same columns as the buys'. */
export const SELL_SORT_FIELDS: Readonly<Record<string, string>> = SORT_FIELDS

function money(
  id: string,
  header: string,
  value: (row: Sale) => number | string | null,
  hidden = true,
): Column<Sale> {
  return { id, header, unit: 'LKR', kind: 'money', value, total: 'sum', width: 130, hidden }
}

export const sellColumns: readonly Column<Sale>[] = columns.map((column) => ({
  ...column,
  sortable: column.id in SELL_SORT_FIELDS,
}))
