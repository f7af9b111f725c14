/** A statement as it was read, and why one is not. Amounts in cents, in our ledger's view: debit is money in. */
import type { StatementFormat, StatementReading } from '@em/contract/reconciliation/reconciliation-statements'
import { STATEMENT_LINES_MAX } from '@em/core/reconciliation/line'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'

/** "Line 12: the amount is missing." */
export const unreadable = (line: number, reason: string) =>
  new FileRefusal('statement.unreadable', { line, reason })
export const tooManyLines = () =>
  new FileRefusal('file.too-many', { limit: `${STATEMENT_LINES_MAX.toLocaleString('en')} lines` })

/** A line that cannot be used: its number in the file, and why it is left out. */
export type LineProblem = StatementReading['problems'][number]

/** Thrown for one line of a format that names its fields. */
export class LineFault extends Error {
  readonly problem: LineProblem

  constructor(line: number, field: string, message: string, value: string | null = null) {
    super(message)
    this.problem = { line, field, message, value: words(value, 200) }
  }
}

/** The result of `read`; null where the line has a fault, which is among the `problems` then. */
export function unlessFaulty<T>(problems: LineProblem[], read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof LineFault)) throw error
    problems.push(error.problem)
    return null
  }
}

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

/** The statement of one account in a file. */
export interface AccountStatement {
  readonly account: string | null
  readonly currency: string | null
  readonly opening: bigint | null
  readonly closing: bigint | null
  readonly lines: readonly Line[]
  /** Of lines that are left out, in the order of the file. */
  readonly problems: readonly LineProblem[]
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

/** Line numbers of offsets in a text, asked in rising order. */
export function lineCounter(text: string): (offset: number) => number {
  let line = 1
  // Kept between calls: in a file of one line each call would look for the next line end up to the end of the file.
  let next = text.indexOf('\n')
  return (offset) => {
    while (next !== -1 && next < offset) {
      line += 1
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}

/** @throws FileRefusal for a document type, with its line: entities are not supported. */
export function refuseDoctype(text: string): void {
  const doctype = text.search(/<!(DOCTYPE|ENTITY)/i)
  if (doctype >= 0) throw unreadable(lineCounter(text)(doctype), 'a document type is not accepted.')
}

/** Statements of one account that are put in order; more of them keep the order of the file. */
const ORDERED_MAX = 5_000

/** Statements of one account in the order of their balances: each opens with the closing balance of the one before. */
function inOrder(statements: readonly AccountStatement[]): readonly AccountStatement[] {
  const follows = (before: AccountStatement | undefined, one: AccountStatement) =>
    before === undefined || before.closing === null || one.opening === null || before.closing === one.opening
  if (
    statements.length > ORDERED_MAX ||
    statements.every((one, index) => follows(statements[index - 1], one))
  ) {
    return statements
  }
  const reversed = statements.toReversed()
  if (reversed.every((one, index) => follows(reversed[index - 1], one))) return reversed
  const day = (one: AccountStatement) => one.lines[0]?.date ?? ''
  // Some without lines have no day to go by.
  if (statements.some((one) => one.lines.length === 0)) return statements
  const byDay = statements.toSorted((a, b) => (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0))
  return byDay.every((one, index) => follows(byDay[index - 1], one)) ? byDay : statements
}

/** Statements of one account that follow each other, as one: a file often holds one a day, sometimes the newest first. */
export function joined(statements: readonly AccountStatement[]): AccountStatement[] {
  const byAccount = Map.groupBy(statements, (one) => `${one.account ?? ''} ${one.currency ?? ''}`)
  return [...byAccount.values()].map((found) => {
    const several = inOrder(found)
    const warnings = several.flatMap((one) => one.warnings)
    for (const [index, one] of several.entries()) {
      const before = several[index - 1]
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
      problems: several.flatMap((one) => one.problems).toSorted((a, b) => a.line - b.line),
      warnings,
    }
  })
}

/**
 * Lines with the bank's own numbers where these identify lines. A number that the bank writes on different lines is dropped:
 * such lines are compared by date, amount and text.
 */
export function withOwnNumbers(lines: readonly Line[]): Line[] {
  const said = (line: Line) =>
    `${line.date} ${line.debit} ${line.credit} ${line.description ?? ''} ${line.reference ?? ''}`
  const first = new Map<string, string>()
  const shared = new Set<string>()
  for (const line of lines) {
    if (line.bankId === null) continue
    const other = first.get(line.bankId)
    if (other === undefined) first.set(line.bankId, said(line))
    else if (other !== said(line)) shared.add(line.bankId)
  }
  return lines.map((line) =>
    line.bankId !== null && shared.has(line.bankId) ? { ...line, bankId: null } : line,
  )
}
