/** The lines of a table under a mapping: what can be read, what cannot, and what must be asked first. */
import { type Cell, type DateOrder } from '@em/contract/books/batches'
import type { StatementMapping, StatementReading } from '@em/contract/books/reconciliation-statements'
import { dateFromText } from '@em/contract/books/sheet-dates'
import { STATEMENT_LINES_MAX } from '@em/core/reconciliation/line'
import { addDays } from '@em/core/values/dates'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { type DecimalMark, decimalMarkOf } from '@em/core/values/decimal-mark'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { isBlank, isErrorText, textOf } from '../../../sheets/cells.ts'
import { type Amount, amountOf, sideOfWord } from './amounts.ts'
import { type BalanceAsked, type BalanceTaken, balancesTurned } from './balances.ts'
import {
  type AccountStatement,
  type Line,
  type LineProblem,
  sides,
  tooManyLines,
  words,
} from './statement.ts'
import { dateOrdersOfCells, isSerial, type Table, type TableLine } from './table.ts'
import { accountOf, currencyOf, oneSpaced } from './table-titles.ts'

type Question = StatementReading['questions'][number]
export interface TableReading {
  readonly statement: AccountStatement
  readonly taken: BalanceTaken
  readonly questions: readonly Question[]
}

const OPENING = /\b(opening|balance\s*b\/?f|brought\s+forward|b\/f)\b/i
const CLOSING = /\b(closing\s+balance|balance\s*c\/?f|carried\s+forward|c\/f|total|totals)\b/i

/** @throws FileRefusal for a mapping that names other columns, a statement of several currencies, too many lines. */
export function readTable(
  table: Table,
  mapping: StatementMapping,
  { isChosen, ...asked }: BalanceAsked & { /** A person chose the columns. */ readonly isChosen: boolean },
): TableReading {
  const place = (header: string | null) => {
    if (header === null) return null
    const found = table.headers.indexOf(header)
    if (found < 0) throw new FileRefusal('file.unreadable', { reason: `it has no column “${header}”.` })
    return found
  }
  const at = {
    date: place(mapping.columns.date) as number,
    description: place(mapping.columns.description),
    reference: place(mapping.columns.reference),
    amount: place(mapping.columns.amount),
    sign: place(mapping.columns.sign),
    moneyIn: place(mapping.columns.moneyIn),
    moneyOut: place(mapping.columns.moneyOut),
    balance: place(mapping.columns.balance),
    bankId: place(mapping.columns.bankId),
    currency: place(mapping.columns.currency),
  }
  const column = (where: number | null) =>
    where === null ? [] : table.body.map((line) => line.cells[where] ?? null).filter((cell) => !isBlank(cell))
  const questions: Question[] = []
  if (at.amount === null && at.moneyIn === null && at.moneyOut === null) {
    questions.push({
      field: 'amount',
      message: 'Which column holds the amount, or money in and money out?',
      choices: [...table.headers],
    })
  }
  const orders = dateOrdersOfCells(column(at.date))
  const order = mapping.dateOrder ?? (orders.length === 1 ? (orders[0] as DateOrder) : null)
  const serial = orders.length === 0 ? column(at.date).find(isSerial) : undefined
  if (order === null && serial !== undefined) {
    questions.push({
      field: 'dateOrder',
      message: `Is “${textOf(serial)}” the day ${dayOfSerial(serial)}, as a spreadsheet counts days?`,
      choices: ['serial'],
    })
  }
  if (order === null && orders.length > 1) {
    const example = column(at.date).find(
      (cell) => typeof cell !== 'object' && orders.some((one) => dateOf(cell, one) !== null),
    )
    questions.push({
      field: 'dateOrder',
      message: `Is “${textOf(example)}” day first or month first?`,
      choices: [...orders],
    })
  }
  const amountTexts = [at.amount, at.moneyIn, at.moneyOut, at.balance].flatMap((where) =>
    column(where).filter((cell) => typeof cell === 'string'),
  )
  const mark = mapping.decimalMark ?? decimalMarkOf(amountTexts)
  if (mark === null) {
    questions.push({
      field: 'decimalMark',
      message: 'Which decimal separator does the file use: a point or a comma?',
      choices: ['.', ','],
    })
  }
  if (at.amount !== null && at.sign === null && mapping.positiveIs === null && mark !== null) {
    const amounts = column(at.amount)
      .map((cell) => amountOf(raw(cell), mark))
      .filter((amount) => typeof amount === 'object')
    if (amounts.length > 0 && amounts.every(({ cents, side }) => cents >= 0n && side === null)) {
      questions.push({
        field: 'positiveIs',
        message: 'Nothing shows which amounts came in and which went out. What are the amounts of this file?',
        choices: ['in', 'out'],
      })
    }
  }
  const halves = isChosen ? null : halfNamed(table, at, mark)
  if (halves !== null) {
    questions.push({
      field: 'amount',
      message: `Only one of money in and money out is named. Is “${halves}” the other?`,
      choices: [halves],
    })
  }
  const currency = currencyOf(table, column(at.currency))
  if (questions.length > 0 || mark === null) {
    return {
      statement: { ...EMPTY, currency, account: accountOf(table) },
      taken: { balanceIs: asked.balanceIs, balanceFrom: 'asked' },
      questions,
    }
  }
  const reader = {
    at,
    order: order ?? 'ymd',
    mark,
    mapping,
    outIsNegative: mostlyNegative(column(at.moneyOut), mark),
  }
  return { questions: [], ...linesOf(table, reader, currency, asked) }
}

