/** Reads daily values: of one portfolio, of all together, or of all that one sees. */
import { VALUE_POINTS_MAX } from '@em/contract/value-history/value-history'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'

// Of many days every so manieth, counted from the last one; the first one stays, too.
const THINNED = `
   SELECT day, value, cost
     FROM (SELECT day, value, cost, row_number() OVER (ORDER BY day DESC) - 1 AS place, count(*) OVER () AS days FROM found) f
    WHERE place % ceil(days / :most::float8)::bigint = 0 OR place = days - 1 ORDER BY day`
const RANGE = "day >= coalesce(:from?::date, '-infinity') AND day <= :to::date"

const OF_ONE = statement(
  'values.history',
  `WITH found AS (
     SELECT day, shares_value AS value, cost FROM daily_values WHERE portfolio_id = :portfolioId::bigint AND ${RANGE})${THINNED}`,
)
const OF_LISTED = statement(
  'values.history-of-listed',
  `WITH found AS (
     SELECT day, sum(shares_value) AS value, sum(cost) AS cost FROM daily_values WHERE portfolio_id > 0 AND ${RANGE} GROUP BY day)${THINNED}`,
)
const BEHIND = statement(
  'values.behind',
  `WITH mine AS (
     SELECT min(first_day) AS first_day, min(last_day) AS last_day FROM daily_value_spans
      WHERE portfolio_id > 0 AND (:portfolioId?::bigint IS NULL OR portfolio_id = :portfolioId?)),
   marks AS (
     SELECT min(from_day) FILTER (WHERE portfolio_id > 0) AS own, min(from_day) FILTER (WHERE portfolio_id = 0) AS everybodys
       FROM daily_value_marks
      WHERE (portfolio_id = 0 OR :portfolioId?::bigint IS NULL OR portfolio_id = :portfolioId?) AND from_day <= :to::date
        AND (until_day IS NULL OR :from?::date IS NULL OR until_day >= :from?::date)),
   known AS (
     SELECT least(m.own, CASE WHEN m.everybodys IS NOT NULL AND v.first_day IS NOT NULL THEN greatest(m.everybodys, v.first_day) END,
                  CASE WHEN v.last_day < :lastDay::date THEN v.last_day + 1 END) AS day
       FROM marks m, mine v)
   SELECT CASE WHEN day <= :to::date THEN greatest(day, :from?::date) END AS day FROM known`,
)

/** Days that are asked for; `from` null: from the first one on. */
export interface DaysAsked {
  readonly from: string | null
  readonly to: string
}

export interface ValueOfDay {
  readonly date: string
  readonly value: number
  readonly cost: number
}

/** All portfolios together are kept as one; who sees only some of them has these added up. */
const TOGETHER = 0

/** Value and cost day by day, thinned out where there are very many; of all that one sees where no portfolio is named. */
export async function valuesOver(
  db: Queryable,
  portfolioId: number | null,
  { from, to }: DaysAsked,
): Promise<ValueOfDay[]> {
  const asked = { from, to, most: VALUE_POINTS_MAX }
  const stored = await db.query(OF_ONE, { ...asked, portfolioId: portfolioId ?? TOGETHER })
  const rows = portfolioId === null && stored.length === 0 ? await db.query(OF_LISTED, asked) : stored
  return rows.map(({ day, value, cost }) => ({
    date: day ?? '',
    value: jsonNumber(value ?? '0'),
    cost: jsonNumber(cost ?? '0'),
  }))
}

/**
 * The first of the days asked for whose values are behind what was written; null where none is.
 * @param lastDay the last market day until today: each portfolio has values until then.
 */
export async function behindFrom(
  db: Queryable,
  portfolioId: number | null,
  { from, to, lastDay }: DaysAsked & { readonly lastDay: string },
): Promise<string | null> {
  const [row] = await db.query(BEHIND, { portfolioId, from, to, lastDay })
  return row?.day ?? null
}
