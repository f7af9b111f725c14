/** Open items as rows of a table: columns, the values to send, and faults by cell. */

import type {
  OpenItemAnswer,
  OpenItemKind,
  OpenItemState,
  OpenItemsReport,
} from '@em/contract/openings/open-items'
import { type DateOrder } from '@em/core/sheets/days'
import type { ApiFailure } from '../../lib/api.ts'
import type { RowFault } from '../batches/rows/checked.ts'
import { filledRows, type Row, type RowColumn, withDates } from '../batches/rows/rows.ts'

export type ItemField =
  | 'kind'
  | 'symbol'
  | 'tradeDate'
  | 'settlementDate'
  | 'quantity'
  | 'price'
  | 'fees'
  | 'taxRate'
  | 'amount'
  | 'brokerName'
  | 'contractNumber'
  | 'settlementAccount'
  | 'generatePayment'
export type ItemRow = Row<ItemField>

export const ITEM_COLUMNS: readonly RowColumn<ItemField>[] = [
  { field: 'kind', label: 'Kind', width: 104 },
  { field: 'symbol', label: 'Symbol', width: 116 },
  { field: 'tradeDate', label: 'XD, Dealt or Paid', width: 128 },
  { field: 'settlementDate', label: 'Due', width: 112, blank: 'Not known yet' },
  { field: 'quantity', label: 'Shares', width: 96, right: true },
  { field: 'price', label: 'Rate or Price (LKR)', width: 136, right: true },
  { field: 'fees', label: 'Fees (LKR)', width: 100, right: true },
  { field: 'taxRate', label: 'Tax (%)', width: 76, right: true },
  { field: 'amount', label: 'Amount (LKR)', width: 120, right: true },
  { field: 'brokerName', label: 'Broker', width: 180 },
  { field: 'contractNumber', label: 'Contract Number', width: 130 },
  { field: 'settlementAccount', label: 'Settlement Account', width: 170 },
  { field: 'generatePayment', label: 'Generate Payment', width: 136, blank: 'No' },
]

export const KIND_WORDS: Readonly<Record<OpenItemKind, string>> = {
  dividend: 'Dividend',
  buy: 'Purchase',
  sell: 'Sale',
  application: 'Application',
}
/** The words that users write for a kind. */
const KINDS: Readonly<Record<string, OpenItemKind>> = {
  dividend: 'dividend',
  dividends: 'dividend',
  buy: 'buy',
  b: 'buy',
  bought: 'buy',
  purchase: 'buy',
  sell: 'sell',
  s: 'sell',
  sold: 'sell',
  sale: 'sell',
  application: 'application',
  ipo: 'application',
}

/** The cell that each field of an item is typed in. */
const CELLS: Readonly<Record<OpenItemKind, Readonly<Record<string, ItemField>>>> = {
  dividend: {
    shares: 'quantity',
    ratePerShare: 'price',
    exDate: 'tradeDate',
    paymentDate: 'settlementDate',
    taxRate: 'taxRate',
  },
  buy: {
    quantity: 'quantity',
    price: 'price',
    fees: 'fees',
    tradeDate: 'tradeDate',
    settlementDate: 'settlementDate',
    broker: 'brokerName',
    contractNumber: 'contractNumber',
    generatePayment: 'generatePayment',
  },
  sell: {
    quantity: 'quantity',
    price: 'price',
    fees: 'fees',
    tradeDate: 'tradeDate',
    settlementDate: 'settlementDate',
    broker: 'brokerName',
    contractNumber: 'contractNumber',
  },
  application: { amount: 'amount', paidOn: 'tradeDate', price: 'price' },
}
const NUMERALS: readonly ItemField[] = ['quantity', 'price', 'fees', 'taxRate', 'amount']

export interface BankAccount {
  readonly id: number
  readonly account_name: string
  readonly account_number: string
  readonly bank_name: string
}

const word = (text: string | undefined) => (text ?? '').trim().toLowerCase()

/** A settlement account by its number, its name, or both; null where none or several are called so. */
export function accountNamed(text: string, accounts: readonly BankAccount[]): BankAccount | null {
  const name = word(text)
  const found = accounts.filter(({ account_name, account_number, bank_name }) =>
    [account_number, account_name, `${bank_name} / ${account_number}`, `${account_name} ${account_number}`]
      .map(word)
      .includes(name),
  )
  return found.length === 1 ? (found[0] ?? null) : null
}

export interface ItemsSent {
  readonly items: Record<string, unknown>[]
  /** The faults of rows, by the row as it would be sent. */
  readonly faults: RowFault[]
}

