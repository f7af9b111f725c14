/**
 * A statement of the Central Depository, found in the lines of a sheet: its columns by their names or as they were chosen, its day
 * and its account where they are given above the table, each line with its figures or its faults.
 */

import type { Cell } from '@em/contract/batches/batches'
import {
  CDS_FIELD_LABELS,
  CDS_FIELDS,
  CDS_LINES_MAX,
  type CdsColumns,
  type CdsField,
  type CdsProblem,
} from '@em/contract/cds/cds-comparison'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import { cdsNumber, cdsNumberWithin, readCdsNumber } from '@em/core/cds/account-number'
import { symbolFromText } from '@em/core/securities/symbol'
import { type DateOrder, dateFromText } from '@em/core/sheets/days'
import type { DecimalMark } from '@em/core/sheets/decimal-mark'
import { readFigure } from '@em/core/sheets/figures'
import { parseDecimal, SHARES_SCALE } from '@em/core/values/decimal'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { daysIn, isBlank, isErrorText, textOf, textsIn } from '../../../sheets/cells.ts'
import { dayAround } from '../../../sheets/day-within.ts'
import { columnNames, headingRow, type Row, repeats, surestColumns } from '../../../sheets/headings.ts'
import type { CellProblem, Line } from '../../../sheets/sheet.ts'
import { shiftedCells } from '../../../sheets/shifted.ts'
import { type Answered, dateOrderIn, decimalMarkIn } from '../../../sheets/writing.ts'
import { CDS_STATEMENT, fieldOfHeader } from './column-names.ts'

/** A line as it was read. */
export interface ReadBalance {
  readonly line: number
  /** As it is printed; null where the line names none. */
  readonly account: string | null
  /** The symbol, or the ISIN where the file has no symbols. */
  readonly symbol: string
  readonly balance: number
  readonly pledged: number | null
}
export interface StatementTable {
  readonly headers: readonly string[]
  readonly columns: CdsColumns
  readonly missing: readonly string[]
  readonly statementDate: string | null
  readonly rows: readonly ReadBalance[]
  readonly problems: readonly CdsProblem[]
  readonly problemCount: number
}

/** The sender of every statement of this kind. */
const DEPOSITORY = 'depository'
const PROBLEMS_MAX = 1_000
const NO_COLUMNS: CdsColumns = {
  account: null,
  symbol: null,
  isin: null,
  balance: null,
  free: null,
  pledged: null,
  date: null,
}

const isFilled = ({ cells }: Line) => cells.some((cell) => !isBlank(cell))

/**
 * @param chosen the headers of the columns; null: as the headers suggest.
 * @throws FileRefusal `file.unreadable` where there is no table, `file.too-many` lines, `file.date-order` and `file.decimal-mark` for
 *   what can be read in two ways.
 */
export function statementIn(
  lines: readonly Line[],
  {
    fileName,
    chosen,
    cellProblems,
    statementDate,
    dateOrder,
    decimalMark,
  }: FileAnswers & {
    readonly fileName: string
    readonly chosen: CdsColumns | null
    /** The day that a person said. */
    readonly statementDate?: string | null
    /** Cells that cannot be used as they are. */
    readonly cellProblems: readonly CellProblem[]
  },
): StatementTable {
  const filled = lines.filter(isFilled)
  const header = headerOf(filled)
  if (header === undefined)
    throw new FileRefusal('file.unreadable', {
      reason: 'no line of it names columns such as Symbol and Balance.',
    })
  const body = filled.filter((row) => row.line > header.line && !repeats(header, row))
  if (body.length > CDS_LINES_MAX) {
    throw new FileRefusal('file.too-many', { limit: `${CDS_LINES_MAX.toLocaleString('en')} lines` })
  }
  if (body.length === 0)
    throw new FileRefusal('file.unreadable', { reason: 'there are no lines below its header.' })
  const titles = filled.filter(({ line }) => line < header.line)
  const headers = columnNames(header, header.cells.length)
  const columns = chosen ?? suggested(headers)
  const missing = missingIn(columns)
  // A sheet that may be no statement is asked nothing else.
  if (missing.length > 0)
    return { headers, columns, missing, statementDate: null, rows: [], problems: [], problemCount: 0 }
  const answered = { answers: { dateOrder, decimalMark }, sender: DEPOSITORY, day: statementDate ?? null }
  const reader = new BalanceReader(headers, columns, { above: accountAbove(titles), body, answered })
  const faulty = new Map(
    [...cellProblems.filter(({ line }) => line > header.line), ...shiftedCells(header, body)].map(
      (problem) => [problem.line, problem],
    ),
  )
  for (const line of body) {
    const fault = faulty.get(line.line)
    if (fault === undefined) reader.read(line)
    else reader.leaveOut(line, fault)
  }
  return {
    headers,
    columns,
    missing,
    statementDate: reader.day ?? dayAround(titles, fileName, answered),
    rows: reader.rows,
    problems: reader.problems,
    problemCount: reader.problemCount,
  }
}

