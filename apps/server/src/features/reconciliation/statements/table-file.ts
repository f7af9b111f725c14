/** .csv, .xlsx and .pdf: a table whose columns a person, or their headers, explain. */
import type { StatementMapping, StatementReading } from '@em/contract/books/reconciliation-statements'
import { readDelimited, readSheetTable, SheetRefusal } from '../../batches/sheet-tables.queries.ts'
import { answered, EMPTY, type FileAsked } from './answer.ts'
import { StatementRefusal } from './statement.ts'
import { type Sheet, suggestedMapping, tableForAnswer, tableOf } from './table.ts'
import { readTable } from './table-lines.ts'

const PROBLEMS_MAX = 1_000

/** @throws StatementRefusal. */
export async function readTableFile(
  asked: FileAsked,
  format: 'csv' | 'xlsx' | 'pdf',
): Promise<StatementReading> {
  return tableReading(asked, await sheetOf(asked, format))
}

/** Sheets of a workbook that are looked at for the one with the table. */
const SHEETS_LOOKED_AT = 8

async function sheetOf(asked: FileAsked, format: 'csv' | 'xlsx' | 'pdf'): Promise<Sheet> {
  const first = await readSheet(asked, format)
  if (format !== 'xlsx' || asked.sheet !== null || canBeRead(asked, first)) return first
  // Banks put a summary before the transactions.
  for (const name of first.sheets.slice(0, SHEETS_LOOKED_AT)) {
    if (name === first.sheet) continue
    // One that cannot be read, for its merged cells as for its size, is not the one that is looked for.
    const other = await readSheet({ ...asked, sheet: name }, format).catch((error: unknown) => {
      if (error instanceof StatementRefusal) return undefined
      throw error
    })
    if (other !== undefined && canBeRead(asked, other)) return other
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
    if (error instanceof StatementRefusal) return false
    throw error
  }
}

async function readSheet({ bytes, sheet }: FileAsked, format: 'csv' | 'xlsx' | 'pdf'): Promise<Sheet> {
  if (format === 'pdf') {
    const { readPdf } = await import('./pdf.ts')
    return readPdf(bytes)
  }
  try {
    const read = format === 'xlsx' ? await readSheetTable(bytes, sheet) : readDelimited(bytes)
    return { ...read, format }
  } catch (error) {
    if (!(error instanceof SheetRefusal)) throw error
    throw error.code === 'file.kind' || error.code === 'file.other-kind'
      ? new StatementRefusal('statement.kind')
      : new StatementRefusal(error.code, error.facts)
  }
}

function tableReading(asked: FileAsked, sheet: Sheet): StatementReading {
  const table = tableOf(sheet)
  const base = {
    ...EMPTY,
    fileName: asked.fileName,
    format: sheet.format,
    table: tableForAnswer(sheet, table),
  }
  const fits = asked.remembered !== null && namesColumns(asked.remembered, table.headers)
  const mapping = asked.mapping ?? (fits ? asked.remembered : null) ?? suggestedMapping(table)
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
  const read = readTable(table, mapping)
  const answer = answered(read.statement)
  const warnings = [...answer.warnings]
  if (sheet.format === 'pdf') {
    warnings.unshift('Read from the text of a PDF: please compare the lines with the paper.')
  }
  if (read.problems.length > 0) {
    const count = read.problems.length
    warnings.push(
      `${count === 1 ? '1 row' : `${count} rows`} cannot be read and ${count === 1 ? 'is' : 'are'} left out.`,
    )
  }
  return {
    ...base,
    ...answer,
    warnings,
    mapping,
    mappingFrom: asked.mapping !== null ? 'sent' : fits ? 'remembered' : 'suggested',
    questions: [...read.questions],
    problems: read.problems.slice(0, PROBLEMS_MAX),
    problemCount: read.problems.length,
  }
}

function namesColumns({ columns }: StatementMapping, headers: readonly string[]): boolean {
  return Object.values(columns).every((header) => header === null || headers.includes(header))
}
