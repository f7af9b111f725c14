import { type CellValue, type ColumnKind, decimalsOf, isNumeric } from '@em/paper/columns'
import { sumOf } from '@em/paper/sums'
import type { ReactNode } from 'react'
import { formatDate, formatMoment } from '../../lib/dates.ts'
import { formatNumber, numeralOf } from '../../lib/numerals.ts'

export { type CellValue, type ColumnKind, decimalsOf, isNumeric, sumOf }

export interface Column<Row> {
  /** Stable: the user's widths, order and hidden columns are kept under it. */
  readonly id: string
  readonly header: string
  /** Default `text`. */
  readonly kind?: ColumnKind
  /** The value itself: sorted, searched, copied, exported, and shown unless `cell` is given. */
  readonly value: (row: Row) => CellValue
  /** Shown instead of the formatted value. */
  readonly cell?: (row: Row) => ReactNode
  /** After the header, quiet: LKR, %, shares. */
  readonly unit?: string
  /** Digits after the point, where not those of the kind (money 2, price 4, quantity 0, percent 2). */
  readonly decimals?: number
  /** Gain colour and plus sign above zero. */
  readonly signed?: boolean
  /** 12,34,567 in place of 1,234,567, where the specification says so. */
  readonly grouping?: 'en-IN'
  /** Starting width in pixels. */
  readonly width?: number
  /** As narrow as a text may become where room is short; else its header's width, and most of its own. */
  readonly least?: number
  /** A column of boxes to tick: its header is read out and not shown. */
  readonly untitled?: boolean
  /** A text whose end distinguishes it (a deal number): the column is as wide as the longest, and does not shrink. */
  readonly whole?: boolean
  /** On a phone a text that is longer than its column goes on in the next line; elsewhere it is cut. */
  readonly wrap?: boolean
  /** Not shown until the user asks for it. */
  readonly hidden?: boolean
  /** On a phone: shown or not until the user says otherwise, in place of `hidden`. */
  readonly phone?: boolean
  readonly sortable?: boolean
  /** The totals row has its sum, or the answer of the function for the rows shown. */
  readonly total?: 'sum' | ((rows: readonly Row[]) => ReactNode)
  /** The header's tooltip: what the column means. */
  readonly hint?: string
}

/** Widths of columns are given for 12 px at each side of a cell; it has 8. */
const MARGIN_LESS = 8

export function widthOf(column: { kind?: ColumnKind; width?: number }): number {
  if (column.width !== undefined) return column.width - MARGIN_LESS
  if (isNumeric(column)) return 128
  return column.kind === 'date' ? 104 : column.kind === 'moment' ? 142 : column.kind === 'boolean' ? 84 : 172
}

/** A letter of a cell, of a header and of its unit, in pixels, with the space around them; figures have one width. */
const DIGIT_PX = 7.7
const LETTER_PX = 7.1
const CELL_PX = 18
const SORT_PX = 18
/** Letters up to which a column grows with its texts. */
const WHOLE_MAX = 40
/** A text column stays wide enough to distinguish most texts: so many pixels, and this part of its width. */
const TEXT_LEAST = 100
const TEXT_PART = 0.7

/**
 * The width at which a column of figures cuts none of them, its sum included, nor its header: a figure whose end is
 * missing is another figure. So is a number of a deal (`whole`). Other columns keep theirs.
 */
export function fittingWidth<Row>(column: Column<Row>, rows: readonly Row[]): number {
  const width = widthOf(column)
  if (column.whole === true) {
    const letters = rows.reduce((most, row) => Math.max(most, readable(column, row).length), 0)
    return Math.ceil(Math.max(width, Math.min(letters, WHOLE_MAX) * DIGIT_PX + CELL_PX))
  }
  if (!isNumeric(column)) return width
  let longest = column.total === 'sum' ? readLength(column, sumOf(rows.map((row) => column.value(row)))) : 0
  for (const row of rows) longest = Math.max(longest, readLength(column, column.value(row)))
  return Math.ceil(Math.max(width, longest * DIGIT_PX + CELL_PX, headerWidth(column)))
}

/** The width of a header: its words and its unit in two lines, broken where that is narrowest, with the arrow of a sort. */
function headerWidth({
  header,
  unit = '',
  sortable,
}: Pick<Column<never>, 'header' | 'unit' | 'sortable'>): number {
  const words = `${header} ${unit}`.trim().split(' ')
  const broken = words.map((_, index) =>
    Math.max(words.slice(0, index + 1).join(' ').length, words.slice(index + 1).join(' ').length),
  )
  return Math.min(...broken) * LETTER_PX + CELL_PX + (sortable === false ? 0 : SORT_PX)
}

/** As narrow as a column may become where room is short: texts give way, never behind their header. */
export function leastWidthOf(
  column: Pick<Column<never>, 'header' | 'kind' | 'least' | 'sortable' | 'unit' | 'whole' | 'width'>,
): number {
  if ((column.kind ?? 'text') !== 'text' || column.whole === true) return Number.POSITIVE_INFINITY
  if (column.least !== undefined) return column.least
  return Math.ceil(Math.max(headerWidth(column), TEXT_LEAST, widthOf(column) * TEXT_PART))
}

/** Letters of a figure as it is shown, counted rather than formatted: there may be 100,000 of them. */
function readLength(column: { decimals?: number; kind?: ColumnKind }, value: CellValue): number {
  const numeral = numeralOf(value as number | string | null)
  if (numeral === null) return 1
  const whole = (/e/i.test(numeral) ? Number(numeral).toFixed(0) : numeral).split('.')[0] ?? ''
  const digits = whole.replace('-', '').length
  const decimals = decimalsOf(column)
  return (
    digits +
    Math.floor((digits - 1) / 3) +
    (decimals === 0 ? 0 : decimals + 1) +
    (whole.startsWith('-') ? 1 : 0)
  )
}

/** The value as people read it: what search looks in. */
export function readable<Row>(column: Column<Row>, row: Row): string {
  const value = column.value(row)
  if (value === null || value === undefined || value === '') return ''
  if (isNumeric(column)) return formatNumber(value as number | string, { decimals: decimalsOf(column) })
  switch (column.kind) {
    case 'date':
      return formatDate(String(value))
    case 'moment':
      return formatMoment(String(value))
    case 'boolean':
      return value === true ? 'Yes' : 'No'
    default:
      return String(value)
  }
}

/** A row's cells as people read them, in lower case; made once for each row. */
export function searchText<Row>(columns: readonly Column<Row>[]): (row: Row) => string {
  const known = new WeakMap<object, string>()
  return (row) => {
    let text = known.get(row as object)
    if (text === undefined) {
      text = columns
        .map((column) => readable(column, row))
        .join('\n')
        .toLowerCase()
      known.set(row as object, text)
    }
    return text
  }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Orders two values of a column; absent ones come last upwards. */
export function compareValues(column: { kind?: ColumnKind }, a: CellValue, b: CellValue): number {
  const left = absent(a)
  const right = absent(b)
  if (left || right) return Number(left) - Number(right)
  if (isNumeric(column)) return Number(a) - Number(b)
  if (typeof a === 'boolean' || typeof b === 'boolean') return Number(b) - Number(a)
  return collator.compare(String(a), String(b))
}

function absent(value: CellValue): boolean {
  return value === null || value === undefined || value === ''
}
