import type { BuyTransaction } from '@em/contract/books/trades'
import { type Column, sumOf } from '../../ui/grid/columns.ts'

/** The stored buy, in the order in which a trader reads it; the rest waits in the columns menu. */
const columns: readonly Column<BuyTransaction>[] = [
  { id: 'deal', header: 'Deal Number', value: (r) => r.deal_number, width: 192 },
  { id: 'date', header: 'Trade Date', kind: 'date', value: (r) => r.trade_date, width: 104 },
  { id: 'symbol', header: 'Symbol', value: (r) => r.symbol, width: 108 },
  { id: 'company', header: 'Company Name', value: (r) => r.company_name, width: 150 },
  { id: 'quantity', header: 'Quantity', kind: 'quantity', value: (r) => r.quantity, width: 90 },
  { id: 'price', header: 'Price', unit: 'LKR', kind: 'price', value: (r) => r.price, width: 94 },
  {
    id: 'gross',
    header: 'Gross Value',
    unit: 'LKR',
    kind: 'money',
    value: (r) => r.gross_value,
    total: 'sum',
    width: 122,
  },
  {
    id: 'fees',
    header: 'Fees',
    unit: 'LKR',
    kind: 'money',
    value: (r) => totalFees(r),
    total: 'sum',
    width: 104,
    hint: 'The six fees together',
  },
  {
    id: 'net',
    header: 'Net Value',
    unit: 'LKR',
    kind: 'money',
    value: (r) => r.net_value,
    total: 'sum',
    width: 122,
  },
  { id: 'portfolio', header: 'Portfolio', value: (r) => r.portfolio, width: 150 },
  { id: 'settles', header: 'Settlement Date', kind: 'date', value: (r) => r.settlement_date, width: 136 },
  { id: 'contract', header: 'Contract Number', value: (r) => r.contract_number, width: 140 },
  { id: 'broker', header: 'Broker Name', value: (r) => r.broker_name, width: 170 },
  { id: 'method', header: 'Payment Method', value: (r) => r.payment_method, width: 132 },
  { id: 'account', header: 'Account Name', value: (r) => r.account_name, width: 160 },
  { id: 'portfolioId', header: 'Portfolio ID', value: (r) => r.portfolioId, width: 110, hidden: true },
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
  { id: 'number', header: 'Account Number', value: (r) => r.account_number, width: 140, hidden: true },
  { id: 'bank', header: 'Bank Name', value: (r) => r.bank_name, hidden: true },
  { id: 'branch', header: 'Branch Name', value: (r) => r.branch_name, hidden: true },
  {
    id: 'cashFlow',
    header: 'Cash Flow on Settlement',
    value: (r) => r.cash_flow_on_settlement,
    hidden: true,
  },
  { id: 'generate', header: 'Generate Payment', value: (r) => r.generate_payment, width: 130, hidden: true },
  { id: 'description', header: 'Description', value: (r) => r.description, width: 240, hidden: true },
  { id: 'recorded', header: 'Recorded', kind: 'moment', value: (r) => r.created_at, hidden: true },
]

/** The server sorts the whole list, by these columns: column id to stored name. */
export const SORT_FIELDS: Readonly<Record<string, string>> = {
  deal: 'deal_number',
  date: 'trade_date',
  symbol: 'symbol',
  company: 'company_name',
  quantity: 'quantity',
  price: 'price',
  gross: 'gross_value',
  fees: 'total_fees',
  net: 'net_value',
  portfolio: 'portfolio',
  settles: 'settlement_date',
  contract: 'contract_number',
  broker: 'broker_name',
  method: 'payment_method',
  account: 'account_name',
  recorded: 'id',
}

export const FEE_SOURCES: Record<BuyTransaction['fee_source'], string> = {
  schedule: 'By schedule',
  contract: 'As charged',
  manual: 'As charged',
}

type StoredFees = Pick<
  BuyTransaction,
  'brokerage' | 'cse_fees' | 'cds_fees' | 'clearing_fees' | 'sec' | 'stl'
>

/** The exact sum of the six fees, as a numeral. */
export function totalFees(trade: StoredFees): string {
  return sumOf([trade.brokerage, trade.cse_fees, trade.cds_fees, trade.clearing_fees, trade.sec, trade.stl])
}

function money(
  id: string,
  header: string,
  value: (row: BuyTransaction) => number | null,
): Column<BuyTransaction> {
  return { id, header, unit: 'LKR', kind: 'money', value, total: 'sum', hidden: true }
}

export const buyColumns: readonly Column<BuyTransaction>[] = columns.map((column) => ({
  ...column,
  sortable: column.id in SORT_FIELDS,
}))
