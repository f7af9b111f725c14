import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { FORMULA_SIGNS } from '@em/core/values/inert-text'
import { readXlsx } from 'hucre/xlsx'
import type { ContentTable } from 'pdfmake/interfaces'
import { expect, it } from 'vitest'
import { printable } from './paper.ts'
import { PDF_MAX_ROWS, toPdf } from './pdf.ts'
import { fitTable, PAGE } from './pdf-columns.ts'
import { definitionOf } from './pdf-layout.ts'
import { makePdf } from './pdf-make.ts'
import {
  fileNameOf,
  type Report,
  type ReportColumn,
  type RowLevel,
  reportTable,
  sumFormula,
} from './report.ts'
import { reportXlsx } from './xlsx.ts'

interface Line {
  level: RowLevel
  code: string
  name: string
  closing: string | null
  date: string
}
const line = (code: string, name: string, closing: string | null, level: RowLevel = 'row'): Line => ({
  code,
  name,
  closing,
  level,
  date: '2026-01-31',
})
const columns: ReportColumn<Line>[] = [
  { header: 'Code', value: (row: Line) => row.code },
  { header: 'Account', value: (row) => row.name },
  { header: 'Date', kind: 'date', value: (row) => (row.level === 'row' ? row.date : null) },
  { header: 'Closing', unit: 'LKR', kind: 'money', value: (row) => row.closing },
]
const reportOf = (rows: Line[]): Report => ({
  title: 'Trial Balance',
  subtitle: ['01 Jan 2026 to 31 Jan 2026', 'All portfolios'],
  facts: [{ label: 'Currency', value: 'LKR' }],
  by: 'Nimal Perera',
  tables: [
    reportTable({
      columns,
      rows,
      level: (row) => row.level,
      indent: (row) => (row.level === 'row' ? 1 : 0),
    }),
  ],
})
const rows = [
  line('Assets', '', null, 'heading'),
  line('1100', '=HYPERLINK("http://x")', '-1234567.5'),
  line('1200', 'Cash at bank', '99.005'),
  line('Total Assets', '', '-1234468.50', 'total'),
]

/** The letters as they lie in the package: tests have no server to ask. */
const readFont = async (address: string) => {
  const name = address.split('/').at(-1) ?? ''
  const file = await readFile(createRequire(import.meta.url).resolve(`pdfmake/fonts/Roboto/${name}`))
  return new Uint8Array(file).buffer
}
const pdfOf = (lines: Line[]) => makePdf(printable(reportOf(lines)), '2026-02-01T04:30:00Z', readFont)
const pagesIn = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length

it('lays a report out: figures right on one line, words of sums over the empty cells, header repeated', () => {
  const definition = definitionOf(printable(reportOf(rows)), '2026-02-01T04:30:00Z')
  expect(JSON.stringify(definition.content)).toContain(
    'Equity Manager, printed 01 Feb 2026 10:00 by Nimal Perera',
  )
  expect(definition.pageOrientation).toBe('portrait')
  const { table } = (definition.content as ContentTable[]).findLast((part) => 'table' in part) as ContentTable
  expect(table.headerRows).toBe(1)
  expect(table.body[0]?.map((cell) => (cell as { text: string }).text)).toEqual([
    'Code',
    'Account',
    'Date',
    'Closing (LKR)',
  ])
  expect(table.body[2]?.[3]).toMatchObject({ text: '\u22121,234,567.50', alignment: 'right', noWrap: true })
  expect(table.body[3]?.[3]).toMatchObject({ text: '99.01' })
  expect(table.body[3]?.[2]).toMatchObject({ text: '31 Jan 2026' })
  expect(table.body[4]).toMatchObject([
    { text: 'Total Assets', bold: true, colSpan: 3 },
    {},
    {},
    { text: '\u22121,234,468.50', bold: true },
  ])
  const footer = definition.footer as (page: number, pages: number) => unknown
  expect(JSON.stringify(footer(2, 7))).toContain('Page 2 of 7')
})

it('keeps the title of a table with it: as a row of its header, on every page', () => {
  const titled = reportOf(rows).tables.map((table) => ({ ...table, title: 'By account' }))
  const definition = definitionOf(printable({ ...reportOf(rows), tables: titled }), '2026-02-01')
  const { table } = (definition.content as ContentTable[]).findLast((part) => 'table' in part) as ContentTable
  expect(table.headerRows).toBe(2)
  expect(table.keepWithHeaderRows).toBe(1)
  expect(table.body[0]?.[0]).toMatchObject({ text: 'By account', colSpan: 4 })
  expect(table.body[1]?.[0]).toMatchObject({ text: 'Code' })
})

it('gives broad letters their room, and a period in a header more than a word a line', () => {
  const text = (value: string) => ({ header: '', value: () => value })
  const crowded = reportTable({
    columns: [text('Manual'), ...Array.from({ length: 9 }, () => text('a text that wraps when it must'))],
    rows: [1],
  })
  const texts = [crowded.rows[0]?.cells.map(String) ?? []]
  const fit = fitTable(crowded, texts, PAGE.short)
  // Roboto sets "Manual" 3.31 times as wide as its size.
  expect((fit.widths[0] ?? 0) / fit.size).toBeGreaterThan(3.31)

  const money = { header: '01 Jan 2026 to 22 Nov 2026', unit: 'LKR', kind: 'money' as const, value: () => 1 }
  const alone = reportTable({ columns: [text('Total income'), money], rows: [1] })
  const { widths, size } = fitTable(alone, [['Total income', '1.00']], PAGE.short)
  expect((widths[1] ?? 0) / size).toBeGreaterThan(10)
})

