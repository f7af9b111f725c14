/** For the checklist of a lock and the bell: closed years that changed, and the last check of the books. */
import { verify } from '@em/contract/verify/verify'
import { addDays } from '@em/core/values/dates'
import { type Cents, decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { RESULT_TYPES } from './periods.queries.ts'

// A financial year ends with a month and is closed afterwards, so that the stored monthly balances cover it.
const MOVED = statement(
  'periods.moved-years',
  `SELECT k.entity, k.year_end AS "yearEnd", coalesce(m.amount, 0)::text AS amount!, v.stale AS "isRunStale!"
     FROM (SELECT DISTINCT y.id, y.name AS entity, y.is_general, c.year_end
             FROM year_closings c JOIN entities y ON y.id = c.entity_id
            WHERE c.undoes IS NULL AND NOT EXISTS (SELECT FROM year_closings u WHERE u.undoes = c.id)
              AND (:entityId?::bigint IS NULL OR y.id = :entityId)) k
    CROSS JOIN LATERAL (
      SELECT sum(b.credit - b.debit) AS amount
        FROM ledger_months b JOIN chart_of_accounts a ON a.id = b.account_id AND a.account_type = ANY (:resultTypes)
       WHERE b.month > k.year_end - interval '1 year' AND b.month <= k.year_end
         AND b.portfolio_id IN (SELECT p.id FROM portfolios p WHERE p.entity_id = k.id UNION ALL SELECT 0 WHERE k.is_general)) m
    CROSS JOIN LATERAL (
      SELECT EXISTS (SELECT FROM valuations_in_force f JOIN portfolios p ON p.id = f.portfolio_id AND p.entity_id = k.id
                      WHERE f.valuation_date = k.year_end AND EXISTS (SELECT FROM valuation_marks x WHERE x.valuation_id = f.valuation_id)) AS stale) v
    WHERE coalesce(m.amount, 0) <> 0 OR v.stale
    ORDER BY k.year_end DESC, lower(k.entity) LIMIT 1000`,
)

/** A financial year that changed after it was closed. */
export interface MovedYear {
  readonly entity: string
  readonly yearEnd: string
  /** What income less expenses hold of it again, in cents. */
  readonly amount: Cents
  /** Whether the mark-to-market run of the year-end is stale. */
  readonly isRunStale: boolean
}

/** Closed years of an entity (null: all entities) with entries posted after the closing or with a stale year-end run, newest first. */
export async function movedYears(db: Queryable, entityId: number | null): Promise<MovedYear[]> {
  const rows = await db.query(MOVED, { entityId, resultTypes: RESULT_TYPES })
  return rows.map(({ amount, ...row }) => ({ ...row, amount: decimalOf(amount, MONEY_SCALE) }))
}

const LAST_CHECK = statement(
  'periods.last-check',
  `SELECT (j.ended_at AT TIME ZONE 'Asia/Colombo')::date AS day!, (j.result::json ->> 'found')::int AS found!
     FROM jobs j WHERE j.kind = :kind AND j.status = 'done' AND NOT j.dry_run ORDER BY j.id DESC LIMIT 1`,
)

/** A check of the books is old after so many days. */
export const CHECK_DAYS = 31

/** The last check of the books: its day and how many differences it found; null while there was none. */
export interface LastCheck {
  readonly day: string
  readonly found: number
  readonly isOld: boolean
}

/** When the books were last checked, and what was found. */
export async function lastCheck(db: Queryable, today: string): Promise<LastCheck | null> {
  const [last] = await db.query(LAST_CHECK, { kind: verify.check.name })
  return last === undefined ? null : { ...last, isOld: last.day < addDays(today, -CHECK_DAYS) }
}
