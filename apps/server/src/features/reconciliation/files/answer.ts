/** A statement as its reading answers it. */
import type {
  ReadLine,
  StatementMapping,
  StatementReading,
} from '@em/contract/reconciliation/reconciliation-statements'
import { rupees } from '@em/core/values/money'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import type { BalanceAsked } from './balance-sign.ts'
import { type AccountStatement, type Line } from './statement.ts'

export interface FileAsked extends BalanceAsked {
  readonly bytes: Uint8Array
  readonly fileName: string
  readonly sheet: string | null
  readonly part: string | null
  readonly mapping: StatementMapping | null
  /** The mapping of the account's last table. */
  readonly remembered: StatementMapping | null
}

/** Problems that an answer lists; all are counted. */
const PROBLEMS_MAX = 1_000
/** Characters that are kept of a line's description. */
const DESCRIPTION_MAX = 500

const rupeesOrNull = (cents: bigint | null) => (cents === null ? null : rupees(cents))

/** A reading of nothing: what a format does not know stays as it is here. */
export const EMPTY: Omit<StatementReading, 'fileName' | 'format'> = {
  table: null,
  mapping: null,
  mappingFrom: null,
  questions: [],
  parts: [],
  part: null,
  account: null,
  currency: null,
  from: null,
  to: null,
  openingBalance: null,
  closingBalance: null,
  balanceIs: 'in',
  balanceFrom: 'asked',
  totals: { lines: 0, debit: 0, credit: 0 },
  warnings: [],
  problems: [],
  problemCount: 0,
  lines: [],
}

/** @throws FileRefusal `statement.currency` for another currency than the books'. */
export function answered(statement: AccountStatement) {
  const { currency, opening, closing, lines, problems } = statement
  if (currency !== null && currency !== 'LKR' && currency !== 'RS') {
    throw new FileRefusal('statement.currency', { currency })
  }
  const debit = lines.reduce((sum, line) => sum + line.debit, 0n)
  const credit = lines.reduce((sum, line) => sum + line.credit, 0n)
  const warnings = [...statement.warnings]
  if (opening !== null && closing !== null && opening + debit - credit !== closing) {
    warnings.push(
      'Opening balance plus lines does not equal the closing balance. Lines are missing or were misread.',
    )
  }
  const cut = lines.filter((line) => (line.description?.length ?? 0) >= DESCRIPTION_MAX - 1).length
  if (cut > 0) {
    warnings.push(
      `${cut === 1 ? '1 description fills' : `${cut} descriptions fill`} all ${DESCRIPTION_MAX} characters: the rest of the text is not imported.`,
    )
  }
  if (problems.length > 0) {
    warnings.push(
      `${problems.length === 1 ? '1 row is' : `${problems.length.toLocaleString('en')} rows are`} left out.`,
    )
  }
  const dates = lines.map((line) => line.date).toSorted()
  return {
    account: statement.account,
    currency,
    from: dates[0] ?? null,
    to: dates.at(-1) ?? null,
    openingBalance: rupeesOrNull(opening),
    closingBalance: rupeesOrNull(closing),
    totals: { lines: lines.length, debit: rupees(debit), credit: rupees(credit) },
    warnings,
    problems: problems.slice(0, PROBLEMS_MAX),
    problemCount: problems.length,
    lines: lines.map(forAnswer),
  }
}

const forAnswer = (line: Line): ReadLine => ({
  ...line,
  debit: rupees(line.debit),
  credit: rupees(line.credit),
  balance: rupeesOrNull(line.balance),
})
