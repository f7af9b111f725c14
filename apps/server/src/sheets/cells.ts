/** The cells of a table, as every reader takes them. */
import type { Cell } from '@em/contract/batches/batches'

export const isBlank = (cell: Cell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

/** The text of a cell without blanks around it; a date as 2026-06-15. */
export const textOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : typeof cell === 'object' ? cell.date : String(cell).trim()

/** The texts, and no numbers, in some columns of a table. */
export const textsIn = (rows: Rows, columns: readonly number[]): string[] =>
  gathered(rows, columns, (cell) => (typeof cell === 'string' ? cell : null))

/** The texts and numbers in some columns of a table, as texts: where dates are meant, a number may be a day. */
export const daysIn = (rows: Rows, columns: readonly number[]): string[] =>
  gathered(rows, columns, (cell) =>
    typeof cell === 'string' || typeof cell === 'number' ? String(cell).trim() : null,
  )

type Rows = readonly { readonly cells: readonly Cell[] }[]

function gathered(
  rows: Rows,
  columns: readonly number[],
  textOfCell: (cell: Cell | undefined) => string | null,
): string[] {
  const texts: string[] = []
  for (const { cells } of rows) {
    for (const column of columns) {
      const text = textOfCell(cells[column])
      if (text !== null) texts.push(text)
    }
  }
  return texts
}

const ERROR = /^#(?:N\/A|DIV\/0!|REF!|VALUE!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/i

/** An error value of a spreadsheet, such as #N/A. */
export const isErrorText = (text: string) => ERROR.test(text)

const TOTAL = /^(?:(?:grand|sub|net|page|overall)[ -]?)?totals?:?$/i

/** The word before a sum, alone in its cell: a company may be called Total Lanka. */
export const isTotalText = (text: string) => TOTAL.test(text)
