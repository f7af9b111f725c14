/** The reader of CDS statements: runs in a reader process. */
import type { CdsColumns } from '@em/contract/books/cds-comparison'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import {
  isZip,
  openWorkbook,
  readDelimited,
  readSheetTable,
  type Table,
} from '../../../sheets/sheet-tables.ts'
import { type StatementTable, statementIn } from './statement-table.ts'

export interface StatementAsked {
  readonly fileName: string
  readonly sheet: string | null
  readonly columns: CdsColumns | null
}
export interface StatementRead extends StatementTable {
  readonly kind: 'csv' | 'xlsx'
  readonly sheet: string | null
  readonly sheets: readonly string[]
}

/** Sheets looked into for the table: it may stand behind a cover. */
const SHEETS_TRIED = 10

/** @throws FileRefusal. */
export async function read(bytes: Uint8Array, asked: StatementAsked): Promise<StatementRead> {
  if (!isZip(bytes)) return statementOf(readDelimited(bytes), asked)
  const workbook = await openWorkbook(bytes)
  const first = await readSheetTable(workbook, asked.sheet)
  const read = attempt(first, asked)
  if (asked.sheet !== null || (!(read instanceof FileRefusal) && read.missing.length === 0))
    return orThrow(read)
  for (const name of workbook.sheets.slice(0, SHEETS_TRIED)) {
    if (name === first.sheet) continue
    const other = await workbook.read(name).then(
      (table) => attempt(table, asked),
      (error: unknown) => {
        if (error instanceof FileRefusal) return error
        throw error
      },
    )
    if (!(other instanceof FileRefusal) && other.missing.length === 0) return other
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

function statementOf(table: Table, { fileName, columns }: StatementAsked): StatementRead {
  const { kind, sheet, sheets } = table
  return {
    kind,
    sheet,
    sheets,
    ...statementIn(table.lines, { fileName, chosen: columns, cellProblems: table.problems }),
  }
}
