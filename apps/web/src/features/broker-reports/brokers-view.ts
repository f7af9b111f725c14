/** A broker's statement as the broker sees us: a debit, and a balance above zero, is what we owe him. */
import {
  type BalanceSide,
  type StatementMapping,
  type StatementReading,
  statementMapping,
} from '@em/contract/reconciliation/reconciliation-statements'
import { recall, remember } from '../../lib/remember.ts'

/** The reader negates a statement to our ledger’s view (money out is a credit); this negates it back. */
export function inBrokersView(reading: StatementReading): StatementReading {
  const negated = (balance: number | null) => (balance === null ? null : 0 - balance)
  return {
    ...reading,
    openingBalance: negated(reading.openingBalance),
    closingBalance: negated(reading.closingBalance),
    totals: { ...reading.totals, debit: reading.totals.credit, credit: reading.totals.debit },
    lines: reading.lines.map((line) => ({
      ...line,
      debit: line.credit,
      credit: line.debit,
      balance: negated(line.balance),
    })),
  }
}

/** How balances above zero can be meant, by what the reader calls it. */
export const STATED_AS: Readonly<Record<BalanceSide, string>> = {
  in: 'Positive when the broker owes us',
  out: 'Positive when we owe the broker',
}

const nameOf = (broker: string) => `broker-statement-balances.${broker.trim().toLowerCase()}`

/** The meaning of a positive balance in this broker's last statement; null where no user has chosen it. */
export function recalledSide(broker: string): BalanceSide | null {
  const stored = recall<unknown>(nameOf(broker), null)
  return stored === 'in' || stored === 'out' ? stored : null
}
export const rememberSide = (broker: string, side: BalanceSide) => remember(nameOf(broker), side)

const columnsOf = (broker: string) => `broker-statement-columns.${broker.trim().toLowerCase()}`

/** By which columns this broker's last statement was read; null where none was, or it needs no columns. */
export function recalledColumns(broker: string): StatementMapping | null {
  const stored = statementMapping.safeParse(recall<unknown>(columnsOf(broker), null))
  return stored.success ? stored.data : null
}
export const rememberColumns = (broker: string, mapping: StatementMapping) =>
  remember(columnsOf(broker), mapping)
