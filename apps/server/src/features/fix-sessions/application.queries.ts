/** Numbers of a broker's application that did not come, by what is stored of the executions of a day. */
import type { ApplicationGap } from '@em/core/fix-sessions/application'
import { type Queryable, statement } from '../../platform/database/database.ts'

// Before the first number of a day there is the highest of the last day that has any; a smaller first one begins at 1 anew. Before the first day of
// a session nothing was awaited.
const GAPS = statement(
  'fix.application-gaps',
  `WITH numbers AS (
     SELECT DISTINCT m.day, m.appl_id, m.appl_number AS number FROM fix_messages m
      WHERE m.session_id = :id AND m.day = ANY (:days::date[]) AND m.appl_number IS NOT NULL),
   streams AS (
     SELECT n.day, n.appl_id, min(n.number) AS first,
            (SELECT max(b.appl_number) FROM fix_messages b WHERE b.session_id = :id AND b.appl_id = n.appl_id
                AND b.day = (SELECT max(c.day) FROM fix_messages c WHERE c.session_id = :id AND c.appl_id = n.appl_id AND c.day < n.day)) AS before
       FROM numbers n GROUP BY n.day, n.appl_id),
   steps AS (
     SELECT n.day, n.appl_id, n.number,
            coalesce(lag(n.number) OVER (PARTITION BY n.day, n.appl_id ORDER BY n.number),
                     CASE WHEN s.before IS NULL THEN s.first - 1 WHEN s.before < s.first THEN s.before ELSE 0 END) AS before
       FROM numbers n JOIN streams s ON s.day = n.day AND s.appl_id = n.appl_id)
   SELECT k.day AS day!, k.appl_id AS appl_id!, k.before + 1 AS from!, k.number - 1 AS to! FROM steps k
    WHERE k.number > k.before + 1 ORDER BY k.day, k.appl_id, k.number LIMIT :most`,
)
/** Of one question: a stream that jumps about is not asked for one by one. */
const GAPS_MOST = 100

export async function applicationGaps(
  db: Queryable,
  id: number,
  days: readonly string[],
): Promise<(ApplicationGap & { readonly day: string })[]> {
  const rows = await db.query(GAPS, { id, days: [...days], most: GAPS_MOST })
  return rows.map(({ day, appl_id: applId, from, to }) => ({ day, applId, from, to }))
}
