/** The rows of the table: texts by field, as typed, pasted or imported. */

import { type BatchRow } from '@em/contract/batches/batches'
import { FEES } from '@em/contract/fee-tariffs/fees'
import { suggestedField } from '@em/contract/sheets/column-names'
import {
  type DateOrder,
  dateFromText,
  likeliestDateOrders,
  timeAfterDate,
  timeFromText,
} from '@em/core/sheets/days'
import type { DecimalMark } from '@em/core/sheets/decimal-mark'
import { plainIn } from '@em/core/sheets/figures'

export type Field = keyof BatchRow
export type Row<F extends string = Field> = Readonly<Partial<Record<F, string>>>
export type Source = 'bulk-buy' | 'bulk-sell' | 'import'

export interface RowColumn<F extends string = Field> {
  readonly field: F
  readonly label: string
  readonly width: number
  readonly right?: boolean
  /** The value of the field when it is left blank. */
  readonly blank?: string
}

const SIDE: RowColumn = { field: 'side', label: 'Side', width: 80 }
const COMMON: readonly RowColumn[] = [
  { field: 'symbol', label: 'Symbol', width: 130 },
  { field: 'tradeDate', label: 'Trade Date', width: 120 },
  { field: 'quantity', label: 'Quantity', width: 110, right: true },
  { field: 'price', label: 'Price (LKR)', width: 110, right: true },
  { field: 'grossValue', label: 'Gross Value (LKR)', width: 150, right: true },
  { field: 'contractNumber', label: 'Contract Number', width: 150 },
  { field: 'brokerName', label: 'Broker Name', width: 160 },
  { field: 'settlementDate', label: 'Settlement Date', width: 140, blank: 'Follows' },
  { field: 'portfolio', label: 'Portfolio', width: 150 },
  { field: 'settlementAccount', label: 'Settlement Account', width: 160 },
  { field: 'costOfFunds', label: 'Cost of Funds (%)', width: 150, right: true },
  { field: 'description', label: 'Description', width: 200 },
]
const TIME: RowColumn = { field: 'tradeTime', label: 'Trade Time', width: 110 }
const BUY_CONTRACT: RowColumn = { field: 'buyContract', label: 'Buy Contract', width: 180 }

const COMPANY: RowColumn = { field: 'companyName', label: 'Company Name', width: 200 }

/** With the names of companies next to their symbols, where rows have any. */
export const withCompanies = (columns: readonly RowColumn[], rows: readonly Row[]): readonly RowColumn[] =>
  rows.some(({ companyName }) => companyName !== undefined && companyName.trim() !== '')
    ? columns.flatMap((column) => (column.field === 'symbol' ? [column, COMPANY] : [column]))
    : columns

/** The table's columns; a file may hold both sides. `timed`: with the time of the trades, which few tables have. */
export function columnsOf(source: Source, timed = false): readonly RowColumn[] {
  const common = timed
    ? COMMON.flatMap((column) => (column.field === 'tradeDate' ? [column, TIME] : [column]))
    : COMMON
  if (source === 'bulk-buy') return common
  const selling = [...common.filter((column) => column.field !== 'grossValue'), BUY_CONTRACT]
  return source === 'bulk-sell' ? selling : [SIDE, ...common, BUY_CONTRACT]
}

/** Every field that a column of a file can be mapped to. */
export const IMPORT_FIELDS: readonly { value: Field; label: string }[] = [
  ...[SIDE, ...COMMON, BUY_CONTRACT].map(({ field, label }) => ({ value: field, label })),
  { value: COMPANY.field, label: COMPANY.label },
  { value: 'tradeTime', label: TIME.label },
  ...FEES.map(({ field, label }) => ({ value: field, label })),
  { value: 'feeSource', label: 'Fee Source' },
]

const LABELS: ReadonlyMap<string, string> = new Map(IMPORT_FIELDS.map(({ value, label }) => [value, label]))

/** "Row 3, Trade Date: " before a fault, with its column as the screen names it; a row alone where the fault is of none. */
export function fieldOfFault(what: 'Row' | 'Line', row: number, field: string): string {
  const label = LABELS.get(field)
  return `${what} ${row}${label === undefined ? '' : `, ${label}`}: `
}

