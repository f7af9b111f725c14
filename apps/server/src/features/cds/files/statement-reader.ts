/** The reader of CDS statements: runs in a reader process. */
import type { CdsColumns } from '@em/contract/cds/cds-comparison'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import {
  isZip,
  openWorkbook,
  readDelimited,
  readSheetTable,
  type Table,
} from '../../../sheets/sheet-tables.ts'
import { isQuestion } from '../../../sheets/writing.ts'
import { type StatementTable, statementIn } from './statement-table.ts'

export interface StatementAsked extends FileAnswers {
  readonly fileName: string
  readonly sheet: string | null
  readonly columns: CdsColumns | null
  /** The day that a person said. */
  readonly statementDate?: string | null
}
export interface StatementRead extends StatementTable {
  readonly kind: 'csv' | 'xlsx'
  readonly sheet: string | null
  readonly sheets: readonly string[]
}

/** Sheets searched for the table: it may come after a cover. */
const SHEETS_TRIED = 10

/** @throws FileRefusal. */
export async function read(bytes: Uint8Array, asked: StatementAsked): Promise<StatementRead> {
  if (!isZip(bytes)) return statementOf(readDelimited(bytes), asked)
  const workbook = await openWorkbook(bytes)
  const first = await readSheetTable(workbook, asked.sheet)
  const read = attempt(first, asked)
  const isFound = read instanceof FileRefusal ? isQuestion(read) : read.missing.length === 0
  if (asked.sheet !== null || isFound) return orThrow(read)
  for (const name of workbook.sheets.slice(0, SHEETS_TRIED)) {
    if (name === first.sheet) continue
    const other = await workbook.read(name).then(
      (table) => attempt(table, asked),
      (error: unknown) => {
        if (error instanceof FileRefusal) return error
        throw error
      },
    )
    const isOther = other instanceof FileRefusal ? isQuestion(other) : other.missing.length === 0
    if (isOther) return orThrow(other)
  }
  return orThrow(read)
}

function attempt(table: Table, asked: StatementAsked): StatementRead | FileRefusal {
  try {
    return statementOf(table, asked)
  } catch (error) {
    if (error instanceof FileRefusal) return error
    throw error
  }
}

function orThrow(read: StatementRead | FileRefusal): StatementRead {
  if (read instanceof FileRefusal) throw read
  return read
}

function statementOf(table: Table, { columns, ...asked }: StatementAsked): StatementRead {
  const { kind, sheet, sheets } = table
  return {
    kind,
    sheet,
    sheets,
    ...statementIn(table.lines, { ...asked, chosen: columns, cellProblems: table.problems }),
  }
}
