/** Linked reversals of what a trade has posted and not yet reversed: same dates, same accounts, sides exchanged. */
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { type EntryToPost, type PostedLine, postEntries } from '../ledger/ledger.posting.ts'

interface LineRow {
  entry_id: number
  entry_date: string
  entry_type: string
  entry_description: string
  reference: string | null
  account_id: number
  role: string
  debit: string
  credit: string
  transaction_type: string
  description: string | null
  portfolio_id: number | null
  equity_id: number | null
  settlement_account_id: number | null
  broker_id: number | null
}

const LIVE = statement(
  'trades.live-entries',
  `SELECT h.id AS entry_id, h.entry_date, h.transaction_type AS entry_type, h.description AS entry_description, h.reference,
          l.account_id, l.role, l.debit, l.credit, l.transaction_type, l.description, l.portfolio_id, l.equity_id,
          l.settlement_account_id, l.broker_id
     FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
    WHERE h.trade_id = $1 AND h.reversal_of IS NULL
      AND NOT EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id)
    ORDER BY h.id, l.line_no`,
)

/** Reverses the live entries of a trade under its new version; answers the ids. An entry is reversed at most once. */
export async function reverseLiveEntries(
  tx: Transaction,
  tradeId: number,
  version: number,
  recordedBy: number,
): Promise<number[]> {
  const rows = await tx.query<LineRow>(LIVE, [tradeId])
  const byEntry = Map.groupBy(rows, (row) => row.entry_id)
  const entries = [...byEntry.values()].map((lines): EntryToPost => {
    const [head] = lines as [LineRow, ...LineRow[]]
    return {
      kind: 'correction',
      entryDate: head.entry_date,
      transactionType: head.entry_type,
      description: `Reversal: ${head.entry_description}`,
      reference: head.reference,
      reversalOf: head.entry_id,
      lines: lines.map(reversed),
    }
  })
  return postEntries(tx, entries, { tradeId, tradeVersion: version }, recordedBy)
}

function reversed(line: LineRow): PostedLine {
  return {
    // The very account that was posted to, whatever the mapping says now.
    accountId: line.account_id,
    role: line.role,
    debit: decimalOf(line.credit, MONEY_SCALE),
    credit: decimalOf(line.debit, MONEY_SCALE),
    transactionType: line.transaction_type,
    description: `Reversal: ${line.description ?? ''}`.trim(),
    portfolioId: line.portfolio_id,
    equityId: line.equity_id,
    settlementAccountId: line.settlement_account_id,
    brokerId: line.broker_id,
  }
}
