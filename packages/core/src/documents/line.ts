/**
 * A line of a broker's document, whatever its layout: one fill (a part of a contract that was filled at one price), or a whole
 * contract where the document does not list its fills; and what a document says around its lines.
 */
import { type Fees, totalFees } from '../fee-tariffs/charge.ts'
import type { PlainDate } from '../values/dates.ts'
import type { Cents, PriceUnits, Shares } from '../values/decimal.ts'

export const DOCUMENT_KINDS = ['trade-file', 'confirmation', 'monthly', 'drop-copy'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const DOCUMENT_SIDES = ['buy', 'sell'] as const
export type DocumentSide = (typeof DOCUMENT_SIDES)[number]

/** Lines of one document. A file has 10 MB at most: of whole lines of a trade file (307 characters) no more than some 33,900 come. */
export const DOCUMENT_LINES_MAX = 100_000
/** Skipped lines and problems that are listed one by one; all of them are counted. */
export const FINDINGS_MAX = 1_000

export interface DocumentLine {
  /** In the file, from 1; of a PDF in its text. */
  readonly line: number
  readonly tradeDate: PlainDate
  /** HH:MM:SS. */
  readonly tradeTime: string | null
  readonly side: DocumentSide
  readonly executionId: string | null
  /** In capitals with its class: JKH.N0000. */
  readonly symbol: string
  readonly isin: string | null
  readonly companyName: string | null
  readonly quantity: Shares
  readonly price: PriceUnits
  /** As stated; quantity x price where the layout has none. */
  readonly gross: Cents
  /** As charged, without foreign brokerage. */
  readonly fees: Fees
  /** Brokerage of a foreign broker, in addition to ours. */
  readonly foreignBrokerage: Cents
  /** As stated; where the layout has none, gross + all charges of a buy, gross - all charges of a sell. */
  readonly net: Cents
  /** Without the zeros before it. */
  readonly contractNumber: string | null
  /** As `clientAccountOf` writes it. */
  readonly clientAccount: string | null
  readonly clientName: string | null
  readonly settlementDate: PlainDate | null
  readonly orderId: string | null
  /** The broker takes the fill back; the figures are those of the trade. */
  readonly cancelled: boolean
  /** Every other field that is not blank, by the names of the specification. */
  readonly rest: Readonly<Record<string, string>>
}

/** Whether a line is a message of a session (a drop copy). */
export const isExecution = ({ rest }: Pick<DocumentLine, 'rest'>): boolean => rest['session'] !== undefined
/** Whether a line states its fees; else they are those of the schedule. */
export const statesFees = ({ rest }: Pick<DocumentLine, 'rest'>): boolean => rest['feeSource'] !== 'schedule'

/** The header of a document, above its lines. */
export interface DocumentHeader {
  readonly brokerName: string | null
  readonly address: string | null
  readonly tel: string | null
  readonly fax: string | null
  readonly email: string | null
  readonly clientAccount: string | null
  readonly clientName: string | null
  readonly attention: string | null
  readonly tradeDate: PlainDate | null
  readonly settlementDate: PlainDate | null
}

export const NO_HEADER: DocumentHeader = Object.freeze({
  brokerName: null,
  address: null,
  tel: null,
  fax: null,
  email: null,
  clientAccount: null,
  clientName: null,
  attention: null,
  tradeDate: null,
  settlementDate: null,
})

/** Sums of one side of a document: as its lines add up, or as it states them. */
export interface SideTotals {
  readonly count: number | null
  readonly gross: Cents | null
  /** The six fees and the foreign brokerage together. */
  readonly fees: Cents | null
  readonly net: Cents | null
}

export interface StatedTotals {
  /** Fills of both sides, as a trade file may state them above or below its lines. */
  readonly count: number | null
  readonly purchases: SideTotals | null
  readonly sales: SideTotals | null
  /** Sales less purchases. */
  readonly net: Cents | null
}

export interface SkippedLine {
  readonly line: number
  readonly reason: string
}

export interface DocumentProblem {
  readonly line: number
  /** As the layout names it; null where it is the whole line. */
  readonly column: string | null
  readonly message: string
  readonly value: string | null
  /** True: the line is none of `lines`. False: it is, with nothing, or zero, in this column. */
  readonly dropped: boolean
}

export interface DocumentRead {
  readonly kind: DocumentKind
  readonly header: DocumentHeader
  readonly lines: readonly DocumentLine[]
  /** The first ones. */
  readonly skipped: readonly SkippedLine[]
  readonly skippedCount: number
  /** The first ones. */
  readonly problems: readonly DocumentProblem[]
  readonly problemCount: number
  readonly statedTotals: StatedTotals | null
  /** The words of a document that is no text itself, line by line. */
  readonly text: string | null
}

/** The six fees and the foreign brokerage, in cents. */
export function chargesOf({
  fees,
  foreignBrokerage,
}: Pick<DocumentLine, 'fees' | 'foreignBrokerage'>): Cents {
  return totalFees(fees) + foreignBrokerage
}

/** The net value: paid for a buy (gross + charges) or received for a sell (gross - charges), in cents. */
export function netOf(line: Pick<DocumentLine, 'side' | 'gross' | 'fees' | 'foreignBrokerage'>): Cents {
  return line.side === 'buy' ? line.gross + chargesOf(line) : line.gross - chargesOf(line)
}

/** A net as the books take it: some brokers write what is paid below zero; it is so only where it must be. */
export function statedNet(stated: Cents, computed: Cents): Cents {
  return stated < 0n && computed >= 0n ? -stated : stated
}

// Findings while a document is read: its lines, the lines that hold no trade, and what is wrong with which.

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

/** Sentences about missing essentials, for every layout. */
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
