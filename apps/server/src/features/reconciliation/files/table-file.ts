/** .csv, .xlsx and .pdf: a table whose columns a person, or their headers, explain. */
import type {
  StatementMapping,
  StatementReading,
} from '@em/contract/reconciliation/reconciliation-statements'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { textOf } from '../../../sheets/cells.ts'
import {
  type CellProblem,
  openWorkbook,
  readDelimited,
  readSheetTable,
  type Workbook,
} from '../../../sheets/sheet-tables.ts'
import { shiftedCells } from '../../../sheets/shifted.ts'
import { answered, EMPTY, type FileAsked } from './answer.ts'
import { type Sheet, suggestedMapping, type Table, tableForAnswer, tableOf } from './table.ts'
import { readTable } from './table-lines.ts'
import { accountTables } from './table-titles.ts'

/** @throws FileRefusal. */
export async function readTableFile(
  asked: FileAsked,
  format: 'csv' | 'xlsx' | 'pdf',
): Promise<StatementReading> {
  return tableReading(asked, await sheetOf(asked, format))
}

/** Sheets of a workbook that are looked at for the one with the table. */
const SHEETS_SEARCHED = 8

async function sheetOf(asked: FileAsked, format: 'csv' | 'xlsx' | 'pdf'): Promise<Sheet> {
  if (format === 'pdf') {
    const { readPdf } = await import('./pdf.ts')
    return readPdf(asked.bytes)
  }
  try {
    if (format === 'csv') return { ...readDelimited(asked.bytes), format }
    return await workbookSheet(asked, await openWorkbook(asked.bytes))
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error
    throw error.code === 'file.kind' ? new FileRefusal('statement.kind') : error
  }
}

async function workbookSheet(asked: FileAsked, workbook: Workbook): Promise<Sheet> {
  const first: Sheet = { ...(await readSheetTable(workbook, asked.sheet)), format: 'xlsx' }
  if (asked.sheet !== null || canBeRead(asked, first)) return first
  // Banks put a summary before the transactions.
  for (const name of first.sheets.slice(0, SHEETS_SEARCHED)) {
    if (name === first.sheet) continue
    // One that cannot be read, for its merged cells as for its size, is not the one that is looked for.
    const other = await readSheetTable(workbook, name).catch((error: unknown) => {
      if (error instanceof FileRefusal) return undefined
      throw error
    })
    if (other !== undefined && canBeRead(asked, { ...other, format: 'xlsx' })) {
      return { ...other, format: 'xlsx' }
    }
  }
  return first
}

/** Whether it holds a table whose columns are known. */
function canBeRead({ remembered }: FileAsked, sheet: Sheet): boolean {
  try {
    const table = tableOf(sheet)
    return (
      suggestedMapping(table) !== null || (remembered !== null && namesColumns(remembered, table.headers))
    )
  } catch (error) {
    if (error instanceof FileRefusal) return false
    throw error
  }
}

function tableReading(asked: FileAsked, sheet: Sheet): StatementReading {
  const all = tableOf(sheet)
  const tables = accountTables(all)
  const parts = tables.map(({ account, table }, index) => ({
    key: `${index + 1} ${account ?? ''}`.trim(),
    account,
    currency: null,
    lines: table.body.length,
  }))
  const base = {
    ...EMPTY,
    fileName: asked.fileName,
    format: sheet.format,
    table: tableForAnswer(sheet, all),
    ...(parts.length > 1 ? { parts } : {}),
  }
  const chosen = parts.length === 1 ? 0 : parts.findIndex(({ key }) => key === asked.part)
  const whole = tables[chosen]?.table
  if (whole === undefined) {
    return {
      ...base,
      questions: [
        {
          field: 'part',
          message: 'The file contains several accounts. Choose one.',
          choices: parts.map(({ key }) => key),
        },
      ],
    }
  }
  const fits = asked.remembered !== null && namesColumns(asked.remembered, whole.headers)
  const mapping = asked.mapping ?? (fits ? asked.remembered : null) ?? suggestedMapping(whole)
  const used = new Set(
    Object.values(mapping?.columns ?? {}).map((header) => whole.headers.indexOf(header ?? '')),
  )
  const faulty = new Map(
    [
      ...shiftedCells(whole.heading, whole.body, used),
      ...sheet.problems.filter(({ line }) => line > whole.headerLine),
    ].map((problem) => [problem.line, problem]),
  )
  const leftOut = whole.body.flatMap(({ line }) => (faulty.has(line) ? [line] : []))
  const table = { ...whole, body: whole.body.filter(({ line }) => !faulty.has(line)), leftOut }
  if (mapping === null) {
    const choices = [...table.headers]
    return {
      ...base,
      questions: [
        { field: 'date', message: 'Which column holds the date?', choices },
        {
          field: 'amount',
          message: 'Which column holds the amount, or money in and money out?',
          choices,
        },
      ],
    }
  }
  const read = readTable(table, mapping, { ...asked, isChosen: asked.mapping !== null })
  const problems = [...rowProblems([...faulty.values()], whole), ...read.statement.problems]
  const answer = answered({ ...read.statement, problems })
  const warnings = [...answer.warnings]
  if (sheet.format === 'pdf') {
    warnings.unshift('The lines were read from a PDF. Please compare them with the document.')
  }
  return {
    ...base,
    ...answer,
    ...(parts.length > 1 ? { part: parts[chosen]?.key ?? null } : {}),
    ...read.taken,
    warnings,
    mapping: read.mapping,
    mappingFrom: asked.mapping !== null ? 'sent' : fits ? 'remembered' : 'suggested',
    questions: [...read.questions],
  }
}

/** A cell that cannot be used as it is is a fault of its row. */
function rowProblems(
  problems: readonly CellProblem[],
  { headers, body }: Table,
): StatementReading['problems'] {
  const rows = new Map(body.map((row) => [row.line, row]))
  return problems.map(({ line, column, message }) => {
    const value = textOf(rows.get(line)?.cells[column]).slice(0, 200)
    return { line, field: headers[column] ?? '', message, value: value || null }
  })
}

function namesColumns({ columns }: StatementMapping, headers: readonly string[]): boolean {
  return Object.values(columns).every((header) => header === null || headers.includes(header))
}
