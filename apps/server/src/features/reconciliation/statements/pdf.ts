/** The text of a PDF laid out in columns, as a table. On best effort: a person compares it with the paper. */
import { getDocumentProxy } from 'unpdf'
import { fieldOfHeader } from './column-names.ts'
import { StatementRefusal } from './statement.ts'
import type { Sheet, TableLine } from './table.ts'

const PAGES_MAX = 300
const ROWS_MAX = 60_000

interface Piece {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
}
interface Column {
  readonly header: string
  readonly left: number
  readonly right: number
}

/** @throws StatementRefusal `file.unreadable` for a protected, scanned or damaged file, or one without a table. */
export async function readPdf(bytes: Uint8Array): Promise<Sheet> {
  const document = await getDocumentProxy(bytes, { useSystemFonts: false, disableFontFace: true }).catch(
    (error: unknown) => {
      const locked = error instanceof Error && /password/i.test(`${error.name} ${error.message}`)
      const reason = locked ? 'it is protected by a password.' : 'it is damaged.'
      throw new StatementRefusal('file.unreadable', { reason })
    },
  )
  if (document.numPages > PAGES_MAX) {
    throw new StatementRefusal('file.too-many', { limit: `${PAGES_MAX} pages` })
  }
  const rows: Piece[][] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const content = await page.getTextContent()
    const pieces = content.items.flatMap((item) => ('str' in item ? pieceOf(item) : []))
    rows.push(...rowsOf(pieces))
    if (rows.length > ROWS_MAX) throw new StatementRefusal('file.too-many', { limit: `${ROWS_MAX} lines` })
    page.cleanup()
  }
  if (rows.length === 0) {
    throw new StatementRefusal('file.unreadable', { reason: 'it holds pictures of pages and no text.' })
  }
  return { format: 'pdf', sheet: null, sheets: [], lines: tableLines(rows) }
}

function pieceOf(item: { str: string; transform: number[]; width: number }): Piece[] {
  const text = item.str.trim()
  if (text === '') return []
  const left = item.transform[4] ?? 0
  return [{ text, left, right: left + item.width, y: item.transform[5] ?? 0 }]
}

/** Pieces on one height are a row, from left to right; rows from the top down. */
function rowsOf(pieces: readonly Piece[]): Piece[][] {
  const rows: Piece[][] = []
  for (const piece of pieces.toSorted((a, b) => b.y - a.y || a.left - b.left)) {
    const row = rows.at(-1)
    const y = row?.[0]?.y
    if (row !== undefined && y !== undefined && Math.abs(y - piece.y) <= 2.5) row.push(piece)
    else rows.push([piece])
  }
  return rows.map((row) => joinedWords(row.toSorted((a, b) => a.left - b.left)))
}

/** Words a blank apart are one cell. */
function joinedWords(row: readonly Piece[]): Piece[] {
  const cells: Piece[] = []
  for (const piece of row) {
    const last = cells.at(-1)
    if (last !== undefined && piece.left - last.right < 5) {
      const gap = piece.left - last.right > 0.8 ? ' ' : ''
      cells[cells.length - 1] = { ...last, text: `${last.text}${gap}${piece.text}`, right: piece.right }
    } else cells.push(piece)
  }
  return cells
}

function tableLines(rows: readonly (readonly Piece[])[]): TableLine[] {
  const start = rows.findIndex((row) => headerFields(row) >= 3)
  const header = rows[start]
  if (header === undefined) {
    throw new StatementRefusal('file.unreadable', {
      reason: 'no row in it names a date, a description and an amount.',
    })
  }
  const columns: Column[] = header.map((cell) => ({ header: cell.text, left: cell.left, right: cell.right }))
  const names = columns.map((column) => column.header)
  const lines: TableLine[] = rows
    .slice(0, start)
    .map((row, place) => ({ line: place + 1, cells: [row.map((cell) => cell.text).join(' ')] }))
  lines.push({ line: start + 1, cells: names })
  const [date, text] = [placeOf(names, 'date'), placeOf(names, 'description')]
  for (const [place, row] of rows.slice(start + 1).entries()) {
    // Each page repeats the header.
    if (row.map((cell) => cell.text).join('|') === names.join('|')) continue
    const cells: string[] = columns.map(() => '')
    for (const piece of row) {
      const where = nearestColumn(columns, piece)
      cells[where] = cells[where] === '' ? piece.text : `${cells[where]} ${piece.text}`
    }
    const before = lines.at(-1)
    const onlyText = text >= 0 && cells.every((cell, at) => at === text || cell === '')
    if (onlyText && before !== undefined && before.line > start + 1 && before.cells[date] !== '') {
      const joined = before.cells.map((cell, at) =>
        at === text ? `${String(cell)} ${cells[text]}`.trim() : cell,
      )
      lines[lines.length - 1] = { line: before.line, cells: joined }
    } else lines.push({ line: start + 2 + place, cells })
  }
  return lines
}

function headerFields(row: readonly Piece[]): number {
  const fields = new Set(
    row.map((cell) => fieldOfHeader(cell.text)?.field).filter((field) => field !== undefined),
  )
  return fields.has('date') ? fields.size : 0
}
const placeOf = (names: readonly string[], field: string) =>
  names.findIndex((name) => fieldOfHeader(name)?.field === field)

/** By the edges: amounts stand under the right edge of their header, texts under the left one. */
function nearestColumn(columns: readonly Column[], piece: Piece): number {
  let [best, distance] = [0, Number.POSITIVE_INFINITY]
  for (const [place, column] of columns.entries()) {
    const overlap = Math.min(column.right, piece.right) - Math.max(column.left, piece.left)
    const away =
      overlap > 0
        ? -overlap
        : Math.min(Math.abs(column.left - piece.left), Math.abs(column.right - piece.right))
    if (away < distance) {
      best = place
      distance = away
    }
  }
  return best
}
