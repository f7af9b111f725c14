/** Balances at a date, from the stored months and days, and running balances of single lines. */
import { addDays } from '@em/core/values/dates'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'

/** Debits and credits of an account up to a date, in cents. */
export interface Sums {
  readonly debit: bigint
  readonly credit: bigint
}

export interface BalanceFilter {
  /** Only lines of this portfolio; all where undefined. */
  readonly portfolioId?: number | undefined
  readonly accountIds?: readonly number[] | undefined
}

const BALANCES = statement(
  'ledger.balances',
  `SELECT account_id, sum(debit) AS debit, sum(credit) AS credit
     FROM (
       SELECT account_id, portfolio_id, debit, credit FROM ledger_months
        WHERE month < date_trunc('month', :date::timestamp)::date
       UNION ALL
       SELECT account_id, portfolio_id, debit, credit FROM ledger_days
        WHERE day >= date_trunc('month', :date::timestamp)::date AND day <= :date::timestamp::date) kept
    WHERE (:portfolioId?::bigint IS NULL OR portfolio_id = :portfolioId) AND (:accountIds?::bigint[] IS NULL OR account_id = ANY (:accountIds))
    GROUP BY account_id`,
)

/** Sums of every account with lines up to and including the date. */
export async function balancesAt(
  db: Queryable,
  date: string,
  filter: BalanceFilter = {},
): Promise<Map<number, Sums>> {
  const rows = await db.query(BALANCES, {
    date,
    portfolioId: filter.portfolioId ?? null,
    accountIds: filter.accountIds ?? null,
  })
  return new Map(
    rows.map((row) => [
      row.account_id,
      { debit: decimalOf(row.debit, MONEY_SCALE), credit: decimalOf(row.credit, MONEY_SCALE) },
    ]),
  )
}

interface Line {
  readonly entry_id: number
  readonly line_no: number
  readonly entry_date: string
  readonly account_id: number
}

const MOVEMENTS = statement(
  'ledger.movements',
  `SELECT account_id, day, sum(debit - credit) AS net FROM ledger_days
    WHERE account_id = ANY (:accountIds::bigint[]) AND day BETWEEN :first::date AND :last::date
      AND (:portfolio?::bigint IS NULL OR portfolio_id = :portfolio)
    GROUP BY account_id, day ORDER BY day`,
)
// Of each day and account that is shown, every line is added up, and only those shown are answered: IS TRUE has them looked up
// by hash, also by a plan that does not know how many they are. As a join that plan compares each with each (10,000 lines: 5 s).
const WITHIN_DAY = statement(
  'ledger.within-day',
  `SELECT w.entry_id, w.line_no, w.net
     FROM (
       SELECT l.entry_id, l.line_no,
              sum(l.debit - l.credit) OVER (PARTITION BY l.account_id, l.entry_date ORDER BY l.entry_id, l.line_no
                                           ROWS UNBOUNDED PRECEDING) AS net
         FROM (SELECT DISTINCT * FROM unnest(:accountIds::bigint[], :entryDates::date[]) AS shown (account_id, entry_date)) shown
         JOIN journal_lines l USING (account_id, entry_date)
        WHERE :portfolio?::bigint IS NULL OR l.portfolio_id = :portfolio) w
    WHERE ((w.entry_id, w.line_no) IN (SELECT * FROM unnest(:entryIds::bigint[], :lineNos::smallint[]))) IS TRUE`,
)

/**
 * The balance of each line's account after it, in cents, by date, entry and line; within a portfolio where one is
 * given. In: lines, in any order. However far they lie apart, only their days are walked.
 */
export async function runningBalances(
  db: Queryable,
  lines: readonly Line[],
  portfolioId: number | undefined,
): Promise<bigint[]> {
  const days = lines.map((line) => line.entry_date).sort()
  const first = days[0]
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  const accountIds = [...new Set(lines.map((line) => line.account_id))]
  const portfolio = portfolioId ?? null
  const [before, movements, within] = await Promise.all([
    balancesAt(db, addDays(first, -1), { portfolioId, accountIds }),
    db.query(MOVEMENTS, { accountIds, first, last, portfolio }),
    db.query(WITHIN_DAY, {
      accountIds: lines.map((line) => line.account_id),
      entryDates: lines.map((line) => line.entry_date),
      entryIds: lines.map((line) => line.entry_id),
      lineNos: lines.map((line) => line.line_no),
      portfolio,
    }),
  ])
  const standing = new Map<number, bigint>()
  for (const [account, sums] of before) standing.set(account, sums.debit - sums.credit)
  const openings = new Map<string, bigint>()
  for (const { account_id: account, day, net } of movements) {
    const opening = standing.get(account) ?? 0n
    openings.set(`${account} ${day}`, opening)
    standing.set(account, opening + decimalOf(net, MONEY_SCALE))
  }
  const after = new Map(
    within.map((line) => [`${line.entry_id}-${line.line_no}`, decimalOf(line.net, MONEY_SCALE)]),
  )
  return lines.map(
    (line) =>
      (openings.get(`${line.account_id} ${line.entry_date}`) ?? 0n) +
      (after.get(`${line.entry_id}-${line.line_no}`) ?? 0n),
  )
}
