/** Lines below the header of a sheet of trades that are no trades: totals, the header again, remarks. */
import type { Cell, FileReading } from '@em/contract/books/batches'
import { dateOrdersOf } from '@em/contract/books/sheet-dates'
import { readNumeral } from '@em/core/values/numeral'
import type { Line } from './sheet.ts'

type LeftOut = FileReading['leftOut'][number]

const TOTAL =
  /^(?:(?:grand|sub|net|page|overall)[ -]?)?totals?\b|^sum\b|^balance (?:b\/?f|c\/?f|brought|carried)/i
/** A remark stands alone: of so many columns that have a meaning only one is filled. */
const KNOWN_MIN = 3
const TEXT_MAX = 80
const LISTED = 1_000

const textOf = (cell: Cell | undefined) =>
  cell == null ? '' : typeof cell === 'object' ? cell.date : String(cell).trim()

const isDate = (cell: Cell | undefined) =>
  cell != null && (typeof cell === 'object' || dateOrdersOf([textOf(cell)]).length > 0)

/** Parts the lines below the header into trades and others; of the others the first thousand are told. */
export function partLines(
  body: readonly Line[],
  header: Line | undefined,
  fields: readonly (string | null)[],
): { trades: Line[]; leftOut: LeftOut[] } {
  const names = header?.cells.map((cell) => textOf(cell).toLowerCase()) ?? []
  const place = (field: string) => fields.indexOf(field)
  const dated = place('tradeDate')
  const identity = ['tradeDate', 'symbol', 'companyName', 'side'].map(place).filter((at) => at !== -1)
  const known = fields.filter((field) => field !== null).length
  const whyNot = ({ cells }: Line): LeftOut['why'] | undefined => {
    const filled = cells.filter((cell) => textOf(cell) !== '')
    if (filled.length > 1 && cells.every((cell, at) => textOf(cell).toLowerCase() === (names[at] ?? '')))
      return 'header'
    if (dated !== -1 && isDate(cells[dated])) return undefined
    if (cells.some((cell) => typeof cell === 'string' && TOTAL.test(cell.trim()))) return 'total'
    const isSums =
      identity.length > 1 &&
      identity.every((at) => textOf(cells[at]) === '') &&
      filled.every((cell) => typeof cell === 'number' || readNumeral(textOf(cell)) !== null)
    if (isSums) return 'total'
    return known >= KNOWN_MIN && filled.length === 1 && typeof filled[0] === 'string' ? 'remark' : undefined
  }
  const trades: Line[] = []
  const leftOut: LeftOut[] = []
  for (const line of body) {
    const why = whyNot(line)
    if (why === undefined) trades.push(line)
    else if (leftOut.length < LISTED) {
      const text = line.cells.map(textOf).find((one) => one !== '') ?? ''
      leftOut.push({ line: line.line, why, text: text.slice(0, TEXT_MAX) })
    }
  }
  return { trades, leftOut }
}
