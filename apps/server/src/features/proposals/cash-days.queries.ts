/** The cash of a portfolio by day, with everything that is still to settle. */
import type { CashOn } from '@em/core/proposals/rebalance'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { chartOfAccounts } from '../chart-of-accounts/chart.queries.ts'
import { cashAt } from '../holdings/holdings.queries.ts'

const MOVES = statement(
  'rebalancing.cash-moves',
  `SELECT day, sum(debit - credit)::numeric(20, 2) AS moved! FROM ledger_days
    WHERE portfolio_id = :portfolioId AND account_id = ANY (:cash::bigint[]) AND day > :date::date
    GROUP BY day ORDER BY day`,
)

export interface CashByDay {
  /** By trade date: when everything has settled. In cents. */
  readonly whole: bigint
  /** At the end of the first day asked for, and of each day after it on which something settles. */
  readonly ladder: readonly CashOn[]
}

/** Cash from a day on: the balances of the cash accounts, and what is booked for later. */
export async function cashByDay(
  db: Queryable,
  portfolioId: number,
  { date, from }: { readonly date: string; readonly from: string },
): Promise<CashByDay> {
  const accounts = await chartOfAccounts(db, { from: date, to: from })
  const cash = accounts.filter(({ role }) => role === 'cash').map(({ id }) => id)
  const [start, moves] = await Promise.all([
    cashAt(db, portfolioId, date),
    db.query(MOVES, { portfolioId, cash, date }),
  ])
  let standing = start
  const ladder: CashOn[] = []
  for (const { day, moved } of moves) {
    if (day > from && ladder.length === 0) ladder.push({ day: from, cash: standing })
    standing += decimalOf(moved, MONEY_SCALE)
    if (day >= from) ladder.push({ day, cash: standing })
  }
  return { whole: standing, ladder: ladder.length === 0 ? [{ day: from, cash: standing }] : ladder }
}
