/** Breaches of limits that need attention. */
import { type Queryable, statement } from '../../platform/database/database.ts'

// An override covers a breach up to its level until its last day.
const OVERRIDDEN = `EXISTS (SELECT FROM (SELECT s.level, s.until FROM breach_steps s WHERE s.breach_id = b.id AND s.what = 'overridden'
                          ORDER BY s.id DESC LIMIT 1) s
   WHERE s.until >= :today::date AND CASE WHEN l.measure = 'minimum-cash' THEN b.value >= s.level ELSE b.value <= s.level END)`
const OPEN = statement(
  'limits.breaches-to-attend',
  `SELECT count(*) FILTER (WHERE b.kind = 'active') AS active!, count(*) FILTER (WHERE b.kind = 'passive') AS passive!,
          (array_agg(l.kind ORDER BY b.id DESC))[1] AS kind
     FROM breaches b JOIN limits l ON l.id = b.limit_id
    WHERE b.cured_on IS NULL AND NOT ${OVERRIDDEN}`,
)
// The newest act that worsened a breach, until a person writes a note or an override on it.
const WORSENED = statement(
  'limits.worsened-by-acts',
  `SELECT b.id, l.kind, v.name AS limit, b.subject, k.note AS act, u.first_name || ' ' || u.last_name AS by
     FROM breaches b JOIN limits l ON l.id = b.limit_id JOIN limit_versions v ON v.limit_id = l.id AND v.version = l.version
     JOIN LATERAL (SELECT s.id, s.note, s.by_user FROM breach_steps s
                    WHERE s.breach_id = b.id AND s.what = 'worsened' AND s.by_user IS NOT NULL ORDER BY s.id DESC LIMIT 1) k ON true
     JOIN users u ON u.id = k.by_user
    WHERE b.cured_on IS NULL AND NOT ${OVERRIDDEN}
      AND NOT EXISTS (SELECT FROM breach_steps s WHERE s.breach_id = b.id AND s.id > k.id AND s.what IN ('noted', 'overridden'))
    ORDER BY k.id DESC LIMIT 20`,
)

export interface BreachesToAttend {
  readonly active: number
  readonly passive: number
  /** The kind of the limit that was exceeded last. */
  readonly kind: string | null
}

/** Of the portfolios that a person sees; breaches of wider scopes for who sees all of them. */
export async function breachesToAttend(db: Queryable, today: string): Promise<BreachesToAttend> {
  const [found] = await db.query(OPEN, { today })
  return found ?? { active: 0, passive: 0, kind: null }
}

export interface WorsenedByAct {
  readonly id: number
  readonly kind: string
  readonly limit: string
  readonly subject: string
  readonly act: string | null
  readonly by: string | null
}

/** Breaches that an act made worse, for who may override them; of the portfolios that a person sees. */
export const worsenedByActs = (db: Queryable, today: string): Promise<WorsenedByAct[]> =>
  db.query(WORSENED, { today })
