/** Corporate actions that need attention, for the bell. */
import { kindsWhere } from '@em/contract/corporate-actions/kinds'
import { addDays } from '@em/core/values/dates'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { sqlList } from '../../../platform/database/sql-list.ts'
import { DAYS_LATE, IS_LATE, LACKS_CERTIFICATE, NOT_TAKEN_OUT } from '../facts/action-rows.queries.ts'

const WITHOUT_HOLDERS = sqlList(kindsWhere(({ withoutHolders }) => withoutHolders === true))
const ATTEND = statement(
  'actions.to-attend',
  `SELECT count(*) FILTER (WHERE k.is_due)::int AS due!, (array_agg(k.title ORDER BY k.ex_date, k.id) FILTER (WHERE k.is_due))[1] AS first,
          count(*) FILTER (WHERE k.is_closing)::int AS closing!, (array_agg(k.title ORDER BY k.last_date, k.id) FILTER (WHERE k.is_closing))[1] AS last,
          count(*) FILTER (WHERE k.is_late)::int AS late!,
          coalesce(sum(k.uncertified), 0)::int AS uncertified!, (array_agg(k.title ORDER BY k.ex_date, k.id) FILTER (WHERE k.uncertified > 0))[1] AS "firstUncertified"
     FROM (SELECT a.id, a.title, a.ex_date, a.last_date,
                  a.state = 'announced' AND a.ex_date <= :today::date
                    AND (a.kind IN ${WITHOUT_HOLDERS} OR EXISTS (SELECT FROM action_standings s WHERE s.action_id = a.id)) AS is_due,
                  a.state IN ('announced', 'entitled') AND a.last_date BETWEEN :today::date AND :soon::date
                    AND EXISTS (SELECT FROM action_standings s WHERE s.action_id = a.id
                                   AND NOT EXISTS (SELECT FROM action_elections x WHERE x.action_id = a.id AND x.turn = a.turn AND x.portfolio_id = s.portfolio_id
                                                      AND NOT x.taken_out AND ${NOT_TAKEN_OUT('x')})) AS is_closing,
                  a.state IN ('entitled', 'processed') AND EXISTS (
                    SELECT FROM action_standings s WHERE s.action_id = a.id AND ${IS_LATE('s', 'a', ':late::date')}) AS is_late,
                  (SELECT count(*) FROM action_standings s WHERE s.action_id = a.id AND a.state IN ('entitled', 'processed')
                      AND ${LACKS_CERTIFICATE('s', ':late::date - 1', ':today::date')}) AS uncertified
             FROM corporate_actions a WHERE a.state IN ('announced', 'entitled', 'processed')) k`,
)
const DAYS_SOON = 7

/** How many actions need attention, and the first of each. */
export interface ActionsToAttend {
  /** Announced, and their day has come. */
  readonly due: number
  readonly first: string | null
  /** With a last day within a week and portfolios that have not elected. */
  readonly closing: number
  readonly last: string | null
  /** With money that is short for over thirty days; since XD where its day is still to be notified. */
  readonly late: number
  /** Certificates of tax that are missing over thirty days after the payment, and the first dividend of them. */
  readonly uncertified: number
  readonly firstUncertified: string | null
}

export async function actionsToAttend(db: Queryable, today: string): Promise<ActionsToAttend> {
  const [row] = await db.query(ATTEND, {
    today,
    soon: addDays(today, DAYS_SOON),
    late: addDays(today, -DAYS_LATE),
  })
  const { due = 0, first = null, closing = 0, last = null, late = 0 } = row ?? {}
  const { uncertified = 0, firstUncertified = null } = row ?? {}
  return { due, first, closing, last, late, uncertified, firstUncertified }
}
