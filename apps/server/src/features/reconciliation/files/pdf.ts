/** The text of a PDF laid out in columns, as a table. On best effort: a person compares it with the paper. */
import { type Piece, pdfPages, type Row } from '../../../pdfs/page-rows.ts'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { TextBounds } from '../../../sheets/sheet-tables.ts'
import { fieldOfHeader } from './column-names.ts'
import type { Sheet, TableLine } from './table.ts'

const PAGES_MAX = 300

interface Column {
  readonly header: string
  readonly left: number
  readonly right: number
  /** The left edge of the next name, where names are aligned left and figures right: the cells of the column end there. */
  readonly until?: number
}

/**
 * @throws FileRefusal `file.unreadable` for a protected, scanned or damaged file, or one without a table; `file.too-large`
 *   and `file.too-many` for one beyond the bounds.
 */
export async function readPdf(bytes: Uint8Array): Promise<Sheet> {
  const locked = () => new FileRefusal('file.unreadable', { reason: 'it is protected by a password.' })
  const pages = await pdfPages(bytes, { pagesMax: PAGES_MAX, locked })
  return { format: 'pdf', sheet: null, sheets: [], ...bounded(tableLines(pages)) }
}

/** The lines, with texts that are too long named. */
function bounded(lines: readonly TableLine[]): Pick<Sheet, 'lines' | 'problems'> {
  const bounds = new TextBounds()
  return {
    lines: lines.map(({ line, cells }) => ({
      line,
      cells: cells.map((cell, column) => (typeof cell === 'string' ? bounds.cell(cell, line, column) : cell)),
    })),
    problems: bounds.problems,
  }
}

/** A row with its line in the file, counted over all pages. */
interface Numbered {
  readonly line: number
  readonly row: Row
}
interface Header {
  readonly cells: Row
  /** The first row below it. */
  readonly end: number
  readonly start: number
}

function tableLines(pages: readonly (readonly Row[])[]): TableLine[] {
  const first = pages.findIndex((rows) => headerOn(rows) !== undefined)
  const header = pages[first] === undefined ? undefined : headerOn(pages[first])
  if (header === undefined) {
    throw new FileRefusal('file.unreadable', {
      reason: 'no row has a date, a description and an amount.',
    })
  }
  const columns = columnsOf(header.cells, pages.slice(first).flat())
  const names = columns.map((column) => column.header)
  const [date, text] = [columnOf(names, 'date'), columnOf(names, 'description')]
  const lines: TableLine[] = []
  const furniture = repeatedRows(pages)
  let count = 0
  for (const [number, rows] of pages.entries()) {
    const numbered = rows.map((row): Numbered => {
      count += 1
      return { line: count, row }
    })
    const above = number === first ? header : headerOn(rows)
    if (number <= first) {
      const words = numbered.slice(0, number < first ? rows.length : header.start)
      lines.push(...words.map(({ line, row }) => ({ line, cells: row.map((cell) => cell.text) })))
    }
    if (number < first) continue
    if (number === first) lines.push({ line: numbered[header.start]?.line ?? 0, cells: names })
    const begin = above?.end ?? 0
    const [from, to] = [
      above === undefined ? rows.findIndex(hasAmount) : begin,
      rows.findLastIndex(hasAmount),
    ]
    const body = numbered.filter(({ row }, index) => {
      if (index < begin || isNote(columns, row)) return false
      const isAround = index < from || index > to
      return !(
        isAround &&
        furniture.has(shapeOf(row)) &&
        !isDatedFigure(cellsOf(columns, row), { date, text })
      )
    })
    for (const block of blocksOf(body)) addBlock(lines, block, columns, { date, text })
  }
  return lines
}

/** The header of a page: the row that names most, with the words right above and below it where they name more. */
function headerOn(rows: readonly Row[]): Header | undefined {
  for (const index of rows.keys()) {
    const found = headerAt(rows, index)
    if (found === undefined) continue
    // Of words on three heights the middle ones have both neighbours.
    const next = headerAt(rows, index + 1)
    return next !== undefined && headerFields(next.cells) > headerFields(found.cells) ? next : found
  }
  return undefined
}

