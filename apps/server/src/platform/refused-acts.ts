/**
 * Requests that were refused and leave an audit row (decision 054): those without the right, and those that a rule of control refused. A
 * flood of them reaches neither the table nor the database: a person, call and code leave one row a minute, a person twenty.
 */
import type { RefusalCode } from '@em/contract'
import { type Database, statement } from './database/database.ts'
import type { Refusal } from './refusal.ts'

/**
 * Rules that keep people from what they may not do: whose portfolios and rights, days that are closed, limits, a second person, and what
 * must not be changed at all. Faults of what was typed are none.
 */
const RULES_OF_CONTROL: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'rights.only-seen',
  'rights.outside',
  'rights.beyond-own',
  'roles.built-in',
  'users.last-administrator',
  'users.changes-beyond-seen',
  'period.locked',
  'valuation.locked',
  'prices.signed-off',
  'reconciliation.closed',
  'reconciliation.signed-off-day',
  'costing-method.locked',
  'limit.refused',
  'restriction.closed',
  'approval.own',
  'approval.same-person',
  'approval.about-you',
  'approval.not-yours',
  'approval.maker-only',
  'order.own',
  'breach.own',
  'journal.system-entry',
  'journal.derived-account',
  'record.protected',
  'attachment.permanent',
  'portfolio.treatment-fixed',
])

const REFUSED = statement(
  'door.refused',
  `SELECT record_acts(begin_acts(ARRAY[:userId::bigint]), ARRAY[:action::text], ARRAY['route'], ARRAY[:route::text], NULL, ARRAY[:after?::text],
                      ARRAY[:requestId?::text])
    WHERE NOT coalesce((SELECT at > now() - interval '1 minute' AND action = :action AND after ->> 'code' IS NOT DISTINCT FROM :code? FROM audit
                         WHERE entity = 'route' AND entity_id = :route AND user_id = :userId ORDER BY id DESC LIMIT 1), false)`,
)
const NOTED_EVERY_MS = 60_000
const NOTED_MOST = 10_000
/** Rows of one person within a minute. */
const OF_PERSON_MOST = 20

interface Noted {
  /** When a person was last refused a call with a code here. */
  readonly times: Map<string, number>
  /** How many rows a person left here since when. */
  readonly people: Map<number, { readonly since: number; rows: number }>
}
const notedIn = new WeakMap<Database, Noted>()

/** Whether a refusal leaves a row now; counts it. */
function isToNote(noted: Noted, person: number, what: string): boolean {
  const now = performance.now()
  if ((noted.times.get(what) ?? -NOTED_EVERY_MS) > now - NOTED_EVERY_MS) return false
  if (noted.times.size >= NOTED_MOST) noted.times.clear()
  if (noted.people.size >= NOTED_MOST) noted.people.clear()
  const before = noted.people.get(person)
  const counted =
    before === undefined || before.since < now - NOTED_EVERY_MS ? { since: now, rows: 0 } : before
  noted.people.set(person, counted)
  counted.rows += 1
  if (counted.rows > OF_PERSON_MOST) return false
  noted.times.set(what, now)
  return true
}

export interface RefusedRequest {
  readonly actor: { readonly id: number }
  /** The route's name. */
  readonly route: string
  readonly requestId?: string | undefined
}

async function noteOnce(
  database: Database,
  { actor, route, requestId }: RefusedRequest,
  act: { readonly action: string; readonly code: string | null; readonly after: object | null },
): Promise<void> {
  const noted = notedIn.get(database) ?? { times: new Map(), people: new Map() }
  notedIn.set(database, noted)
  const what = `${actor.id} ${route} ${act.code ?? ''}`
  if (!isToNote(noted, actor.id, what)) return
  try {
    await database.query(REFUSED, {
      userId: actor.id,
      route,
      action: act.action,
      code: act.code,
      after: act.after === null ? null : JSON.stringify(act.after),
      requestId: requestId ?? null,
    })
  } catch (error) {
    noted.times.delete(what)
    throw error
  }
}

/** Leaves an audit row for a request that its sender has no right to. */
export const noteRefused = (database: Database, refused: RefusedRequest): Promise<void> =>
  noteOnce(database, refused, { action: 'rights.refused', code: null, after: null })

/** Leaves an audit row for a write that a rule of control refused; for any other refusal none. */
export async function noteRefusedWrite(
  database: Database,
  refused: RefusedRequest,
  { code, message }: Refusal,
): Promise<void> {
  if (!RULES_OF_CONTROL.has(code)) return
  await noteOnce(database, refused, { action: 'writes.refused', code, after: { code, reason: message } })
}
