/** The rows of a table of transactions under a mapping: lines, balances, and what is wrong with the others. */
import { type Cell } from '@em/contract/batches/batches'
import type { StatementMapping } from '@em/contract/reconciliation/reconciliation-statements'
import { STATEMENT_LINES_MAX } from '@em/core/reconciliation/line'
import { type DateOrder, dateFromText } from '@em/core/sheets/days'
import type { DecimalMark } from '@em/core/sheets/decimal-mark'
import { moneySideFromText } from '@em/core/sheets/sides'
import { isBlank, isErrorText, textOf } from '../../../sheets/cells.ts'
import { type Amount, amountOf } from './amounts.ts'
import {
  type AccountStatement,
  type Line,
  type LineProblem,
  sides,
  tooManyLines,
  words,
} from './statement.ts'
import type { Table, TableLine } from './table.ts'
import { oneSpaced } from './table-titles.ts'

const OPENING = /\b(opening|balance\s*b\/?f|brought\s+forward|b\/f)\b/i
const CLOSING = /\b(closing\s+balance|balance\s*c\/?f|carried\s+forward|c\/f|total|totals)\b/i

/** Where the fields are and how they are written. */
export interface Reader {
  readonly at: Readonly<
    Record<
      | 'description'
      | 'reference'
      | 'amount'
      | 'sign'
      | 'moneyIn'
      | 'moneyOut'
      | 'balance'
      | 'bankId'
      | 'currency',
      number | null
    >
  > & { readonly date: number }
  readonly order: DateOrder
  readonly mark: DecimalMark
  readonly mapping: StatementMapping
  /** The withdrawals are written below zero; one above it takes one back. */
  readonly outIsNegative: boolean
}

export const raw = (cell: Cell | undefined): string | number =>
  typeof cell === 'number' ? cell : textOf(cell)

/** The rows of a table as lines, in the order of the days. */
export interface Rows extends Pick<AccountStatement, 'opening' | 'closing' | 'lines' | 'problems'> {}

/** @throws FileRefusal for too many lines. */
export function rowsOf(table: Table, reader: Reader): Rows {
  const problems: LineProblem[] = []
  const lines: Line[] = []
  let [opening, closing] = [null as bigint | null, null as bigint | null]
  // The day of the row above, also of one at fault; unknown for a row whose cells may have moved.
  let day: string | null = null
  const leftOut = table.leftOut ?? []
  let passed = 0
  for (const row of table.body) {
    for (; (leftOut[passed] ?? row.line) < row.line; passed += 1) day = null
    const before = problems.length
    const read = lineOf(row, reader, problems, day)
    const dated = row.cells[reader.at.date] ?? null
    if (problems.length > before && !isBlank(dated)) day = dateOf(dated, reader.order)
    if (read === null) continue
    if (read.kind === 'line') {
      day = read.line.date
      lines.push(read.line)
      // The total of a page closes nothing: lines follow.
      closing = null
      if (lines.length > STATEMENT_LINES_MAX) throw tooManyLines()
    } else if (read.kind === 'closing') closing = read.balance ?? closing
    else if (lines.length === 0) opening ??= read.balance
  }
  if (isNewestFirst(lines)) lines.reverse()
  return { opening, closing, lines, problems }
}

/** Whether the newest line is first; lines of one day are decided by their balances. */
function isNewestFirst(lines: readonly Line[]): boolean {
  const [first, last] = [lines[0], lines.at(-1)]
  if (first === undefined || last === undefined || first.date !== last.date) {
    return first !== undefined && last !== undefined && first.date > last.date
  }
  const moved = ({ debit, credit }: Line) => debit - credit
  const follow = (before: Line, after: Line) =>
    before.balance !== null && after.balance !== null && before.balance + moved(after) === after.balance
  const pairs = lines.slice(1).map((line, index) => [lines[index] as Line, line] as const)
  return (
    pairs.length > 0 &&
    !pairs.every(([upper, lower]) => follow(upper, lower)) &&
    pairs.every(([upper, lower]) => follow(lower, upper))
  )
}

type Read =
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'opening' | 'closing'; readonly balance: bigint | null }

/**
 * @param before the day of the line above: banks print a day once for all of its lines.
 * @returns null for a row that says nothing, or that is among the problems now.
 */