it('turns the page for a table that is too wide', () => {
  const column = { header: 'Amount', kind: 'money' as const, value: () => '123456789.00' }
  const wide = reportTable({ columns: Array.from({ length: 9 }, () => column), rows: [1] })
  expect(definitionOf(printable({ ...reportOf([]), tables: [wide] }), '2026-02-01').pageOrientation).toBe(
    'landscape',
  )
})

it('makes a PDF with as many pages as it needs, and none of 10,001 rows', async () => {
  const short = await pdfOf(rows)
  expect(Buffer.from(short.subarray(0, 5)).toString()).toBe('%PDF-')
  expect(pagesIn(short)).toBe(1)
  const many = Array.from({ length: 200 }, (_, at) => line(String(at), 'Account', '1.00'))
  expect(pagesIn(await pdfOf(many))).toBeGreaterThan(3)
  const all = Array.from({ length: PDF_MAX_ROWS + 1 }, () => line('1', 'x', '1'))
  await expect(toPdf(reportOf(all))).rejects.toThrow(
    'A PDF takes up to 10,000 lines, this report has 10,001.',
  )
})

it('says that a table is empty, on paper and in the sheet', async () => {
  expect(JSON.stringify(definitionOf(printable(reportOf([])), '2026-02-01').content)).toContain(
    'Nothing to show.',
  )
  expect(pagesIn(await pdfOf([]))).toBe(1)
  const book = await readXlsx(await reportXlsx(reportOf([])))
  expect(book.sheets[0]?.rows.at(-1)?.[0]).toBe('Nothing to show.')
})

it('exports the same report to Excel: real numbers and dates, sums bold, text that stays text', async () => {
  const report = reportOf(rows)
  const book = await readXlsx(await reportXlsx({ ...report, tables: [...report.tables, ...report.tables] }), {
    readStyles: true,
  })
  expect(book.sheets.map((sheet) => sheet.name)).toEqual(['Trial Balance', 'Trial Balance 2'])
  const sheet = book.sheets[0]
  expect(sheet?.rows.slice(0, 4).map((row) => row.filter((cell) => cell !== null))).toEqual([
    ['Trial Balance'],
    ['01 Jan 2026 to 31 Jan 2026'],
    ['All portfolios'],
    ['Currency', 'LKR'],
  ])
  const header = sheet?.rows.findIndex((row) => row[0] === 'Code') ?? -1
  expect(sheet?.rows[header]).toEqual(['Code', 'Account', 'Date', 'Closing (LKR)'])
  expect(sheet?.rows[header + 2]).toEqual([
    '    1100',
    '=HYPERLINK("http://x")',
    new Date('2026-01-31T00:00:00Z'),
    -1234567.5,
  ])
  expect(sheet?.cells?.get(`${header + 4},3`)?.style?.font?.bold).toBe(true)
  for (const cell of sheet?.cells?.values() ?? []) expect(cell.formula).toBeUndefined()
})

it('names the file by letters every system takes', () => {
  expect(fileNameOf({ title: 'Ledger: A/B', subtitle: ['as of\t"today"'] })).toBe('Ledger A B as of today')
  expect(fileNameOf({ title: 'x', fileName: '../..' })).toBe('Report')
})

it('keeps text that starts with any sign of a formula as text in a workbook', async () => {
  const texts = FORMULA_SIGNS.filter((sign) => sign > ' ').map((sign) => `${sign}SUM(A1)`)
  const report = { ...reportOf(texts.map((text) => line(text, text, null))), notes: texts }
  const [sheet] = (await readXlsx(await reportXlsx(report))).sheets
  const written = sheet?.rows.flat().map((value) => String(value).trim())
  for (const text of texts) expect(written?.filter((value) => value === text)).toHaveLength(3)
  for (const cell of sheet?.cells?.values() ?? []) expect(cell.formula).toBeUndefined()
})

it('has sums that a spreadsheet calculates, in the table and from another one', async () => {
  const lines = [line('1', 'One', '10.25'), line('2', "Two's", '4.50'), line('', 'Sum', '14.75', 'total')]
  const closing = columns.length - 1
  const first = reportTable({
    columns,
    rows: lines,
    level: (row) => row.level,
    title: "Fund's lines",
    formulas: (row, place) =>
      row.level === 'total' ? { [closing]: sumFormula(closing, 0, place - 1) } : undefined,
  })
  const second = reportTable({
    columns,
    rows: [line('', 'The same', '14.75')],
    title: 'Check',
    formulas: () => ({ [closing]: (at) => at.cell(2, closing, 0) }),
  })
  const report = { ...reportOf([]), tables: [first, second] }
  const { sheets } = await readXlsx(await reportXlsx(report))
  const header = sheets[0]?.rows.findIndex((row) => row[0] === 'Code') ?? -1
  const [row, column] = [header + 2, String.fromCharCode(65 + closing)]
  const cell = (sheet: number, at: number) => sheets[sheet]?.cells?.get(`${at},${closing}`)
  expect(cell(0, header + 3)).toMatchObject({
    formula: `SUM(${column}${row}:${column}${row + 1})`,
    formulaResult: 14.75,
  })
  expect(cell(1, header + 1)).toMatchObject({
    formula: `'Fund''s lines'!${column}${row + 2}`,
    formulaResult: 14.75,
  })
  // Paper has the results, and nothing that a worker could not be given.
  expect(structuredClone(printable(report).tables[0]?.rows.at(-1)?.cells.at(-1))).toBe('14.75')
  expect(JSON.stringify(printable(report))).not.toContain('SUM')
  structuredClone(printable(report))
})
