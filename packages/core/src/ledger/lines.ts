/** Lines of a double entry, and the rule that they balance within each portfolio. */
import { type Rejection, reject } from '../rejections.ts'
import { type Cents, formatDecimal, MONEY_SCALE } from '../values/decimal.ts'
import type { PostingRole } from './roles.ts'

/** A record's key in the database; passed through, never calculated with. */
export type RecordId = string | number

/** The ledger's transaction types. */
export const TRANSACTION_TYPES = [
  'Investment Purchase',
  'Trading Expense',
  'Bank Payment',
  'Asset Purchase',
  'Loan',
  'Revenue',
  'Expense',
  // Entries of users.
  'Journal Entry',
  // Shares that moved between portfolios of one entity.
  'Transfer',
  'Opening',
  'Closing',
  // A balance that moved to another account because a mapping changed.
  'Reclassification',
  // The adjustment of shares to fair value, and its reversal on the next day.
  'Valuation',
] as const
export type TransactionType = (typeof TRANSACTION_TYPES)[number]
/** Of the entry that closes a year. */
export const CLOSING = 'Closing' satisfies TransactionType

export interface EntryLine {
  readonly role: PostingRole
  readonly portfolioId: RecordId
  readonly equityId: RecordId | null
  readonly brokerId: RecordId | null
  /** On cash lines: the account the money goes through. The control accounts are not split by it. */
  readonly settlementAccountId: RecordId | null
  /** In cents; exactly one of debit and credit is above zero. */
  readonly debit: Cents
  readonly credit: Cents
  readonly transactionType: TransactionType
  readonly description: string
}

interface Sides {
  readonly portfolioId: RecordId | null
  readonly debit: Cents
  readonly credit: Cents
}

/** Debits less credits of each portfolio that does not balance; empty when all do. */
export function imbalances(lines: readonly Sides[]): ReadonlyMap<RecordId | null, Cents> {
  const differences = new Map<RecordId | null, Cents>()
  for (const { portfolioId, debit, credit } of lines) {
    differences.set(portfolioId, (differences.get(portfolioId) ?? 0n) + debit - credit)
  }
  for (const [portfolioId, difference] of differences) {
    if (difference === 0n) differences.delete(portfolioId)
  }
  return differences
}

/** Throws a RangeError when lines that our own rules made do not balance, or carry a side below zero. */
export function assertBalanced(lines: readonly Sides[]): void {
  for (const [portfolioId, difference] of imbalances(lines)) {
    throw new RangeError(
      `entry out of balance by ${formatDecimal(difference, MONEY_SCALE)} in ${portfolioId}`,
    )
  }
  if (lines.some((line) => line.debit < 0n || line.credit < 0n))
    throw new RangeError('negative side in an entry')
}

/** The same lines with debit and credit exchanged: together with the first ones they come to nothing. */
export function reverseLines<T extends { readonly debit: Cents; readonly credit: Cents }>(
  lines: readonly T[],
): T[] {
  return lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit }))
}

export interface ManualLine {
  readonly accountCode: string
  readonly portfolioId: RecordId | null
  readonly debit: Cents
  readonly credit: Cents
}

/**
 * Checks the lines of a manual entry, in this order: there are any (journal.no-lines), each has exactly one side
 * above zero (journal.line-sides), none is on an account that follows from trades (journal.derived-account),
 * debits equal credits in each portfolio (journal.unbalanced, with the difference). Null when all is well.
 */
export function checkManualLines(
  lines: readonly ManualLine[],
  reservedCodes: ReadonlySet<string>,
): Rejection | null {
  if (lines.length === 0) return reject('journal.no-lines', {}, 'lines')
  for (const [index, { accountCode, debit, credit }] of lines.entries()) {
    const oneSide = debit === 0n ? credit > 0n : debit > 0n && credit === 0n
    if (!oneSide)
      return reject('journal.line-sides', { line: String(index + 1), account: accountCode }, 'lines')
  }
  for (const [index, { accountCode }] of lines.entries()) {
    if (reservedCodes.has(accountCode)) {
      return reject('journal.derived-account', { line: String(index + 1), account: accountCode }, 'lines')
    }
  }
  for (const [portfolioId, difference] of imbalances(lines)) {
    const facts = {
      portfolioId: String(portfolioId ?? ''),
      difference: formatDecimal(difference, MONEY_SCALE),
    }
    return reject('journal.unbalanced', facts, 'lines')
  }
  return null
}
