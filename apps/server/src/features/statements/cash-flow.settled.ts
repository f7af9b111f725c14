/** Settled purchases and sales per settlement account, from the stored balances. */
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { type Account } from '../chart-of-accounts/chart.queries.ts'
import { type Scope } from '../portfolios/scope.queries.ts'
import { BANK_PAYMENT, type BankLine } from './cash-lines.ts'
import type { Span } from './span.queries.ts'
import { netOf, type StoredSums } from './statements.balances.ts'

// A reversal is on the other side than what it reverses: of the few there are, so much belongs to the other line.
const REVERSED = statement(
  'statements.reversed-payments',
  `SELECT coalesce(l.settlement_account_id, 0) AS bank_id, sum(l.debit) AS debit, sum(l.credit) AS credit
     FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
    WHERE h.reversal_of IS NOT NULL AND h.entry_date >= coalesce(:startDate?::date, '0001-01-01') AND h.entry_date <= :endDate::date
      AND l.account_id = ANY (:cash::bigint[]) AND l.transaction_type = '${BANK_PAYMENT}'
      AND (:portfolioIds?::bigint[] IS NULL OR coalesce(l.portfolio_id, 0) = ANY (:portfolioIds))
    GROUP BY 1`,
)

interface Books {
  readonly span: Span
  readonly scope: Scope
  readonly accounts: readonly Account[]
  readonly start: readonly StoredSums[]
  readonly end: readonly StoredSums[]
}

/**
 * What each settlement account paid for purchases and received for sales. Null where the payables and receivables that
 * bank payments cleared say otherwise, so that the sides of cash alone do not show which is which.
 */
export async function settledBySign(
  db: Queryable,
  { span, scope, accounts, start, end }: Books,
): Promise<BankLine[] | null> {
  const idsOf = (role: string) =>
    accounts.filter((account) => account.role === role).map((account) => account.id)
  const cash = idsOf('cash')
  const among = (ids: readonly number[]) => (sums: StoredSums) =>
    sums.type === BANK_PAYMENT && ids.includes(sums.accountId)
  const isCash = among(cash)
  const banks = [...new Set([...start, ...end].filter(isCash).map((sums) => sums.bankId))]
  if (banks.length === 0) return []
  const reversed = new Map(
    (
      await db.query(REVERSED, {
        startDate: span.startDate,
        endDate: span.endDate,
        cash,
        portfolioIds: scope.portfolioIds,
      })
    ).map((row) => [
      row.bank_id,
      { debit: decimalOf(row.debit, MONEY_SCALE), credit: decimalOf(row.credit, MONEY_SCALE) },
    ]),
  )
  const moved = (side: 'debit' | 'credit', bankId: number) => {
    const total = (sums: readonly StoredSums[]) =>
      sums.reduce((sum, one) => (isCash(one) && one.bankId === bankId ? sum + one[side] : sum), 0n)
    return total(end) - total(start)
  }
  const lines = banks.flatMap((bankId): BankLine[] => {
    const back = reversed.get(bankId) ?? { debit: 0n, credit: 0n }
    const paid = moved('credit', bankId) - back.credit - back.debit
    const received = moved('debit', bankId) - back.debit - back.credit
    return [
      { bankId, key: 'purchases', amount: -paid },
      { bankId, key: 'sales', amount: received },
    ]
  })
  const total = (key: string) => lines.reduce((sum, line) => (line.key === key ? sum + line.amount : sum), 0n)
  const cleared = (role: string) => {
    const own = among(idsOf(role))
    return netOf(start, own) - netOf(end, own)
  }
  return total('purchases') === cleared('payable') && total('sales') === cleared('receivable') ? lines : null
}
