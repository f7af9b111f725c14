import type { ReadLine } from '@em/contract/reconciliation/reconciliation-statements'
import { isDate } from '../../lib/dates.ts'
import { readNumeral } from '../../lib/numerals.ts'

/** A line of a broker's statement as the broker writes it: a debit is what we owe him. Amounts as plain numerals. */
export interface StatedLine {
  readonly date: string
  readonly debit: string | null
  readonly credit: string | null
}

export interface TypedLines {
  readonly lines: readonly StatedLine[]
  /** Lines (from 1) that cannot be read. */
  readonly wrong: readonly number[]
}

/** Reads "2026-06-16; 1,000.00; " a line: date, debit, credit, apart by semicolons or tabs; blank lines are left out. */
export function readTyped(text: string): TypedLines {
  const lines: StatedLine[] = []
  const wrong: number[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const [date = '', ...amounts] = line.split(/[;\t]/).map((part) => part.trim())
    const [debit, credit] = [amounts[0] ?? '', amounts[1] ?? ''].map((part) =>
      part === '' ? null : (readNumeral(part) ?? undefined),
    )
    const given = [debit, credit].filter((amount) => typeof amount === 'string')
    const isUnreadable =
      debit === undefined || credit === undefined || given.some((one) => one.startsWith('-'))
    if (!isDate(date) || isUnreadable || given.length !== 1 || amounts.length > 2) wrong.push(at + 1)
    else lines.push({ date, debit, credit })
  }
  return { lines, wrong }
}

/** Lines that were read from a file, in the broker's view, as they would be typed. */
export function typedOf(lines: readonly Pick<ReadLine, 'date' | 'debit' | 'credit'>[]): string {
  const amount = (value: number) => (value === 0 ? '' : value.toFixed(2))
  return lines.map(({ date, debit, credit }) => `${date}; ${amount(debit)}; ${amount(credit)}`).join('\n')
}
