/** A report as pdfmake wants it described: pure, so that a test reads the layout without printing. */
import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { headerText, isNumeric } from './columns.ts'
import { formatMoment } from './dates.ts'
import { fitTable, INDENT, PADDING, PAGE, paddingBefore, type TableFit } from './pdf-columns.ts'
import { clean, type PrintableReport } from './printable.ts'
import type { ReportCellColumn, ReportRow, ReportTable } from './report.ts'

const INK = '#1d222b'
const QUIET = '#5b6370'
const LINE = '#d7dbe2'

interface Laid {
  table: ReportTable
  texts: string[][]
}

/**
 * The definition from which pdfmake makes the PDF. Everything is plain text: nothing of the data is read as
 * an address, an image or a style.
 */
export function definitionOf(report: PrintableReport, printedAt: string): TDocumentDefinitions {
  const laid = report.tables.map((table) => ({
    table,
    texts: table.rows.map((row) => row.cells.map(String)),
  }))
  const orientation = report.orientation ?? (laid.every(fitsUpright) ? 'portrait' : 'landscape')
  const width = orientation === 'portrait' ? PAGE.short : PAGE.long
  const running = [report.title, ...(report.subtitle ?? []).slice(0, 1)].map(clean).join(', ')
  return {
    pageSize: 'A4',
    pageOrientation: orientation,
    pageMargins: [PAGE.margin, PAGE.margin, PAGE.margin, 44],
    info: { title: running, creator: 'Equity Manager', producer: 'Equity Manager' },
    defaultStyle: { font: 'Roboto', fontSize: 9, color: INK, lineHeight: 1.15 },
    content: [
      ...headOf(report, printedAt, orientation === 'portrait' ? 2 : 3),
      ...laid.flatMap((one) => tableOf(one, fitTable(one.table, one.texts, width))),
      ...(report.notes ?? []).map((note) => ({
        text: clean(note),
        color: QUIET,
        margin: margins(0, 8, 0, 0),
      })),
      ...(report.signatures === undefined ? [] : [signaturesOf(report.signatures)]),
    ],
    footer: (page, pages) => ({
      margin: margins(PAGE.margin, 14, PAGE.margin, 0),
      fontSize: 7.5,
      color: QUIET,
      columns: [
        { text: running, width: '*' },
        { text: `Page ${page} of ${pages}`, width: 'auto', alignment: 'right' },
      ],
    }),
  }
}

const margins = (
  left: number,
  top: number,
  right: number,
  bottom: number,
): [number, number, number, number] => [left, top, right, bottom]

/** Upright where the letters need not be smaller than 8 points. */
function fitsUpright({ table, texts }: Laid): boolean {
  return fitTable(table, texts, PAGE.short).size >= 8
}

function headOf(report: PrintableReport, printedAt: string, across: number): Content[] {
  return [
    { text: clean(report.title), fontSize: 15, bold: true },
    ...(report.subtitle ?? []).map((line) => ({
      text: clean(line),
      fontSize: 10,
      margin: margins(0, 1, 0, 0),
    })),
    {
      text: clean(`Equity Manager, printed ${formatMoment(printedAt)} by ${report.by}`),
      fontSize: 7.5,
      color: QUIET,
      margin: margins(0, 3, 0, 8),
    },
    ...factsOf(report.facts ?? [], across),
  ]
}

/** Names and values side by side, `across` pairs in a line. */
function factsOf(facts: NonNullable<PrintableReport['facts']>, across: number): Content[] {
  if (facts.length === 0) return []
  const body: TableCell[][] = []
  for (let start = 0; start < facts.length; start += across) {
    const line: TableCell[] = []
    for (let at = start; at < start + across; at += 1) {
      const fact = facts[at]
      line.push(
        fact === undefined ? {} : { text: clean(fact.label), color: QUIET, noWrap: true },
        fact === undefined ? {} : { text: clean(fact.value), ...breaking(fact.value, 24) },
      )
    }
    body.push(line)
  }
  return [
    {
      table: { widths: Array.from({ length: across * 2 }, (_, at) => (at % 2 === 0 ? 'auto' : '*')), body },
      layout: {
        hLineWidth: () => 0,
        vLineWidth: () => 0,
        paddingLeft: (at) => (at % 2 === 0 && at > 0 ? 12 : at % 2 === 0 ? 0 : 6),
        paddingRight: () => 0,
        paddingTop: () => 1.5,
        paddingBottom: () => 1.5,
      },
      margin: margins(0, 0, 0, 8),
    },
  ]
}

