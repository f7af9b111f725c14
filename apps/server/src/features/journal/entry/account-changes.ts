/** The effect of a previewed write on the balances of the accounts that it touches. */
import type { JournalEntry } from '@em/contract/journal/journal-entry'
import { decimalOf, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { balancesAt } from '../../ledger/ledger.balances.ts'

const LINES = statement(
  'journal.net-of-entries',
  `SELECT a.id, a.account_code, a.account_name, sum(l.debit - l.credit) AS net
     FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id
    WHERE l.entry_id = ANY (:postedIds::bigint[]) GROUP BY a.id ORDER BY a.account_code`,
)

/**
 * Each account that the entries just posted touch, with its balance (debits less credits) without and with them, at
 * the later of today and their dates. Empty for a draft, which touches none.
 */
export async function changesOfAccounts(
  tx: Transaction,
  entry: JournalEntry,
  reversal: JournalEntry | null,
  today: string,
): Promise<{ account_code: string; account_name: string; before: number; after: number }[]> {
  const posted = [
    ...(entry.version === null && entry.reversed_by === null ? [entry] : []),
    ...(reversal ? [reversal] : []),
  ]
  if (posted.length === 0) return []
  const accounts = await tx.query(LINES, { postedIds: posted.map(({ id }) => id) })
  const at = posted.reduce((latest, { date }) => (date > latest ? date : latest), today)
  const balances = await balancesAt(tx, at, { accountIds: accounts.map(({ id }) => id) })
  return accounts.map(({ id, account_code, account_name, net }) => {
    const sums = balances.get(id)
    const after = (sums?.debit ?? 0n) - (sums?.credit ?? 0n)
    const before = after - decimalOf(net, MONEY_SCALE)
    return {
      account_code,
      account_name,
      before: toJsonNumber(before, MONEY_SCALE),
      after: toJsonNumber(after, MONEY_SCALE),
    }
  })
}