const EMPTY: AccountStatement = {
  account: null,
  currency: null,
  opening: null,
  closing: null,
  lines: [],
  problems: [],
  warnings: [],
}

interface Reader {
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
  readonly order: DateOrder | 'serial'
  readonly mark: DecimalMark
  readonly mapping: StatementMapping
  /** The withdrawals are written below zero; one above it takes one back. */
  readonly outIsNegative: boolean
}

/** Whether most amounts are below zero; where as many are above it, whether the first one is. */
function mostlyNegative(cells: readonly Cell[], mark: DecimalMark): boolean {
  const signs = cells
    .map((cell) => amountOf(raw(cell), mark))
    .flatMap((amount) => (typeof amount === 'object' && amount.cents !== 0n ? [amount.cents < 0n] : []))
  const below = signs.filter((isBelow) => isBelow).length
  return 2 * below > signs.length || (2 * below === signs.length && signs[0] === true)
}

/**
 * Where only one of money in and money out has a known name: the column whose amounts fill the rows without an amount there;
 * null: none.
 */
function halfNamed(table: Table, at: Reader['at'], mark: DecimalMark | null): string | null {
  const named = at.moneyIn ?? at.moneyOut
  if (mark === null || named === null || (at.moneyIn !== null && at.moneyOut !== null)) return null
  const places = new Set(Object.values(at))
  const amountAt = (row: TableLine, place: number) => {
    const amount = amountOf(raw(row.cells[place]), mark)
    return typeof amount === 'object' && amount.cents !== 0n
  }
  for (const [place, header] of table.headers.entries()) {
    if (places.has(place)) continue
    const both = table.body.some((row) => amountAt(row, place) && amountAt(row, named))
    const fills = table.body.filter(
      (row) => amountAt(row, place) && dateFromText(textOf(row.cells[at.date]), 'dmy') !== undefined,
    )
    if (!both && fills.length > 0) return header
  }
  return null
}
const raw = (cell: Cell | undefined): string | number => (typeof cell === 'number' ? cell : textOf(cell))

function linesOf(
  table: Table,
  reader: Reader,
  currency: string | null,
  asked: BalanceAsked,
): Omit<TableReading, 'questions'> {
  const problems: LineProblem[] = []
  const lines: Line[] = []
  let [opening, closing] = [null as bigint | null, null as bigint | null]
  for (const row of table.body) {
    const read = lineOf(row, reader, problems, lines.at(-1)?.date ?? null)
    if (read === null) continue
    if (read.kind === 'line') {
      lines.push(read.line)
      // The total of a page closes nothing: lines follow.
      closing = null
      if (lines.length > STATEMENT_LINES_MAX) throw tooManyLines()
    } else if (read.kind === 'closing') closing = read.balance ?? closing
    else if (lines.length === 0) opening ??= read.balance
  }
  if (isNewestFirst(lines)) lines.reverse()
  const warnings: string[] = []
  const { balances, taken } = balancesTurned({ opening, closing, lines }, asked)
  const running = balancesOf(balances.lines, warnings)
  return {
    taken,
    statement: {
      account: accountOf(table),
      currency,
      opening: balances.opening ?? running.opening,
      closing: balances.closing ?? running.closing,
      lines: balances.lines,
      problems,
      warnings,
    },
  }
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
  const pairs = lines.slice(1).map((line, place) => [lines[place] as Line, line] as const)
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

/** The day that a spreadsheet counts so: 46176 is 2026-06-03. */
const dayOfSerial = (cell: Cell) => addDays('1899-12-30', Number(textOf(cell)))

function dateOf(cell: Cell, order: DateOrder | 'serial'): string | null {
  if (cell !== null && typeof cell === 'object') return cell.date
  if (order === 'serial') return isSerial(cell) ? dayOfSerial(cell) : null
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
    const side = at.sign === null ? amount.side : sideOfWord(word)
    if (at.sign !== null && side === null) {
      return { message: 'The row does not say whether money came in or went out.', value: word }
    }
    // A minus beside a word takes nothing back from it: both say that money went out.
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

/** Opening and closing from the running balances, where they follow from the lines. */
function balancesOf(
  lines: readonly Line[],
  warnings: string[],
): { opening: bigint | null; closing: bigint | null } {
  const none = { opening: null, closing: null }
  const [first] = lines
  const last = lines.at(-1)
  if (first?.balance == null || last?.balance == null) return none
  let standing = first.balance
  for (const line of lines.slice(1)) {
    standing += line.debit - line.credit
    if (line.balance === null) continue
    if (line.balance !== standing) {
      warnings.push(
        `The balance in line ${line.line} is ${formatDecimal(line.balance, MONEY_SCALE, { grouping: true })}; the lines add up to ${formatDecimal(standing, MONEY_SCALE, { grouping: true })}.`,
      )
      return none
    }
  }
  return { opening: first.balance - (first.debit - first.credit), closing: last.balance }
}
