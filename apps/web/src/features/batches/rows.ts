/** The rows of the table: texts by field, as typed, pasted or imported. */
import { type BatchRow, type DateOrder, dateFromText, dateOrdersOf } from '@em/contract/books/batches'
import { suggestedField } from '@em/contract/books/column-names'

export type Field = keyof BatchRow
export type Row<F extends string = Field> = Readonly<Partial<Record<F, string>>>
export type Source = 'bulk-buy' | 'bulk-sell' | 'import'

export interface RowColumn<F extends string = Field> {
  readonly field: F
  readonly label: string
  readonly width: number
  readonly right?: boolean
  /** What the field is when it is left blank. */
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
const BUY_CONTRACT: RowColumn = { field: 'buyContract', label: 'Buy Contract', width: 180 }

/** The table's columns; a file may hold both sides. */
export function columnsOf(source: Source): readonly RowColumn[] {
  if (source === 'bulk-buy') return COMMON
  const selling = [...COMMON.filter((column) => column.field !== 'grossValue'), BUY_CONTRACT]
  return source === 'bulk-sell' ? selling : [SIDE, ...COMMON, BUY_CONTRACT]
}

/** Every field that a file's column can be taken for. */
export const IMPORT_FIELDS: readonly { value: Field; label: string }[] = [
  ...[SIDE, ...COMMON, BUY_CONTRACT].map(({ field, label }) => ({ value: field, label })),
  { value: 'companyName', label: 'Company Name' },
  { value: 'brokerage', label: 'Brokerage' },
  { value: 'cseFees', label: 'CSE Fees' },
  { value: 'cdsFees', label: 'CDS Fees' },
  { value: 'clearingFees', label: 'Clearing Fees' },
  { value: 'sec', label: 'SEC Cess' },
  { value: 'stl', label: 'Share Transaction Levy' },
  { value: 'feeSource', label: 'Fee Source' },
]

export const isBlank = (row: Row<string>) =>
  Object.values(row).every((value) => value === undefined || value.trim() === '')

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

/**
 * The fields that the first pasted line names, where it is a header and no row: every cell that says something is the name
 * of a column. A column that this table has not is null. Undefined where the line is a row.
 */
export function headerOf<F extends string>(
  cells: readonly (readonly string[])[],
  columns: readonly RowColumn<F>[],
): (F | null)[] | undefined {
  const [first = []] = cells
  const named = first.filter((text) => text.trim() !== '')
  if (named.length < 2 || !named.every((text) => suggestedField(text) !== null)) return undefined
  const taken = new Set<string>()
  return first.map((text) => {
    const field = columns.find((column) => column.field === suggestedField(text))?.field ?? null
    if (field === null || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** Puts pasted cells into the table from a cell on, or by the names of a header among them; rows are added as needed. */
export function pasteInto<F extends string>(
  rows: readonly Row<F>[],
  columns: readonly RowColumn<F>[],
  at: { row: number; column: number },
  cells: readonly (readonly string[])[],
): Row<F>[] {
  const next = [...rows]
  const header = headerOf(cells, columns)
  for (const [down, line] of (header === undefined ? cells : cells.slice(1)).entries()) {
    const row: Partial<Record<F, string>> = { ...next[at.row + down] }
    for (const [right, text] of line.entries()) {
      const field = header === undefined ? columns[at.column + right]?.field : header[right]
      if (field != null) row[field] = text.trim()
    }
    next[at.row + down] = row
  }
  return next
}

const DATES = ['tradeDate', 'settlementDate'] as const
type Dated = (typeof DATES)[number]
const ISO = /^\d{4}-\d{2}-\d{2}$/

/** In which orders the dates that are not yet year-first can be read; several: the person is asked. */
export function dateOrdersIn(rows: readonly Row<Dated>[]): DateOrder[] {
  const texts = rows.flatMap((row) =>
    DATES.map((field) => row[field]?.trim() ?? '').filter((text) => text !== '' && !ISO.test(text)),
  )
  return dateOrdersOf(texts)
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

/** The rows that hold anything, with their places in the table. */
export function filledRows<F extends string>(rows: readonly Row<F>[]): { row: Row<F>; place: number }[] {
  return rows.flatMap((row, place) => (isBlank(row) ? [] : [{ row, place }]))
}
