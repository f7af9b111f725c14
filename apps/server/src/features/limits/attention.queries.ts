/** Breaches of limits that need somebody. */
import { type Queryable, statement } from '../../platform/database/database.ts'

const OPEN = statement(
  'limits.breaches-to-attend',
  `SELECT count(*) FILTER (WHERE b.kind = 'active') AS active!, count(*) FILTER (WHERE b.kind = 'passive') AS passive!,
          (array_agg(l.kind ORDER BY b.id DESC))[1] AS kind
     FROM breaches b JOIN limits l ON l.id = b.limit_id
    WHERE b.cured_on IS NULL
      AND NOT EXISTS (SELECT FROM breach_steps s WHERE s.breach_id = b.id AND s.what = 'overridden' AND s.until >= :today::date)`,
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
