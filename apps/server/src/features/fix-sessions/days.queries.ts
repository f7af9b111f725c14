/** The days of a FIX session, and the numbers that are missing of them: a new day begins new numbers, and those of the old one never come. */
import type { FixSessionDay } from '@em/contract/fix-sessions/fix-sessions'
import { applicationGapInWords } from '@em/core/fix-sessions/application'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { applicationGaps } from './application.queries.ts'
import { numbersInWords } from './message-texts.ts'
import { EXECUTION, NOT_TAKEN_LATER, sessionNamed } from './messages.queries.ts'

const DAYS_MOST = 31
// Day by day along the index: a session has thousands of messages a day.
const DAYS = statement(
  'fix.days',
  `WITH RECURSIVE days AS (
     (SELECT m.day, 1 AS nth FROM fix_messages m WHERE m.session_id = :id ORDER BY m.day DESC LIMIT 1)
     UNION ALL
     SELECT b.day, d.nth + 1 FROM days d
      CROSS JOIN LATERAL (SELECT m.day FROM fix_messages m WHERE m.session_id = :id AND m.day < d.day ORDER BY m.day DESC LIMIT 1) b
      WHERE d.nth < :most::integer)
   SELECT d.day AS day!, (SELECT count(*) FROM fix_messages m WHERE m.session_id = :id AND m.day = d.day
                        AND ${EXECUTION} AND ${NOT_TAKEN_LATER}) AS executions!
     FROM days d ORDER BY d.day DESC`,
)
// Missing are the numbers that were given up, those of which nothing is known, and those of the last gap of a numbering that did not close and behind which nothing was taken.
const MISSING = statement(
  'fix.missing',
  `SELECT g.day, g.gap_from AS from!, g.gap_to AS to FROM fix_messages g
    WHERE g.session_id = :id AND g.day = ANY (:days::date[]) AND g.gap IS NOT NULL AND g.gap <> 'closed'
      AND (g.gap IN ('given-up', 'unknown')
        OR NOT EXISTS (SELECT FROM fix_messages l WHERE l.session_id = g.session_id AND l.day = g.day AND l.gap IS NOT NULL
                         AND l.gap NOT IN ('given-up', 'unknown') AND l.numbering = g.numbering AND l.id > g.id)
       AND NOT EXISTS (SELECT FROM fix_messages k WHERE k.session_id = g.session_id AND k.numbering = g.numbering AND k.direction = 'in' AND k.number > g.gap_to))
    ORDER BY g.id`,
)

/** The newest days first. @throws Refusal `record.missing` */
export async function sessionDays(db: Queryable, id: number): Promise<FixSessionDay[]> {
  await sessionNamed(db, id)
  const days = await db.query(DAYS, { id, most: DAYS_MOST })
  const named = days.map(({ day }) => day)
  const missing = await db.query(MISSING, { id, days: named })
  const application = await applicationGaps(db, id, named)
  return days.map(({ day, executions }) => ({
    day,
    executions,
    missing: missing.flatMap((gap) => (gap.day === day ? [{ from: gap.from, to: gap.to }] : [])),
    application: application.flatMap(({ day: of, ...gap }) => (of === day ? [gap] : [])),
  }))
}

/** The numbers that are missing of a day, in words; null where none are. */
export async function missingOf(db: Queryable, id: number, day: string): Promise<string | null> {
  const gaps = await db.query(MISSING, { id, days: [day] })
  const application = await applicationGaps(db, id, [day])
  const words = [...gaps.map(numbersInWords), ...application.map(applicationGapInWords)]
  return words.length === 0 ? null : words.join(', ')
}
