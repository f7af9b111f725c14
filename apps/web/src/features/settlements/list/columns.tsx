import { type NettedRow, SETTLEMENT_WORDS, type SettlementRow } from '@em/contract/settlements/settlements'
import { symbolColumn } from '../../../links/symbol-column.tsx'
import { count, date, money } from '../../../ui/grid/amount-column.tsx'
import type { Column } from '../../../ui/grid/columns.ts'
import { SettlementStatus } from '../../../ui/SettlementStatus.tsx'
import { Tick } from './selection.tsx'

const DIRECTIONS = { pay: 'Pay', receive: 'Receive' } as const
export const directionOf = (row: Pick<SettlementRow, 'direction'>) => DIRECTIONS[row.direction]
export const wordOf = (row: Pick<SettlementRow, 'status'>) => SETTLEMENT_WORDS[row.status]
/** The evidence of a confirmed payment. */
export const EVIDENCE_WORDS = { none: 'None', reference: 'Reference', 'bank line': 'Bank line' } as const
export const evidenceOf = ({ evidence }: Pick<SettlementRow, 'evidence'>) =>
  evidence === null ? null : EVIDENCE_WORDS[evidence]
export const accountOf = (row: Pick<SettlementRow, 'account_name' | 'account_number'>) =>
  row.account_name === null ? null : `${row.account_name} ${row.account_number ?? ''}`.trim()

/** Instructions in the order in which a back office reads them; the rest waits in the columns menu. */
const all: readonly Column<SettlementRow>[] = [
  date('due', 'Due', (r) => r.due_date, { width: 120, phone: true }),
  date('paidOn', 'Paid On', (r) => r.paid_on, {
    width: 120,
    hidden: true,
    hint: 'Date of the last confirmed payment',
  }),
  money('outstanding', 'Outstanding', (r) => r.outstanding, { width: 134, phone: true }),
  money('paid', 'Paid', (r) => r.paid, { width: 134, hidden: true, hint: 'Confirmed so far' }),
  { id: 'direction', header: 'Direction', value: directionOf, width: 84, phone: true },
  {
    id: 'status',
    header: 'Status',
    value: wordOf,
    cell: (r) => <SettlementStatus word={wordOf(r)} />,
    width: 158,
  },
  {
    id: 'evidence',
    header: 'Evidence',
    value: evidenceOf,
    width: 104,
    hidden: true,
    hint: 'Evidence of the last confirmed payment: none, a typed reference, or a bank line',
  },
  { id: 'deal', header: 'Deal Number', value: (r) => r.deal_number, whole: true, width: 180, phone: true },
  symbolColumn({ width: 106 }),
  { id: 'company', header: 'Company', value: (r) => r.company_name, width: 170, hidden: true },
  { id: 'portfolio', header: 'Portfolio', value: (r) => r.portfolio, width: 130 },
  { id: 'broker', header: 'Broker', value: (r) => r.broker_name, width: 160 },
  { id: 'account', header: 'Settlement Account', value: accountOf, width: 200 },
  money('net', 'Net Value', (r) => r.net_value, { width: 130, hidden: true }),
  { id: 'contract', header: 'Contract Number', value: (r) => r.contract_number, width: 140, hidden: true },
  date('traded', 'Trade Date', (r) => r.trade_date, { width: 112, hidden: true }),
  date('booked', 'Settlement Date', (r) => r.settlement_date, {
    width: 130,
    hidden: true,
    hint: 'As the trade was booked',
  }),
  { id: 'method', header: 'Payment Method', value: (r) => r.payment_method, width: 140, hidden: true },
  { id: 'reference', header: 'Bank Reference', value: (r) => r.reference, width: 150, hidden: true },
]
const SETTLED: Readonly<Record<string, Partial<Column<SettlementRow>>>> = {
  due: { hidden: true, phone: false },
  paidOn: { hidden: false, phone: true },
  paid: { hidden: false, phone: true },
  outstanding: { hidden: true, phone: false },
  reference: { hidden: false },
  evidence: { hidden: false },
}
/** Open and paid ones together: what each has to pay or receive, what of it was paid and what is left. */
const ANY: Readonly<Record<string, Partial<Column<SettlementRow>>>> = {
  due: {
    value: (r) => r.due_date ?? (r.status === 'settled' ? r.settlement_date : null),
    hint: 'When the amount is expected; of a settled one the date it was booked for',
  },
  net: { hidden: false, phone: true },
  paid: { hidden: false },
  outstanding: { phone: false },
}
const ANY_FIRST = ['due', 'net', 'paid', 'outstanding']
const tick: Column<SettlementRow> = {
  id: 'select',
  header: 'Select',
  // Names the row where its menu is named.
  value: (row) => row.deal_number,
  cell: (row) => <Tick row={row} />,
  untitled: true,
  width: 48,
  phone: true,
}
const fixed = (columns: readonly Column<SettlementRow>[]) =>
  columns.map((column) => ({ ...column, sortable: false }))

