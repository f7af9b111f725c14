/** A line to be matched, of the ledger or of a statement, in our ledger's view: debit is money in. */
import { dayNumber, type PlainDate } from '../values/dates.ts'
import { type Cents, formatDecimal, MONEY_SCALE } from '../values/decimal.ts'

export interface MatchLine {
  readonly id: string
  readonly date: PlainDate
  /** In cents; exactly one of the two is above zero. */
  readonly debit: Cents
  readonly credit: Cents
  readonly description: string
  readonly reference: string
}

/** A difference of one cent, and of three days, is still the same movement (section 9 of the specification). */
export const AMOUNT_TOLERANCE: Cents = 1n
export const DAYS_TOLERANCE = 3

/** Lines of one statement that are taken at once. */
export const STATEMENT_LINES_MAX = 50_000

/** Debit less credit, in cents. */
export function netOf(line: Pick<MatchLine, 'debit' | 'credit'>): Cents {
  return line.debit - line.credit
}

/** Debits less credits of some lines, in cents. */
export function sumOf(lines: readonly Pick<MatchLine, 'debit' | 'credit'>[]): Cents {
  return lines.reduce((sum, line) => sum + netOf(line), 0n)
}

/** Rupees as people read them: 1,250.00. */
export function inRupees(cents: Cents): string {
  return formatDecimal(cents < 0n ? -cents : cents, MONEY_SCALE, { grouping: true })
}

export interface Dated {
  readonly day: number
}
/** The lines with their day numbers, by date; those of one date stay in the order they came in. */
export function byDate<T extends MatchLine>(lines: readonly T[]): (T & Dated)[] {
  return lines.map((line) => ({ ...line, day: dayNumber(line.date) })).toSorted((a, b) => a.day - b.day)
}

/** The first index in lines sorted by date whose day is not before `day`. */
export function firstOnOrAfter(lines: readonly Dated[], day: number): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle] as Dated).day < day) low = middle + 1
    else high = middle
  }
  return low
}
