/** What the checklist of a lock says of limits: breaches that stood open at the end of its day. */
import type { LockCheck } from '@em/contract/books/periods'
import { LARGEST } from '@em/core/limits/measure'
import { WHOLE } from '@em/core/limits/words'
import { dayInWords } from '@em/core/values/date-words'
import { statement } from '../../platform/database/database.ts'
import { type Asked, clear, count, listed, open } from './checklist-words.ts'

// A breach of a wider scope belongs to every entity that the scope reaches. One that another person allowed for that day asks for nothing.
const OPEN = statement(
  'periods.open-breaches',
  `SELECT l.code, b.subject, b.kind
     FROM breaches b JOIN limits l ON l.id = b.limit_id
    WHERE b.opened_on <= :through::date AND (b.cured_on IS NULL OR b.cured_on > :through::date)
      AND (b.portfolio_id = ANY (:portfolioIds::bigint[])
        OR b.portfolio_id IS NULL
           AND (l.scope_type = 'all' OR l.scope_type = 'entity' AND l.scope_id = :entityId
             OR l.scope_type = 'group' AND l.scope_id = ANY (:portfolioIds::bigint[])))
      AND NOT EXISTS (SELECT FROM breach_steps s WHERE s.breach_id = b.id AND s.what = 'overridden' AND s.day <= :through::date AND s.until >= :through::date)
    ORDER BY b.opened_on, b.id`,
)

export async function openBreaches({ db, entity, portfolioIds, through }: Asked): Promise<LockCheck> {
  const found = await db.query(OPEN, { through, portfolioIds, entityId: entity.id })
  const on = dayInWords(through)
  if (found.length === 0) return clear('breaches', `No limit is exceeded on ${on} without an override.`)
  const active = found.filter(({ kind }) => kind === 'active').length
  return open(
    'breaches',
    { count: found.length },
    `${count(found.length, 'breach of a limit is', 'breaches of limits are')} open on ${on}${active > 0 ? `, ${active} of them by our own trades` : ''}: ${listed(found.map(({ code, subject }) => ([WHOLE, LARGEST].includes(subject) ? code : `${code} ${subject}`)))}.`,
  )
}