export const openColumns: readonly Column<SettlementRow>[] = fixed([tick, ...all])
export const settledColumns: readonly Column<SettlementRow>[] = fixed([
  tick,
  ...all.map((column) => ({ ...column, ...SETTLED[column.id] })),
])

const rankOf = ({ id }: Column<SettlementRow>) =>
  ANY_FIRST.includes(id) ? ANY_FIRST.indexOf(id) : ANY_FIRST.length
export const anyColumns: readonly Column<SettlementRow>[] = fixed([
  tick,
  ...all.map((column) => ({ ...column, ...ANY[column.id] })).toSorted((a, b) => rankOf(a) - rankOf(b)),
])

const ON_PHONE: Readonly<Record<string, Partial<Column<SettlementRow>>>> = {
  select: { width: 48 },
  due: { width: 108 },
  paidOn: { width: 108 },
  outstanding: { header: 'Amount', width: 118, hint: 'What is outstanding' },
  paid: { width: 118 },
  net: { header: 'Net', width: 118, hint: 'The net value of the trade' },
  direction: { width: 96 },
}
/** Day, amount and which way it goes fit a phone without scrolling. */
const forPhone = (columns: readonly Column<SettlementRow>[]): readonly Column<SettlementRow>[] =>
  columns.map((column) => ({ ...column, ...ON_PHONE[column.id] }))
export const openOnPhone = forPhone(openColumns)
/** A sum over years is too wide to follow the day, so the amount comes first. */
const amountFirst = (columns: readonly Column<SettlementRow>[], amount: 'paid' | 'net') => {
  const rank = ({ id }: Column<SettlementRow>) => (id === 'select' ? 0 : id === amount ? 1 : 2)
  return forPhone(columns).toSorted((a, b) => rank(a) - rank(b))
}
export const settledOnPhone = amountFirst(settledColumns, 'paid')
export const anyOnPhone = amountFirst(anyColumns, 'net')

export const nettedColumns: readonly Column<NettedRow>[] = [
  date('date', 'Day', (r) => r.date, { width: 120, phone: true }),
  { id: 'broker', header: 'Broker', value: (r) => r.broker_name ?? 'No broker', width: 210, phone: true },
  {
    id: 'account',
    header: 'Settlement Account',
    value: (r) => accountOf(r) ?? 'No settlement account',
    width: 210,
  },
  { id: 'bank', header: 'Bank', value: (r) => r.bank_name, width: 170, hidden: true },
  count('count', 'Trades', (r) => r.count, { width: 90, total: 'sum' }),
  money('receivable', 'Receivable', (r) => r.receivable, { width: 136, total: 'sum' }),
  money('payable', 'Payable', (r) => r.payable, { width: 136, total: 'sum' }),
  money('net', 'Net', (r) => r.net, {
    width: 140,
    total: 'sum',
    phone: true,
    hint: 'Receivable less payable; negative is to be paid',
  }),
]
