/** The lines and cells of delimited text, within bounds as they are read. */
import { CELLS_MAX, COLUMNS_MAX, ROWS_MAX, tooManyCells, tooManyColumns, tooManyRows } from './sheet.ts'

export interface CsvLines {
  readonly rows: readonly (readonly string[])[]
  /** The text ends within a cell that a quotation mark opened. */
  readonly unclosed: boolean
  /** Cells in which digits follow the closing mark, such as `"1,603.50"90`: no number that was written. */
  readonly joined: readonly { readonly row: number; readonly column: number }[]
}

/**
 * A quotation mark opens a cell only at its beginning; within such a cell two of them mean one.
 * @throws FileRefusal `file.too-many` for more rows, columns or cells than a sheet may have.
 */
export function csvLines(text: string, delimiter: string): CsvLines {
  const rows: string[][] = []
  const joined: { row: number; column: number }[] = []
  let row: string[] = []
  let count = 0
  let at = 0
  let unclosed = false
  const endRow = () => {
    rows.push(row)
    if (rows.length > ROWS_MAX) throw tooManyRows()
    row = []
  }
  for (;;) {
    let cell = ''
    const isQuoted = text[at] === '"'
    if (isQuoted) {
      const end = closingQuote(text, at + 1)
      unclosed = end === -1
      cell = text.slice(at + 1, unclosed ? text.length : end).replaceAll('""', '"')
      at = unclosed ? text.length : end + 1
    }
    const stop = cellEnd(text, at, delimiter)
    count += 1
    if (count > CELLS_MAX) throw tooManyCells()
    if (row.length >= COLUMNS_MAX) throw tooManyColumns()
    const rest = text.slice(at, stop)
    if (isQuoted && rest !== '' && /\d/.test(rest)) joined.push({ row: rows.length, column: row.length })
    row.push(cell + rest)
    at = stop + 1
    if (text[stop] === delimiter) continue
    if (text[stop] === '\r' && text[at] === '\n') at += 1
    endRow()
    if (at >= text.length) return { rows, unclosed, joined }
  }
}

/** Where a quoted cell ends: its next mark that is not doubled; -1 where none is. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** The next delimiter or line end; the length of the text where there is none. */
function cellEnd(text: string, from: number, delimiter: string): number {
  const mark = delimiter.charCodeAt(0)
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === mark || code === LINE_FEED || code === CARRIAGE_RETURN) return at
  }
  return text.length
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
