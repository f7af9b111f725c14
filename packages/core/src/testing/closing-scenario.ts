/** The year-ends of a golden scenario: each row of its table `when year-ends` closes what the entries before it left. */
import { closingLines } from '../ledger/closing-entries.ts'
import type { EntryLine } from '../ledger/lines.ts'
import { accountOfRole, accountType, POSTING_ROLES } from '../ledger/roles.ts'
import type { TradeEntry } from '../ledger/trade-entries.ts'
import { dayInWords } from '../values/date-texts.ts'
import type { Row } from './scenario-text.ts'

/** Closing entries, in order. In: the table's rows and everything posted; entries dated after a year-end stay open. */
export function closeYears(
  rows: readonly Row[],
  posted: readonly TradeEntry[],
  portfolioId: string | number,
): { trade: string; entries: readonly TradeEntry[] }[] {
  const closed: TradeEntry[] = []
  return rows.map((row) => {
    const entryDate = row['year end'] ?? ''
    const balances = POSTING_ROLES.flatMap((role, accountId) => {
      if (!['Income', 'Cost of Sales', 'Expense'].includes(accountType(accountOfRole(role)))) return []
      const net = [...posted, ...closed]
        .filter((entry) => entry.entryDate <= entryDate)
        .flatMap((entry) => entry.lines.filter((line) => line.role === role))
        .reduce((sum, line) => sum + line.debit - line.credit, 0n)
      return [{ accountId, net }]
    })
    const description = `Closing of the year to ${dayInWords(entryDate)}`
    const lines = closingLines(balances).lines.map(
      ({ accountId, debit, credit }) =>
        ({
          role: accountId === null ? 'retained-earnings' : POSTING_ROLES[accountId],
          portfolioId,
          equityId: null,
          brokerId: null,
          settlementAccountId: null,
          debit,
          credit,
          transactionType: 'Closing',
          description,
        }) as EntryLine,
    )
    const entry: TradeEntry = {
      kind: 'correction',
      entryDate,
      transactionType: 'Closing',
      description,
      lines,
    }
    closed.push(entry)
    return { trade: 'close', entries: [entry] }
  })
}