function headerAt(rows: readonly Row[], index: number): Header | undefined {
  const row = rows[index]
  if (row === undefined || row.length < 2) return undefined
  const isWords = (other: Row | undefined): other is Row =>
    other !== undefined &&
    heightBetween(other, row) <= HEADER_HEIGHT &&
    other.every((piece) => !/\d/.test(piece.text))
  const [before, after] = [rows[index - 1], rows[index + 1]]
  const merged = mergedHeader([...(isWords(before) ? [before] : []), row, ...(isWords(after) ? [after] : [])])
  const [alone, together] = [headerFields(row), headerFields(merged)]
  if (Math.max(alone, together) < 3) return undefined
  if (together <= alone) return { cells: row, start: index, end: index + 1 }
  return {
    cells: merged,
    start: isWords(before) ? index - 1 : index,
    end: isWords(after) ? index + 2 : index + 1,
  }
}
const HEADER_HEIGHT = 12

const heightBetween = (one: Row, other: Row) => Math.abs((one[0]?.y ?? 0) - (other[0]?.y ?? 0))

/** Words over each other are one header: “Value” above “Date”. */
function mergedHeader(parts: readonly Row[]): Piece[] {
  const cells: Piece[] = []
  for (const piece of parts.flat()) {
    const index = cells.findIndex((cell) => cell.left < piece.right && piece.left < cell.right)
    const cell = cells[index]
    if (cell === undefined) cells.push(piece)
    else {
      const [left, right] = [Math.min(cell.left, piece.left), Math.max(cell.right, piece.right)]
      cells[index] = { ...cell, text: `${cell.text} ${piece.text}`, left, right }
    }
  }
  return cells.toSorted((a, b) => a.left - b.left)
}

const AMOUNT = /\d[.,]\d{2}(?!\d)/
const hasAmount = (row: Row) => row.some((piece) => AMOUNT.test(piece.text))
/** A row's words and height without its digits: “Page 2 of 3” is the same on every page. */
const shapeOf = (row: Row) =>
  `${Math.round((row[0]?.y ?? 0) / 4)} ${row.map((cell) => cell.text.replace(/\d+/g, '#')).join('|')}`

/** Heads and feet: rows without an amount that are on several pages at one height. */
function repeatedRows(pages: readonly (readonly Row[])[]): ReadonlySet<string> {
  const seen = new Map<string, number>()
  for (const rows of pages) {
    const shapes = new Set(rows.flatMap((row) => (hasAmount(row) ? [] : [shapeOf(row)])))
    for (const shape of shapes) seen.set(shape, (seen.get(shape) ?? 0) + 1)
  }
  return new Set([...seen].flatMap(([shape, times]) => (times > 1 ? [shape] : [])))
}

/** A sentence across the page, such as “This is a computer generated statement”. */
function isNote(columns: readonly Column[], row: Row): boolean {
  const [only] = row
  if (row.length !== 1 || only === undefined || hasAmount(row)) return false
  return columns.filter((column) => column.left < only.right && only.left < column.right).length > 2
}

/** Rows that are closer to each other than to the others: the lines of one cell. */
function blocksOf(rows: readonly Numbered[]): Numbered[][] {
  const gaps = rows.slice(1).map(({ row }, index) => heightBetween(row, rows[index]?.row ?? []))
  const near = 1.2 * gaps.reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY)
  const blocks: Numbered[][] = []
  for (const [index, one] of rows.entries()) {
    const gap = gaps[index - 1]
    if (gap !== undefined && gap <= near) blocks.at(-1)?.push(one)
    else blocks.push([one])
  }
  return blocks
}