function lineOf(row: TableLine, reader: Reader, problems: LineProblem[], before: string | null): Read | null {
  const { at, mark } = reader
  const cell = (where: number | null) => (where === null ? null : (row.cells[where] ?? null))
  // An error value in an optional cell leaves the cell blank.
  const optional = (where: number | null) => {
    const value = cell(where)
    return isErrorText(textOf(value)) ? null : value
  }
  const problem = (field: string, message: string, value: Cell) => {
    problems.push({ line: row.line, field, message, value: textOf(value).slice(0, 200) || null })
    return null
  }
  const description = words(textOf(optional(at.description)), 500)
  const balance = amountOf(raw(optional(at.balance)), mark)
  const standing = typeof balance === 'object' ? signed(balance) : null
  const said = oneSpaced(row.cells.map(textOf).join(' '))
  const dated = cell(at.date)
  if ((isBlank(dated) || CLOSING.test(textOf(dated))) && CLOSING.test(said)) {
    return { kind: 'closing', balance: standing }
  }
  const net = netOf(row, reader)
  if (net === 'none') {
    if (OPENING.test(said)) return { kind: 'opening', balance: standing }
    if (CLOSING.test(said)) return { kind: 'closing', balance: standing }
    // No date, no amount, no balance: words around the table, such as “End of statement”.
    if (isBlank(dated) || (balance === 'blank' && dateOf(dated, reader.order) === null)) return null
    return problem('amount', 'There is no amount.', cell(at.amount ?? at.moneyIn ?? at.moneyOut))
  }
  if (typeof net === 'object') return problem('amount', net.message, net.value)
  const date = isBlank(dated) && description !== null ? before : dateOf(dated, reader.order)
  if (date === null) {
    return problem('date', isBlank(dated) ? 'There is no date.' : 'This is not a date.', dated)
  }
  if (balance === 'wrong') return problem('balance', 'This is not an amount.', cell(at.balance))
  return {
    kind: 'line',
    line: {
      date,
      description,
      reference: words(textOf(optional(at.reference)), 200),
      ...sides(net),
      balance: standing,
      bankId: words(textOf(optional(at.bankId)), 200),
      line: row.line,
    },
  }
}

/** A balance with DR behind it is overdrawn. */
const signed = ({ cents, side }: Amount) => (side === 'out' && cents > 0n ? -cents : cents)

export function dateOf(cell: Cell, order: DateOrder): string | null {
  if (cell !== null && typeof cell === 'object') return cell.date
  return dateFromText(textOf(cell), order) ?? null
}

type Net = bigint | 'none' | { readonly message: string; readonly value: Cell }

/** Above zero: money in. */
function netOf(row: TableLine, { at, mark, mapping, outIsNegative: negative }: Reader): Net {
  const cell = (where: number | null) => (where === null ? null : (row.cells[where] ?? null))
  const read = (where: number | null): Amount | null | { message: string; value: Cell } => {
    const amount = amountOf(raw(cell(where)), mark)
    if (amount === 'wrong')
      return { message: 'This is not an amount in rupees and cents.', value: cell(where) }
    return amount === 'blank' || amount.cents === 0n ? null : amount
  }
  if (at.amount !== null) {
    const amount = read(at.amount)
    if (amount === null) return 'none'
    if ('message' in amount) return amount
    const word = textOf(cell(at.sign))
    const side = at.sign === null ? amount.side : moneySideFromText(word)
    if (at.sign !== null && side === null) {
      return { message: 'The row does not say whether money came in or went out.', value: word }
    }
    // A minus next to a word does not reverse it: both say that money went out.
    if (side !== null) return side === 'in' || amount.cents < 0n ? amount.cents : -amount.cents
    return mapping.positiveIs === 'out' ? -amount.cents : amount.cents
  }
  const [came, went] = [read(at.moneyIn), read(at.moneyOut)]
  if (came !== null && 'message' in came) return came
  if (went !== null && 'message' in went) return went
  if (came === null && went === null) return 'none'
  if (came !== null && went !== null) {
    return { message: 'The row has both money in and money out.', value: cell(at.moneyIn) }
  }
  if (came !== null) return came.cents
  const out = (went as Amount).cents
  return negative ? out : -out
}
