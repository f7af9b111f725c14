import { FORMULA_SIGNS } from '@em/core/values/inert-text'
import { reportXlsx as xlsxAt } from '@em/paper/files/workbook'
import { PDF_MAX_ROWS, printable } from '@em/paper/printable'
import { type Report, reportTable, sumFormula } from '@em/paper/report'
import { columns, line, reportOf, rows } from '@em/paper/testing'
import { readXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { fileNameOf } from './file-name.ts'
import { toPdf } from './pdf.ts'

const reportXlsx = (report: Report) => xlsxAt(report, '2026-02-01T04:00:00.000Z')

it('makes no PDF of 10,001 rows', async () => {
  const all = Array.from({ length: PDF_MAX_ROWS + 1 }, () => line('1', 'x', '1'))
  await expect(toPdf(reportOf(all))).rejects.toThrow(
    'A PDF takes up to 10,000 lines, this report has 10,001.',
  )
})

it('says in the sheet that a table is empty', async () => {
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
    formulas: (row, index) =>
      row.level === 'total' ? { [closing]: sumFormula(closing, 0, index - 1) } : undefined,
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
