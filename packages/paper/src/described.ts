/** A table described by its columns and the parts that its rows fall into: rows under headings, sums under rows. */
import type { CellValue } from './columns.ts'
import {
  type Formula,
  type NamedColumn,
  type ReportTable,
  type RowLevel,
  reportTable,
  type SheetPlaces,
  sumFormula,
} from './report.ts'

/** A row, or a sum with its values by the ids of columns. */
interface Of<Row> {
  readonly row?: Row
  readonly sum?: Readonly<Record<string, unknown>>
}

/** What a workbook calculates a cell by: `cell` names another one of the same line. */
type LineFormula = (cell: (id: string) => string, at: SheetPlaces) => string

export interface DescribedColumn<Row> extends NamedColumn<Row> {
  /** What a sum has in it: what the rows under it add up to, or a value of its own; nothing where it says neither. */
  readonly sums?: 'added' | 'own'
  /** What a workbook calculates it by; of a sum where it is not added up. */
  readonly formula?: (of: Of<Row>) => LineFormula | undefined
}

/** Of rows alone: their sums are added up. */
export const ofRow =
  (formula: LineFormula) =>
  ({ row }: Of<unknown>): LineFormula | undefined =>
    row === undefined ? undefined : formula

export interface Sum {
  readonly text: string
  /** By the ids of columns. */
  readonly values: object
}

/** A part of a table: its heading, its rows or parts of its own, and their sum. */
export interface Part<Row> {
  readonly heading?: string
  readonly rows?: readonly Row[]
  readonly parts?: readonly Part<Row>[]
  readonly sum?: Sum
}

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
  const places = new Map(columns.map(({ id }, place) => [id, place]))
  const formulasOf = (line: Line<Row>, own: number): Record<number, Formula> =>
    Object.fromEntries(
      columns.flatMap((column, place): [number, Formula][] => {
        const added = calculates && column.sums === 'added' ? addedFormula(line, place) : undefined
        if (added !== undefined) return [[place, added]]
        if (line.level === 'heading' || (line.row === undefined && column.sums === undefined)) return []
        const formula = column.formula?.(line)
        if (formula === undefined) return []
        return [[place, (at) => formula((id) => at.cell(own, places.get(id) ?? 0), at)]]
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

function addedFormula<Row>({ adds }: Line<Row>, place: number): Formula | undefined {
  if (adds?.rows !== undefined) return sumFormula(place, ...adds.rows)
  const sums = adds?.sums ?? []
  return sums.length === 0 ? undefined : (at) => sums.map((row) => at.cell(row, place)).join('+')
}

function linesOf<Row>({ parts, total, flat = false }: Described<Row>): Line<Row>[] {
  const lines: Line<Row>[] = []
  const putSum = (level: RowLevel, indent: number, { text, values }: Sum, adds: Line<Row>['adds']): number =>
    lines.push({ level, indent, text, sum: { ...values }, ...(adds && { adds }) }) - 1
  /** Puts the lines of a part and answers what a sum over it adds. */
  const put = (part: Part<Row>, depth: number): NonNullable<Line<Row>['adds']> => {
    const { heading, rows = [], sum } = part
    if (heading !== undefined) lines.push({ level: 'heading', indent: flat ? 0 : depth, text: heading })
    const under = heading === undefined || flat ? depth : depth + 1
    const first = lines.length
    for (const row of rows) lines.push({ level: 'row', indent: under, row })
    const sums = (part.parts ?? []).flatMap((one) => put(one, under).sums ?? [])
    const adds = rows.length > 0 ? { rows: [first, first + rows.length - 1] as const } : { sums }
    return sum === undefined ? adds : { sums: [putSum('subtotal', depth, sum, adds)] }
  }
  const added = parts.map((part) => put(part, 0))
  if (total !== undefined) {
    const [only] = added
    const isOne = added.length === 1 && only?.rows !== undefined
    putSum('total', 0, total, isOne ? only : { sums: added.flatMap(({ sums }) => sums ?? []) })
  }
  return lines
}
