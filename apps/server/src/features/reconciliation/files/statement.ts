/** A statement as it was read, and why one is not. Amounts in cents, in our ledger's view: debit is money in. */
import type { StatementFormat } from '@em/contract/books/reconciliation-statements'
import { STATEMENT_LINES_MAX } from '@em/core/reconciliation/line'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'

/** "Line 12: the amount is missing." */
export const unreadable = (line: number, reason: string) =>
  new FileRefusal('statement.unreadable', { line, reason })
export const tooManyLines = () =>
  new FileRefusal('file.too-many', { limit: `${STATEMENT_LINES_MAX.toLocaleString('en')} lines` })

export interface Line {
  readonly date: string
  readonly description: string | null
  readonly reference: string | null
  readonly debit: bigint
  readonly credit: bigint
  readonly balance: bigint | null
  readonly bankId: string | null
  /** In the file, from 1. */
  readonly line: number
}

/** What a file says of one account. */
export interface AccountStatement {
  readonly account: string | null
  readonly currency: string | null
  readonly opening: bigint | null
  readonly closing: bigint | null
  readonly lines: readonly Line[]
  readonly warnings: readonly string[]
}
export interface NamedFile {
  readonly format: StatementFormat
  readonly statements: readonly AccountStatement[]
}

/** Both sides of an amount that is above zero for money in. */
export const sides = (net: bigint) => ({ debit: net > 0n ? net : 0n, credit: net < 0n ? -net : 0n })

/** Text of at most so many letters, without line ends; null where blank. */
export function words(text: string | null | undefined, max: number): string | null {
  // A text of megabytes is not walked through for the few letters that are kept.
  const plain = (text ?? '')
    .slice(0, 20 * max)
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    // Composing the letters of a long text takes its length squared in the worst case.
    .slice(0, 4 * max)
    .normalize('NFC')
    .slice(0, max)
    .trim()
  return plain === '' ? null : plain.toWellFormed()
}

/** Line numbers of places in a text, asked in rising order. */
export function lineCounter(text: string): (place: number) => number {
  let line = 1
  // Kept between calls: in a file of one line each call would look for the next line end up to the end of the file.
  let next = text.indexOf('\n')
  return (place) => {
    while (next !== -1 && next < place) {
      line += 1
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}

/** Statements of one account that follow each other, as one: a file often holds one a day. */
export function joined(statements: readonly AccountStatement[]): AccountStatement[] {
  const byAccount = Map.groupBy(statements, (one) => `${one.account ?? ''} ${one.currency ?? ''}`)
  return [...byAccount.values()].map((several) => {
    const warnings = several.flatMap((one) => one.warnings)
    for (const [place, one] of several.entries()) {
      const before = several[place - 1]
      if (before?.closing != null && one.opening !== null && before.closing !== one.opening) {
        warnings.push('The statements in the file do not follow each other: one is missing, or out of order.')
        break
      }
    }
    const first = several[0] as AccountStatement
    return {
      account: first.account,
      currency: first.currency,
      opening: first.opening,
      closing: several.at(-1)?.closing ?? null,
      lines: several.flatMap((one) => one.lines),
      warnings,
    }
  })
}
