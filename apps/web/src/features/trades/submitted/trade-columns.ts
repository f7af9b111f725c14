/** The columns that stored buys and stored sales share. */
import type { BuyTransaction } from '@em/contract/books/trades'
import type { Column } from '../../../ui/grid/columns.ts'
import { FEE_SOURCES, type StoredFees, totalFees } from '../form/fees.ts'

/** What every stored trade has, whichever side it is. Amounts in rupees. */
export type StoredTrade = StoredFees &
  Pick<
    BuyTransaction,
    | 'deal_number'
    | 'trade_date'
    | 'settlement_date'
    | 'symbol'
    | 'company_name'
    | 'quantity'
    | 'gross_value'
    | 'net_value'
    | 'portfolioId'
    | 'contract_number'
    | 'broker_name'
    | 'payment_method'
    | 'account_name'
    | 'account_number'
    | 'bank_name'
    | 'branch_name'
    | 'fee_source'
    | 'step_up'
    | 'cost_of_funds'
    | 'money_generation_cost'
    | 'description'
    | 'created_at'
  >

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

/** A column of rupees with its sum; hidden until asked for unless said otherwise. */
export function moneyColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => number | string | null,
  more: Partial<Column<Row>> = { hidden: true },
): Column<Row> {
  return { id, header, unit: 'LKR', kind: 'money', value, total: 'sum', width: 128, ...more }
}

/** Their order is each side's own. `portfolio` reads the portfolio's name. */
export function sharedColumns<Row extends StoredTrade>(portfolio: (row: Row) => string) {
  return {
    deal: { id: 'deal', header: 'Deal Number', value: (r) => r.deal_number, whole: true, width: 194 },
    date: { id: 'date', header: 'Trade Date', kind: 'date', value: (r) => r.trade_date, width: 112 },
    symbol: { id: 'symbol', header: 'Symbol', value: (r) => r.symbol, width: 112 },
    company: { id: 'company', header: 'Company Name', value: (r) => r.company_name, width: 150 },
    quantity: { id: 'quantity', header: 'Quantity', kind: 'quantity', value: (r) => r.quantity, width: 90 },
    gross: moneyColumn('gross', 'Gross Value', (r) => r.gross_value, {}),
    fees: moneyColumn('fees', 'Fees', (r) => totalFees(r), { width: 104, hint: 'The six fees together' }),
    portfolio: { id: 'portfolio', header: 'Portfolio', value: portfolio, width: 150 },
    settles: {
      id: 'settles',
      header: 'Settlement Date',
      kind: 'date',
      value: (r) => r.settlement_date,
      width: 136,
    },
    contract: { id: 'contract', header: 'Contract Number', value: (r) => r.contract_number, width: 140 },
    broker: { id: 'broker', header: 'Broker Name', value: (r) => r.broker_name, width: 170 },
    method: { id: 'method', header: 'Payment Method', value: (r) => r.payment_method, width: 132 },
    account: { id: 'account', header: 'Account Name', value: (r) => r.account_name, width: 160 },
    portfolioId: {
      id: 'portfolioId',
      header: 'Portfolio ID',
      value: (r) => r.portfolioId,
      width: 110,
      hidden: true,
    },
    brokerage: moneyColumn('brokerage', 'Brokerage', (r) => r.brokerage),
    cse: moneyColumn('cse', 'CSE Fees', (r) => r.cse_fees),
    cds: moneyColumn('cds', 'CDS Fees', (r) => r.cds_fees),
    clearing: moneyColumn('clearing', 'Clearing Fees', (r) => r.clearing_fees),
    sec: moneyColumn('sec', 'SEC Cess', (r) => r.sec),
    stl: moneyColumn('stl', 'Share Transaction Levy', (r) => r.stl, { width: 180, hidden: true }),
    feeSource: {
      id: 'feeSource',
      header: 'Fee Source',
      value: (r) => FEE_SOURCES[r.fee_source],
      width: 120,
      hidden: true,
    },
    stepUp: moneyColumn('stepUp', 'Step-up Fees', (r) => r.step_up),
    costOfFunds: {
      id: 'costOfFunds',
      header: 'Cost of Funds',
      unit: '%',
      kind: 'percent',
      value: (r) => r.cost_of_funds,
      hidden: true,
    },
    generation: moneyColumn('generation', 'Money Generation Cost', (r) => r.money_generation_cost, {
      width: 190,
      hidden: true,
    }),
    number: {
      id: 'number',
      header: 'Account Number',
      value: (r) => r.account_number,
      width: 140,
      hidden: true,
    },
    bank: { id: 'bank', header: 'Bank Name', value: (r) => r.bank_name, hidden: true },
    branch: { id: 'branch', header: 'Branch Name', value: (r) => r.branch_name, hidden: true },
    description: {
      id: 'description',
      header: 'Description',
      value: (r) => r.description,
      width: 240,
      hidden: true,
    },
    recorded: {
      id: 'recorded',
      header: 'Recorded',
      kind: 'moment',
      value: (r) => r.created_at,
      hidden: true,
    },
  } satisfies Record<string, Column<Row>>
}

const ON_A_PHONE: ReadonlySet<string> = new Set(['date', 'symbol', 'net'])

/** The columns of a list: only what the server can sort by is sortable; on a phone what is traded, and for how much. */
export function submittedColumns<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return columns.map((column) => ({
    ...column,
    sortable: column.id in SORT_FIELDS,
    phone: ON_A_PHONE.has(column.id),
  }))
}
