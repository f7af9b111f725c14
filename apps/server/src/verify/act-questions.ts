/** No fact without an act (decision 049). Which tables name one says the list of tables. */
import { NAMING_THEIR_ACT } from '../platform/database/tables.ts'
import type { Question } from './question.ts'

const actsOfFacts: Question = {
  name: 'acts of facts',
  counted: 'SELECT count(DISTINCT act_id) AS count FROM audit WHERE $1::bigint IS NULL',
  wrong: `
    SELECT 'act ' || f.act_id AS place, f.what, f.count::text AS stored, 'an audit row' AS expected
      FROM (${NAMING_THEIR_ACT.map((name) => `SELECT '${name}' AS what, act_id, count(*) AS count FROM ${name} GROUP BY act_id`).join(' UNION ALL ')}) f
     WHERE $1::bigint IS NULL AND f.act_id NOT IN (SELECT act_id FROM audit)`,
}

export const ACT_QUESTIONS: readonly Question[] = [actsOfFacts]
