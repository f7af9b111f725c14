/** The lines of a table under a mapping: what can be read, what cannot, and what must be asked first. */
import type { Cell } from '@em/contract/batches/batches'
import type {
  StatementMapping,
  StatementReading,
} from '@em/contract/reconciliation/reconciliation-statements'
import { dateFromText, dateOrderWords, isOrderAsked, openDate } from '@em/core/sheets/days'
import type { DecimalMark } from '@em/core/sheets/decimal-mark'
import { decimalMarkOf } from '@em/core/sheets/decimal-mark-finding'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { isBlank, textOf } from '../../../sheets/cells.ts'
import { amountOf } from './amounts.ts'
import {
  type BalanceAsked,
  type BalanceTaken,
  negatedBalances,
  type Sided,
  sidesByBalances,
} from './balance-sign.ts'
import { type AccountStatement, type Line, sides } from './statement.ts'
import { dateOrdersOfCells, type Table, type TableLine } from './table.ts'
import { type Reader, type Rows, raw, rowsOf } from './table-rows.ts'
import { accountOf, currencyOf } from './table-titles.ts'

type Question = StatementReading['questions'][number]
export interface TableReading {
  readonly statement: AccountStatement
  readonly taken: BalanceTaken
  readonly questions: readonly Question[]
  /** The mapping without answers that the file's own texts make needless. */
  readonly mapping: StatementMapping
}

