import type { ContentTable } from 'pdfmake/interfaces.js'
import { expect, it } from 'vitest'
import { installedFont } from './installed-fonts.ts'
import { fitTable, PAGE } from './pdf-columns.ts'
import { definitionOf } from './pdf-layout.ts'
import { makePdf } from './pdf-make.ts'
import { printable } from './printable.ts'
import { reportTable } from './report.ts'
import { type Line, line, reportOf, rows } from './testing.ts'

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

const pdfOf = (lines: Line[]) => makePdf(printable(reportOf(lines)), '2026-02-01T04:30:00Z', installedFont)
const pagesIn = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length

it('makes a PDF with as many pages as it needs, and one that says that a table is empty', async () => {
  const short = await pdfOf(rows)
  expect(Buffer.from(short.subarray(0, 5)).toString()).toBe('%PDF-')
  expect(pagesIn(short)).toBe(1)
  const many = Array.from({ length: 200 }, (_, at) => line(String(at), 'Account', '1.00'))
  expect(pagesIn(await pdfOf(many))).toBeGreaterThan(3)
  expect(JSON.stringify(definitionOf(printable(reportOf([])), '2026-02-01').content)).toContain(
    'Nothing to show.',
  )
  expect(pagesIn(await pdfOf([]))).toBe(1)
})
