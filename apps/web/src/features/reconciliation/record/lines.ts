/** Lines of both sides: amounts, sums and names. */
import type {
  ExternalTransaction,
  GlTransaction,
  ReconciliationSummary,
} from '@em/contract/reconciliation/reconciliation-records'
import { isBankCharge } from '@em/core/reconciliation/bank-charges'
import { monthInWords } from '@em/core/values/date-texts'
import { formatDate } from '../../../lib/dates.ts'
import { counted } from '../../../lib/numerals.ts'
import { sumOf } from '../../../ui/grid/columns.ts'

export type Line = Pick<GlTransaction, 'debit' | 'credit' | 'date' | 'description' | 'reference' | 'carried'>

/** Debit less credit: money in above zero, money out below. */
export const netOf = (line: Pick<Line, 'debit' | 'credit'>) =>
  line.credit === 0 ? line.debit : line.debit === 0 ? -line.credit : line.debit - line.credit

/** The exact sum of debits less credits, as a numeral. */
export const sumOfLines = (lines: Iterable<Pick<Line, 'debit' | 'credit'>>) => sumOf(Array.from(lines, netOf))

/** Ledger less statement, as a numeral. */
export function differenceOf(ledger: readonly GlTransaction[], external: readonly ExternalTransaction[]) {
  return sumOf([...ledger.map(netOf), ...external.map((line) => -netOf(line))])
}

export const isZero = (numeral: string) => Number(numeral) === 0

/** The bank's own charge: money out whose description names one. */
export const isFee = (line: Pick<Line, 'credit' | 'description'>) =>
  line.credit > 0 && isBankCharge(line.description)

type Scope = Pick<ReconciliationSummary, 'accountCode' | 'accountName' | 'settlementAccount' | 'portfolio'>

/** Where the bank's own name need not be said. */
export const shortBankOf = ({ settlementAccount: bank }: Pick<Scope, 'settlementAccount'>) =>
  bank === null ? null : `${bank.account_name} ${bank.account_number}`
export const bankOf = ({ settlementAccount: bank }: Pick<Scope, 'settlementAccount'>) =>
  bank === null ? null : `${bank.account_name} ${bank.account_number}, ${bank.bank_name}`

/** Says that a statement is of another bank account than is reconciled; null where it is not, or does not say. */
export function otherAccount(
  account: string | null,
  { settlementAccount: bank }: Pick<Scope, 'settlementAccount'>,
): string | null {
  const plain = (text: string) => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  if (account === null || bank === null || plain(account).includes(plain(bank.account_number))) return null
  return `The statement is of account ${account}; this is account ${bank.account_number}.`
}

/** "June 2026", or both days. */
export function periodOf(one: Pick<ReconciliationSummary, 'period' | 'startDate' | 'endDate'>): string {
  return one.period === null
    ? `${formatDate(one.startDate)} to ${formatDate(one.endDate)}`
    : monthInWords(one.period, 'long')
}

/** The heading of a reconciliation: its account and its period. */
export const titleOf = (
  one: Pick<ReconciliationSummary, 'accountCode' | 'accountName' | 'period' | 'startDate' | 'endDate'>,
) => `${one.accountCode} ${one.accountName}, ${periodOf(one)}`

/** Months to choose from, the current first, as many back. */
export function monthsBack(today: string, count: number): { value: string; label: string }[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, back) => {
    const value = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7)
    return { value, label: monthInWords(value, 'long') }
  })
}

export const count = (value: number) => value.toLocaleString('en-LK')
export const plural = counted

export const REFERENCE_NAMES = { bank: 'Bank', vendor: 'Vendor', customer: 'Customer' } as const
export const MATCH_NAMES = { auto: 'Auto', manual: 'Manual', proposed: 'Proposed' } as const
