/**
 * A trade summary as the exchange gives it, found in the lines of a sheet: its columns by the letters of their names, its day
 * where the file says one, each row with its figures or with what is wrong with it.
 */

import type { Cell } from '@em/contract/batches/batches'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import { SUMMARY_ROWS_MAX } from '@em/contract/prices/trade-summary'
import type { PriceRow } from '@em/core/prices/price-row'
import { symbolFromText } from '@em/core/securities/symbol'
import { dateFromText } from '@em/core/sheets/days'
import type { DecimalMark } from '@em/core/sheets/decimal-mark'
import { readFigure, readNumeral } from '@em/core/sheets/figures'
import {
  type DecimalProblem,
  PRICE_SCALE,
  parseDecimal,
  RATE_SCALE,
  SHARES_SCALE,
} from '@em/core/values/decimal'
import { percentageOf } from '@em/core/values/money'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { daysIn, isBlank, isErrorText, isTotalText, textOf, textsIn } from '../../../sheets/cells.ts'
import { dayAround } from '../../../sheets/day-within.ts'
import {
  fieldFinder,
  firstColumns,
  headingRow,
  type Row,
  repeats,
  type TableKind,
} from '../../../sheets/headings.ts'
import type { Line, Table } from '../../../sheets/sheet.ts'
import { shiftedCells } from '../../../sheets/shifted.ts'
import { type Answered, dateOrderIn, decimalMarkIn, senderByNames } from '../../../sheets/writing.ts'

/** A price with the line of the file that it was read from. */
export interface ReadPrice extends PriceRow {
  readonly line: number
}

export interface SummaryReading {
  /** The day that the file says, by a column, a title above the table or its name; null where it says none. */
  readonly tradeDate: string | null
  readonly rows: readonly ReadPrice[]
  /** Rows without a last trade. */
  readonly skipped: number
  readonly problems: readonly { readonly line: number; readonly field: string; readonly message: string }[]
}

const NAMES = {
  companyName: ['companyname', 'company', 'name', 'securityname', 'issuer'],
  symbol: ['symbol', 'security', 'code', 'ticker', 'stockcode', 'securityid'],
  shareVolume: ['sharevolume', 'volume', 'shares', 'noofshares', 'quantity'],
  tradeVolume: ['tradevolume', 'trades', 'nooftrades', 'noofexecutions'],
  previousClose: [
    'previouscloses',
    'previouscloser',
    'previousclosers',
    'previousclose',
    'prevclose',
    'previousclosingprice',
  ],
  open: ['openrs', 'open', 'openingprice'],
  high: ['highrs', 'high', 'dayhigh'],
  low: ['lowrs', 'low', 'daylow'],
  lastTrade: [
    'lasttraders',
    'lasttrade',
    'lasttradedprice',
    'lasttradedpricers',
    'lastprice',
    'last',
    'price',
    'pricers',
  ],
  close: ['closers', 'close', 'closingprice', 'closingpricers'],
  changeRs: ['changers', 'pricechange', 'pricechangers'],
  changePercent: ['changepercentage', 'changepercent', 'changepct', 'percentagechange'],
  tradeDate: ['tradedate', 'date', 'tradingdate'],
} as const
type Field = keyof typeof NAMES
type Columns = Partial<Record<Field, number>>

const PROBLEMS_MAX = 100

/** `Change (%)` and `Change (Rs.)` differ only by their sign; `Change` alone is in rupees. */
const special = (heading: string): Field | undefined =>
  /^\s*change\W*(rs\.?)?\W*$/i.test(heading)
    ? heading.includes('%')
      ? 'changePercent'
      : 'changeRs'
    : undefined

const SUMMARY: TableKind<Field> = {
  names: NAMES,
  isHeading: (fields) => fields.has('symbol') && fields.has('lastTrade'),
  special,
}
/** Any list of prices: a name will do for the symbol. */
const PRICES: TableKind<Field> = {
  ...SUMMARY,
  isHeading: (fields) => (fields.has('symbol') || fields.has('companyName')) && fields.has('lastTrade'),
}
const fieldOf = fieldFinder(SUMMARY)

export interface SummaryAsked extends FileAnswers {
  readonly fileName: string
  /** Any two columns will do, a name or symbol and a price, also without a header; names stay unchanged. */
  readonly names?: boolean
  /** The day that a person said. */
  readonly tradeDate?: string | null
}

/**
 * @throws FileRefusal `prices.no-table` where no line names a symbol and a last trade, `file.too-many` rows, `file.date-order` and
 *   `file.decimal-mark` for what can be read in two ways.
 */
