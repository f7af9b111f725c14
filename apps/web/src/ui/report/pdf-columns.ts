/** How wide the columns of a printed table are, and how large its letters: by what stands in them. */
import { isNumeric } from '../grid/columns.ts'
import { headerText } from '../grid/copy.ts'
import type { ReportCellColumn, ReportTable } from './report.ts'

/** In parts of the letters' size: digits all have one width, letters are narrower than that on average. */
const DIGIT = 0.565
const LETTER = 0.53
const BOLD_LETTER = 0.58
/** Left and right of a cell's text, in points each. */
export const PADDING = 3.5
/** A row under a heading stands so far to the right, in parts of the letters' size. */
export const INDENT = 1.2
const SIZES = [9, 8.5, 8, 7.5, 7, 6.5, 6]
/** A4, in points, and the margin at each side. */
export const PAGE = { short: 595.28, long: 841.89, margin: 36 }

interface Need {
  /** So wide, in parts of the letters' size, that no word is cut. */
  least: number
  /** So wide that nothing wraps. */
  whole: number
  stretches: boolean
}

/** A table's text as it will stand on paper: per row, per column. */
type Texts = readonly (readonly string[])[]

function needOf(column: ReportCellColumn, table: ReportTable, texts: Texts, at: number): Need {
  const heading = headerText(column).split(' ')
  const header = Math.max(...heading.map((word) => word.length)) * BOLD_LETTER
  let longest = 0
  let word = 0
  let indent = 0
  for (const [index, row] of texts.entries()) {
    // The words of headings and sums lie over the cells after them.
    if (!isNumeric(column) && table.rows[index]?.level !== 'row') continue
    const text = row[at] ?? ''
    longest = Math.max(longest, text.length)
    if (column.kind === 'text') for (const part of text.split(/\s+/)) word = Math.max(word, part.length)
    if (at === 0) indent = Math.max(indent, (table.rows[index]?.indent ?? 0) * INDENT)
  }
  const fixed = isNumeric(column) || column.kind !== 'text'
  if (fixed) {
    const width = Math.max(longest * DIGIT + indent, header)
    return { least: width, whole: width, stretches: false }
  }
  // A word of more than 20 letters is cut rather than given the page.
  const least = Math.max(Math.min(word, 20) * BOLD_LETTER, Math.min(longest, 10) * LETTER, header) + indent
  return { least, whole: Math.max(least, Math.min(longest, 60) * BOLD_LETTER + indent), stretches: true }
}

export interface TableFit {
  readonly size: number
  /** In points, without the padding. */
  readonly widths: readonly number[]
}

/** The widest letters at which every column keeps its figures on one line; the smallest where none does. */
export function fitTable(table: ReportTable, texts: Texts, pageWidth: number): TableFit {
  const { columns } = table
  const needs = columns.map((column, at) => needOf(column, table, texts, at))
  const room = pageWidth - 2 * PAGE.margin - columns.length * 2 * PADDING
  const least = needs.reduce((sum, need) => sum + need.least, 0)
  const size = SIZES.find((one) => least * one <= room) ?? (SIZES.at(-1) as number)
  let spare = Math.max(0, room - least * size)
  const wish = needs.reduce((sum, need) => sum + (need.whole - need.least) * size, 0)
  const share = wish === 0 ? 0 : Math.min(1, spare / wish)
  const widths = needs.map((need) => (need.least + (need.whole - need.least) * share) * size)
  spare -= wish * share
  // The rest goes to the texts, or to all where there are none: a table is as wide as its page.
  const takers = needs.some((need) => need.stretches)
    ? needs.map((need) => need.stretches)
    : needs.map(() => true)
  const each = spare / Math.max(1, takers.filter(Boolean).length)
  const taken = widths.reduce((sum, width) => sum + width, 0)
  const shrink = taken > room ? room / taken : 1
  return { size, widths: widths.map((width, at) => width * shrink + (takers[at] === true ? each : 0)) }
}
