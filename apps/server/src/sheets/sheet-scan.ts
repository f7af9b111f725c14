/** The rows of a worksheet out of its XML, in one pass. */
import type { Cell } from '@em/contract/batches/batches'
import { FileRefusal, isDamaged } from '../platform/file-readers/file-refusal.ts'
import type { XmlEvents } from '../platform/file-readers/xml.ts'
import { type CellMeanings, cellOfNumber } from './cell-values.ts'
import { Merges } from './merges.ts'
import { withoutEscapes } from './shared-strings.ts'
import {
  CELLS_MAX,
  COLUMNS_MAX,
  type Line,
  ROWS_MAX,
  type TextBounds,
  tooManyCells,
  tooManyColumns,
  tooManyRows,
} from './sheet.ts'

/** A spreadsheet program has so many rows. */
const LINE_MAX = 1_048_576

/** A cell as the file has it. */
interface Raw {
  readonly reference: string
  readonly type: string
  readonly style: number
  column: number
  value: string
  inline: string
  rich: string | null
  formula: boolean
}

/** Takes the events of a worksheet's XML; `done` answers what they came to. */
export class SheetScan implements XmlEvents {
  readonly #meanings: CellMeanings
  readonly #bounds: TextBounds
  readonly #lines: Line[] = []
  #line = 0
  #cells: Cell[] | undefined
  #column = 0
  #cell: Raw | undefined
  #within: string[] = []
  #run = ''
  #rows = 0
  #count = 0
  #formulas = 0
  readonly #merges = new Merges()
  #unsaved: string | undefined

  constructor(meanings: CellMeanings, bounds: TextBounds) {
    this.#meanings = meanings
    this.#bounds = bounds
  }

  /** @throws FileRefusal `file.merged` where cells are merged over most of a table; `file.formula` for one without a stored result. */
  done(): { lines: readonly Line[]; formulas: number } {
    for (const problem of this.#merges.problems(this.#lines)) this.#bounds.add(problem)
    if (this.#unsaved !== undefined) throw new FileRefusal('file.formula', { cell: this.#unsaved })
    return { lines: this.#lines, formulas: this.#formulas }
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    const within = this.#within.at(-1)
    this.#within.push(name)
    if (name === 'c' && within === 'row') this.#openCell(attributes)
    else if (name === 'row' && within === 'sheetData') this.#openRow(attributes)
    else if (name === 'mergeCell') this.#merges.add(attributes['ref'] ?? '')
    else if (this.#cell === undefined) return
    else if (name === 'f') {
      this.#formulas += 1
      this.#cell.formula = true
    } else if (name === 'r' && within === 'is') this.#run = ''
  }

  readonly text = (text: string): void => {
    const cell = this.#cell
    if (cell === undefined) return
    const within = this.#within.at(-1)
    if (within === 'v') cell.value += text
    else if (within === 't') {
      if (this.#within.at(-2) === 'is') cell.inline += text
      else if (this.#within.at(-2) === 'r') this.#run += text
    }
  }

  readonly close = (name: string): void => {
    this.#within.pop()
    const within = this.#within.at(-1)
    const cell = this.#cell
    if (name === 'c' && cell !== undefined && within === 'row') this.#closeCell(cell)
    else if (name === 'row' && this.#cells !== undefined) {
      this.#lines.push({ line: this.#line, cells: this.#cells })
      this.#cells = undefined
    } else if (name === 'r' && within === 'is' && cell !== undefined)
      cell.rich = (cell.rich ?? '') + this.#run
  }

  #openRow(attributes: Readonly<Record<string, string>>): void {
    this.#rows += 1
    if (this.#rows > ROWS_MAX) throw tooManyRows()
    const said = attributes['r']
    this.#line = said === undefined ? this.#line + 1 : Number(said)
    if (!Number.isInteger(this.#line) || this.#line < 1 || this.#line > LINE_MAX) throw isDamaged()
    this.#cells = []
    this.#column = 0
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    this.#count += 1
    if (this.#count > CELLS_MAX) throw tooManyCells()
    const reference = attributes['r'] ?? ''
    const column = reference === '' ? this.#column : columnOf(reference)
    this.#column = column + 1
    this.#cell = {
      reference,
      type: attributes['t'] ?? '',
      style: Number(attributes['s'] ?? -1),
      column,
      value: '',
      inline: '',
      rich: null,
      formula: false,
    }
  }

  #closeCell(raw: Raw): void {
    this.#cell = undefined
    const hasNone = raw.value === '' && raw.inline === '' && raw.rich === null
    if (raw.formula && raw.type !== 'str' && hasNone) this.#unsaved ??= raw.reference
    const value = this.#valueOf(raw)
    if (raw.column >= COLUMNS_MAX) {
      if (value !== null) throw tooManyColumns()
      return
    }
    const cells = this.#cells
    if (cells === undefined) return
    while (cells.length < raw.column) cells.push(null)
    cells[raw.column] = value
  }

  /** Values as they are stored: a formula's last result, never a new one. */
  #valueOf(raw: Raw): Cell {
    switch (raw.type) {
      case 's': {
        const known = this.#meanings.texts[Number(raw.value)]
        return known === undefined || raw.value === '' ? null : this.#text(raw, known.text, known.length)
      }
      case 'str':
        return this.#text(raw, withoutEscapes(raw.value))
      case 'inlineStr':
        return this.#text(raw, withoutEscapes(raw.rich ?? raw.inline))
      case 'b':
        return String(raw.value === '1' || raw.value.toLowerCase() === 'true')
      case 'e':
        return this.#text(raw, raw.value)
      default:
        return this.#numberOf(raw)
    }
  }

  #text({ column }: Raw, text: string, length = text.length): string {
    return this.#bounds.cell(text, this.#line, column, length)
  }

  #numberOf(raw: Raw): Cell {
    if (raw.value === '') return null
    const value = Number(raw.value)
    if (Number.isNaN(value)) return this.#text(raw, raw.value)
    if (!Number.isFinite(value)) throw isDamaged()
    const cell = cellOfNumber(value, this.#meanings.shown[raw.style], this.#meanings)
    if (cell !== undefined) return cell
    const message = `The number ${raw.value.slice(0, 40)} is formatted as a date but is not a date.`
    this.#bounds.add({ line: this.#line, column: raw.column, message })
    return raw.value.slice(0, 40)
  }
}

/** A1 is 0, Z1 25, AA1 26. @throws FileRefusal for what is no cell. */
function columnOf(reference: string): number {
  const letters = /^([A-Za-z]{1,3})\d{1,7}$/.exec(reference)?.[1]?.toUpperCase()
  if (letters === undefined) throw isDamaged()
  let column = 0
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64
  return column - 1
}
