/** Rows and columns of a sheet: what it is (by its bytes), where its table begins, what its columns seem to hold. */
import { BATCH_ROWS_MAX, type Cell, type FileReading } from '@em/contract/batches/batches'
import { findColumns } from '@em/contract/sheets/column-finding'
import { AMOUNT_FIELDS, TRADE_COLUMN_NAMES } from '@em/contract/sheets/column-names'
import { isDateText, likeliestDateOrders } from '@em/core/sheets/days'
import type { DecimalMark } from '@em/core/sheets/decimal-mark'
import { decimalMarkOf } from '@em/core/sheets/decimal-mark-finding'
import { readNumeral } from '@em/core/sheets/figures'
import { FileRefusal } from '../platform/file-readers/file-refusal.ts'
import { textOfBytes } from '../platform/file-readers/text.ts'
import { daysIn, isBlank, isErrorText, textOf, textsIn } from './cells.ts'
import { csvLines } from './csv-lines.ts'
import { foreignBytes, isZip } from './foreign-file.ts'
import { fieldFinder, HEADING_WITHIN, headingRow, type Row, type TableKind } from './headings.ts'
import { partLines, withoutFaulty } from './left-out.ts'
import {
  CELL_TEXT_MAX,
  CELLS_MAX,
  type Line,
  ROWS_MAX,
  type Table,
  TextBounds,
  tooManyCells,
  tooManyRows,
} from './sheet.ts'
import { shiftedCells } from './shifted.ts'
import { openWorkbook, type Workbook } from './workbook.ts'

/** Values sampled to find out what a column holds; every one of them for dates. */
const SAMPLED_VALUES = 5_000

const isNumeral = (text: string) => readNumeral(text) !== null

/** Sheets searched for a table where none is named. */
const SHEETS_TRIED = 10

/**
 * The table of a file: of the sheet named, else of the first; where that holds none (a cover, merged titles), of the
 * first sheet after it whose columns have names we know.
 * @throws FileRefusal.
 */
export async function readSheet(
  bytes: Uint8Array,
  fileName: string,
  sheet: string | null,
): Promise<FileReading> {
  if (!isZip(bytes)) return readingOf(readCsv(bytes), fileName)
  const workbook = await openWorkbook(bytes)
  try {
    return readingOf(await workbook.read(sheet), fileName)
  } catch (error) {
    if (sheet !== null || !holdsNoTable(error)) throw error
    for (const name of workbook.sheets.slice(1, SHEETS_TRIED)) {
      const other = await knownTable(workbook, name, fileName)
      if (other !== undefined) return other
    }
    throw error
  }
}

/** The table of a sheet, where it can be read and more than one of its columns has a name that we know. */
async function knownTable(
  workbook: Workbook,
  sheet: string,
  fileName: string,
): Promise<FileReading | undefined> {
  try {
    const reading = readingOf(await workbook.read(sheet), fileName)
    return reading.columns.filter((column) => column.field !== null).length > 1 ? reading : undefined
  } catch (error) {
    if (error instanceof FileRefusal) return undefined
    throw error
  }
}

const holdsNoTable = (error: unknown) =>
  error instanceof FileRefusal && (error.code === 'file.unreadable' || error.code === 'file.merged')

function readingOf(table: Table, fileName: string): FileReading {
  const filled = table.lines.filter((line) => line.cells.some((cell) => !isBlank(cell)))
  if (filled.length > ROWS_MAX) throw tooManyRows()
  const header = headerOf(filled)
  const begins = header === undefined ? filled.find(isData)?.line : header.line + 1
  if (begins === undefined) throw new FileRefusal('file.unreadable', { reason: 'it contains no table.' })
  const body = filled.filter((line) => line.line >= begins)
  if (body.length > BATCH_ROWS_MAX) throw tooManyRows()
  if (body.length === 0) throw noRows()
  const width = Math.max(
    header?.cells.length ?? 0,
    ...body.slice(0, SAMPLED_VALUES).map((line) => line.cells.length),
  )
  if (body.length * width > CELLS_MAX) throw tooManyCells()
  const headers = Array.from({ length: width }, (_, index) => nameOf(header?.cells[index] ?? null))
  const found = findColumns(
    headers,
    body.map((line) => line.cells),
  )
  const parted = partLines(body, header, found.fields)
  const faults = [
    ...table.problems.filter(({ line, ofRow }) => ofRow === true && line >= begins),
    ...shiftedCells(header, parted.trades),
  ]
  const { trades, leftOut } = withoutFaulty(parted, faults)
  if (trades.length === 0 && faults.length === 0) throw noRows()
  const used = usedColumns(headers, trades)
  const columns = headers.slice(0, used).map((name, index) => ({
    ...columnOf(name, trades, index, found.fields[index] ?? null),
    byContent: found.byContent.includes(index),
  }))
  const times = timesOf(trades, used)
  const costsCell = columns.map(
    ({ field }) => field !== null && !NEEDED.has(field) && !AMOUNT_FIELDS.has(field),
  )
  return {
    fileName,
    kind: table.kind,
    sheet: table.sheet,
    sheets: [...table.sheets],
    headerLine: header?.line ?? 0,
    formulas: table.formulas,
    columns,
    decimalMarks: decimalMarksOf(trades, columns),
    questions: found.questions
      .map(({ field, columns: asked }) => ({ field, columns: asked.filter((column) => column < used) }))
      .filter(({ columns: asked }) => asked.length > 1),
    leftOut: [...leftOut],
    rows: trades.map(({ cells }) => {
      const row = withoutErrors(wide(cells, used), costsCell)
      return times.length === 0 ? row : row.map(withoutTime)
    }),
    ...(times.length > 0 && { times }),
    lines: trades.map((line) => line.line),
    problems: table.problems
      .filter(({ line, ofRow }) => line >= begins && ofRow !== true)
      .slice(0, PROBLEMS_MAX),
  }
}
const noRows = () => new FileRefusal('file.unreadable', { reason: 'there are no rows below its header.' })
/** Of cells that cannot be used as they are: a file with more of them is another kind of file. */
const PROBLEMS_MAX = 1_000

