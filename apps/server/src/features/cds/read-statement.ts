/** Reads an uploaded CDS statement and finds its accounts and securities. */
import type { CdsColumns, CdsProblem, CdsReading } from '@em/contract/cds/cds-comparison'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import { readCdsNumber } from '@em/core/cds/account-number'
import type { Queryable } from '../../platform/database/database.ts'
import type { FileReaders } from '../../platform/file-readers/pool.ts'
import { accountById, accountsByNumber } from './accounts/accounts.queries.ts'
import type { StatementRead } from './files/statement-reader.ts'
import type { ReadBalance } from './files/statement-table.ts'

const SCRIPT = new URL('./files/statement-reader.ts', import.meta.url)

export interface StatementFile extends FileAnswers {
  readonly fileName: string
  /** Base64. */
  readonly data: string
  readonly sheet?: string | null | undefined
  readonly columns?: CdsColumns | undefined
  /** The account of lines that name none. */
  readonly account?: number | null | undefined
  /** The day that a person said. */
  readonly statementDate?: string | null | undefined
}
export interface KnownBalance extends ReadBalance {
  readonly accountId: number
}
export interface Statement extends Omit<CdsReading, 'sample' | 'rows'> {
  readonly lines: readonly KnownBalance[]
  readonly read: readonly ReadBalance[]
}

/** How many lines a preview shows. */
const SAMPLE = 50
const PROBLEMS_MAX = 1_000

/** @throws Refusal `file.kind` (415), `file.too-large`, `file.unreadable`, `file.date-order`, `file.decimal-mark` and the like; `server.busy` when many files are read already. */
export async function readStatement(
  { database, readers }: { readonly database: Queryable; readonly readers: FileReaders },
  who: number,
  { data, fileName, sheet, columns, account, ...more }: StatementFile,
): Promise<Statement> {
  const { dateOrder, decimalMark, statementDate = null } = more
  const asked = {
    fileName,
    sheet: sheet ?? null,
    columns: columns ?? null,
    dateOrder,
    decimalMark,
    statementDate,
  }
  const parts = await readers.read({ script: SCRIPT, asked, data, who })
  const { rows, problems, problemCount, ...table } = JSON.parse(
    Buffer.concat(parts).toString(),
  ) as StatementRead
  const chosen = account == null ? null : await accountById(database, account)
  const { lines, unknown } = await withAccounts(database, rows, chosen)
  return {
    ...table,
    fileName,
    headers: [...table.headers],
    missing: [...table.missing],
    sheets: [...table.sheets],
    problems: [...problems, ...unknown].toSorted((a, b) => a.line - b.line).slice(0, PROBLEMS_MAX),
    problemCount: problemCount + unknown.length,
    lines,
    read: rows,
  }
}

/** The part that a person is shown. */
export function readingOf(whole: Statement): CdsReading {
  const { lines: _, read, ...statement } = whole
  return { ...statement, rows: read.length, sample: read.slice(0, SAMPLE).map((row) => ({ ...row })) }
}

async function withAccounts(
  db: Queryable,
  rows: readonly ReadBalance[],
  chosen: { readonly id: number; readonly account: string } | null,
): Promise<{ lines: KnownBalance[]; unknown: CdsProblem[] }> {
  const numbers = [...new Set(rows.map(({ account }) => account))].flatMap((account) => {
    const number = account === null ? null : readCdsNumber(account)
    return number === null ? [] : [number]
  })
  const ids = await accountsByNumber(db, numbers)
  const lines: KnownBalance[] = []
  const unknown: CdsProblem[] = []
  const lineOf = new Map<string, number>()
  for (const row of rows) {
    const number = row.account ?? chosen?.account ?? null
    const accountId = number === chosen?.account ? chosen?.id : ids.get(number ?? '')
    const problem = (message: string) =>
      unknown.push({ line: row.line, field: 'CDS account', message, value: row.account })
    if (number === null) problem('There is no CDS account. Choose the account of the statement.')
    else if (accountId === undefined) problem(`${number} is not in CDS Accounts.`)
    else {
      const key = `${accountId} ${row.symbol}`
      const earlier = lineOf.get(key)
      if (earlier !== undefined) problem(`${row.symbol} of this account stands in line ${earlier} already.`)
      else lines.push({ ...row, accountId })
      lineOf.set(key, row.line)
    }
  }
  return { lines, unknown }
}
