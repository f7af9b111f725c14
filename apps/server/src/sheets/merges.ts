/** Merged cells of a sheet: titles and notes are read; a merge across rows of data is a problem of these rows. */
import { FileRefusal, isDamaged } from '../platform/file-readers/file-refusal.ts'
import { isBlank } from './cells.ts'
import type { CellProblem, Line } from './sheet.ts'

/** Merges of a sheet; a report of a bank has some hundred. */
const MERGES_MAX = 20_000
/** Rows of data that one merge may cross; more of them are no table. */
const CROSSED_MAX = 100
const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/i

interface Merge {
  readonly range: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const columnOf = (letters: string) =>
  [...letters.toUpperCase()].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1

export class Merges {
  readonly #merges: Merge[] = []

  /** @param range as the file has it, such as A1:F1. @throws FileRefusal for what is none, and for too many. */
  add(range: string): void {
    const [, left, top, right, bottom] = RANGE.exec(range) ?? []
    if (left === undefined || right === undefined) throw isDamaged()
    if (this.#merges.length >= MERGES_MAX) {
      throw new FileRefusal('file.too-many', { limit: `${MERGES_MAX.toLocaleString('en')} merged cells` })
    }
    this.#merges.push({
      range: range.slice(0, 40),
      left: columnOf(left),
      right: columnOf(right),
      top: Number(top),
      bottom: Number(bottom),
    })
  }

  /**
   * The rows with a problem: a merge across several rows with other cells, or over filled cells. A title, a note and a merge within one
   * row are no problem.
   * @param lines in the order of the sheet.
   * @throws FileRefusal `file.merged` for one that crosses so many rows that no table is left.
   */
  problems(lines: readonly Line[]): CellProblem[] {
    const found: CellProblem[] = []
    for (const merge of this.#merges) {
      for (const line of crossed(merge, lines)) {
        found.push({
          line,
          column: merge.left,
          message: `This cell is merged with others (${merge.range}). Unmerge them.`,
          ofRow: true,
        })
      }
    }
    return found
  }
}

function crossed(merge: Merge, lines: readonly Line[]): number[] {
  const { left, right, top, bottom, range } = merge
  const [outside, hiding] = [[] as number[], [] as number[]]
  for (let at = firstFrom(lines, top); at < lines.length; at += 1) {
    const { line, cells } = lines[at] as Line
    if (line > bottom) break
    const isFilled = (within: boolean) =>
      cells.some(
        (cell, column) =>
          !isBlank(cell) &&
          within === (column >= left && column <= right) &&
          !(within && line === top && column === left),
      )
    if (isFilled(true)) hiding.push(line)
    if (isFilled(false)) outside.push(line)
    if (outside.length + hiding.length > CROSSED_MAX) throw new FileRefusal('file.merged', { range })
  }
  const found = new Set([...(outside.length > 1 ? outside : []), ...hiding])
  if (found.size > 0 && bottom - top >= CROSSED_MAX) throw new FileRefusal('file.merged', { range })
  return [...found]
}

/** The index of the first line at or below one. */
function firstFrom(lines: readonly Line[], line: number): number {
  let [from, to] = [0, lines.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((lines[middle] as Line).line < line) from = middle + 1
    else to = middle
  }
  return from
}
