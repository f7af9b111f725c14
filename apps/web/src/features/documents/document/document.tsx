import {
  type DocumentLineAnswer,
  type TradeDocument,
  type TradeDocumentDetail,
  tradeDocuments,
} from '@em/contract/documents/trade-documents'
import type { LineState } from '@em/core/documents/match'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callFile, callPage } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/dates.ts'
import { keyOf, useRoute } from '../../../lib/query.ts'
import { type Column, sumOf } from '../../../ui/grid/columns.ts'
import { Amount } from '../../../ui/Numbers.tsx'
import { Status } from '../../../ui/Status.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import css from './TradeReport.module.css'

/** Documents that the list shows: the newest. */
const DOCUMENTS_MAX = 1_000
/** Lines that one answer holds at most. */
const LINES_AT_ONCE = 10_000
/** The filter's value for every equity of the document. */
export const ALL_EQUITIES = 'all'

/** Documents that were uploaded, newest first. */
export const useDocuments = () => useRoute(tradeDocuments.list, { query: { limit: DOCUMENTS_MAX } })

/** One document with what it says above its lines, its clients, states and the proof of its fees. */
export const useDocument = (id: number | null) =>
  useRoute(tradeDocuments.get, { params: { id: id ?? 0 } }, { enabled: id !== null })

/** All lines of a document, then the trades that are missing from it. */
export const useLines = (id: number | null) =>
  useQuery({
    queryKey: [...keyOf(tradeDocuments.lines, { params: { id } }), 'all'],
    queryFn: ({ signal }) => loadLines(id ?? 0, signal),
    enabled: id !== null,
    // Comparing a hundred thousand lines with those before takes longer than showing them.
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })
export type Lines = ReturnType<typeof useLines>

async function loadLines(id: number, signal: AbortSignal): Promise<DocumentLineAnswer[]> {
  const lines: DocumentLineAnswer[] = []
  for (;;) {
    const page = await callPage<DocumentLineAnswer>(tradeDocuments.lines, {
      params: { id },
      query: { limit: LINES_AT_ONCE, offset: lines.length },
      signal,
    })
    lines.push(...page.rows)
    if (page.rows.length < LINES_AT_ONCE || lines.length >= (page.total ?? 0)) return lines
  }
}

/** The equities of the lines, in order. */
export const useEquities = (lines: readonly DocumentLineAnswer[] | undefined): string[] =>
  useMemo(
    () => [...new Set((lines ?? []).filter(isOfDocument).map((line) => line.companySymbol))].toSorted(),
    [lines],
  )

/** A trade of the books that the document lacks is listed with its lines, and is none of them. */
export const isOfDocument = ({ id }: Pick<DocumentLineAnswer, 'id'>): boolean => id !== null

/** A repeated fill, or one that the broker cancelled, does not count. */
export const counts = (line: Pick<DocumentLineAnswer, 'id' | 'repeated' | 'cancelled'>): boolean =>
  isOfDocument(line) && !line.repeated && !line.cancelled

/** The six fees and the foreign brokerage of a line, in rupees as exact text. */
export const chargesOf = (line: DocumentLineAnswer): string =>
  sumOf([
    line.brokerage,
    line.cseFees,
    line.cdsFees,
    line.clearingFees,
    line.secCess,
    line.governmentCess,
    line.foreignBrokerage,
  ])

/** Whether a line has a fee that is not the schedule's. */
export const hasFeeDifference = ({ fee_differences: fees }: DocumentLineAnswer): boolean =>
  fees !== null && Object.values(fees).some((fee) => fee !== 0)

/** The sums of the lines of one side, in rupees as exact text. */
export interface SideSums {
  readonly count: number
  readonly shares: string
  readonly gross: string
  readonly net: string
}
/** Sums of the lines that count; `net` is sales less purchases. */
export interface LineSums {
  readonly sales: SideSums
  readonly purchases: SideSums
  readonly net: string
  readonly brokerage: string
  readonly governmentCess: string
  readonly foreignBrokerage: string
  readonly clearingFees: string
}

/** Adds up lines; a repetition and a cancelled fill count nothing. */
export function sumsOf(lines: readonly DocumentLineAnswer[]): LineSums {
  const all = lines.filter(counts)
  const side = (letter: 'B' | 'S'): SideSums => {
    const own = all.filter(({ buySell }) => buySell === letter)
    return {
      count: own.length,
      shares: sumOf(own.map(({ quantity }) => quantity)),
      gross: sumOf(own.map(({ grossAmount }) => grossAmount)),
      net: sumOf(own.map(({ netAmount }) => netAmount)),
    }
  }
  const sales = side('S')
  const purchases = side('B')
  return {
    sales,
    purchases,
    net: sumOf([sales.net, negated(purchases.net)]),
    brokerage: sumOf(all.map((line) => line.brokerage)),
    governmentCess: sumOf(all.map((line) => line.governmentCess)),
    foreignBrokerage: sumOf(all.map((line) => line.foreignBrokerage)),
    clearingFees: sumOf(all.map((line) => line.clearingFees)),
  }
}
const negated = (numeral: string) => (numeral.startsWith('-') ? numeral.slice(1) : `-${numeral}`)

