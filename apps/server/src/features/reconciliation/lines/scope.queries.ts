/** The scope of a reconciliation: an account, and where named one settlement account or portfolio of it. */
import { monthEnd, monthStart } from '@em/core/values/dates'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { type PortfolioNamed, portfolioOrAll } from '../../portfolios/portfolios.queries.ts'

/** 0 means all settlement accounts, all portfolios: as in the stored balances. */
export interface Scope {
  readonly accountId: number
  readonly settlementAccountId: number
  readonly portfolioId: number
}
export interface ScopeNamed extends PortfolioNamed {
  readonly accountCode: string
  readonly settlementAccount: number | null
}

const ACCOUNT = statement(
  'reconciliation.account',
  'SELECT id FROM chart_of_accounts WHERE lower(account_code) = lower(:code)',
)
const SETTLEMENT_ACCOUNT = statement(
  'reconciliation.settlement-account',
  'SELECT id FROM settlement_accounts WHERE id = :settlementAccount',
)

/** @throws Refusal `record.missing` (404) naming what is not there. */
export async function scopeOf(db: Queryable, named: ScopeNamed): Promise<Scope> {
  const [account] = await db.query(ACCOUNT, { code: named.accountCode.trim() })
  if (account === undefined) {
    throw refuseField('record.missing', 'accountCode', { what: `The account ${named.accountCode}` })
  }
  if (named.settlementAccount !== null) {
    const found = await db.query(SETTLEMENT_ACCOUNT, { settlementAccount: named.settlementAccount })
    if (found.length === 0) {
      throw refuseField('record.missing', 'settlementAccount', { what: 'The settlement account' })
    }
  }
  const portfolio = await portfolioOrAll(db, named)
  return {
    accountId: account.id,
    settlementAccountId: named.settlementAccount ?? 0,
    portfolioId: portfolio?.id ?? 0,
  }
}

export interface Period {
  readonly startDate: string
  readonly endDate: string
}

/**
 * The days asked for; the current month where nothing is.
 * @throws Refusal `reconciliation.period` (422) for an end before the start or more than a year.
 */
export function periodOf(
  asked: { period: string | null; startDate: string | null; endDate: string | null },
  today: string,
): Period {
  const month = asked.period === null ? null : `${asked.period}-01`
  const startDate = month ?? asked.startDate ?? monthStart(asked.endDate ?? today)
  const endDate = month === null ? (asked.endDate ?? monthEnd(startDate)) : monthEnd(month)
  const nextYear = `${Number(startDate.slice(0, 4)) + 1}${startDate.slice(4)}`
  if (endDate < startDate || endDate >= nextYear) throw new Refusal('reconciliation.period')
  return { startDate, endDate }
}

/** The month that the days are, or null. */
export function monthOfDays({ startDate, endDate }: Period): string | null {
  return startDate === monthStart(startDate) && endDate === monthEnd(startDate) ? startDate.slice(0, 7) : null
}

/** The rows of a scope in the tables of stored balances. In: their table's name with a point, or nothing. */
const OF_SCOPE = (table: string) =>
  `${table}account_id = :accountId AND (:settlementAccountId = 0::bigint OR ${table}settlement_account_id = :settlementAccountId)
          AND (:portfolioId = 0::bigint OR ${table}portfolio_id = :portfolioId)`
/** The reconciliations of a scope. */
export const SAME_SCOPE =
  'account_id = :accountId AND settlement_account_id = :settlementAccountId AND portfolio_id = :portfolioId'

const BALANCE = statement(
  'reconciliation.balance',
  `SELECT coalesce(sum(debit - credit), 0) AS net, coalesce(sum(lines), 0)::bigint AS lines
     FROM (
       SELECT debit, credit, lines FROM ledger_months
        WHERE month < date_trunc('month', :day::timestamp)::date AND ${OF_SCOPE('')}
       UNION ALL
       SELECT debit, credit, lines FROM ledger_days
        WHERE day >= date_trunc('month', :day::timestamp)::date AND day <= :day::timestamp::date AND ${OF_SCOPE('')}) kept`,
)

/** Balance (a numeral) and number of the scope's ledger lines up to a day, from the stored sums. */
export async function storedBalance(
  db: Queryable,
  scope: Scope,
  day: string,
): Promise<{ net: string; lines: number }> {
  const [stored] = await db.query(BALANCE, { day, ...scopeNamed(scope) })
  return stored ?? { net: '0', lines: 0 }
}

// Months first: those whose lines are all taken in are not looked into by day.
const NEW_LINES = statement(
  'reconciliation.new-lines',
  `WITH taken AS MATERIALIZED (
     SELECT day, sum(lines) AS lines FROM reconciliation_days WHERE reconciliation_id = ANY (:signedOff::bigint[]) GROUP BY 1),
   moved AS MATERIALIZED (
     SELECT l.month
       FROM (SELECT month, sum(lines) AS lines FROM ledger_months
              WHERE month >= date_trunc('month', :from::timestamp)::date AND month <= :until::date AND ${OF_SCOPE('')}
              GROUP BY 1) l
       LEFT JOIN (SELECT date_trunc('month', day::timestamp)::date AS month, sum(lines) AS lines FROM taken GROUP BY 1) t USING (month)
      WHERE l.lines IS DISTINCT FROM t.lines)
   SELECT l.day, (l.lines - coalesce(t.lines, 0))::bigint AS lines
     FROM (SELECT d.day, sum(d.lines)::bigint AS lines
             FROM moved m JOIN ledger_days d ON d.day >= m.month AND d.day < m.month + interval '1 month'
            WHERE d.day BETWEEN :from::date AND :until::date AND ${OF_SCOPE('d.')}
            GROUP BY 1) l
     LEFT JOIN taken t USING (day)
    WHERE l.lines IS DISTINCT FROM t.lines ORDER BY l.day`,
)

/** The days of a span on which the scope has lines that none of the sign-offs took in, and how many. */
export function newLines(
  db: Queryable,
  scope: Scope,
  from: string,
  until: string,
  signedOff: readonly number[],
): Promise<{ day: string; lines: number }[]> {
  return db.query(NEW_LINES, { ...scopeNamed(scope), from, until, signedOff })
}

/** A scope alone, of whatever holds one: as the statements that are fixed name it. */
export const scopeNamed = ({ accountId, settlementAccountId, portfolioId }: Scope): Scope => ({
  accountId,
  settlementAccountId,
  portfolioId,
})
/** The same for texts that are put together. */
export const scopeValues = (scope: Scope) =>
  [scope.accountId, scope.settlementAccountId, scope.portfolioId] as const
