/** A broker's list of a month as a kind of table: its columns by their names, its rows by core's rule. */
import { type DocumentProblem, type DocumentRead, FINDINGS_MAX } from '@em/core/documents/line'
import {
  isMonthlyHeading,
  MONTHLY_COLUMNS,
  type MonthlyColumn,
  type MonthlyRow,
  parseMonthly,
} from '@em/core/documents/monthly'
import { type MonthlyAnswers, monthlyReading } from '@em/core/documents/monthly-questions'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { fieldFinder, headingRow, type TableKind } from '../../../sheets/headings.ts'
import type { Table } from '../../../sheets/sheet-tables.ts'
import { shiftedCells } from '../../../sheets/shifted.ts'

const namesOf = (name: string) => [name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')]
const MONTHLY: TableKind<MonthlyColumn> = {
  names: Object.fromEntries(
    Object.entries(MONTHLY_COLUMNS).map(([column, name]) => [column, namesOf(name)]),
  ) as Record<MonthlyColumn, string[]>,
  isHeading: isMonthlyHeading,
}
const columnOf = fieldFinder(MONTHLY)
const QUESTIONS = { dateOrder: 'document.date-order', decimalMark: 'document.decimal-mark' } as const

/**
 * The trades of a list; undefined for a table of which no row names the columns of one.
 * @throws FileRefusal `document.date-order`, `document.decimal-mark` for what must be asked first.
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
    .filter(({ line }) => !faults.has(line))
    .map(({ line, cells }): MonthlyRow => ({ line, cells: cells.map(textOf) }))
  const reading = monthlyReading(usable, heading, answers)
  if (reading.question !== undefined) {
    const { field, example } = reading.question
    throw new FileRefusal(QUESTIONS[field], { example })
  }
  const document = parseMonthly(usable, heading, reading)
  if (faulty.length === 0) return document
  const told = faulty.map(
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
    problems: [...told, ...document.problems].toSorted((a, b) => a.line - b.line).slice(0, FINDINGS_MAX),
    problemCount: document.problemCount + faulty.length,
  }
}

const textOf = (cell: Table['lines'][number]['cells'][number]): string =>
  cell === null ? '' : typeof cell === 'object' ? cell.date : String(cell)
