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

async function sheetOf({ bytes, sheet }: FileAsked, format: 'csv' | 'xlsx' | 'pdf'): Promise<Sheet> {
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
    warnings.push(`${read.problems.length} rows cannot be read and are left out.`)
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
