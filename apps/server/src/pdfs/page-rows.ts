/** The texts of a PDF by their positions: pages of rows, rows of pieces from left to right. Runs in a reader process. */
import { getDocumentProxy } from 'unpdf'
import { FileRefusal, isDamaged } from '../platform/file-readers/file-refusal.ts'
import { refuseSwellingStreams } from './pdf-streams.ts'

const ROWS_MAX = 60_000
/** Texts at one height: far more than any table has columns. */
const ROW_PIECES_MAX = 1_000

/** A text with its edges and its height above the bottom of the page, in points. */
export interface Piece {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
}
export type Row = readonly Piece[]

export interface PdfAsked {
  readonly pagesMax: number
  readonly password?: string | undefined
  /** Why one that is protected is not read; `wrong`: the password that was tried is not its own. */
  readonly locked: (wrong: boolean) => FileRefusal
}

/**
 * Scripts, pictures and letters of its own are left alone: only texts are taken.
 * @throws FileRefusal `locked`; `file.unreadable` for one that is damaged or has no text, `file.too-large` and
 *   `file.too-many` for one beyond the bounds.
 */
export async function pdfPages(bytes: Uint8Array, asked: PdfAsked): Promise<Row[][]> {
  refuseSwellingStreams(bytes)
  try {
    return await pagesOf(bytes, asked)
  } catch (error) {
    // Where memory ends the file is not damaged but too large, and the reader process says so.
    throw error instanceof FileRefusal || error instanceof RangeError ? error : isDamaged()
  }
}

async function pagesOf(bytes: Uint8Array, { pagesMax, password, locked }: PdfAsked): Promise<Row[][]> {
  const document = await getDocumentProxy(new Uint8Array(bytes), {
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: 1_000_000,
    verbosity: 0,
    ...(password === undefined ? {} : { password }),
  }).catch((error: unknown) => {
    const said = error instanceof Error ? `${error.name} ${error.message}` : ''
    throw /password/i.test(said) ? locked(password !== undefined) : isDamaged()
  })
  if (document.numPages > pagesMax) throw new FileRefusal('file.too-many', { limit: `${pagesMax} pages` })
  const pages: Row[][] = []
  let count = 0
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { transform, height } = page.getViewport({ scale: 1 })
    const content = await page.getTextContent()
    const pieces = content.items.flatMap((item) => ('str' in item ? pieceOf(item, transform, height) : []))
    const rows = rowsOf(pieces)
    if (rows.some((row) => row.length > ROW_PIECES_MAX)) {
      throw new FileRefusal('file.too-many', {
        limit: `${ROW_PIECES_MAX.toLocaleString('en')} texts in a line`,
      })
    }
    pages.push(rows)
    count += rows.length
    if (count > ROWS_MAX) throw new FileRefusal('file.too-many', { limit: `${ROWS_MAX} lines` })
    page.cleanup()
  }
  if (count === 0) {
    throw new FileRefusal('file.unreadable', { reason: 'it contains scanned pages without text.' })
  }
  return pages
}

/** `view` turns a page that is kept on its side upright. */
function pieceOf(
  item: { str: string; transform: number[]; width: number },
  [a = 1, b = 0, c = 0, d = -1, e = 0, f = 0]: readonly number[],
  height: number,
): Piece[] {
  const text = item.str.trim()
  if (text === '') return []
  const [x, y] = [item.transform[4] ?? 0, item.transform[5] ?? 0]
  const left = a * x + c * y + e
  return [{ text, left, right: left + item.width, y: height - (b * x + d * y + f) }]
}

/** Pieces on one height are a row, from left to right; rows from the top down. */
function rowsOf(pieces: readonly Piece[]): Row[] {
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
