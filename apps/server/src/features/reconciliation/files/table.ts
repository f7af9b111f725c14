/** A table's columns: where it begins, what they seem to hold, how they can be read. */
import { type Cell } from '@em/contract/batches/batches'
import type {
  StatementField,
  StatementMapping,
  StatementReading,
} from '@em/contract/reconciliation/reconciliation-statements'
import { type DateOrder, isDateText, likeliestDateOrders } from '@em/core/sheets/days'
import { moneySideFromText } from '@em/core/sheets/sides'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { isBlank, textOf } from '../../../sheets/cells.ts'
import {
  columnNames,
  headingOf,
  headingRow,
  type Row,
  repeats,
  surestColumns,
} from '../../../sheets/headings.ts'
import type { CellProblem } from '../../../sheets/sheet-tables.ts'
import { amountOf } from './amounts.ts'
import { fieldOfHeader, STATEMENT } from './column-names.ts'

export type TableLine = Row
export interface Sheet {
  readonly format: 'csv' | 'xlsx' | 'pdf'
  readonly sheet: string | null
  readonly sheets: readonly string[]
  readonly lines: readonly TableLine[]
  /** Cells that cannot be used as they are. */
  readonly problems: readonly CellProblem[]
}
export interface Table {
  readonly headers: readonly string[]
  /** The row that names the columns; undefined where none does. */
  readonly heading: Row | undefined
  /** 0: the table has no header. */
  readonly headerLine: number
  /** Above the header: account, currency, period. */
  readonly preamble: readonly TableLine[]
  readonly body: readonly TableLine[]
  /** Lines of rows that are not in the body, because one of their cells cannot be taken as it is. */
  readonly leftOut?: readonly number[]
}

/** @throws FileRefusal when it contains no table. */
export function tableOf(sheet: Sheet): Table {
  const filled = sheet.lines.filter((line) => line.cells.some((cell) => !isBlank(cell)))
  const heading = headingRow(filled, STATEMENT, fieldOfHeader) ?? firstNames(filled)
  const from = heading?.line ?? 0
  const body = filled.filter((row) => row.line > from && !repeats(heading, row))
  if (body.length === 0) {
    throw new FileRefusal('file.unreadable', { reason: 'it contains no table of transactions.' })
  }
  const width = body.reduce((most, line) => Math.max(most, line.cells.length), heading?.cells.length ?? 0)
  return {
    headers: columnNames(heading, width),
    heading,
    headerLine: from,
    preamble: filled.filter(({ line }) => line < from),
    body,
  }
}

/** Where no row names a date and an amount, the first one, unless rows of data begin at once. */
function firstNames(lines: readonly TableLine[]): TableLine | undefined {
  const first = lines.find((line) => line.cells.filter((cell) => !isBlank(cell)).length > 1)
  const holdsData = first?.cells.some(
    (cell) =>
      typeof cell === 'number' || (cell !== null && typeof cell === 'object') || isDateText(textOf(cell)),
  )
  return holdsData === false ? first : undefined
}

/** The mapping that the headers, and for sides the cells, suggest; null where no date or no amount is found. */
export function suggestedMapping(table: Table): StatementMapping | null {
  const best = surestColumns(table.headers, fieldOfHeader)
  const of = (field: StatementField) => best.get(field) ?? null
  const date = of('date')
  const split = of('moneyIn') !== null || of('moneyOut') !== null
  if (date === null || (!split && of('amount') === null)) return null
  return {
    columns: {
      date,
      description: of('description'),
      reference: of('reference'),
      amount: split ? null : of('amount'),
      sign: split ? null : sidesColumn(table, best),
      moneyIn: of('moneyIn'),
      moneyOut: of('moneyOut'),
      balance: of('balance'),
      bankId: of('bankId'),
      currency: of('currency'),
    },
    dateOrder: null,
    decimalMark: null,
    positiveIs: null,
  }
}

/** Share of cells with a side from which a column is the column of sides; its other cells are faults of their rows. */
const SIDES_MIN = 0.6

/** The column of sides (CR, DR and the like), under any heading; null: none. */
function sidesColumn(table: Table, best: ReadonlyMap<StatementField, string>): string | null {
  const taken = new Set(
    [...best].flatMap(([field, name]) => (field === 'sign' ? [] : [table.headers.indexOf(name)])),
  )
  const named = table.headers.indexOf(best.get('sign') ?? '')
  const shares = table.headers.map((_, index) => {
    const texts = table.body.map((line) => textOf(line.cells[index])).filter((text) => text !== '')
    const said = texts.flatMap((text) => moneySideFromText(text) ?? [])
    const share = texts.length === 0 ? 0 : said.length / texts.length
    // Descriptions such as Deposit are sides too: a column with another field is the column of sides only where all its cells are.
    const isSides = taken.has(index)
      ? share === 1 && new Set(said).size === 2
      : share >= SIDES_MIN && texts.length * 2 >= table.body.length
    return isSides ? share : 0
  })
  const columns = [...shares.keys()].filter((column) => (shares[column] ?? 0) > 0)
  const first = columns.toSorted(
    (a, b) =>
      Number(b === named) - Number(a === named) ||
      Number(taken.has(a)) - Number(taken.has(b)) ||
      (shares[b] ?? 0) - (shares[a] ?? 0),
  )[0]
  return first === undefined ? null : (table.headers[first] ?? null)
}

const SAMPLE = 50
const SAMPLED_ROWS = 5_000

/** The table as a person maps it. */
export function tableForAnswer(sheet: Sheet, table: Table): NonNullable<StatementReading['table']> {
  return {
    sheet: sheet.sheet,
    sheets: [...sheet.sheets],
    headerLine: table.headerLine,
    columns: table.headers.map((header, index) => ({
      header,
      field: fieldOfHeader(headingOf(header))?.field ?? null,
      ...kindOf(table, index),
    })),
    sample: table.body
      .slice(0, SAMPLE)
      .map((line) => table.headers.map((_, index) => line.cells[index] ?? null)),
    sampleLines: table.body.slice(0, SAMPLE).map((line) => line.line),
    rows: table.body.length,
  }
}

function kindOf(table: Table, column: number) {
  const cells = table.body
    .slice(0, SAMPLED_ROWS)
    .map((line) => line.cells[column] ?? null)
    .filter((cell) => !isBlank(cell))
  const isNumber = (cell: Cell) =>
    typeof cell === 'number' ||
    (typeof cell === 'string' &&
      (['.', ','] as const).some((mark) => typeof amountOf(cell, mark) !== 'string'))
  const orders = dateOrdersOfCells(cells)
  const dates = cells.length > 0 && orders.length > 0 && orders[0] !== 'serial' && !cells.every(isNumber)
  const numbers = cells.filter(isNumber).length
  const kind =
    cells.length === 0
      ? ('empty' as const)
      : dates
        ? ('date' as const)
        : numbers === cells.length
          ? ('number' as const)
          : numbers === 0
            ? ('text' as const)
            : ('mixed' as const)
  return { kind, dateOrders: dates ? orders : [] }
}

/** The orders that read most of the cells as dates; several where they read the same number of them differently. */
export function dateOrdersOfCells(cells: readonly Cell[]): DateOrder[] {
  const texts = cells.filter((cell) => typeof cell !== 'object' || cell === null).map(textOf)
  if (texts.length === 0) return cells.length > 0 ? ['ymd'] : []
  return likeliestDateOrders(texts)
}
