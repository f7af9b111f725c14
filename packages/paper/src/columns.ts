/** The kinds of a report's columns, and how their values are written. */

export type CellValue = string | number | boolean | null | undefined

/** How a column's values are shown, sorted, copied and exported. */
export type ColumnKind =
  | 'text'
  | 'money'
  | 'price'
  | 'quantity'
  | 'percent'
  | 'number'
  | 'date'
  | 'moment'
  | 'boolean'

const NUMERIC = new Set<ColumnKind>(['money', 'price', 'quantity', 'percent', 'number'])

export function isNumeric(column: { kind?: ColumnKind }): boolean {
  return NUMERIC.has(column.kind ?? 'text')
}

/** Digits after the point that a column shows. */
export function decimalsOf(column: { kind?: ColumnKind; decimals?: number }): number {
  if (column.decimals !== undefined) return column.decimals
  return column.kind === 'price' ? 4 : column.kind === 'quantity' ? 0 : 2
}

/** `Gross value (LKR)` */
export function headerText(column: { header: string; unit?: string }): string {
  return column.unit === undefined ? column.header : `${column.header} (${column.unit})`
}