export const isBlank = (row: Row<string>) =>
  Object.values(row).every((value) => value === undefined || value.trim() === '')

/** Whether rows say when on their day they were dealt. */
export const hasTimes = (rows: readonly Row[]) =>
  rows.some((row) => row.tradeTime !== undefined && row.tradeTime !== '')

/** Cells of a spreadsheet's clipboard: tabs and lines, cells in quotes may hold both. */
export function cellsOf(pasted: string): string[][] {
  const lines: string[][] = [[]]
  let cell = ''
  let quoted = false
  const text = pasted.replaceAll('\r\n', '\n').replace(/\n$/, '')
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === '\t' || letter === '\n') {
      lines.at(-1)?.push(cell)
      cell = ''
      if (letter === '\n') lines.push([])
    } else cell += letter
  }
  lines.at(-1)?.push(cell)
  return lines
}

/** Whether rows say their side themselves, as rows pasted or imported with such a column do. */
export const hasSides = (rows: readonly Row[]) =>
  rows.some((row) => row.side !== undefined && row.side !== '')

const plain = (text: string) =>
  text
    .replaceAll(/\(.*?\)/g, '')
    .trim()
    .toLowerCase()

/** The column that a header means: by the words over the table's own columns, else by those that others use. */
function columnNamed<F extends string>(columns: readonly RowColumn<F>[], text: string) {
  const suggested = suggestedField(text)
  return (
    columns.find((column) => plain(column.label) === plain(text)) ??
    columns.find((column) => column.field === suggested)
  )
}

export interface PastedHeader<F extends string> {
  /** The field of each pasted column; null where it is left out. */
  readonly fields: readonly (F | null)[]
  /** The names of those that the table has no column for, or had already. */
  readonly leftOut: readonly string[]
}

/**
 * The fields that the first pasted line names, where it is a header and no row: every cell that says something is the name
 * of a column. `withSides` are the columns of a table that holds both sides: a header that names the side is read by them.
 * Undefined where the line is a row.
 */
export function headerOf<F extends string>(
  cells: readonly (readonly string[])[],
  columns: readonly RowColumn<F>[],
  withSides: readonly RowColumn<F>[] = columns,
): PastedHeader<F> | undefined {
  const [first = []] = cells
  const named = first.filter((text) => text.trim() !== '')
  const isName = (text: string) => suggestedField(text) !== null || columnNamed(columns, text) !== undefined
  if (named.length < 2 || !named.every(isName)) return undefined
  const all = named.some((text) => columnNamed(withSides, text)?.field === 'side') ? withSides : columns
  const taken = new Set<string>()
  const leftOut: string[] = []
  const fields = first.map((text) => {
    if (text.trim() === '') return null
    const field = columnNamed(all, text)?.field
    if (field === undefined || taken.has(field)) {
      leftOut.push(text.trim())
      return null
    }
    taken.add(field)
    return field
  })
  return { fields, leftOut }
}

/** Columns whose decimal mark has to be determined: not percentages, which have few digits before it. */
const isAmount = <F extends string>(columns: readonly RowColumn<F>[], field: F | null | undefined) =>
  field !== 'costOfFunds' && columns.some((column) => column.field === field && column.right === true)

/** The pasted text, and its position. */
export interface Pasted<F extends string> {
  readonly cells: readonly (readonly string[])[]
  readonly header?: PastedHeader<F> | undefined
  /** The fields of its columns. */
  readonly fields: readonly (F | null | undefined)[]
}

/** The texts of its quantities, prices and amounts: they show its decimal mark, or leave it open. */
export const amountTexts = <F extends string>(
  { cells, header, fields }: Pasted<F>,
  columns: readonly RowColumn<F>[],
): string[] =>
  (header === undefined ? cells : cells.slice(1)).flatMap((line) =>
    line.filter((_, at) => isAmount(columns, fields[at])),
  )

/** The cells with a point before the decimals of their amounts. */
export const withPoints = <F extends string>(
  { cells, fields }: Pasted<F>,
  columns: readonly RowColumn<F>[],
  mark: DecimalMark,
): string[][] =>
  cells.map((line) =>
    line.map((text, at) => (isAmount(columns, fields[at]) ? plainIn(text.trim(), mark) : text)),
  )

