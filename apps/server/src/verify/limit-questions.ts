/** Questions about limits: each points at its newest version, and a breach is in the state that its steps give. */
import type { Question } from './question.ts'

const newest: Question = {
  name: 'limits at their newest version',
  counted: 'SELECT count(*) AS count FROM limits WHERE $1::bigint IS NULL',
  wrong: `
    SELECT 'limit ' || l.code AS place, 'newest version' AS what, l.version::text AS stored, v.version::text AS expected
      FROM limits l LEFT JOIN (SELECT limit_id, max(version) AS version FROM limit_versions GROUP BY limit_id) v ON v.limit_id = l.id
     WHERE $1::bigint IS NULL AND l.version IS DISTINCT FROM v.version`,
}

const cured: Question = {
  name: 'breaches as their steps have them',
  counted: 'SELECT count(*) AS count FROM breaches b WHERE ($1::bigint IS NULL OR b.portfolio_id = $1)',
  wrong: `
    SELECT 'breach ' || b.id AS place, 'cured on' AS what, coalesce(b.cured_on::text, 'not cured') AS stored, coalesce(s.day::text, 'not cured') AS expected
      FROM breaches b LEFT JOIN (SELECT breach_id, max(day) AS day FROM breach_steps WHERE what = 'cured' GROUP BY breach_id) s ON s.breach_id = b.id
     WHERE ($1::bigint IS NULL OR b.portfolio_id = $1) AND b.cured_on IS DISTINCT FROM s.day`,
}

export const LIMIT_QUESTIONS: readonly Question[] = [newest, cured]
