/** Reading entities, their locks and their financial years. Results come from the stored balances. */

import type { Entity } from '@em/contract/periods/periods'
import { yearEndOf } from '@em/core/holidays/financial-year'
import { CLOSING } from '@em/core/ledger/lines'
import { addMonths, monthEnd, monthStart } from '@em/core/values/dates'
import { decimalOf, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { Refusal } from '../../platform/refusal.ts'

/** Income, cost of sales and expenses: a year-end closing clears them to zero. */
export const RESULT_TYPES = ['Income', 'Cost of Sales', 'Expense']

const LAST_CLOSED = `(
  SELECT max(c.year_end) FROM year_closings c
   WHERE c.entity_id = y.id AND c.undoes IS NULL AND NOT EXISTS (SELECT FROM year_closings u WHERE u.undoes = c.id))`
// Of all books together: the month that all entities with portfolios share, else that of the built-in entity.
const COMMON_YEAR_END = `(
  SELECT CASE WHEN min(s.year_end_month) = max(s.year_end_month) THEN min(s.year_end_month)
              ELSE (SELECT year_end_month FROM entities WHERE is_general) END
    FROM entities s WHERE EXISTS (SELECT FROM portfolios p WHERE p.entity_id = s.id))`
const YEAR_END_MONTH = statement(
  'periods.year-end-month',
  `SELECT coalesce((SELECT y.year_end_month FROM portfolios p JOIN entities y ON y.id = p.entity_id WHERE p.id = :portfolioId?),
                   ${COMMON_YEAR_END})::integer AS month!`,
)

/** The month (1 to 12) that the financial year of the portfolio's entity, or of all books (null), ends with. */
export async function yearEndMonth(db: Queryable, portfolioId: number | null): Promise<number> {
  const [row] = await db.query(YEAR_END_MONTH, { portfolioId })
  if (row === undefined) throw new Error('no year-end')
  return row.month
}

const ENTITIES = statement(
  'periods.entities',
  `SELECT y.id, y.name, y.is_general, y.year_end_month, ${COMMON_YEAR_END} AS common_year_end_month!, y.locked_through, y.locked_through + 1 AS first_open_day,
          ${LAST_CLOSED} AS last_closed, y.share_gains_tax, y.version,
          coalesce((SELECT json_agg(json_build_object('portfolioId', p.portfolio_id, 'portfolioName', p.portfolio_name) ORDER BY p.portfolio_name)
                      FROM portfolios p WHERE p.entity_id = y.id), '[]') AS portfolios
     FROM entities y WHERE (:id?::bigint IS NULL OR y.id = :id)
      AND (y.is_general OR :id::bigint IS NOT NULL OR EXISTS (SELECT FROM portfolios p WHERE p.entity_id = y.id) OR y.locked_through IS NOT NULL)
    ORDER BY y.is_general, y.name`,
)

/** The entities that have portfolios or a lock, by name, the built-in one last. */
export function listEntities(db: Queryable): Promise<Entity[]> {
  return db.query(ENTITIES, { id: null })
}

/** One entity. @throws Refusal `record.missing` (404). */
export async function findEntity(db: Queryable, id: number): Promise<Entity> {
  const [found] = await db.query(ENTITIES, { id })
  if (found === undefined) throw new Refusal('record.missing', { what: `Entity ${id}` })
  return found
}

const LOCKED = statement(
  'periods.of-portfolios',
  `SELECT p.id, y.name AS entity, y.locked_through AS through, y.locked_through + 1 AS open
     FROM portfolios p JOIN entities y ON y.id = p.entity_id WHERE p.id = ANY (:ids::bigint[]) AND y.locked_through IS NOT NULL`,
)

/** The locks that hold for portfolios, by portfolio; those without one are left out. */
export async function locksOfPortfolios(db: Queryable, ids: readonly number[]) {
  const rows = await db.query(LOCKED, { ids })
  return new Map(rows.map(({ id, ...lock }) => [id, lock]))
}

const PORTFOLIOS = statement(
  'periods.portfolio-ids',
  `SELECT id FROM portfolios WHERE entity_id = :entityId
   UNION ALL SELECT 0 FROM entities WHERE id = :entityId AND is_general`,
)

/** The portfolios of an entity; of the built-in one also 0, the lines without a portfolio. */
export async function portfolioIdsOf(db: Queryable, entityId: number): Promise<number[]> {
  return (await db.query(PORTFOLIOS, { entityId })).map(({ id }) => id)
}

const LOCKS = statement(
  'periods.locks',
  `SELECT l.id, l.locked_through, l.was_locked_through, l.reason, l.open_points, l.set_at, u.first_name || ' ' || u.last_name AS set_by
     FROM period_locks l JOIN users u ON u.id = l.set_by WHERE l.entity_id = :entityId ORDER BY l.id DESC LIMIT 1000`,
)

/** Every change of an entity's lock, newest first. */
export function listLocks(db: Queryable, entityId: number) {
  return db.query(LOCKS, { entityId })
}

/** By month, of the running one the days up to today: what is dated later is pending and counts in no result. */
const RESULTS = statement(
  'periods.results',
  `SELECT m.month, sum(m.credit - m.debit) FILTER (WHERE m.transaction_type <> '${CLOSING}') AS result,
          sum(m.credit - m.debit) AS unclosed
     FROM (SELECT month, account_id, portfolio_id, transaction_type, debit, credit FROM ledger_months
            WHERE month < date_trunc('month', :today::date)
           UNION ALL
           SELECT date_trunc('month', day)::date, account_id, portfolio_id, transaction_type, debit, credit FROM ledger_days
            WHERE day BETWEEN date_trunc('month', :today::date) AND :today::date) m
     JOIN chart_of_accounts a ON a.id = m.account_id AND a.account_type = ANY (:resultTypes)
     LEFT JOIN portfolios p ON p.id = m.portfolio_id
     JOIN entities y ON y.id = p.entity_id OR (m.portfolio_id = 0 AND y.is_general)
    WHERE y.id = :entityId GROUP BY m.month ORDER BY m.month`,
)
const CLOSINGS = statement(
  'periods.closings',
  `SELECT c.id, c.year_end, c.recorded_at, who.first_name || ' ' || who.last_name AS recorded_by, u.recorded_at AS undone_at,
          undoer.first_name || ' ' || undoer.last_name AS undone_by,
          coalesce(sum(l.credit - l.debit), 0) AS result, count(DISTINCT h.id) AS portfolios
     FROM year_closings c JOIN users who ON who.id = c.recorded_by
     LEFT JOIN year_closings u ON u.undoes = c.id LEFT JOIN users undoer ON undoer.id = u.recorded_by
     LEFT JOIN journal_entries h ON h.kind = 'closing' AND h.cause_id = c.id AND h.reversal_of IS NULL
     LEFT JOIN journal_lines l ON l.entry_id = h.id AND l.role = 'retained-earnings'
    WHERE c.entity_id = :entityId AND c.undoes IS NULL
    GROUP BY c.id, who.id, u.id, undoer.id ORDER BY c.id DESC LIMIT 200`,
)

/**
 * The financial years of an entity from its first result to the running one, newest first, and its closings. `unclosed`
 * of a year is what income and expenses still hold of it: a closing is dated with the year-end and takes it away.
 */
export async function financialYears(db: Queryable, entityId: number, today: string) {
  const entity = await findEntity(db, entityId)
  const [months, closings] = await Promise.all([
    db.query(RESULTS, { entityId, resultTypes: RESULT_TYPES, today }),
    db.query(CLOSINGS, { entityId }),
  ])
  const sums = new Map<string, { result: bigint; unclosed: bigint }>()
  const current = yearEndOf(today, entity.year_end_month)
  for (const { month, result, unclosed } of months) {
    const end = yearEndOf(month, entity.year_end_month)
    const sum = sums.get(end) ?? { result: 0n, unclosed: 0n }
    sums.set(end, {
      result: sum.result + decimalOf(result ?? '0', MONEY_SCALE),
      unclosed: sum.unclosed + decimalOf(unclosed, MONEY_SCALE),
    })
  }
  const closed = new Set(closings.filter((one) => one.undone_at === null).map((one) => one.year_end))
  const years = []
  const [first] = [...sums.keys()].toSorted()
  for (let end = current; end >= (first ?? current); end = monthEnd(addMonths(monthStart(end), -12))) {
    const { result, unclosed } = sums.get(end) ?? { result: 0n, unclosed: 0n }
    years.push({
      year_end: end,
      status: statusOf(end, closed, unclosed, today),
      result: toJsonNumber(result, MONEY_SCALE),
      unclosed: toJsonNumber(unclosed, MONEY_SCALE),
    })
  }
  return { years, closings: closings.map((one) => ({ ...one, result: jsonNumber(one.result) })) }
}

function statusOf(end: string, closed: ReadonlySet<string>, unclosed: bigint, today: string) {
  if (closed.has(end)) return unclosed === 0n ? ('closed' as const) : ('moved' as const)
  return end >= today ? ('running' as const) : ('open' as const)
}

const TO_CLOSE = statement(
  'periods.to-close',
  `SELECT nullif(m.portfolio_id, 0) AS portfolio_id, p.portfolio_id AS portfolio_code, p.portfolio_name, a.id AS account_id,
          a.account_code, a.account_name, sum(m.debit - m.credit) AS net
     FROM ledger_months m JOIN chart_of_accounts a ON a.id = m.account_id AND a.account_type = ANY (:resultTypes)
     LEFT JOIN portfolios p ON p.id = m.portfolio_id
     JOIN entities y ON y.id = p.entity_id OR (m.portfolio_id = 0 AND y.is_general)
    WHERE y.id = :entityId AND m.month <= :month::date
    GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(m.debit - m.credit) <> 0
    ORDER BY p.portfolio_name NULLS LAST, a.account_code`,
)

/** `net`: debits less credits, exact decimal text in rupees. */
export type BalanceToClose = RowOf<typeof TO_CLOSE>

/** The balances of income and expense accounts at a year-end, per portfolio: the months up to its own, which it ends. */
export function balancesToClose(db: Queryable, entityId: number, yearEnd: string): Promise<BalanceToClose[]> {
  return db.query(TO_CLOSE, { entityId, resultTypes: RESULT_TYPES, month: monthStart(yearEnd) })
}
