/** A broker's list of a month as a kind of table: its columns by their names, its rows by core's rule. */

import type { Cell } from '@em/contract/batches/batches'
import { TRADE_COLUMN_NAMES } from '@em/contract/sheets/column-names'
import { readCdsNumber } from '@em/core/cds/account-number'
import { clientAccountOf } from '@em/core/documents/field-texts'
import { type DocumentProblem, type DocumentRead, FINDINGS_MAX } from '@em/core/documents/line'
import {
  isMonthlyHeading,
  MONTHLY_FIELDS,
  type MonthlyColumn,
  type MonthlyHeading,
  type MonthlyRow,
  parseMonthly,
} from '@em/core/documents/monthly'
import { type MonthlyAnswers, monthlyReading } from '@em/core/documents/monthly-questions'
import { isErrorText, textOf } from '../../../sheets/cells.ts'
import { fieldFinder, headingRow, repeats, type TableKind } from '../../../sheets/headings.ts'
import type { Table } from '../../../sheets/sheet-tables.ts'
import { shiftedCells } from '../../../sheets/shifted.ts'
import { fileQuestion } from '../../../sheets/writing.ts'

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const NAMES = Object.fromEntries(
  Object.entries(MONTHLY_FIELDS).map(([column, name]) => [column, [lettersOf(name)]]),
) as Record<MonthlyColumn, string[]>
const MONTHLY: TableKind<MonthlyColumn> = {
  names: { ...NAMES, tradeTime: TRADE_COLUMN_NAMES['tradeTime'] ?? [] },
  isHeading: isMonthlyHeading,
}
const columnOf = fieldFinder(MONTHLY)
/** Columns of which an error value costs the cell, not the row. */
const TEXTS: ReadonlySet<MonthlyColumn | null> = new Set<MonthlyColumn>([
  'clientAccount',
  'clientName',
  'contractNumber',
  'orderId',
  'traderId',
  'orderSource',
  'mobileNumber',
])
const isLost = (cell: Cell, column: MonthlyColumn | null) =>
  typeof cell === 'string' && TEXTS.has(column) && isErrorText(cell.trim())
const QUESTIONS = { dateOrder: 'file.date-order', decimalMark: 'file.decimal-mark' } as const

/**
 * The trades of a list; undefined for a table of which no row names the columns of one.
 * @throws FileRefusal `file.date-order`, `file.decimal-mark` for what must be asked first.
 */
export function monthlyOf(table: Table, answers: MonthlyAnswers): DocumentRead | undefined {
  const named = headingRow(table.lines, MONTHLY, columnOf)
  if (named === undefined) return undefined
  const names = named.cells.map(textOf)
  const heading = { line: named.line, columns: names.map((name) => columnOf(name)?.field ?? null) }
  const below = table.lines.filter(({ line }) => line > heading.line)
  const faulty = [...table.problems.filter(({ line }) => line > heading.line), ...shiftedCells(named, below)]
  const faults = new Set(faulty.map(({ line }) => line))
  const usable = table.lines
    // The pages of a print repeat the names.
    .filter((row) => !faults.has(row.line) && (row.line <= heading.line || !repeats(named, row)))
    .map(
      ({ line, cells }): MonthlyRow => ({
        line,
        cells: cells.map((cell, at) => (isLost(cell, heading.columns[at] ?? null) ? '' : cellOf(cell))),
      }),
    )
  const reading = monthlyReading(usable, heading, answers)
  if (reading.question !== undefined) {
    const { field, ...asked } = reading.question
    throw fileQuestion(QUESTIONS[field], { ...asked, sender: brokerOf(usable, heading) })
  }
  const document = parseMonthly(usable, heading, reading)
  if (faulty.length === 0) return document
  const ofCells = faulty.map(
    ({ line, column, message }): DocumentProblem => ({
      line,
      column: names[column]?.slice(0, 100) ?? null,
      message,
      value: null,
      dropped: true,
    }),
  )
  return {
    ...document,
    problems: [...ofCells, ...document.problems].toSorted((a, b) => a.line - b.line).slice(0, FINDINGS_MAX),
    problemCount: document.problemCount + faulty.length,
  }
}

/** The broker of a list: the participant of its client accounts (ABC of ABC-12345-LI/00), else the first account. */
function brokerOf(rows: readonly MonthlyRow[], { line, columns }: MonthlyHeading): string {
  const column = columns.indexOf('clientAccount')
  const accounts = rows.flatMap((row) =>
    row.line > line ? (clientAccountOf(String(row.cells[column] ?? '')) ?? []) : [],
  )
  const participant = accounts
    .map((account) => readCdsNumber(account)?.participant ?? '')
    .find((one) => one !== '')
  return participant ?? accounts[0] ?? ''
}

/** A number as it is; a day with its time where it has one: `parseMonthly` takes both from it. */
const cellOf = (cell: Cell): string | number =>
  cell !== null && typeof cell === 'object' && cell.time !== undefined
    ? `${cell.date} ${cell.time}`
    : typeof cell === 'string' || typeof cell === 'number'
      ? cell
      : textOf(cell)
