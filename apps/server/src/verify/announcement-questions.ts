/** Questions about announcements: each is as its newest version has it. They belong to no portfolio. */
import type { Question } from './question.ts'

const COLUMNS = [
  'set_id',
  'is_removed',
  'announced_on',
  'announced_at',
  'category',
  'kind',
  'title',
  'company',
  'symbol',
  'priority',
  'summary',
  'content',
  'file_path',
]
const row = (of: string) => `row(${COLUMNS.map((name) => `${of}.${name}`).join(', ')})`

const newest: Question = {
  name: 'announcements as their newest version has them',
  counted: 'SELECT count(*) AS count FROM announcements WHERE $1::bigint IS NULL',
  wrong: `
    SELECT concat_ws(' ', 'announcement', coalesce(a.id, v.announcement_id)) AS place, 'newest version' AS what,
           left(concat_ws(' ', a.version, a.title), 200) AS stored, left(concat_ws(' ', v.version, v.title), 200) AS expected
      FROM announcements a
      FULL JOIN (SELECT DISTINCT ON (announcement_id) * FROM announcement_versions ORDER BY announcement_id, version DESC) v
        ON v.announcement_id = a.id
     WHERE $1::bigint IS NULL
       AND (a.version IS DISTINCT FROM v.version OR ${row('a')} IS DISTINCT FROM ${row('v')} OR a.company_key IS DISTINCT FROM company_key(a.company))`,
}

export const ANNOUNCEMENT_QUESTIONS: readonly Question[] = [newest]