/** A word longer than its line would run into its neighbour. */
function breaking(text: string, letters: number): { wordBreak?: 'break-all' } {
  return text.split(/\s+/).some((word) => word.length > letters) ? { wordBreak: 'break-all' } : {}
}

function tableOf({ table, texts }: Laid, fit: TableFit): Content[] {
  const count = table.columns.length
  const header: TableCell[] = table.columns.map((column) => ({
    text: headerText(column),
    bold: true,
    alignment: isNumeric(column) ? ('right' as const) : ('left' as const),
    verticalAlignment: 'bottom' as const,
  }))
  const body = table.rows.map((row, index) => rowOf(table, row, texts[index] ?? [], fit))
  if (body.length === 0) {
    const rest: TableCell[] = Array.from({ length: count - 1 }, () => ({}))
    body.push([{ text: clean(table.empty), colSpan: count, color: QUIET }, ...rest])
  }
  // A title is a row of the header: it stays with its table, and is said again on every page of it.
  const title: TableCell[][] =
    table.title === undefined
      ? []
      : [
          [
            {
              text: clean(table.title),
              colSpan: count,
              fontSize: 11,
              bold: true,
              margin: margins(0, 4, 0, 2),
            },
            ...Array.from({ length: count - 1 }, () => ({})),
          ],
        ]
  return [
    {
      fontSize: fit.size,
      table: {
        headerRows: title.length + 1,
        // Keeps a header from being alone at the foot of a page.
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths: [...fit.widths],
        body: [...title, header, ...body],
      },
      layout: linesOf(table, title.length),
      margin: margins(0, 0, 0, 10),
    },
  ]
}

function rowOf(table: ReportTable, row: ReportRow, texts: readonly string[], fit: TableFit): TableCell[] {
  const strong = row.level !== 'row'
  const cells: TableCell[] = []
  for (let at = 0; at < texts.length; at += 1) {
    const column = table.columns[at] as ReportCellColumn
    const text = texts[at] ?? ''
    // The words of a heading or a total take the empty cells after them.
    let span = 1
    if (strong && !isNumeric(column) && text !== '') {
      while (at + span < texts.length && texts[at + span] === '') span += 1
    }
    cells.push({
      text,
      ...(strong ? { bold: true } : {}),
      ...(span > 1 ? { colSpan: span } : {}),
      ...(isNumeric(column)
        ? { alignment: 'right' as const, noWrap: true }
        : column.oneLine
          ? { noWrap: true }
          : breaking(text, (fit.widths[at] ?? 60) / (fit.size * 0.6))),
      ...(at === 0 && row.indent > 0 ? { margin: margins(row.indent * INDENT * fit.size, 0, 0, 0) } : {}),
    })
    for (let covered = 1; covered < span; covered += 1) cells.push({})
    at += span - 1
  }
  return cells
}

/** Hairlines between rows, a line over sums as accountants draw it, a strong one under the header and the total. */
function linesOf(table: ReportTable, titles: number): CustomTableLayout {
  const level = (index: number) => table.rows[index - 1]?.level
  return {
    hLineWidth: (line, node) => {
      const index = line - titles
      if (index <= 0) return 0
      if (index === 1 || level(index - 1) === 'total') return 0.9
      if (level(index) === 'total' || level(index) === 'subtotal') return 0.7
      return line === node.table.body.length ? 0.5 : 0.35
    },
    hLineColor: (line) => {
      const index = line - titles
      const strong = index === 1 || ['total', 'subtotal'].includes(level(index) ?? '')
      return strong || level(index - 1) === 'total' ? INK : LINE
    },
    vLineWidth: () => 0,
    // The outer edges are aligned with the title's.
    paddingLeft: (at) => paddingBefore(table.columns, at),
    paddingRight: (at) => (at === table.columns.length - 1 ? 0 : PADDING),
    paddingTop: () => 2.2,
    paddingBottom: () => 1.8,
  }
}

function signaturesOf(names: readonly string[]): Content {
  return {
    unbreakable: true,
    margin: margins(0, 52, 0, 0),
    columnGap: 28,
    columns: names.map((name) => ({
      stack: [
        {
          canvas: [{ type: 'line' as const, x1: 0, y1: 0, x2: 140, y2: 0, lineWidth: 0.7, lineColor: QUIET }],
        },
        { text: clean(name), fontSize: 8, color: QUIET, margin: margins(0, 3, 0, 0) },
      ],
    })),
  }
}
