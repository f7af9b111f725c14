/** A report described once: what is printed to PDF and exported to Excel. */
import type { CellValue, ColumnKind } from './columns.ts'

/** The level of a row: a heading names the rows under it, a subtotal and a total add them up. */
export type RowLevel = 'row' | 'heading' | 'subtotal' | 'total'

/**
 * A column of a report; a column of the web's `DataGrid` is one too. Numeric kinds are right-aligned, in
 * tabular figures.
 */
export interface ReportColumn<Row> {
  /** The name of the column in formulas, in sums and on the screen of a report. */
  readonly id?: string
  readonly header: string
  /** Default `text`. */
  readonly kind?: ColumnKind
  readonly value: (row: Row) => CellValue
  /** After the header: LKR, %, shares. */
  readonly unit?: string
  /** Digits after the point, where not those of the kind (money 2, price 4, quantity 0, percent 2). */
  readonly decimals?: number
  /** A plus sign above zero. */
  readonly signed?: boolean
  /** The text on paper of a value that exists: a balance with its side, blank for a zero. */
  readonly paper?: (value: CellValue) => string
  /** Paper keeps the text on one line: a file is read back from it. */
  readonly oneLine?: boolean
  /** How a workbook shows it, where not as its kind: width in letters, number format. */
  readonly sheet?: SheetFormat
}

export interface SheetFormat {
  readonly width?: number
  /** Null: none, for numbers that name something. */
  readonly format?: string | null
}

/** A column that is named: the screen and the files of a report take their columns of one list, by these names. */
export type NamedColumn<Row> = ReportColumn<Row> & { readonly id: string }

/**
 * Gives the columns of one list by name, each with what is said of it otherwise in one place (a screen, a file).
 * @throws where the list has none of that name.
 */
export const columnsFrom =
  <Of extends { readonly id: string }>(described: readonly Of[]) =>
  <More extends object = object>(id: string, more?: More): Of & More => {
    const found = described.find((column) => column.id === id)
    if (found === undefined) throw new Error(`The report has no column ${id}.`)
    return { ...found, ...(more as More) }
  }

/** The addresses of a workbook's cells, for formulas: rows, columns and tables of the report counted from 0. */
export interface SheetAddresses {
  /** `B12`; of another table than the formula's own with the name of its sheet before it. */
  cell(row: number, column: number, table?: number): string
  /** `B12:B40` */
  range(column: number, from: number, to: number, table?: number): string
}

/** The formula of a cell, without the equals sign. Its result is the cell's value. */
export type Formula = (at: SheetAddresses) => string

/** The sum of a column's rows, both ends included. */
export const sumFormula =
  (column: number, from: number, to: number, table?: number): Formula =>
  (at) =>
    `SUM(${at.range(column, from, to, table)})`

interface TableOptions<Row> {
  readonly columns: readonly ReportColumn<Row>[]
  readonly rows: readonly Row[]
  /** Default: every row is a `row`. */
  readonly level?: (row: Row) => RowLevel
  /** Steps to the right of the first cell, for rows under a heading. */
  readonly indent?: (row: Row) => number
  /** Cells that a spreadsheet calculates, by column, counted from 0. */
  readonly formulas?: (row: Row, index: number) => Readonly<Record<number, Formula>> | undefined
  /** Above the table, and the name of its sheet. */
  readonly title?: string
  /** Shown in place of rows where there are none. */
  readonly empty?: string
}

/** A column without what takes its values from rows. */
export interface ReportCellColumn extends Omit<ReportColumn<never>, 'id' | 'kind' | 'value'> {
  readonly kind: ColumnKind
}

export interface ReportRow {
  readonly level: RowLevel
  readonly indent: number
  readonly cells: readonly CellValue[]
  readonly formulas?: Readonly<Record<number, Formula>>
}

/** A table whose cells have been taken from their rows: made by `reportTable`. */
export interface ReportTable {
  readonly title?: string
  readonly columns: readonly ReportCellColumn[]
  readonly rows: readonly ReportRow[]
  readonly empty: string
}

export interface Report {
  readonly title: string
  /** Under the title: whose, which period, as of when. */
  readonly subtitle?: readonly string[]
  /** The scope of the report (filters, currency) or its subject (a deal's particulars). Values are text. */
  readonly facts?: readonly { readonly label: string; readonly value: string }[]
  readonly tables: readonly ReportTable[]
  /** After the tables: what must be known to read them. */
  readonly notes?: readonly string[]
  /** Places to sign: 'Prepared by'. */
  readonly signatures?: readonly string[]
  /** Who prints. */
  readonly by: string
  /** Without its ending; default: the title and the subtitle's first line. */
  readonly fileName?: string
  /** A4 on its side or upright; default: upright where the widest table fits. */
  readonly orientation?: 'portrait' | 'landscape'
}

/** Takes the cells out of the rows, so that a report can hold tables of different rows. */
export function reportTable<Row>(options: TableOptions<Row>): ReportTable {
  const { columns, rows, level = () => 'row', indent = () => 0, title, empty = 'Nothing to show.' } = options
  return {
    ...(title === undefined ? {} : { title }),
    columns: columns.map(cellColumn),
    rows: rows.map((row, index) => {
      const formulas = options.formulas?.(row, index)
      return {
        level: level(row),
        indent: indent(row),
        cells: columns.map((column) => column.value(row)),
        ...(formulas === undefined ? {} : { formulas }),
      }
    }),
    empty,
  }
}

const OPTIONS = ['unit', 'decimals', 'signed', 'paper', 'oneLine', 'sheet'] as const

/** The options of a column for its cells, without those that only screens use. */
function cellColumn<Row>(column: ReportColumn<Row>): ReportCellColumn {
  const given = OPTIONS.flatMap((name) => (column[name] === undefined ? [] : [[name, column[name]]]))
  return { header: column.header, kind: column.kind ?? 'text', ...Object.fromEntries(given) }
}