/** Of a table with other names the first line of texts, so that a person can choose its columns. */
const headerOf = (lines: readonly Line[]): Row | undefined =>
  headingRow(lines, CDS_STATEMENT, fieldOfHeader) ??
  lines.find(
    ({ cells }) =>
      cells.filter((cell) => !isBlank(cell)).length > 1 && cells.every((cell) => typeof cell !== 'number'),
  )

function suggested(headers: readonly string[]): CdsColumns {
  const columns = { ...NO_COLUMNS }
  for (const [field, header] of surestColumns(headers, fieldOfHeader)) columns[field] = header
  return columns
}

function missingIn(columns: CdsColumns): string[] {
  return [
    ...(columns.symbol === null && columns.isin === null ? [CDS_FIELD_LABELS.symbol] : []),
    ...(columns.balance === null && columns.free === null ? [CDS_FIELD_LABELS.balance] : []),
  ]
}

function accountAbove(titles: readonly Line[]): string | null {
  for (const { cells } of titles) {
    for (const cell of cells) {
      const found = cdsNumberWithin(textOf(cell))
      if (found !== null) return cdsNumber(found)
    }
  }
  return null
}

const TOTAL = /^(grand\s+|sub\s*-?\s*)?totals?\b/i

class BalanceReader {
  readonly rows: ReadBalance[] = []
  readonly problems: CdsProblem[] = []
  problemCount = 0
  day: string | null = null
  readonly #places: Readonly<Record<CdsField, number | null>>
  readonly #above: string | null
  readonly #headers: readonly string[]
  readonly #mark: DecimalMark
  readonly #dateOrder: DateOrder
  readonly #lineOf = new Map<string, number>()

