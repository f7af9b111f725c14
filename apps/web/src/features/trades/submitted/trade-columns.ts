/** The columns that stored buys and stored sales share. */
import { FEES } from '@em/contract/fee-tariffs/fees'
import type { BuyTransaction } from '@em/contract/trades/trades'
import { answeredField, type VersionAnswer, type VersionKind } from '@em/contract/trades/version-fields'
import type { Column } from '../../../ui/grid/columns.ts'
import { FEE_SOURCES, type StoredFees, totalFees } from '../form/fees.ts'

/** The fields of every stored trade of either side. Amounts in rupees. */
export type StoredTrade = StoredFees &
  Pick<
    BuyTransaction,
    | 'deal_number'
    | 'trade_date'
    | 'trade_time'
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

type Listed = keyof VersionAnswer & keyof StoredTrade
const COLUMN_LAYOUTS: Readonly<Partial<Record<VersionKind, Partial<Column<never>>>>> = {
  date: { kind: 'date' },
  shares: { kind: 'quantity' },
  money: { kind: 'money', unit: 'LKR', total: 'sum', width: 128 },
  percent: { kind: 'percent', unit: '%' },
}

/** A column of what a version says, with the label and kind that the contract gives it. */
function listedColumn<Row extends StoredTrade>(name: Listed, more: Partial<Column<Row>>): Column<Row> {
  const { label, kind } = answeredField(name)
  return {
    id: name,
    header: label,
    ...(COLUMN_LAYOUTS[kind] as Partial<Column<Row>>),
    value: (r) => r[name],
    ...more,
  }
}

/** Their order is each side's own. `portfolio` reads the portfolio's name. */
export function sharedColumns<Row extends StoredTrade>(portfolio: (row: Row) => string) {
  const listed = (name: Listed, more: Partial<Column<Row>> = {}) => listedColumn<Row>(name, more)
  return {
    deal: { id: 'deal', header: 'Deal Number', value: (r) => r.deal_number, whole: true, width: 194 },
    date: listed('trade_date', { id: 'date', width: 112 }),
    time: listed('trade_time', { id: 'time', width: 100, hidden: true }),
    symbol: { id: 'symbol', header: 'Symbol', value: (r) => r.symbol, width: 112 },
    company: { id: 'company', header: 'Company Name', value: (r) => r.company_name, width: 150 },
    quantity: listed('quantity', { width: 90 }),
    gross: listed('gross_value', { id: 'gross' }),
    fees: moneyColumn('fees', 'Fees', (r) => totalFees(r), { width: 104, hint: 'The six fees together' }),
    portfolio: { id: 'portfolio', header: 'Portfolio', value: portfolio, width: 150 },
    settles: listed('settlement_date', { id: 'settles', width: 136 }),
    contract: listed('contract_number', { id: 'contract', width: 140 }),
    broker: listed('broker_name', { id: 'broker', width: 170 }),
    method: listed('payment_method', { id: 'method', width: 132 }),
    account: listed('account_name', { id: 'account', width: 160 }),
    portfolioId: {
      id: 'portfolioId',
      header: 'Portfolio ID',
      value: (r) => r.portfolioId,
      width: 110,
      hidden: true,
    },
    feeSource: listed('fee_source', {
      id: 'feeSource',
      value: (r) => FEE_SOURCES[r.fee_source],
      width: 120,
      hidden: true,
    }),
    stepUp: listed('step_up', { id: 'stepUp', hidden: true }),
    costOfFunds: listed('cost_of_funds', { id: 'costOfFunds', hidden: true }),
    generation: moneyColumn('generation', 'Money Generation Cost', (r) => r.money_generation_cost, {
      width: 190,
      hidden: true,
    }),
    number: listed('account_number', { id: 'number', width: 140, hidden: true }),
    bank: listed('bank_name', { id: 'bank', hidden: true }),
    branch: listed('branch_name', { id: 'branch', hidden: true }),
    description: listed('description', { width: 240, hidden: true }),
    recorded: {
      id: 'recorded',
      header: 'Recorded',
      kind: 'moment',
      value: (r) => r.created_at,
      hidden: true,
    },
  } satisfies Record<string, Column<Row>>
}

/** The six fees, each in a column of its own. */
export function feeColumns<Row extends StoredTrade>(): readonly Column<Row>[] {
  return FEES.map(({ component, column, label }) =>
    moneyColumn(component, label, (r) => r[column], {
      hidden: true,
      ...(label.length > 16 && { width: 180 }),
    }),
  )
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