export function summaryOf(
  { lines, problems: cellProblems }: Pick<Table, 'lines' | 'problems'>,
  { fileName, names = false, tradeDate, ...answers }: SummaryAsked,
): SummaryReading {
  const { columns, begins, heading } = tableIn(lines, names)
  const below = lines.filter(
    (row) => row.line >= begins && row.cells.some((cell) => !isBlank(cell)) && !repeats(heading, row),
  )
  const faults = [...cellProblems.filter(({ line }) => line >= begins), ...shiftedCells(heading, below)]
  const faulty = new Set(faults.map(({ line }) => line))
  const body = below.filter(({ line }) => !faulty.has(line))
  if (body.length > SUMMARY_ROWS_MAX) {
    throw new FileRefusal('file.too-many', { limit: `${SUMMARY_ROWS_MAX.toLocaleString('en')} rows` })
  }
  const titles = lines.filter(({ line }) => line < begins - 1)
  const sender = senderByNames(heading === undefined ? [] : heading.cells.map(textOf))
  const answered = { answers, sender, day: tradeDate ?? null }
  const mark = decimalMarkIn(textsIn(body, figureColumns(columns)), answered)
  const read = rowsOf(body, { columns, names, mark })
  const ofCells = faults.map(
    ({ line, message }): Problem => ({ line, field: '', message: `Line ${line}: ${message}` }),
  )
  const found = { ...read, problems: [...ofCells, ...read.problems].slice(0, PROBLEMS_MAX) }
  if (found.rows.length === 0 && found.problems.length === 0 && found.skipped === 0) {
    throw new FileRefusal('file.unreadable', { reason: 'there are no rows below its header.' })
  }
  const day = dayOf(body, columns.tradeDate, { titles, fileName, answered })
  return {
    ...found,
    ...('problem' in day ? { tradeDate: null, problems: [day.problem, ...found.problems] } : day),
  }
}

/** Two columns, a text and then a number, of which no line says the names. */
function withoutHeader(lines: readonly Line[]): Found | undefined {
  const first = lines.find(({ cells }) => {
    const [word, value] = cells
    return textOf(word) !== '' && !/^[\d.,]+$/.test(textOf(word)) && readNumeral(textOf(value)) !== null
  })
  return first && { columns: { symbol: 0, lastTrade: 1 }, begins: first.line }
}

type Problem = SummaryReading['problems'][number]

interface Found {
  readonly columns: Columns
  /** The first line below the header. */
  readonly begins: number
  readonly heading?: Row
}

function tableIn(lines: readonly Line[], names: boolean): Found {
  const heading = headingRow(lines, names ? PRICES : SUMMARY, fieldOf)
  const header = heading && { heading, begins: heading.line + 1, columns: firstColumns(heading, fieldOf) }
  const table = header ?? (names ? withoutHeader(lines) : undefined)
  if (table === undefined) throw new FileRefusal('prices.no-table')
  return table
}

function rowsOf(
  body: readonly Line[],
  {
    columns,
    names,
    mark,
  }: { readonly columns: Columns; readonly names: boolean; readonly mark: DecimalMark },
): Omit<SummaryReading, 'tradeDate'> {
  const rows: ReadPrice[] = []
  const problems: Problem[] = []
  const lineOf = new Map<string, number>()
  let [skipped, faults] = [0, 0]
  for (const { line, cells } of body) {
    const cellAt = (field: Field): Cell =>
      columns[field] === undefined ? null : (cells[columns[field]] ?? null)
    const at = (field: Field) => textOf(cellAt(field))
    const named = at('symbol') || (names ? at('companyName') : '')
    if (named === '' && at('lastTrade') === '') continue
    if (isTotalText(named) || (named === '' && cells.some((cell) => isTotalText(textOf(cell))))) continue
    const fault = (field: string, message: string) => {
      faults += 1
      if (problems.length < PROBLEMS_MAX) problems.push({ line, field, message })
    }
    const symbol = symbolFromText(named) ?? (names && named.length <= 200 ? named : null)
    if (symbol === null) {
      fault('Symbol', `Line ${line}: “${named.slice(0, 40)}” is no symbol like JKH.N0000.`)
      continue
    }
    const earlier = lineOf.get(symbol)
    if (earlier !== undefined) {
      fault('Symbol', `Line ${line}: ${symbol} stands in line ${earlier} already.`)
      continue
    }
    lineOf.set(symbol, line)
    const before = faults
    // An error value costs its cell, and the row where the cell is the price.
    const usable = (field: Field) => (field !== 'lastTrade' && isErrorText(at(field)) ? null : cellAt(field))
    const units = (field: Field, what: string, scale: number, signed = false) =>
      unitsOf(usable(field), {
        scale,
        signed,
        mark,
        fault: (message) => fault(what, `Line ${line}, ${symbol}: ${message}`),
      })
    const price = (field: Field, what: string) => {
      const value = units(field, what, PRICE_SCALE)
      // The exchange writes 0 where there was none.
      return value === 0n ? null : value
    }
    const lastTrade = price('lastTrade', 'Last Trade')
    const previousClose = price('previousClose', 'Previous Close')
    const figures = {
      companyName: at('companyName').normalize('NFC').slice(0, 200) || null,
      shareVolume: units('shareVolume', 'Share Volume', SHARES_SCALE),
      tradeVolume: units('tradeVolume', 'Trade Volume', SHARES_SCALE),
      open: price('open', 'Open'),
      high: price('high', 'High'),
      low: price('low', 'Low'),
      close: price('close', 'Close'),
    }
    const change = changeOf({
      lastTrade,
      previousClose,
      rupees: units('changeRs', 'Change (Rs)', PRICE_SCALE, true),
      percent: units('changePercent', 'Change (%)', RATE_SCALE, true),
    })
    if (faults > before) continue
    if (lastTrade === null) {
      skipped += 1
      continue
    }
    rows.push({
      line,
      symbol,
      ...figures,
      previousClose,
      lastTrade,
      changeRs: change.rupees,
      changePercent: change.percent,
    })
  }
  return { rows, skipped, problems }
}

