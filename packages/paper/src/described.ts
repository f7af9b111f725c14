/** A table described by its columns and the parts that its rows fall into: rows under headings, sums under rows. */
import type { CellValue } from './columns.ts'
import {
  type Formula,
  type NamedColumn,
  type ReportTable,
  type RowLevel,
  reportTable,
  type SheetAddresses,
  sumFormula,
} from './report.ts'
import { sumOf } from './sums.ts'

/** A row, or a sum with its values by the ids of columns. */
interface Of<Row> {
  readonly row?: Row
  readonly sum?: Readonly<Record<string, unknown>>
}

/** The formula of a cell in a workbook: `cell` names another one of the same line. */
type LineFormula = (cell: (id: string) => string, at: SheetAddresses) => string

export interface DescribedColumn<Row> extends NamedColumn<Row> {
  /** The value in a sum: the sum of the rows under it, or a value of its own; blank if left out. */
  readonly sums?: 'added' | 'own'
  /** Its formula in a workbook; for a sum, only where it is not added up. */
  readonly formula?: (of: Of<Row>) => LineFormula | undefined
}

/** A column of amounts in rupees whose sums are added up. */
export const addedAmount = <Row>(
  id: string,
  header: string,
  value: (row: Row) => CellValue,
  more: Partial<DescribedColumn<Row>> = {},
): DescribedColumn<Row> => ({ id, header, unit: 'LKR', kind: 'money', value, sums: 'added', ...more })

/** Of rows alone: their sums are added up. */
export const ofRow =
  (formula: LineFormula) =>
  <Row>({ row }: Of<Row>): LineFormula | undefined =>
    row === undefined ? undefined : formula

/**
 * The columns of a list as paper has them: in the order of `headers`, which are by the ids of columns, each with what
 * paper says of it otherwise. Paper names the currency once, so that amounts have no unit; gains have no plus sign.
 */
export const paperColumns = <Row>(
  listed: readonly (NamedColumn<Row> & { readonly total?: unknown })[],
  headers: Readonly<Record<string, string | (Partial<DescribedColumn<Row>> & { readonly header: string })>>,
): DescribedColumn<Row>[] =>
  Object.entries(headers).map(([id, said]) => {
    const more = typeof said === 'string' ? { header: said } : said
    const column = { ...listed.find((one) => one.id === id), ...more }
    const { kind = 'text', decimals, total, value } = column
    if (value === undefined) throw new Error(`The list has no column ${id}.`)
    const sums = kind === 'money' || total === 'sum' ? 'added' : 'own'
    return { id, kind, sums, ...(decimals !== undefined && { decimals }), ...more, value }
  })

export interface Sum {
  readonly text: string
  /** By the ids of columns; where left out, what the rows add up to, and no sum where there are none. */
  readonly values?: object
}

/** A part of a table: its heading, its rows or parts of its own, and their sum. */
export interface Part<Row> {
  readonly heading?: string
  readonly rows?: readonly Row[]
  readonly parts?: readonly Part<Row>[]
  readonly sum?: Sum
}

/** Rows under the words of their kinds, in the order of the words, each kind with what it adds up to. */
export const partsBy = <Row, Kind extends string>(
  rows: readonly Row[],
  words: Readonly<Record<Kind, string>>,
  kindOf: (row: Row) => Kind,
): Part<Row>[] =>
  Object.entries<string>(words).flatMap(([kind, heading]) => {
    const own = rows.filter((row) => kindOf(row) === kind)
    return own.length === 0 ? [] : [{ heading, rows: own, sum: { text: `Total ${heading.toLowerCase()}` } }]
  })

export interface Described<Row> {
  readonly title?: string
  readonly columns: readonly DescribedColumn<Row>[]
  readonly parts: readonly Part<Row>[]
  readonly total?: Sum
  /** The column that has the headings and the names of sums; the first where it is left out. */
  readonly words?: string
  /** A workbook calculates the sums. */
  readonly calculates?: boolean
  /** Rows are at the left edge, under headings too. */
  readonly flat?: boolean
  readonly empty?: string
}

interface Line<Row> extends Of<Row> {
  readonly level: RowLevel
  readonly indent: number
  readonly text?: string
  /** Of a sum: the lines that it adds, as a range of rows or as sums of parts. */
  readonly adds?: { readonly rows?: readonly [from: number, to: number]; readonly sums?: readonly number[] }
}

