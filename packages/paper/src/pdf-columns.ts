/** The widths of the columns of a printed table and the size of its letters, by their contents. */
import { headerText, isNumeric } from './columns.ts'
import type { ReportCellColumn, ReportTable } from './report.ts'

/** Widths of letters in parts of their size, rather more than less: broad ones, capitals, narrow signs, the others, and bold ones. */
const BROAD = 0.9
const CAPITAL = 0.715
const NARROW = 0.28
const OTHER = 0.575
const BOLD = 1.05
/** A word of more letters is cut rather than given the page; a text of more does not ask for more room. */
const WORD_MAX = 20
const TEXT_MAX = 60

function widthOf(text: string): number {
  const broad = text.match(/[@mMW]/g)?.length ?? 0
  const capitals = text.match(/[A-LN-VX-Z%&w]/g)?.length ?? 0
  const narrow = text.match(/[ .,:;|'ijl-]/g)?.length ?? 0
  const others = text.length - broad - capitals - narrow
  return broad * BROAD + capitals * CAPITAL + narrow * NARROW + others * OTHER
}

/** Left and right of a cell's text, in points each. */
export const PADDING = 3.5
/** Extra space before a text column that follows a figures column: the figures end where the text begins. */
const AFTER_FIGURES = 5
export const paddingBefore = (columns: readonly ReportCellColumn[], at: number): number => {
  const [before, own] = [columns[at - 1], columns[at]]
  if (before === undefined || own === undefined) return 0
  return isNumeric(before) && !isNumeric(own) ? PADDING + AFTER_FIGURES : PADDING
}
/** The indent of a row under a heading, in parts of the letters' size. */
export const INDENT = 1.2
const SIZES = [9, 8.5, 8, 7.5, 7, 6.5, 6]
/** Texts have this share of what they want beyond the least before the letters shrink, down to a readable size. */
const EASY = 0.6
const READABLE = 7
/** A4, in points, and the margin at each side. */
export const PAGE = { short: 595.28, long: 841.89, margin: 36 }

interface Need {
  /** So wide, in parts of the letters' size, that no word is cut. */
  least: number
  /** So wide that nothing wraps; a header may, once. */
  whole: number
  stretches: boolean
}

/** A table's text as printed: per row, per column. */
type Texts = readonly (readonly string[])[]

function needOf(column: ReportCellColumn, table: ReportTable, texts: Texts, at: number): Need {
  const words = (text: string) => text.split(/\s+/).map((word) => word.slice(0, WORD_MAX))
  const widest = (all: readonly string[]) => all.reduce((most, one) => Math.max(most, widthOf(one)), 0)
  const header = widest(words(headerText(column))) * BOLD
  let longest = 0
  let word = 0
  let indent = 0
  for (const [index, row] of texts.entries()) {
    // The words of headings and sums lie over the cells after them.
    if (!isNumeric(column) && table.rows[index]?.level !== 'row') continue
    const text = row[at] ?? ''
    longest = Math.max(longest, widthOf(column.oneLine ? text : text.slice(0, TEXT_MAX)))
    if (column.kind === 'text') word = Math.max(word, widest(words(text)))
    if (at === 0) indent = Math.max(indent, (table.rows[index]?.indent ?? 0) * INDENT)
  }
  if (column.kind !== 'text') {
    const width = Math.max(longest * BOLD + indent, header)
    // Otherwise a period in a header would take five lines next to an empty half of the page.
    const half = (widthOf(headerText(column)) * BOLD) / 2 + header / 2
    return { least: width, whole: Math.max(width, half), stretches: false }
  }
  if (column.oneLine) {
    const width = Math.max(longest, header) + indent
    return { least: width, whole: width, stretches: false }
  }
  const least = Math.max(word, Math.min(longest, 5), header) + indent
  return { least, whole: Math.max(least, longest + indent), stretches: true }
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
  const padding = columns.reduce(
    (sum, _, at) => sum + paddingBefore(columns, at) + (at < columns.length - 1 ? PADDING : 0),
    0,
  )
  const room = pageWidth - 2 * PAGE.margin - padding
  const least = needs.reduce((sum, need) => sum + need.least, 0)
  const easy = needs.reduce(
    (sum, need) => sum + need.least + (need.stretches ? (need.whole - need.least) * EASY : 0),
    0,
  )
  // Somewhat smaller letters rather than texts of three lines.
  const size =
    SIZES.find((one) => one >= READABLE && easy * one <= room) ??
    SIZES.find((one) => one <= READABLE && least * one <= room) ??
    (SIZES.at(-1) as number)
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
