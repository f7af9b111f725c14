/** Which daily values are behind, and from which day on. */
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { tryLock } from '../../platform/database/locks.ts'

/** One recalculation at a time, wherever it runs; the others leave it to that one. */
const TRY_LOCK = statement('values.try-lock', `SELECT ${tryLock('recalculation of daily values')} AS mine!`)

// What concerns every portfolio becomes a mark of each that has values.
const SPREAD = statement(
  'values.spread-marks',
  `WITH gone AS (DELETE FROM daily_value_marks WHERE portfolio_id = 0 RETURNING from_day, until_day),
   span AS (SELECT min(from_day) AS from_day, CASE WHEN count(*) = count(until_day) THEN max(until_day) END AS until_day FROM gone HAVING count(*) > 0)
   INSERT INTO daily_value_marks (portfolio_id, from_day, until_day)
   SELECT v.portfolio_id, greatest(s.from_day, v.first_day), s.until_day
     FROM span s JOIN daily_value_spans v ON v.portfolio_id > 0 AND (s.until_day IS NULL OR s.until_day >= v.first_day)`,
)
// Time goes on: a portfolio has a row for each market day until today.
const GO_ON = statement(
  'values.go-on',
  `INSERT INTO daily_value_marks (portfolio_id, from_day)
   SELECT portfolio_id, last_day + 1 FROM daily_value_spans WHERE portfolio_id > 0 AND last_day < :lastDay::date`,
)
const DUE = statement(
  'values.due',
  `SELECT m.portfolio_id AS "portfolioId", min(m.from_day) AS "from!",
          CASE WHEN count(*) = count(m.until_day) THEN max(m.until_day) END AS until, array_agg(m.id) AS marks!, v.first_day AS "firstDay"
     FROM daily_value_marks m LEFT JOIN daily_value_spans v ON v.portfolio_id = m.portfolio_id
    WHERE m.portfolio_id > 0 GROUP BY m.portfolio_id, v.first_day ORDER BY 2, 1`,
)
const FIRST_DAYS = statement(
  'values.first-days',
  `SELECT p.id AS "portfolioId", least(e.day, l.day) AS "firstDay"
     FROM unnest(:portfolioIds::bigint[]) AS p (id)
     LEFT JOIN LATERAL (
       SELECT min(f.day) AS day
         FROM chains c, LATERAL (SELECT event_date AS day FROM chain_events WHERE chain_id = c.id ORDER BY event_date LIMIT 1) f
        WHERE c.portfolio_id = p.id) e ON true
     LEFT JOIN (SELECT portfolio_id, min(month) AS month FROM ledger_months WHERE portfolio_id = ANY (:portfolioIds::bigint[]) GROUP BY portfolio_id) m
       ON m.portfolio_id = p.id
     LEFT JOIN LATERAL (
       SELECT min(d.day) AS day FROM ledger_days d
        WHERE d.portfolio_id = p.id AND d.day >= m.month AND d.day < m.month + 31) l ON true`,
)

/** A portfolio whose values are behind. */
export type Due = RowOf<typeof DUE>

/** Whether this transaction is the one that recalculates. */
export async function mayRecalculate(tx: Queryable): Promise<boolean> {
  const [row] = await tx.query(TRY_LOCK)
  return row?.mine === true
}

/** The work due until the last market day, oldest first. Marks of every portfolio become marks of each. */
export async function findDue(tx: Queryable, lastDay: string): Promise<Due[]> {
  await tx.query(SPREAD)
  await tx.query(GO_ON, { lastDay })
  return tx.query(DUE)
}

/** The day of the first event or ledger line of some portfolios; null where there is none. */
export async function firstDays(
  db: Queryable,
  portfolioIds: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const rows = await db.query(FIRST_DAYS, { portfolioIds })
  return new Map(rows.map(({ portfolioId, firstDay }) => [portfolioId ?? 0, firstDay]))
}