/** Puts pasted cells into the table from a cell on, or by the names of a header among them; rows are added as needed. */
export function pasteInto<F extends string>(
  rows: readonly Row<F>[],
  columns: readonly RowColumn<F>[],
  at: { row: number; column: number },
  cells: readonly (readonly string[])[],
  header?: PastedHeader<F>,
  /** The index of the row on a line of the table, where the table shows some of its rows. */
  indexAt: (line: number) => number = (line) => line,
): Row<F>[] {
  const next = [...rows]
  for (const [down, line] of (header === undefined ? cells : cells.slice(1)).entries()) {
    const index = indexAt(at.row + down)
    const row: Partial<Record<F, string>> = { ...next[index] }
    for (const [right, text] of line.entries()) {
      const field = header === undefined ? columns[at.column + right]?.field : header.fields[right]
      if (field != null) row[field] = text.trim()
    }
    next[index] = row
  }
  return next
}

/**
 * Copies the cell of a field at `indices[0]` into the indices after it where that field is blank, or at fault; `indices` are those
 * that are shown, in order. The same rows where nothing is to be filled.
 */
export function fillDown<F extends string>(
  rows: readonly Row<F>[],
  field: F,
  indices: readonly number[],
  isWrong: (index: number) => boolean,
): Row<F>[] {
  const [from, ...below] = indices
  const text = from === undefined ? '' : (rows[from]?.[field] ?? '')
  const next = [...rows]
  if (text.trim() === '') return next
  for (const index of below) {
    const row = rows[index]
    if (row === undefined || isBlank(row)) continue
    if ((row[field] ?? '').trim() === '' || isWrong(index)) next[index] = { ...row, [field]: text }
  }
  return next
}

/** The cells of these fields in the first row, in all the others; what is in them is replaced. */
export function filledFrom<F extends string>(
  rows: readonly Row<F>[],
  fields: readonly F[],
  [from = 0, ...below]: readonly number[],
): Row<F>[] {
  const texts = Object.fromEntries(fields.map((field) => [field, rows[from]?.[field] ?? '']))
  return rows.map((row, index) => (below.includes(index) ? { ...row, ...texts } : row))
}

/** The rows with these fields empty at these indices. */
export function cleared<F extends string>(
  rows: readonly Row<F>[],
  fields: readonly F[],
  indices: readonly number[],
): Row<F>[] {
  const nothing = Object.fromEntries(fields.map((field) => [field, '']))
  return rows.map((row, index) => (indices.includes(index) ? { ...row, ...nothing } : row))
}

const DATES = ['tradeDate', 'settlementDate'] as const
type Dated = (typeof DATES)[number]
const ISO = /^\d{4}-\d{2}-\d{2}$/

/** In which orders the dates that are not yet year-first can be read; several: the person is asked. */
export function dateOrdersIn(rows: readonly Row<Dated>[]): DateOrder[] {
  const texts = rows.flatMap((row) =>
    DATES.map((field) => row[field]?.trim() ?? '').filter((text) => text !== '' && !ISO.test(text)),
  )
  return likeliestDateOrders(texts)
}

/** Rows as they are sent, with dates read in the given order; texts that are no date stay for the report to name. */
export function withDates<F extends string>(
  rows: readonly Row<F | Dated>[],
  order: DateOrder,
): Row<F | Dated>[] {
  return rows.map((row) => {
    const dated: Partial<Record<F | Dated, string>> = { ...row }
    for (const field of DATES) {
      const text = row[field]?.trim()
      if (text) dated[field] = dateFromText(text, order) ?? text
    }
    return dated
  })
}

/**
 * Rows as they are sent, with their times read: from a column of their own, else from the dates. A text that is no
 * time stays for the report to name.
 */
export function withTimes(rows: readonly Row[]): Row[] {
  return rows.map((row) => {
    const own = row.tradeTime?.trim() ?? ''
    const time = own === '' ? timeAfterDate(row.tradeDate ?? '') : (timeFromText(own) ?? own)
    return time === undefined ? row : { ...row, tradeTime: time }
  })
}

/** The rows that hold anything, with their indices in the table. */
export function filledRows<F extends string>(rows: readonly Row<F>[]): { row: Row<F>; index: number }[] {
  return rows.flatMap((row, index) => (isBlank(row) ? [] : [{ row, index }]))
}
