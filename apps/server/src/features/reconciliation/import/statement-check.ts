/** What a statement says of itself is checked before its lines are kept: it continues the last one, it adds up, and it is of the account. */
import type { StatementImport } from '@em/contract/reconciliation/reconciliation-statements'
import { dayInWords } from '@em/core/values/date-texts'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import type { Transaction } from '../../../platform/database/database.ts'
import { centsOrNull } from '../lines/figures.ts'
import { openLinesSource, type Reconciliation } from '../lines/reconciliations.queries.ts'

export interface Warning {
  readonly code: string
  readonly message: string
}

const shown = (amount: bigint) => formatDecimal(amount, MONEY_SCALE, { grouping: true })

/** The warnings of a statement: its opening balance against the closing one before it, opening and lines against closing, and its account. */
export async function checkStatement(
  tx: Transaction,
  one: Reconciliation,
  sent: StatementImport,
  today: string,
): Promise<Warning[]> {
  const warnings: Warning[] = []
  const { openingBalance: opening, closingBalance: closing } = sent
  if (opening !== null) {
    const source = await openLinesSource(tx, one, today)
    const [previous] = await tx.query<{ closing: string; to_date: string }>(
      `SELECT closing, to_date FROM reconciliation_statements
        WHERE reconciliation_id = $1 AND closing IS NOT NULL AND to_date <= $2 ORDER BY to_date DESC, id DESC LIMIT 1`,
      [one.id, sent.lines.map((line) => line.date).toSorted()[0]],
    )
    const before = source.pendingBefore.at(-1) ?? source.last
    const last = centsOrNull(previous?.closing ?? before?.external_closing ?? null)
    const until = previous?.to_date ?? before?.end_date
    if (until !== undefined && last !== null && last !== opening) {
      warnings.push({
        code: 'opening-not-continued',
        message: `The statement opens with ${shown(opening)}; the one until ${dayInWords(until)} closed with ${shown(last)}.`,
      })
    }
  }
  if (opening !== null && closing !== null) {
    const sum = sent.lines.reduce((total, line) => total + (line.debit ?? 0n) - (line.credit ?? 0n), opening)
    if (sum !== closing) {
      warnings.push({
        code: 'does-not-add-up',
        message: `Opening balance plus lines is ${shown(sum)}, but the closing balance is ${shown(closing)}.`,
      })
    }
  }
  const digits = (text: string) => text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  const number = one.settlementAccount?.account_number
  if (sent.account !== null && number !== undefined && !digits(sent.account).includes(digits(number))) {
    warnings.push({
      code: 'other-account',
      message: `The statement is of account ${sent.account}; this is account ${number}.`,
    })
  }
  return warnings
}
