/** A sheet as it was read, and its bounds. */
import { BATCH_ROWS_MAX, type Cell } from '@em/contract/batches/batches'
import { FileRefusal } from '../platform/file-readers/file-refusal.ts'

export const COLUMNS_MAX = 100
export const ROWS_MAX = BATCH_ROWS_MAX + 100
/** Cells of a sheet, blank ones too: 100,000 rows of 40 columns. */
export const CELLS_MAX = 4_000_000
/** Characters of one cell: what the longest fields take, the description and the related buys. */
export const CELL_TEXT_MAX = 1_000
const MB = 1024 * 1024
/** Characters of all cells together; a text in many cells counts in each. */
const TEXT_MAX = 20 * MB

const PROBLEMS_MAX = Math.ceil(TEXT_MAX / CELL_TEXT_MAX)

/** A line of the sheet with its number, from 1. */
export interface Line {
  readonly line: number
  readonly cells: readonly Cell[]
}
/** The fault of one cell: its line, from 1, and its column, from 0. */
export interface CellProblem {
  readonly line: number
  readonly column: number
  readonly message: string
  /** None of the cells of its row can be trusted: the row is left out. */
  readonly ofRow?: true
}
export interface Table {
  readonly kind: 'xlsx' | 'csv'
  readonly sheet: string | null
  readonly sheets: readonly string[]
  readonly formulas: number
  readonly lines: readonly Line[]
  readonly problems: readonly CellProblem[]
}

export function tooManyRows(): FileRefusal {
  return new FileRefusal('file.too-many', { limit: `${BATCH_ROWS_MAX.toLocaleString('en')} rows` })
}
export function tooManyColumns(): FileRefusal {
  return new FileRefusal('file.too-many', { limit: `${COLUMNS_MAX} columns` })
}
export function tooManyCells(): FileRefusal {
  return new FileRefusal('file.too-many', { limit: `${CELLS_MAX.toLocaleString('en')} cells` })
}
export function tooMuchText(): FileRefusal {
  return new FileRefusal('file.too-many', { limit: `${TEXT_MAX / MB} MB of text in its cells` })
}

/** Counts what the cells of one sheet say, and names those that say too much. */
export class TextBounds {
  readonly problems: CellProblem[] = []
  readonly #cellMax: number
  #sum = 0

  /** @param cellMax characters that a cell may have. */
  constructor(cellMax = CELL_TEXT_MAX) {
    this.#cellMax = cellMax
  }

  /**
   * The text of a cell. One that is too long stays as its beginning with a mark behind it, which is longer than any field
   * takes, so that it is refused wherever it is used; `problems` says so of its row.
   * @throws FileRefusal `file.too-many` where all texts together are too long.
   */
  cell(text: string, line: number, column: number, length: number = text.length): string {
    this.#sum += length
    if (this.#sum > TEXT_MAX) throw tooMuchText()
    if (length <= this.#cellMax) return text
    const [found, most] = [length, this.#cellMax].map((count) => count.toLocaleString('en'))
    this.add({ line, column, message: `This text has ${found} characters; a cell may have ${most}.` })
    return `${text.slice(0, this.#cellMax).toWellFormed()}…`
  }

  /** Texts that are too long cannot be more than this; numbers that are no dates can. */
  add(problem: CellProblem): void {
    if (this.problems.length < PROBLEMS_MAX) this.problems.push(problem)
  }
}
