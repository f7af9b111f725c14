/** What is found while a document is read: its lines, the lines that hold no trade, and what is wrong with which. */
import {
  type DocumentLine,
  type DocumentProblem,
  type DocumentRead,
  FINDINGS_MAX,
  type SkippedLine,
} from './line.ts'

const VALUE_MAX = 100

export type Found = Pick<DocumentRead, 'lines' | 'skipped' | 'skippedCount' | 'problems' | 'problemCount'>

export class Findings {
  readonly lines: DocumentLine[] = []
  readonly skipped: SkippedLine[] = []
  readonly problems: DocumentProblem[] = []
  skippedCount = 0
  problemCount = 0

  skip(line: number, reason: string): void {
    this.skippedCount += 1
    if (this.skipped.length < FINDINGS_MAX) this.skipped.push({ line, reason })
  }

  /** A line that cannot be a trade: it is none of `lines`. */
  drop(line: number, column: string | null, message: string, value: string): void {
    this.#add({ line, column, message, value: shown(value), dropped: true })
  }

  /** A field that is taken as blank or zero; the line is read. */
  note(line: number, column: string | null, message: string, value: string): void {
    this.#add({ line, column, message, value: shown(value), dropped: false })
  }

  found(): Found {
    const { lines, skipped, skippedCount, problems, problemCount } = this
    return { lines, skipped, skippedCount, problems, problemCount }
  }

  #add(problem: DocumentProblem): void {
    this.problemCount += 1
    if (this.problems.length < FINDINGS_MAX) this.problems.push(problem)
  }
}

const shown = (value: string) => {
  const text = value
    .slice(0, VALUE_MAX)
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd')
    .trim()
  return text === '' ? null : text.toWellFormed()
}

/** What is said of essentials in every layout. */
export const SAID = {
  noDate: 'There is no trade date.',
  wrongDate: 'This is not a date such as 2026/01/05 or 05/01/2026.',
  noSide: 'There is no side: B for a buy or S for a sale.',
  noSymbol: 'There is no security.',
  wrongSymbol: 'This is no symbol like JKH.N0000.',
  wrongQuantity: 'This is not a number of whole shares above zero.',
  wrongPrice: 'This is not a price above zero.',
  tooLarge: 'Shares times price are more than can be kept (1,000,000,000,000.00).',
  wrongAmount: 'This is not an amount; it is taken as zero.',
  negative: 'This is below zero; it is taken as zero.',
  wrongDay: 'This is not a date; it is left blank.',
  controls: 'The line has characters that no text has. The file may be damaged.',
} as const
