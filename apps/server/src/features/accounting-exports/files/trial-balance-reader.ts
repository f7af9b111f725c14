/** Reads a trial balance of an outside ledger from a CSV file or a workbook: runs in a reader process. */
import { OUTSIDE_LINES_MAX } from '@em/contract/accounting-exports/accounting-exports'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import type { DecimalMark } from '@em/core/sheets/decimal-mark'
import { readFigure } from '@em/core/sheets/figures'
import { MONEY_SCALE, parseDecimal } from '@em/core/values/decimal'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { isBlank, isTotalText, textOf, textsIn } from '../../../sheets/cells.ts'
import { fieldFinder, firstColumns, headingRow, repeats, type TableKind } from '../../../sheets/headings.ts'
import type { Line } from '../../../sheets/sheet.ts'
import { isZip, openWorkbook, readDelimited, readSheetTable } from '../../../sheets/sheet-tables.ts'
import { decimalMarkIn } from '../../../sheets/writing.ts'

type Field = 'account' | 'name' | 'debit' | 'credit' | 'balance'
const TRIAL_BALANCE: TableKind<Field> = {
  names: {
    account: ['accountcode', 'accountno', 'accountnumber', 'glcode', 'ledgercode', 'code', 'acno', 'no'],
    name: [
      'accountname',
      'account',
      'ledger',
      'ledgername',
      'name',
      'glaccount',
      'particulars',
      'description',
    ],
    debit: ['debit', 'debits', 'dr', 'debitbalance', 'closingdebit', 'debityeartodate', 'debitytd'],
    credit: ['credit', 'credits', 'cr', 'creditbalance', 'closingcredit', 'credityeartodate', 'creditytd'],
    balance: ['balance', 'netbalance', 'closingbalance', 'amount', 'net', 'total'],
  },
  isHeading: (fields) =>
    (fields.has('account') || fields.has('name')) &&
    (fields.has('balance') || (fields.has('debit') && fields.has('credit'))),
}
const fieldOf = fieldFinder(TRIAL_BALANCE)

export interface TrialBalanceAsked extends FileAnswers {
  readonly sheet: string | null
}
export interface OutsideLine {
  /** The possible names of the line: its code, its name. */
  readonly names: readonly string[]
  /** Debits less credits, in cents, as a numeral. */
  readonly amount: string
}

const SENDER = 'outside ledger'

/** @throws FileRefusal `file.unreadable` where no row names an account and amounts, and for a cell that is no amount. */
export async function read(bytes: Uint8Array, asked: TrialBalanceAsked): Promise<OutsideLine[]> {
  const table = isZip(bytes)
    ? await readSheetTable(await openWorkbook(bytes), asked.sheet)
    : readDelimited(bytes)
  const lines = table.lines.filter(({ cells }) => cells.some((cell) => !isBlank(cell)))
  const header = headingRow(lines, TRIAL_BALANCE, fieldOf)
  if (header === undefined)
    throw unreadable('no line of it names columns such as Account, Debit and Credit, or Account and Balance.')
  const body = lines.filter((row) => row.line > header.line && !repeats(header, row))
  if (body.length > OUTSIDE_LINES_MAX)
    throw new FileRefusal('file.too-many', { limit: `${OUTSIDE_LINES_MAX.toLocaleString('en')} lines` })
  const [problem] = table.problems.filter(({ line }) => line > header.line)
  if (problem !== undefined) throw unreadable(`line ${problem.line}: ${problem.message}`)
  const columns = firstColumns(header, fieldOf)
  const amounts = (['debit', 'credit', 'balance'] as const).flatMap((field) => columns[field] ?? [])
  const mark = decimalMarkIn(textsIn(body, amounts), { answers: asked, sender: SENDER })
  return body.flatMap((line) => lineOf(line, columns, mark))
}

const unreadable = (reason: string) => new FileRefusal('file.unreadable', { reason })

function lineOf(line: Line, columns: Partial<Record<Field, number>>, mark: DecimalMark): OutsideLine[] {
  const text = (field: Field) => {
    const column = columns[field]
    return column === undefined ? '' : textOf(line.cells[column]).trim()
  }
  const names = [text('account'), text('name')].filter((name) => name !== '')
  if (names.length === 0 || names.some(isTotalText)) return []
  const cents = (field: Field) => centsOf(line, columns[field], mark)
  const both = columns.debit !== undefined && columns.credit !== undefined
  const [debit, credit, balance] = [cents('debit'), cents('credit'), cents('balance')]
  // A heading of a group has no amount at all.
  if (debit === null && credit === null && balance === null) return []
  const amount = both ? (debit ?? 0n) - (credit ?? 0n) : (balance ?? 0n)
  return [{ names, amount: String(amount) }]
}

/** Null for a blank cell; a figure with CR behind it is a credit. */
function centsOf({ line, cells }: Line, column: number | undefined, mark: DecimalMark): bigint | null {
  if (column === undefined) return null
  const cell = cells[column] ?? null
  const figure = readFigure(textOf(cell), typeof cell === 'number' ? '.' : mark)
  if (figure === 'blank') return null
  const read = parseDecimal(figure === 'wrong' || figure.isPercent ? '' : figure.numeral, MONEY_SCALE)
  if (figure === 'wrong' || !read.ok)
    throw unreadable(`line ${line}: “${textOf(cell).slice(0, 40)}” is no amount.`)
  return figure.side === 'in' ? -read.units : read.units
}