/** The table. Its total, where it has one, is its last row. */
export function describedTable<Row>(described: Described<Row>): ReportTable {
  const { columns, title, empty, calculates = false } = described
  const words = described.words ?? columns[0]?.id
  const lines = linesOf(described)
  const indexes = new Map(columns.map(({ id }, index) => [id, index]))
  const formulasOf = (line: Line<Row>, own: number): Record<number, Formula> =>
    Object.fromEntries(
      columns.flatMap((column, index): [number, Formula][] => {
        const added = calculates && column.sums === 'added' ? addedFormula(line, index) : undefined
        if (added !== undefined) return [[index, added]]
        if (line.level === 'heading' || (line.row === undefined && column.sums === undefined)) return []
        const formula = column.formula?.(line)
        if (formula === undefined) return []
        return [[index, (at) => formula((id) => at.cell(own, indexes.get(id) ?? 0), at)]]
      }),
    )
  return reportTable<Line<Row>>({
    columns: columns.map((column) => ({ ...column, value: (line) => valueOf(column, words, line) })),
    rows: lines,
    level: ({ level }) => level,
    indent: ({ indent }) => indent,
    formulas: (line, own) => {
      const formulas = formulasOf(line, own)
      return Object.keys(formulas).length === 0 ? undefined : formulas
    },
    ...(title !== undefined && { title }),
    ...(empty !== undefined && { empty }),
  })
}

function valueOf<Row>(
  column: DescribedColumn<Row>,
  words: string | undefined,
  { row, sum, text }: Line<Row>,
): CellValue {
  if (row !== undefined) return column.value(row)
  if (column.id === words) return text
  return column.sums === undefined ? null : (sum?.[column.id] as CellValue)
}

function addedFormula<Row>({ adds }: Line<Row>, index: number): Formula | undefined {
  if (adds?.rows !== undefined) return sumFormula(index, ...adds.rows)
  const sums = adds?.sums ?? []
  return sums.length === 0 ? undefined : (at) => sums.map((row) => at.cell(row, index)).join('+')
}

/** The exact sums of rows, by the ids of columns. */
const addedUp = <Row>(columns: readonly DescribedColumn<Row>[], rows: readonly Row[]): object =>
  Object.fromEntries(
    columns.flatMap(({ id, sums, value }) => (sums === 'added' ? [[id, sumOf(rows.map(value))]] : [])),
  )
const rowsOf = <Row>({ rows = [], parts = [] }: Part<Row>): readonly Row[] => [
  ...rows,
  ...parts.flatMap(rowsOf),
]

function linesOf<Row>({ columns, parts, total, flat = false }: Described<Row>): Line<Row>[] {
  const lines: Line<Row>[] = []
  const putSum = (
    level: RowLevel,
    indent: number,
    { text, values }: Sum,
    of: Part<Row>,
    adds: Line<Row>['adds'],
  ): number =>
    lines.push({
      level,
      indent,
      text,
      sum: { ...(values ?? addedUp(columns, rowsOf(of))) },
      ...(adds && { adds }),
    }) - 1
  /** Puts the lines of a part and answers what a sum over it adds. */
  const put = (part: Part<Row>, depth: number): NonNullable<Line<Row>['adds']> => {
    const { heading, rows = [], sum } = part
    if (heading !== undefined) lines.push({ level: 'heading', indent: flat ? 0 : depth, text: heading })
    const under = heading === undefined || flat ? depth : depth + 1
    const first = lines.length
    for (const row of rows) lines.push({ level: 'row', indent: under, row })
    const sums = (part.parts ?? []).flatMap((one) => put(one, under).sums ?? [])
    const adds = rows.length > 0 ? { rows: [first, first + rows.length - 1] as const } : { sums }
    return sum === undefined ? adds : { sums: [putSum('subtotal', depth, sum, part, adds)] }
  }
  const added = parts.map((part) => put(part, 0))
  if (total !== undefined && (total.values !== undefined || rowsOf({ parts }).length > 0)) {
    const [only] = added
    const isOne = added.length === 1 && only?.rows !== undefined
    putSum('total', 0, total, { parts }, isOne ? only : { sums: added.flatMap(({ sums }) => sums ?? []) })
  }
  return lines
}
