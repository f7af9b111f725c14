/**
 * The one door for every write: authorize -> begin -> idempotency -> the command (lock, load, decide, store)
 * -> audit row -> answer kept -> commit. A dry run goes the same way and rolls back, so a preview is the rule.
 */
import { constraintOf, type Database, sqlState, statement, type Transaction } from './database/database.ts'
import { Refusal } from './refusal.ts'
import { hashOf } from './same-content.ts'

export interface Actor {
  readonly id: number
}

export interface AuditRow {
  /** What was done, like `trades.buy`. */
  readonly action: string
  readonly entity: string
  readonly entityId: string | number
  readonly before?: unknown
  readonly after?: unknown
}

export interface Outcome<Answer> {
  readonly answer: Answer
  readonly audit: AuditRow
  /** Another status than the route's, for example 200 for a dry run. */
  readonly status?: number
}

export interface Write {
  /** The route's name, part of the idempotency key. */
  readonly route: string
  readonly actor: Actor
  readonly idempotencyKey?: string | undefined
  /** The request's body as it came; another one under the same key is refused. */
  readonly body?: unknown
  readonly dryRun?: boolean
  readonly requestId?: string
  readonly status: number
}

export interface Done<Answer> {
  readonly status: number
  readonly answer: Answer
  /** True when the answer was given before and nothing was done now. */
  readonly replayed: boolean
}

const TAKE_KEY = statement(
  'door.take-key',
  `SELECT pg_try_advisory_xact_lock(hashtextextended($1 || ' ' || $2 || ' ' || $3, 0)) AS free`,
)
const LOOK_UP = statement(
  'door.look-up',
  'SELECT body_hash, status, answer FROM idempotency_keys WHERE user_id = $1::text::bigint AND route = $2 AND key = $3',
)
const LEAVE = statement(
  'door.leave',
  `WITH kept AS (
     INSERT INTO idempotency_keys (user_id, route, key, body_hash, status, answer)
     SELECT $1, $2, $3, $4, $5, $6 WHERE $3::text IS NOT NULL)
   INSERT INTO audit (user_id, action, entity, entity_id, before, after, request_id)
   VALUES ($1, $7, $8, $9, $10, $11, $12)`,
)

/** Leaves a transaction without writing, carrying the answer out. */
class RollBack<Answer> extends Error {
  readonly done: Done<Answer>
  constructor(done: Done<Answer>) {
    super('rolled back on purpose')
    this.done = done
  }
}

/**
 * Carries out one command; what its refusal leaves behind is written after the rollback. Throws the command's Refusal, `idempotency.running` (409) while the same key is at
 * work, `idempotency.other-body` (422) when the key was used for something else.
 */
export async function throughTheDoor<Answer>(
  database: Database,
  write: Write,
  command: (tx: Transaction) => Promise<Outcome<Answer>>,
): Promise<Done<Answer>> {
  const key = write.dryRun ? undefined : write.idempotencyKey
  const hash = key === undefined ? null : await hashOf(write.body)
  const attempt = () =>
    database.transaction(async (tx) => {
      if (key !== undefined && hash !== null) {
        const earlier = await lookUp<Answer>(tx, write, key, hash)
        if (earlier) throw new RollBack(earlier)
      }
      const outcome = await command(tx)
      const done: Done<Answer> = {
        status: outcome.status ?? write.status,
        answer: outcome.answer,
        replayed: false,
      }
      if (write.dryRun) {
        // A fault of what was sent is an answer too.
        await tx.settled()
        throw new RollBack({ ...done, status: 200 })
      }
      leave(tx, write, key ?? null, hash, done, outcome.audit)
      return done
    }, write.route)
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof Refusal && error.note !== undefined && !write.dryRun) {
      await database.transaction(error.note, `${write.route}, refused`)
    }
    if (error instanceof RollBack) return (error as RollBack<Answer>).done
    // The same key under another lock, as on a server that is being replaced: its row is visible now.
    if (sqlState(error) === '23505' && constraintOf(error) === 'idempotency_keys_pkey') {
      return await attempt().catch((again: unknown) => {
        if (again instanceof RollBack) return (again as RollBack<Answer>).done
        throw again
      })
    }
    throw error
  }
}

const REFUSED = statement(
  'door.refused',
  `INSERT INTO audit (user_id, action, entity, entity_id, request_id)
   SELECT $1, 'rights.refused', 'route', $2, $3
    WHERE NOT EXISTS (SELECT FROM audit WHERE entity = 'route' AND entity_id = $2 AND user_id = $1
                         AND at > now() - interval '1 minute')`,
)

/** Leaves an audit row for a request that its sender has no right to: one a minute for a person and a route. */
export async function noteRefused(
  database: Database,
  refused: { readonly actor: Actor; readonly route: string; readonly requestId: string },
): Promise<void> {
  await database.query(REFUSED, [refused.actor.id, refused.route, refused.requestId])
}

const FORGET = statement(
  'door.forget',
  `DELETE FROM idempotency_keys WHERE (user_id, route, key) IN (
     SELECT user_id, route, key FROM idempotency_keys WHERE created_at < now() - make_interval(days => $1)
     ORDER BY created_at LIMIT $2)
   RETURNING 1`,
)
const KEPT_DAYS = 30
const AT_ONCE = 5_000

/** Forgets the answers to requests that nobody repeats any more: those older than thirty days. */
export async function forgetOldKeys(database: Database): Promise<void> {
  let gone = AT_ONCE
  const patient = database.reading('report')
  while (gone === AT_ONCE) gone = (await patient.query(FORGET, [KEPT_DAYS, AT_ONCE])).length
}

async function lookUp<Answer>(
  tx: Transaction,
  write: Write,
  key: string,
  hash: Buffer,
): Promise<Done<Answer> | undefined> {
  const place = [String(write.actor.id), write.route, key]
  // Two statements in one round trip: the look-up must see what was committed before the lock came free.
  const [[lock], [found]] = await Promise.all([
    tx.query<{ free: boolean }>(TAKE_KEY, place),
    tx.query<{ body_hash: Buffer; status: number; answer: string }>(LOOK_UP, place),
  ])
  if (found) {
    if (!found.body_hash.equals(hash)) throw new Refusal('idempotency.other-body')
    return { status: found.status, answer: JSON.parse(found.answer) as Answer, replayed: true }
  }
  if (!lock?.free) throw new Refusal('idempotency.running')
  return undefined
}

function leave<Answer>(
  tx: Transaction,
  write: Write,
  key: string | null,
  hash: Buffer | null,
  done: Done<Answer>,
  audit: AuditRow,
): void {
  tx.send(LEAVE, [
    write.actor.id,
    write.route,
    key,
    hash,
    done.status,
    key === null ? null : JSON.stringify(done.answer),
    audit.action,
    audit.entity,
    String(audit.entityId),
    audit.before === undefined ? null : JSON.stringify(audit.before),
    audit.after === undefined ? null : JSON.stringify(audit.after),
    write.requestId ?? null,
  ])
}