const timeOf = (cell: Cell | undefined) =>
  cell !== null && typeof cell === 'object' ? (cell.time ?? null) : null
const withoutTime = (cell: Cell): Cell =>
  cell !== null && typeof cell === 'object' && cell.time !== undefined ? { date: cell.date } : cell

/** The times next to the dates of a table, of the columns that have any. */
function timesOf(body: readonly Line[], width: number): NonNullable<FileReading['times']> {
  return Array.from({ length: width }, (_, column) => column)
    .filter((column) => body.some(({ cells }) => timeOf(cells[column]) !== null))
    .map((column) => ({ column, times: body.map(({ cells }) => timeOf(cells[column])) }))
}

/** What a trade is not one without: an error value there is named, that of another cell costs this cell alone. */
const NEEDED: ReadonlySet<string> = new Set(['tradeDate', 'side', 'symbol', 'companyName'])
const isError = (cell: Cell) => typeof cell === 'string' && cell.startsWith('#') && isErrorText(cell.trim())
const withoutErrors = (row: Cell[], costsCell: readonly boolean[]): Cell[] =>
  row.some(isError) ? row.map((cell, at) => (costsCell[at] === true && isError(cell) ? null : cell)) : row

/** How many columns there are up to the last that has a name or a filled cell in a row that is read. */
function usedColumns(headers: readonly string[], rows: readonly Line[]): number {
  const named = headers.findLastIndex((name) => name !== '') + 1
  let used = named
  for (const { cells } of rows) {
    for (let index = Math.min(cells.length, headers.length) - 1; index >= used; index -= 1)
      if (!isBlank(cells[index])) used = index + 1
  }
  return used
}

/** The cells of a line, as many as there are columns. */
function wide(cells: readonly Cell[], width: number): Cell[] {
  if (cells.length === width) return cells as Cell[]
  return Array.from({ length: width }, (_, index) => cells[index] ?? null)
}

const HEADING_MAX = 200
const nameOf = (cell: Cell) => textOf(cell).slice(0, HEADING_MAX)

/** A row of trades rather than one of names: two or more of its cells are numbers or dates. */
const isData = (line: Line) =>
  line.cells.filter(
    (cell) => !isBlank(cell) && (typeof cell !== 'string' || isNumeral(cell) || isDateText(cell.trim())),
  ).length > 1

const TRADES: TableKind<string> = { names: TRADE_COLUMN_NAMES, isHeading: (fields) => fields.size > 1 }
const fieldOfHeading = fieldFinder(TRADES)

/**
 * The row that names the columns, else the first of texts above the data. Undefined where the data begins at once: no trade is
 * read as names.
 */
function headerOf(lines: readonly Line[]): Row | undefined {
  const known = headingRow(lines, TRADES, fieldOfHeading)
  if (known !== undefined) return known
  const first = lines
    .slice(0, HEADING_WITHIN)
    .filter((line) => line.cells.filter((cell) => !isBlank(cell)).length > 1)
  const data = first.findIndex(isData)
  return first
    .slice(0, data === -1 ? first.length : data)
    .find((line) => line.cells.every((cell) => typeof cell !== 'number'))
}