/** Text alone belongs to the line above it, or, where a block holds one line only, to that one. */
function addBlock(
  lines: TableLine[],
  block: readonly Numbered[],
  columns: readonly Column[],
  at: { readonly date: number; readonly text: number },
): void {
  const rows = block.map(({ line, row }) => ({ line, cells: cellsOf(columns, row) }))
  const isText = ({ cells }: { cells: readonly string[] }) =>
    at.text >= 0 && cells.every((cell, index) => index === at.text || cell === '')
  const single = rows.filter((row) => !isText(row)).length === 1
  let waiting: string[] = []
  for (const row of rows) {
    const words = row.cells[at.text] ?? ''
    if (!isText(row)) {
      const all = [...waiting, words].filter((part) => part !== '').join(' ')
      const cells = row.cells.map((cell, index) => (index === at.text ? all : cell))
      lines.push({ line: row.line, cells })
      waiting = []
      continue
    }
    const before = lines.at(-1)
    const begun = rows.some((other) => !isText(other) && other.line < row.line)
    if (single && !begun) waiting.push(words)
    else if (before !== undefined && before.cells.length === columns.length && isDated(before, at.date)) {
      const joined = before.cells.map((cell, index) =>
        index === at.text ? `${String(cell)} ${words}`.trim() : cell,
      )
      lines[lines.length - 1] = { line: before.line, cells: joined }
    } else lines.push(row)
  }
}

/** A day with a figure next to it, in whole rupees too: a transaction, however often a similar one is at that height. */
const isDatedFigure = (cells: readonly string[], at: { readonly date: number; readonly text: number }) =>
  /\d/.test(cells[at.date] ?? '') &&
  cells.some((cell, index) => index !== at.date && index !== at.text && FIGURE.test(cell))
const FIGURE = /^[(+-]?\d[\d.,']*\)?-?(?: ?[CD]R)?$/i

const isDated = ({ cells }: TableLine, date: number) => /\d/.test(String(cells[date] ?? ''))

function cellsOf(columns: readonly Column[], row: Row): string[] {
  const cells = columns.map(() => '')
  for (const piece of row) {
    const where = nearestColumn(columns, piece)
    cells[where] = cells[where] === '' ? piece.text : `${cells[where]} ${piece.text}`
  }
  return cells
}

function headerFields(row: Row): number {
  const fields = new Set(
    row.map((cell) => fieldOfHeader(cell.text)?.field).filter((field) => field !== undefined),
  )
  return fields.has('date') ? fields.size : 0
}
const columnOf = (names: readonly string[], field: string) =>
  names.findIndex((name) => fieldOfHeader(name)?.field === field)

/** Points between the right edges of a figure and of the name of its column, at most. */
const EDGE = 6

/**
 * The columns below these names. Where figures are under no name and at no name's right edge, but all of them between the
 * left edges of two, a column reaches from one left edge to the next.
 */
function columnsOf(names: Row, rows: readonly Row[]): Column[] {
  const columns: Column[] = names.map(({ text, left, right }) => ({ header: text, left, right }))
  const reaching = columns.map((column, index) => ({
    ...column,
    until: columns[index + 1]?.left ?? Number.POSITIVE_INFINITY,
  }))
  const figures = rows.flatMap((row) => row.filter(({ text }) => FIGURE.test(text) && AMOUNT.test(text)))
  const underName = figures.filter(({ left, right }) =>
    columns.some(
      (column) => (left < column.right && column.left < right) || Math.abs(column.right - right) <= EDGE,
    ),
  )
  const between = figures.filter(({ left, right }) =>
    reaching.some((column) => left >= column.left && right <= column.until),
  )
  return between.length === figures.length && underName.length < figures.length ? reaching : columns
}

/** By the edges: amounts are aligned with the right edge of their header, texts with the left one. */
function nearestColumn(columns: readonly Column[], piece: Piece): number {
  let [best, distance] = [0, Number.POSITIVE_INFINITY]
  for (const [index, column] of columns.entries()) {
    if (column.until !== undefined && piece.left >= column.left - EDGE && piece.left < column.until - EDGE)
      return index
    const overlap = Math.min(column.right, piece.right) - Math.max(column.left, piece.left)
    const away =
      overlap > 0
        ? -overlap
        : Math.min(Math.abs(column.left - piece.left), Math.abs(column.right - piece.right))
    if (away < distance) {
      best = index
      distance = away
    }
  }
  return best
}