/** The day of a document, or its first and last one. */
export function daysOf({ from, to }: Pick<TradeDocument, 'from' | 'to'>): string {
  if (from === null) return ''
  return to === null || to === from ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`
}

/** A value that all lines share; '' where they differ, or there is none. */
export function shared(values: readonly string[]): string {
  const [first, ...others] = new Set(values.filter((value) => value !== ''))
  return others.length === 0 ? (first ?? '') : ''
}

/** The client and the date of a document: as named above its lines, else as all its lines name them. */
export interface Particulars {
  readonly clientAccount: string
  readonly clientName: string
  readonly tradeDate: string
  readonly settlementDate: string
}

/** @param lines all of the document. */
export function particularsOf(
  document: TradeDocumentDetail,
  lines: readonly DocumentLineAnswer[],
): Particulars {
  const { header, clients } = document
  const own = lines.filter(isOfDocument)
  const many = clients.length > 1 ? `${clients.length} client accounts` : ''
  const settled = shared(own.map(({ settlementDate }) => settlementDate))
  return {
    clientAccount: header.clientAccount ?? (many || (clients[0]?.clientAccount ?? '')),
    clientName: header.clientName ?? clients[0]?.clientName ?? '',
    tradeDate: header.tradeDate === null ? daysOf(document) : formatDate(header.tradeDate),
    settlementDate: formatOrBlank(header.settlementDate ?? settled),
  }
}
const formatOrBlank = (day: string) => (day === '' ? '' : formatDate(day))

/** Whether the document came as a PDF: its words can be read out. */
export const isPdf = ({ fileName }: Pick<TradeDocument, 'fileName'>): boolean => /\.pdf$/i.test(fileName)
/** Whether it is a text, of which every line can be read. */
export const isText = ({ fileName }: Pick<TradeDocument, 'fileName'>): boolean =>
  /\.(txt|text)$/i.test(fileName)

/** Hands the file itself to the browser to keep. */
export async function download({ id, fileName }: Pick<TradeDocument, 'id' | 'fileName'>): Promise<void> {
  saveFile(fileName, await callFile(tradeDocuments.file, { params: { id } }), 'application/octet-stream')
}

/** The name of a document in lists. */
export const nameOf = ({ fileName, replaced }: Pick<TradeDocument, 'fileName' | 'replaced'>): string =>
  replaced ? `${fileName} (replaced)` : fileName

/** The state of a line in the books, in a word. */
export const STATES = {
  new: { label: 'New', tone: 'warn' },
  recorded: { label: 'Recorded', tone: 'good' },
  differs: { label: 'Differs', tone: 'bad' },
  undecided: { label: 'Undecided', tone: 'warn' },
  missing: { label: 'Not in the document', tone: 'bad' },
} as const satisfies Record<LineState, { label: string; tone: 'good' | 'warn' | 'bad' | 'quiet' }>

type Line = DocumentLineAnswer

/** The six fees of a line, as the schedule counts them: without the foreign brokerage. */
const charged = (line: Line): string =>
  sumOf([line.brokerage, line.cdsFees, line.cseFees, line.clearingFees, line.secCess, line.governmentCess])

export const SIDE_COLUMN: Column<Line> = {
  id: 'buySell',
  header: 'Buy/Sell',
  value: ({ buySell }) => (buySell === 'B' ? 'Buy' : 'Sell'),
  width: 92,
}

/** The proof of the fees: charged, as the schedule says, and what is between them. */
export const FEE_COLUMNS: readonly Column<Line>[] = [
  {
    id: 'charged',
    header: 'Fees charged',
    unit: 'LKR',
    kind: 'money',
    value: charged,
    total: 'sum',
    hint: 'The six fees, without foreign brokerage',
  },
  {
    id: 'schedule',
    header: 'Schedule',
    unit: 'LKR',
    kind: 'money',
    value: (line) => line.schedule_fees,
    total: 'sum',
    hint: "What the fee tariff says; above the step-up limit, the share of the day's consolidated fees",
  },
  {
    id: 'difference',
    header: 'Difference',
    unit: 'LKR',
    kind: 'money',
    value: (line) => line.fee_difference,
    cell: (line) => (
      <span className={hasFeeDifference(line) ? css.apart : undefined}>
        <Amount value={line.fee_difference} />
      </span>
    ),
    total: 'sum',
    hint: 'Charged less schedule; rounding left out',
  },
]

export const STATE_COLUMN: Column<Line> = {
  id: 'state',
  header: 'State',
  value: (line) => wordOf(line),
  cell: (line) => <Status tone={line.repeated ? 'quiet' : STATES[line.state].tone}>{wordOf(line)}</Status>,
  width: 150,
  least: 104,
}

/**
 * A fill that is repeated, replaced or taken back, and the message that cancels one, count nothing; else what the books say of its
 * contract.
 */
const wordOf = ({ repeated, cancelled, state, event, refersTo, supersededBy }: Line): string =>
  repeated
    ? supersededBy !== ''
      ? `${cancelled ? 'Cancelled' : 'Replaced'} by ${supersededBy}`
      : event === 'cancel'
        ? `Cancels ${refersTo}`
        : cancelled
          ? 'Cancelled'
          : 'Repeated'
    : cancelled
      ? `Cancelled, ${STATES[state].label.toLowerCase()}`
      : STATES[state].label