/** @throws FileRefusal for a mapping that names other columns, a statement of several currencies, too many lines. */
export function readTable(
  table: Table,
  said: StatementMapping,
  { isChosen, ...asked }: BalanceAsked & { /** A person chose the columns. */ readonly isChosen: boolean },
): TableReading {
  // What the file shows takes precedence over an answer.
  let mapping = said
  const columnOf = (header: string | null) => {
    if (header === null) return null
    const found = table.headers.indexOf(header)
    if (found < 0) throw new FileRefusal('file.unreadable', { reason: `it has no column “${header}”.` })
    return found
  }
  const at = {
    date: columnOf(mapping.columns.date) as number,
    description: columnOf(mapping.columns.description),
    reference: columnOf(mapping.columns.reference),
    amount: columnOf(mapping.columns.amount),
    sign: columnOf(mapping.columns.sign),
    moneyIn: columnOf(mapping.columns.moneyIn),
    moneyOut: columnOf(mapping.columns.moneyOut),
    balance: columnOf(mapping.columns.balance),
    bankId: columnOf(mapping.columns.bankId),
    currency: columnOf(mapping.columns.currency),
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
  const shownOrder = isOrderAsked(orders) ? null : (orders[0] ?? null)
  if (shownOrder !== null) mapping = { ...mapping, dateOrder: null }
  // An order that reads none of the days, remembered from another file, is no answer.
  const isAnswer = orders.length === 0 || orders.some((one) => one === mapping.dateOrder)
  const order = (isAnswer ? mapping.dateOrder : null) ?? shownOrder
  if (order === null && isOrderAsked(orders)) {
    const texts = column(at.date).flatMap((cell) => (typeof cell === 'object' ? [] : [textOf(cell)]))
    const example = openDate(texts, orders)
    questions.push({
      field: 'dateOrder',
      message: `Is “${example}” ${dateOrderWords(orders, example)}?`,
      choices: [...orders],
    })
  }
  const amountTexts = [at.amount, at.moneyIn, at.moneyOut, at.balance].flatMap((where) =>
    column(where).filter((cell) => typeof cell === 'string'),
  )
  const shownMark = decimalMarkOf(amountTexts)
  if (shownMark !== null) mapping = { ...mapping, decimalMark: null }
  const mark = mapping.decimalMark ?? shownMark
  if (mark === null) {
    questions.push({
      field: 'decimalMark',
      message: 'Which decimal separator does the file use: a point or a comma?',
      choices: ['.', ','],
    })
  }
  const plain = mark === null ? null : { at, order: order ?? ('ymd' as const), mark, mapping }
  const reader = plain && { ...plain, outIsNegative: outIsNegative(table, plain, column(at.moneyOut), asked) }
  let rows: Rows | null = null
  // Without an order no day is read, and no row that could show a side.
  const isWithoutOrder = questions.some(({ field }) => field === 'dateOrder')
  if (
    reader !== null &&
    !isWithoutOrder &&
    at.amount !== null &&
    at.sign === null &&
    isWithoutSides(column(at.amount), reader)
  ) {
    const shown = asked.balanceFromLines ? null : sidedRows(table, reader, asked)
    if (shown !== null && !isChosen) mapping = { ...mapping, positiveIs: null }
    rows = shown === null ? null : withFirst(shown, mapping.positiveIs)
    if (mapping.positiveIs === null && rows === null) {
      questions.push({
        field: 'positiveIs',
        message:
          shown?.open == null
            ? 'Nothing shows which amounts came in and which went out. What are the amounts of this file?'
            : `The balances show the side of every amount but the one in line ${shown.open.line}: no balance is before it. Did it come in or go out?`,
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
  if (questions.length > 0 || reader === null) {
    return {
      mapping,
      statement: { ...EMPTY, currency, account: accountOf(table) },
      taken: { balanceIs: asked.balanceIs, balanceFrom: 'asked' },
      questions,
    }
  }
  return { questions: [], mapping, ...linesOf(table, rows ?? rowsOf(table, reader), currency, asked) }
}

/** Whether no amount has a sign or a word of its side. */
function isWithoutSides(cells: readonly Cell[], { mark }: Reader): boolean {
  const amounts = cells
    .map((cell) => amountOf(raw(cell), mark))
    .filter((amount) => typeof amount === 'object')
  return amounts.length > 0 && amounts.every(({ cents, side }) => cents >= 0n && side === null)
}

/** The rows of amounts without sides, with those that the balances show. */
type SidedRows = Rows & Pick<Sided, 'open'>

/** Null where a row has no balance, or one that does not follow. */
function sidedRows(table: Table, reader: Reader, asked: BalanceAsked): SidedRows | null {
  const plain: StatementMapping = { ...reader.mapping, positiveIs: 'in' }
  const read = rowsOf(table, { ...reader, mapping: plain })
  const sided = sidesByBalances(read, asked.balanceIs)
  return sided === null ? null : { ...read, ...sided }
}

/** With the side of the line that has no balance before it; null where it is not given. */
function withFirst({ open, ...rows }: SidedRows, positiveIs: StatementMapping['positiveIs']): Rows | null {
  if (open === null) return rows
  if (positiveIs === null) return null
  const moved = open.debit + open.credit
  const said = { ...open, ...sides(positiveIs === 'in' ? moved : -moved) }
  return { ...rows, lines: rows.lines.map((line) => (line === open ? said : line)) }
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

/**
 * Whether the withdrawals are written below zero. Where some are and some are not the running balances show it, else what most of them
 * are; of as many of both, the first.
 */
function outIsNegative(
  table: Table,
  reader: Omit<Reader, 'outIsNegative'>,
  cells: readonly Cell[],
  { balanceIs, balanceFromLines }: BalanceAsked,
): boolean {
  const signs = cells
    .map((cell) => amountOf(raw(cell), reader.mark))
    .flatMap((amount) => (typeof amount === 'object' && amount.cents !== 0n ? [amount.cents < 0n] : []))
  const below = signs.filter((isBelow) => isBelow).length
  if (below === 0 || below === signs.length) return below > 0
  const directions = balanceFromLines ? [1n, -1n] : [balanceIs === 'in' ? 1n : -1n]
  const following = (isNegative: boolean) => {
    if (reader.at.balance === null) return 0
    const { lines } = rowsOf(table, { ...reader, outIsNegative: isNegative })
    return Math.max(...directions.map((direction) => linesFollowing(lines, direction)))
  }
  const [asBelow, asAbove] = [following(true), following(false)]
  if (asBelow !== asAbove) return asBelow > asAbove
  return 2 * below > signs.length || (2 * below === signs.length && signs[0] === true)
}

/** How many balances follow from the one before; `direction` is 1 where money in raises them, -1 where it lowers them. */
const linesFollowing = (lines: readonly Line[], direction: bigint): number =>
  lines.filter(({ balance, debit, credit }, index) => {
    const before = lines[index - 1]?.balance ?? null
    return before !== null && balance !== null && before + direction * (debit - credit) === balance
  }).length

/**
 * Where only one of money in and money out has a known name: the column whose amounts fill the rows without an amount there;
 * null: none.
 */
function halfNamed(table: Table, at: Reader['at'], mark: DecimalMark | null): string | null {
  const named = at.moneyIn ?? at.moneyOut
  if (mark === null || named === null || (at.moneyIn !== null && at.moneyOut !== null)) return null
  const columns = new Set(Object.values(at))
  const amountAt = (row: TableLine, column: number) => {
    const amount = amountOf(raw(row.cells[column]), mark)
    return typeof amount === 'object' && amount.cents !== 0n
  }
  for (const [index, header] of table.headers.entries()) {
    if (columns.has(index)) continue
    const both = table.body.some((row) => amountAt(row, index) && amountAt(row, named))
    const fills = table.body.filter(
      (row) => amountAt(row, index) && dateFromText(textOf(row.cells[at.date]), 'dmy') !== undefined,
    )
    if (!both && fills.length > 0) return header
  }
  return null
}
function linesOf(
  table: Table,
  { opening, closing, lines, problems }: Rows,
  currency: string | null,
  asked: BalanceAsked,
): Omit<TableReading, 'questions' | 'mapping'> {
  const warnings: string[] = []
  const { balances, taken } = negatedBalances({ opening, closing, lines }, asked)
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
