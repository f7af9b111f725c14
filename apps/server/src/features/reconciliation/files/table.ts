/** A table's columns: where it begins, what they seem to hold, how they can be read. */
import { type Cell, type DateOrder } from '@em/contract/books/batches'
import type {
  StatementField,
  StatementMapping,
  StatementReading,
} from '@em/contract/books/reconciliation-statements'
import { dateFromText } from '@em/contract/books/sheet-dates'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import type { CellProblem } from '../../../sheets/sheet-tables.ts'
import { amountOf, sideOfWord } from './amounts.ts'
import { fieldOfHeader } from './column-names.ts'

export interface TableLine {
  readonly line: number
  readonly cells: readonly Cell[]
}
export interface Sheet {
  readonly format: 'csv' | 'xlsx' | 'pdf'
  readonly sheet: string | null
  readonly sheets: readonly string[]
  readonly lines: readonly TableLine[]
  /** Cells that cannot be taken as they stand. */
  readonly problems: readonly CellProblem[]
}
export interface Table {
  readonly headers: readonly string[]
  /** 0: the table has no header. */
  readonly headerLine: number
  /** Above the header: account, currency, period. */
  readonly preamble: readonly TableLine[]
  readonly body: readonly TableLine[]
}

const HEADER_WITHIN = 40
export const isBlank = (cell: Cell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
export const textOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : typeof cell === 'object' ? cell.date : String(cell).trim()

/** @throws FileRefusal when it contains no table. */
export function tableOf(sheet: Sheet): Table {
  const filled = sheet.lines.filter((line) => line.cells.some((cell) => !isBlank(cell)))
  const header = headerOf(filled)
  const start = header === undefined ? -1 : filled.indexOf(header)
  const body = filled.slice(start + 1)
  if (body.length === 0) {
    throw new FileRefusal('file.unreadable', { reason: 'it contains no table of transactions.' })
  }
  const width = body.reduce((most, line) => Math.max(most, line.cells.length), header?.cells.length ?? 0)
  const taken = new Map<string, number>()
  const headers = Array.from({ length: width }, (_, place) => {
    const name = textOf(header?.cells[place]).replace(/\s+/g, ' ').slice(0, 180) || `Column ${place + 1}`
    const times = (taken.get(name) ?? 0) + 1
    taken.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
  return { headers, headerLine: header?.line ?? 0, preamble: filled.slice(0, Math.max(0, start)), body }
}

/** The row that names a date and an amount; undefined where none does and rows of data begin at once. */
function headerOf(lines: readonly TableLine[]): TableLine | undefined {
  let best: TableLine | undefined
  let most = 1
  for (const line of lines.slice(0, HEADER_WITHIN)) {
    const fields = new Set(line.cells.map((cell) => fieldOfHeader(textOf(cell))?.field))
    fields.delete(undefined)
    if (fields.size > most) {
      best = line
      most = fields.size
    }
  }
  if (best !== undefined) return best
  const [first] = lines.filter((line) => line.cells.filter((cell) => !isBlank(cell)).length > 1)
  const holdsData = first?.cells.some(
    (cell) =>
      typeof cell === 'number' || (cell !== null && typeof cell === 'object') || isDateText(textOf(cell)),
  )
  return holdsData === false ? first : undefined
}

const ORDERS: readonly DateOrder[] = ['dmy', 'mdy', 'ymd']
const isDateText = (text: string) => ORDERS.some((order) => dateFromText(text, order) !== undefined)

/** The mapping that the headers suggest; null where no date or no amount is found. */
export function suggestedMapping(table: Table): StatementMapping | null {
  const best = new Map<StatementField, { header: string; rank: number }>()
  for (const [place, header] of table.headers.entries()) {
    const found = fieldOfHeader(header.replace(/ \(\d+\)$/, ''))
    if (found === null) continue
    if (found.field === 'sign' && !saysSides(table, place)) continue
    const other = best.get(found.field)
    if (other === undefined || found.rank < other.rank) best.set(found.field, { header, rank: found.rank })
  }
  const of = (field: StatementField) => best.get(field)?.header ?? null
  const date = of('date')
  const split = of('moneyIn') !== null || of('moneyOut') !== null
  if (date === null || (!split && of('amount') === null)) return null
  return {
    columns: {
      date,
      description: of('description'),
      reference: of('reference'),
      amount: split ? null : of('amount'),
      sign: split ? null : of('sign'),
      moneyIn: of('moneyIn'),
      moneyOut: of('moneyOut'),
      balance: of('balance'),
      bankId: of('bankId'),
      currency: of('currency'),
    },
    dateOrder: null,
    decimalMark: null,
    positiveIs: 'in',
  }
}

/** Whether a column holds words like CR and DR. */
function saysSides(table: Table, place: number): boolean {
  const texts = table.body.map((line) => textOf(line.cells[place])).filter((text) => text !== '')
  return texts.length > 0 && texts.every((text) => sideOfWord(text) !== null)
}

const SAMPLE = 50
const LOOKED_AT = 5_000

/** The table as a person maps it. */
export function tableForAnswer(sheet: Sheet, table: Table): NonNullable<StatementReading['table']> {
  return {
    sheet: sheet.sheet,
    sheets: [...sheet.sheets],
    headerLine: table.headerLine,
    columns: table.headers.map((header, place) => ({
      header,
      field: fieldOfHeader(header.replace(/ \(\d+\)$/, ''))?.field ?? null,
      ...kindOf(table, place),
    })),
    sample: table.body
      .slice(0, SAMPLE)
      .map((line) => table.headers.map((_, place) => line.cells[place] ?? null)),
    sampleLines: table.body.slice(0, SAMPLE).map((line) => line.line),
    rows: table.body.length,
  }
}

function kindOf(table: Table, place: number) {
  const cells = table.body
    .slice(0, LOOKED_AT)
    .map((line) => line.cells[place] ?? null)
    .filter((cell) => !isBlank(cell))
  const isNumber = (cell: Cell) =>
    typeof cell === 'number' ||
    (typeof cell === 'string' &&
      (['.', ','] as const).some((mark) => typeof amountOf(cell, mark) !== 'string'))
  const orders = dateOrdersOfCells(cells)
  const dates = cells.length > 0 && orders.length > 0 && !cells.every(isNumber)
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
  const counts = ORDERS.map((order) => ({
    order,
    count: texts.filter((text) => dateFromText(text, order) !== undefined).length,
  }))
  const most = Math.max(...counts.map(({ count }) => count))
  if (most === 0) return []
  const best = counts.filter(({ count }) => count === most).map(({ order }) => order)
  if (best.includes('ymd')) return ['ymd']
  const alike = texts.every((text) => dateFromText(text, 'dmy') === dateFromText(text, 'mdy'))
  return best.length > 1 && alike ? ['dmy'] : best
}