const TEXTS: ReadonlySet<Field> = new Set(['companyName', 'symbol', 'tradeDate'])

/** The columns of figures. */
const figureColumns = (columns: Columns) =>
  (Object.entries(columns) as [Field, number][]).flatMap(([field, column]) =>
    TEXTS.has(field) ? [] : [column],
  )

interface Change {
  readonly rupees: bigint | null
  readonly percent: bigint | null
}

/**
 * The change from the close before: one of the exchange's exports leaves out its sign. The percentage keeps the
 * file's decimals and takes the sign of the move.
 */
function changeOf(row: {
  lastTrade: bigint | null
  previousClose: bigint | null
  rupees: bigint | null
  percent: bigint | null
}): Change {
  const { lastTrade, previousClose, rupees, percent } = row
  if (lastTrade === null || previousClose === null) return { rupees, percent }
  const move = lastTrade - previousClose
  const size = percent === null ? null : percent < 0n ? -percent : percent
  return {
    rupees: move,
    percent: size === null ? percentageOf(move, previousClose) : move < 0n ? -size : size,
  }
}

const PROBLEMS: Readonly<Record<DecimalProblem, string>> = {
  blank: 'is blank.',
  'not-a-number': 'is not a number.',
  'too-many-decimals': 'has too many decimals.',
  negative: 'may not be negative.',
  'out-of-range': 'is too large.',
}

interface FigureAsked {
  readonly scale: number
  readonly signed: boolean
  readonly mark: DecimalMark
  readonly fault: (message: string) => void
}

/** Null for blanks and a dash, which mean that the figure is missing. */
function unitsOf(cell: Cell, { scale, signed, mark, fault }: FigureAsked): bigint | null {
  // A number of a workbook has its decimals behind a point, whatever its texts have.
  const figure = readFigure(textOf(cell), typeof cell === 'number' ? '.' : mark)
  if (figure === 'blank') return null
  const isFigure = figure !== 'wrong' && figure.side === null
  const read = parseDecimal(isFigure ? figure.numeral : textOf(cell).slice(0, 64), scale, {
    unsigned: !signed,
  })
  if (isFigure && read.ok) return read.units
  fault(`“${textOf(cell).slice(0, 40)}” ${read.ok ? PROBLEMS['not-a-number'] : PROBLEMS[read.problem]}`)
  return null
}

/**
 * The day of a column, else of a title, else of the file's name.
 * @throws FileRefusal `file.date-order` for one that can be read in two ways.
 */
function dayOf(
  body: readonly Line[],
  column: number | undefined,
  around: { readonly titles: readonly Line[]; readonly fileName: string; readonly answered: Answered },
): { readonly tradeDate: string | null } | { readonly problem: Problem } {
  const { titles, fileName, answered } = around
  if (column !== undefined) {
    const cells = body
      .map((line) => ({ line: line.line, text: textOf(line.cells[column]) }))
      .filter(({ text }) => text !== '')
    const order = dateOrderIn(daysIn(body, [column]), answered)
    const days = new Map(cells.map(({ line, text }) => [dateFromText(text, order) ?? null, line]))
    if (days.size > 1) {
      const second = [...days.values()][1] ?? 0
      return {
        problem: {
          line: second,
          field: 'Date',
          message: `Line ${second}: the rows are of several days. A trade summary has one.`,
        },
      }
    }
    const [only] = days.keys()
    if (only !== undefined) return { tradeDate: only }
  }
  return { tradeDate: dayAround(titles, fileName, answered) }
}
