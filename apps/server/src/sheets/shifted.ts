/** Filled cells under no heading: an unquoted comma in an amount has moved the cells of the row. */

import { isBlank } from './cells.ts'
import type { Row } from './headings.ts'
import type { CellProblem } from './sheet.ts'

const SHIFTED =
  'This cell is under no heading. A number with a comma in it may have moved the cells of this row: put it in quotation marks.'

/**
 * The cells of the rows below a heading that are beyond its last name, one for each row. A row with such a cell is at fault:
 * which of its cells moved cannot be known.
 * @param named positions of columns without a name that a person, or what they hold, gave a meaning.
 */
export function shiftedCells(
  heading: Row | undefined,
  body: readonly Row[],
  named: ReadonlySet<number> = new Set(),
): CellProblem[] {
  if (heading === undefined) return []
  const width = heading.cells.findLastIndex((cell) => !isBlank(cell)) + 1
  return body.flatMap(({ line, cells }) => {
    for (let column = width; column < cells.length; column += 1) {
      if (!isBlank(cells[column]) && !named.has(column))
        return { line, column, message: SHIFTED, ofRow: true }
    }
    return []
  })
}
