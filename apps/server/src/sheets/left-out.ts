/** Lines below the header of a sheet of trades that are no trades: totals, the header again, remarks. */
import type { Cell, FileReading } from '@em/contract/batches/batches'
import { isDateText } from '@em/core/sheets/days'
import { readNumeral } from '@em/core/sheets/figures'
import { textOf } from './cells.ts'
import { type Row, repeats } from './headings.ts'
import type { CellProblem, Line } from './sheet.ts'

type LeftOut = FileReading['leftOut'][number]

const TOTAL =
  /^(?:(?:grand|sub|net|page|overall)[ -]?)?totals?\b|^sum\b|^balance (?:b\/?f|c\/?f|brought|carried)/i
/** A remark fills its row alone: of so many columns that have a meaning only one is filled. */
const KNOWN_MIN = 3
const TEXT_MAX = 80
const LISTED = 1_000

const isDate = (cell: Cell | undefined) =>
  cell != null && (typeof cell === 'object' || isDateText(textOf(cell)))

/** Parts the lines below the header into trades and others; of the others the first thousand are reported. */
export function partLines(
  body: readonly Line[],
  header: Row | undefined,
  fields: readonly (string | null)[],
): { trades: Line[]; leftOut: LeftOut[] } {
  const columnOf = (field: string) => fields.indexOf(field)
  const dated = columnOf('tradeDate')
  const dealt = columnOf('quantity')
  const identity = ['tradeDate', 'symbol', 'companyName', 'side'].map(columnOf).filter((at) => at !== -1)
  const known = fields.filter((field) => field !== null).length
  const whyNot = (row: Line): LeftOut['why'] | undefined => {
    const { cells } = row
    const filled = cells.filter((cell) => textOf(cell) !== '')
    if (repeats(header, row)) return 'header'
    if (dated !== -1 && isDate(cells[dated])) return undefined
    if (cells.some((cell) => typeof cell === 'string' && TOTAL.test(cell.trim()))) return 'total'
    // Sums, with a word of any kind next to them: no security, no day, no side, and nothing was dealt.
    const isSums =
      identity.length > 1 &&
      identity.every((at) => textOf(cells[at]) === '') &&
      (filled.every((cell) => typeof cell === 'number' || readNumeral(textOf(cell)) !== null) ||
        (dealt !== -1 && textOf(cells[dealt]) === ''))
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

interface Parted {
  readonly trades: readonly Line[]
  readonly leftOut: readonly LeftOut[]
}

/** The same without rows that have a problem; these are listed first. */
export function withoutFaulty({ trades, leftOut }: Parted, problems: readonly CellProblem[]): Parted {
  if (problems.length === 0) return { trades, leftOut }
  const why = new Map(problems.map(({ line, message }) => [line, message]))
  const faulty = trades.flatMap(({ line }): LeftOut[] => {
    const text = why.get(line)
    return text === undefined ? [] : [{ line, why: 'fault', text }]
  })
  return {
    trades: trades.filter(({ line }) => !why.has(line)),
    leftOut: [...faulty, ...leftOut].slice(0, LISTED),
  }
}