function columnOf(
  header: string,
  body: readonly Line[],
  column: number,
  field: string | null,
): Omit<FileReading['columns'][number], 'byContent'> {
  const held = contentOf(body, column)
  const { filled, sampled, numbers, dates, texts, dateTexts } = held
  // 20260615 is a number as well as a date: only a column that is meant as one is read so. Nor is one a column of dates
  // because something in it looks like one.
  const meant = field === 'tradeDate' || field === 'settlementDate'
  const dateOrders =
    meant && dates + dateTexts.length === 0
      ? likeliestDateOrders(daysIn(body, [column]))
      : meant || (numbers < sampled && dateTexts.length * 2 > texts)
        ? likeliestDateOrders(dateTexts)
        : []
  const isDates = filled > 0 && dates + dateTexts.length === filled && (texts === 0 || dateOrders.length > 0)
  const kind =
    filled === 0
      ? 'empty'
      : isDates
        ? 'date'
        : numbers === sampled
          ? 'number'
          : numbers === 0 && dates === 0
            ? 'text'
            : 'mixed'
  return { header, field, kind, dateOrders }
}

/** The marks before the decimals that the texts of quantities, prices and amounts can have. */
function decimalMarksOf(
  body: readonly Line[],
  columns: readonly { readonly header: string; readonly field: string | null }[],
): DecimalMark[] {
  // By its name too: cells with a decimal comma are no numbers yet.
  const marked = [...columns.entries()].flatMap(([column, { header, field }]) =>
    AMOUNT_FIELDS.has(field ?? fieldOfHeading(header)?.field ?? '') ? [column] : [],
  )
  const mark = decimalMarkOf(textsIn(body, marked))
  return mark === null ? ['.', ','] : [mark]
}

/** The contents of a column below its header: how many cells of each kind, of numbers among the first ones; texts that are dates. */
function contentOf(body: readonly Line[], column: number) {
  const held = { filled: 0, sampled: 0, numbers: 0, dates: 0, texts: 0, dateTexts: [] as string[] }
  for (const { cells } of body) {
    const cell = cells[column] ?? null
    if (cell === null || isBlank(cell)) continue
    held.filled += 1
    if (held.sampled < SAMPLED_VALUES) {
      held.sampled += 1
      if (isNumber(cell)) held.numbers += 1
    }
    if (typeof cell === 'object') held.dates += 1
    else if (typeof cell === 'string') {
      held.texts += 1
      if (isDateText(cell)) held.dateTexts.push(cell)
    }
  }
  return held
}

const isNumber = (cell: Cell) => typeof cell === 'number' || (typeof cell === 'string' && isNumeral(cell))

/** @param cellMax characters that a cell may have. */
export function readCsv(bytes: Uint8Array, cellMax = CELL_TEXT_MAX): Table {
  const foreign = foreignBytes(bytes)
  if (foreign !== undefined) throw foreign
  const text = textOfBytes(bytes)
  if (text === undefined) throw new FileRefusal('file.kind')
  return readCsvText(text, cellMax)
}

/** @param cellMax characters that a cell may have. */
export function readCsvText(text: string, cellMax = CELL_TEXT_MAX): Table {
  if (text.trim() === '') throw new FileRefusal('file.unreadable', { reason: 'it is empty.' })
  const { rows, unclosed, joined } = csvLines(text, delimiterOf(text))
  // Everything after the mark would be one cell, and its trades would be lost.
  if (unclosed && /[\r\n]/.test(rows.at(-1)?.at(-1) ?? '')) {
    throw new FileRefusal('file.unreadable', {
      reason: 'a quotation mark opens a cell and is never closed.',
    })
  }
  if (!rows.some((row) => row.length > 1)) throw new FileRefusal('file.kind')
  const bounds = new TextBounds(cellMax)
  const lines = rows.map((row, index): Line => {
    const line = index + 1
    return { line, cells: row.map((value, column) => bounds.cell(unguarded(value), line, column)) }
  })
  const fault = (row: number, column: number, message: string) =>
    bounds.add({ line: row + 1, column, message, ofRow: true })
  for (const { row, column } of joined) fault(row, column, DIGITS_BEHIND)
  // The rest of a number that was cut off is another number.
  if (unclosed) fault(rows.length - 1, (rows.at(-1)?.length ?? 1) - 1, CUT_OFF)
  return { kind: 'csv', sheet: null, sheets: [], formulas: 0, lines, problems: bounds.problems }
}

const CUT_OFF = 'A quotation mark opens this cell and is never closed: the end of the file may be missing.'
const DIGITS_BEHIND = 'Digits follow the quotation mark that closes this cell.'

/** `="001"` keeps a spreadsheet from reading a number out of a text: the text is what is between the marks. */
const unguarded = (value: string) => /^="([^"]*)"$/.exec(value)?.[1] ?? value

/** Characters of the text that are sampled for the delimiter. */
const SAMPLED_CELLS = 100_000

/** The character that parts the first line with any most often: one per file, as cells may hold the others. */
function delimiterOf(text: string): string {
  const first = text.slice(0, SAMPLED_CELLS).split(/\r?\n/, HEADING_WITHIN)
  const line = first.find((one) => /[,;\t|]/.test(one)) ?? ''
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, count: bare.split(mark).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.mark ?? ','
}