/** The rows that hold anything, as items; dates are read in the given order. A trade without an account has the only one there is. */
export function itemsToSend(
  rows: readonly ItemRow[],
  order: DateOrder,
  accounts: readonly BankAccount[],
): ItemsSent {
  const filled = filledRows(rows).map(({ row }) => row)
  const faults: RowFault[] = []
  const items = withDates<ItemField>(filled, order).map((row, at) => {
    const fault = (field: ItemField, error: string) =>
      void faults.push({ row: at + 1, field, error, value: row[field]?.trim() || null })
    const kind = KINDS[word(row.kind)]
    if (kind === undefined) {
      fault('kind', 'Must be Dividend, Purchase, Sale or Application.')
      return {}
    }
    const cells = CELLS[kind]
    const said = Object.entries(cells).map(([field, cell]) => [field, valueOf(row, cell)])
    for (const { field, label } of ITEM_COLUMNS) {
      const isUsed =
        ['kind', 'symbol', 'settlementAccount'].includes(field) || Object.values(cells).includes(field)
      if (!isUsed && valueOf(row, field) !== null)
        fault(field, `${KIND_WORDS[kind]} has no ${label.replace(/ \(.*\)/, '')}: leave the cell blank.`)
    }
    const typed = row.settlementAccount?.trim() ?? ''
    const account =
      typed === '' ? (accounts.length === 1 ? (accounts[0] ?? null) : null) : accountNamed(typed, accounts)
    if (typed !== '' && account === null)
      fault('settlementAccount', 'There is no settlement account of this number or name.')
    return {
      kind,
      symbol: row.symbol?.trim() ?? '',
      ...Object.fromEntries(said),
      settlementAccount: account?.id ?? null,
    }
  })
  return { items, faults }
}

function valueOf(row: ItemRow, cell: ItemField): string | null {
  const text = row[cell]?.trim() ?? ''
  if (text === '') return null
  if (cell === 'generatePayment') return /^y(es)?$/i.test(text) ? 'Yes' : /^no?$/i.test(text) ? 'No' : text
  return NUMERALS.includes(cell) ? text.replaceAll(',', '') : text
}

/** Recorded items as rows to edit. */
export function rowsOfItems(items: readonly OpenItemAnswer[], accounts: readonly BankAccount[]): ItemRow[] {
  return items.map((item) => {
    const said = item as unknown as Readonly<Record<string, unknown>>
    const row: Partial<Record<ItemField, string>> = { kind: KIND_WORDS[item.kind], symbol: item.symbol }
    for (const [field, cell] of Object.entries(CELLS[item.kind])) {
      const value = said[field]
      if (value !== null && value !== undefined) row[cell] = String(value)
    }
    const account = accounts.find(({ id }) => id === item.settlementAccount)
    if (account !== undefined) row.settlementAccount = account.account_number
    return row
  })
}

export interface ItemsCheck {
  readonly errors: readonly RowFault[]
  /** Null while a row is at fault. */
  readonly report: OpenItemsReport | null
}

const KEY = /^items\.(\d+)(?:\.(\w+))?/

/** The faults by row in a refusal; null where it names no row. */
export function faultsOf(failure: ApiFailure, items: readonly Record<string, unknown>[]): RowFault[] | null {
  const faults = failure.details.flatMap(({ field, message }): RowFault[] => {
    const [, index, name = 'kind'] = KEY.exec(field) ?? []
    if (index === undefined) return []
    const item = items[Number(index)] ?? {}
    const cells = CELLS[item['kind'] as OpenItemKind] ?? {}
    const cell = cells[name] ?? (name as ItemField)
    const value = item[name]
    return [
      { row: Number(index) + 1, field: cell, error: message, value: value == null ? null : String(value) },
    ]
  })
  return faults.length === 0 ? null : faults
}

export const STATE_TONES: Readonly<Record<OpenItemState, 'good' | 'warn' | 'bad' | 'quiet'>> = {
  Expected: 'warn',
  'To be notified': 'warn',
  'Awaiting allotment': 'warn',
  'Refund due': 'warn',
  Pending: 'warn',
  'Part received': 'warn',
  'Part settled': 'warn',
  Overdue: 'bad',
  Failed: 'bad',
  'Received (assumed)': 'good',
  Received: 'good',
  'Written off': 'quiet',
  'Settled (assumed)': 'good',
  Settled: 'good',
  Allotted: 'good',
  Refunded: 'good',
}