  constructor(
    headers: readonly string[],
    columns: CdsColumns,
    {
      above,
      body,
      answered,
    }: { readonly above: string | null; readonly body: readonly Line[]; readonly answered: Answered },
  ) {
    const columnOfField = CDS_FIELDS.map((field): [CdsField, number | null] => {
      const name = columns[field]
      if (name === null) return [field, null]
      const column = headers.indexOf(name)
      if (column < 0) throw new FileRefusal('file.unreadable', { reason: `it has no column “${name}”.` })
      return [field, column]
    })
    this.#places = Object.fromEntries(columnOfField) as Record<CdsField, number | null>
    this.#above = above
    this.#headers = headers
    const numbers = (['balance', 'free', 'pledged'] as const).flatMap((field) => this.#places[field] ?? [])
    this.#mark = decimalMarkIn(textsIn(body, numbers), answered)
    this.#dateOrder = dateOrderIn(
      daysIn(body, this.#places.date === null ? [] : [this.#places.date]),
      answered,
    )
  }

  read({ line, cells }: Line): void {
    const at = (field: CdsField) => {
      const column = this.#places[field]
      return column === null ? '' : textOf(cells[column])
    }
    const named = at('symbol') || at('isin')
    if (TOTAL.test(named) || (named === '' && cells.some((cell) => TOTAL.test(textOf(cell))))) return
    // A line of words, such as "End of statement".
    if (named === '' && at('balance') === '' && at('free') === '') return
    const before = this.problemCount
    const symbol = symbolFromText(named)
    if (symbol === null)
      this.#problem(
        line,
        'symbol',
        named === '' ? 'There is no security.' : 'This is no symbol like JKH.N0000.',
        named,
      )
    const account = this.#accountOf(line, at('account'))
    this.#dayOf(line, at('date'))
    const shares = (field: CdsField) => {
      const column = this.#places[field]
      return this.#sharesOf(line, field, column === null ? null : (cells[column] ?? null))
    }
    const balance = shares('balance')
    // An error value costs its cell; without a balance the others are what it is made of.
    const other = (field: 'free' | 'pledged') =>
      balance !== null && isErrorText(at(field)) ? null : shares(field)
    const [free, pledged] = [other('free'), other('pledged')]
    if (this.problemCount > before || symbol === null) return
    const total = balance ?? (free === null ? null : free + (pledged ?? 0))
    if (total === null) return this.#problem(line, 'balance', 'There is no balance.', '')
    const inPledge = pledged ?? (free === null || balance === null ? null : balance - free)
    if (inPledge !== null && (inPledge > total || inPledge < 0)) {
      return this.#problem(line, 'pledged', 'More shares are pledged than there are.', String(inPledge))
    }
    if (balance !== null && free !== null && pledged !== null && free + pledged !== balance) {
      return this.#problem(
        line,
        'balance',
        'The free and the pledged shares are not the balance.',
        at('balance'),
      )
    }
    const key = `${account ?? ''} ${symbol}`
    const earlier = this.#lineOf.get(key)
    if (earlier !== undefined) {
      return this.#problem(
        line,
        'symbol',
        `This security of the account stands in line ${earlier} already.`,
        symbol,
      )
    }
    this.#lineOf.set(key, line)
    this.rows.push({ line, account, symbol, balance: total, pledged: inPledge })
  }

  #accountOf(line: number, text: string): string | null {
    if (text === '') return this.#above
    const number = readCdsNumber(text)
    if (number !== null) return cdsNumber(number)
    this.#problem(line, 'account', 'This is no CDS account like ABC-12345-LI/00.', text)
    return null
  }

  #sharesOf(line: number, field: CdsField, cell: Cell): number | null {
    const text = textOf(cell)
    // A number of a workbook has its decimals behind a point, whatever its texts have.
    const figure = readFigure(text, typeof cell === 'number' ? '.' : this.#mark)
    if (figure === 'blank') return this.#places[field] === null ? null : field === 'pledged' ? 0 : null
    const isFigure = figure !== 'wrong' && figure.side === null && !figure.isPercent
    const read = parseDecimal(isFigure ? figure.numeral : '', SHARES_SCALE)
    if (!read.ok) {
      this.#problem(
        line,
        field,
        read.problem === 'too-many-decimals' ? 'Shares are whole.' : 'This is not a number of shares.',
        text,
      )
      return null
    }
    if (read.units < 0n) {
      this.#problem(line, field, 'This is below zero.', text)
      return null
    }
    return Number(read.units)
  }

  #dayOf(line: number, text: string): void {
    if (text === '') return
    const day = dateFromText(text, this.#dateOrder)
    if (day === undefined) return this.#problem(line, 'date', 'This is not a date.', text)
    if (this.day !== null && this.day !== day)
      return this.#problem(line, 'date', 'The lines are of several days. A statement has one.', text)
    this.day = day
  }

  /** A line of which a cell cannot be taken. */
  leaveOut({ line, cells }: Line, { column, message }: CellProblem): void {
    this.#add(line, this.#headers[column] ?? '', message, textOf(cells[column]))
  }

  #problem(line: number, field: CdsField, message: string, value: string): void {
    this.#add(line, CDS_FIELD_LABELS[field], message, value)
  }

  #add(line: number, field: string, message: string, value: string): void {
    this.problemCount += 1
    if (this.problems.length >= PROBLEMS_MAX) return
    this.problems.push({ line, field, message, value: value.slice(0, 200) || null })
  }
}
