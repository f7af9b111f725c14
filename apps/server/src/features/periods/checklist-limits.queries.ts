/** The checklist of a lock: its points about limits, which are breaches open at the end of its day, and what overrides allow. */
import type { LockCheck } from '@em/contract/periods/periods'
import { isLower, type LimitMeasure, type LimitUnit, WHOLE } from '@em/core/limits/limit-codes'
import { LARGEST } from '@em/core/limits/measure'
import { measuredText } from '@em/core/limits/value-texts'
import { dayInWords } from '@em/core/values/date-texts'
import { decimalOf, RATE_SCALE } from '@em/core/values/decimal'
import { type RowOf, statement } from '../../platform/database/database.ts'
import { type Asked, clear, count, listed, open } from './checklist-texts.ts'

// A breach of a wider scope belongs to every entity that the scope reaches. The override is the last one by the day; the value of a day that
// is over is the last one noted by then.
const OPEN = statement(
  'periods.open-breaches',
  `SELECT l.code, l.measure, l.unit, b.subject, b.kind, o.level, o.until,
          CASE WHEN :through::date >= :today::date THEN b.value ELSE v.value END AS value
     FROM breaches b JOIN limits l ON l.id = b.limit_id
     LEFT JOIN LATERAL (SELECT s.level, s.until FROM breach_steps s
                         WHERE s.breach_id = b.id AND s.what = 'overridden' AND s.day <= :through::date ORDER BY s.id DESC LIMIT 1) o ON true
     LEFT JOIN LATERAL (SELECT s.value FROM breach_steps s
                         WHERE s.breach_id = b.id AND s.value IS NOT NULL AND s.day <= :through::date ORDER BY s.id DESC LIMIT 1) v ON true
    WHERE b.opened_on <= :through::date AND (b.cured_on IS NULL OR b.cured_on > :through::date)
      AND (b.portfolio_id = ANY (:portfolioIds::bigint[])
        OR b.portfolio_id IS NULL
           AND (l.scope_type = 'all' OR l.scope_type = 'entity' AND l.scope_id = :entityId
             OR l.scope_type = 'group' AND l.scope_id = ANY (:portfolioIds::bigint[])))
    ORDER BY b.opened_on, b.id`,
)
type Row = RowOf<typeof OPEN>

export async function openBreaches({ db, entity, portfolioIds, through, today }: Asked): Promise<LockCheck> {
  const found = await db.query(OPEN, { through, today, portfolioIds, entityId: entity.id })
  const on = dayInWords(through)
  const allowed = found.filter((row) => isAllowed(row, through))
  const rest = found.filter((row) => !isAllowed(row, through))
  const overridden = allowed.length === 0 ? '' : ` Overridden: ${listed(allowed.map(allowedInWords))}.`
  if (rest.length === 0)
    return clear('breaches', `No limit is exceeded on ${on} without an override.${overridden}`)
  const active = rest.filter(({ kind }) => kind === 'active').length
  return open(
    'breaches',
    { count: rest.length },
    `${count(rest.length, 'breach of a limit is', 'breaches of limits are')} open on ${on}${active > 0 ? `, ${active} of them by our own trades` : ''}: ${listed(rest.map((row) => openInWords(row, through)))}.${overridden}`,
  )
}

/** Another person allows it for the day, up to a level that it keeps. */
function isAllowed({ measure, level, until, value }: Row, through: string): boolean {
  if (level === null || until === null || until < through) return false
  if (value === null) return true
  const [is, most] = [decimalOf(value, RATE_SCALE), decimalOf(level, RATE_SCALE)]
  return isLower(measure as LimitMeasure) ? is >= most : is <= most
}

const nameOf = ({ code, subject }: Row) => ([WHOLE, LARGEST].includes(subject) ? code : `${code} ${subject}`)

/** "up to 12 % until 30 Apr 2026" */
function levelOf({ measure, unit, level, until }: Row): string {
  const value = measuredText(decimalOf(level ?? '0', RATE_SCALE), unit as LimitUnit)
  return `${isLower(measure as LimitMeasure) ? 'down' : 'up'} to ${value} until ${dayInWords(until ?? '')}`
}
const allowedInWords = (row: Row) => `${nameOf(row)} ${levelOf(row)}`

/** One whose override is in force has gone beyond its level. */
const openInWords = (row: Row, through: string) =>
  row.until !== null && row.until >= through
    ? `${nameOf(row)} (beyond its override ${levelOf(row)})`
    : nameOf(row)
