/**
 * The one door for every write: authorize -> begin -> idempotency -> the command (lock, load, decide, store)
 * -> audit row -> answer kept -> commit. A dry run goes the same way and rolls back, so a preview is the rule.
 */
import type { ApprovalAccepted, ApprovalAsked } from '@em/contract/approvals/approvals'
import { type AuditRow, auditColumns } from './acts.ts'
import { isWithin, type SignedIn } from './authorize.ts'
import {
  constraintOf,
  type Database,
  type Step,
  sqlState,
  statement,
  type Transaction,
} from './database/database.ts'
import { tryLock } from './database/locks.ts'
import { scopeNow } from './database/scope.ts'
import { refusalFor } from './only-seen.ts'
import { Refusal } from './refusal.ts'
import { noteRefusedWrite } from './refused-acts.ts'
import { hashOf } from './same-content.ts'
import { toRefusal } from './to-refusal.ts'

export type { AuditRow } from './acts.ts'
export { noteRefused } from './refused-acts.ts'

export interface Actor {
  readonly id: number
  /** The portfolios that he may see and change; left out where nothing of it is of portfolios. */
  readonly portfolios?: SignedIn['portfolios']
}

export interface Outcome<Answer> {
  readonly answer: Answer
  readonly audit: AuditRow
  /** Acts done on the way that have rows of their own, before that of the whole. */
  readonly onTheWay?: readonly AuditRow[]
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
  /** A preview: its refusal is no attempt and leaves nothing behind. */
  readonly isPreview?: boolean
  /** A small write, which may share its transaction with others. */
  readonly isSmall?: boolean
  readonly requestId?: string | undefined
  readonly status: number
  /** Written last, with the rest: the end of a job is kept or lost together with what the job wrote. Never for a preview. */
  beforeCommit?(tx: Transaction, done: Done<unknown>): Promise<void>
  /** The newest act that had written approval rules when this write was let through unjudged; null where no rule can ask for it. */
  readonly rulesAct?: number | null
  /**
   * Looks at what the command did, also of a preview, before anything of it is left behind. Answers the newest act whose approval rules it
   * was judged by, null where it was approved. @throws what rolls it back.
   */
  judge?(tx: Transaction, done: Done<unknown>, audits: readonly AuditRow[]): Promise<number | null>
}

export interface Done<Answer> {
  readonly status: number
  readonly answer: Answer
  /** True when the answer was given before and nothing was done now. */
  readonly replayed: boolean
  /** It was not done: it waits for another person. */
  readonly waits?: ApprovalAccepted
  /** Of a preview: the write itself would wait. */
  readonly wouldWait?: ApprovalAsked
}

const TAKE_KEYS = statement(
  'door.take-keys',
  `SELECT ${tryLock('key of a request', { key: "hashtext(user_id || ' ' || route || ' ' || key)" })} AS free!
     FROM unnest(:users::bigint[], :routes::text[], :keys::text[]) WITH ORDINALITY AS k (user_id, route, key, place) ORDER BY place`,
)
const LOOK_UP = statement(
  'door.look-up',
  `SELECT k.place, i.body_hash, i.status, i.answer, i.portfolios
     FROM unnest((SELECT :users::bigint[]), (SELECT :routes::text[]), (SELECT :keys::text[]))
            WITH ORDINALITY AS k (user_id, route, key, place),
          LATERAL (SELECT * FROM idempotency_keys i
                    WHERE i.user_id = k.user_id AND i.route = k.route AND i.key = k.key LIMIT 1) AS i`,
)
const LEAVE = statement(
  'door.leave',
  `WITH kept AS (
     INSERT INTO idempotency_keys (user_id, route, key, body_hash, status, answer, portfolios)
     SELECT user_id, route, key, body_hash, status, answer, :portfolios?::bigint[]
       FROM unnest(:userIds::bigint[], :routes::text[], :keys::text[], :hashes::bytea[], :statuses::int[], :answers::text[])
              AS k (user_id, route, key, body_hash, status, answer))
   SELECT record_acts(:places::integer[], :actions::text[], :entities::text[], :entityIds::text[], :befores?::text[], :afters?::text[],
                      :requestIds?::text[], :calls?::text[], :rulesActs?::bigint[])`,
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
 * work, `idempotency.other-body` (422) when the key was used for something else, `idempotency.outside` (409) when it was answered while the person saw more.
 */
export async function throughTheDoor<Answer>(
  database: Database,
  write: Write,
  command: (tx: Transaction) => Promise<Outcome<Answer>>,
): Promise<Done<Answer>> {
  const key = write.dryRun ? undefined : write.idempotencyKey
  const hash = key === undefined ? null : await hashOf(write.body)
  const { id: by } = write.actor
  const inTransaction = (work: (tx: Transaction) => Promise<Done<Answer>>) =>
    write.isSmall && !write.dryRun
      ? database.shared(work, write.route, by)
      : database.transaction(work, write.route, [by])
  const attempt = () =>
    inTransaction(async (tx) => {
      const lookedUp = key === undefined || hash === null ? undefined : notDoneBefore(tx, write, key, hash)
      const outcome = await afterLookUp(tx, lookedUp, command, write.isSmall === true)
      const done: Done<Answer> = {
        status: outcome.status ?? write.status,
        answer: outcome.answer,
        replayed: false,
      }
      const audits = [...(outcome.onTheWay ?? []), outcome.audit]
      const rulesAct =
        write.judge === undefined ? (write.rulesAct ?? null) : await write.judge(tx, done, audits)
      if (write.dryRun) {
        // A fault of what was sent is an answer too.
        await tx.settled()
        throw new RollBack({ ...done, status: 200 })
      }
      await tx.together(LEFT_BEHIND, {
        place: tx.place,
        write,
        key: key ?? null,
        hash,
        done,
        audits,
        rulesAct,
      })
      await write.beforeCommit?.(tx, done)
      return done
    })
  const leaves = write.dryRun !== true && write.isPreview !== true
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof Refusal && error.note !== undefined && leaves) {
      await database.transaction(error.note, `${write.route}, refused`, [by])
    }
    if (error instanceof RollBack) return (error as RollBack<Answer>).done
    // The same key under another lock, as on a server that is being replaced: its row is visible now.
    if (sqlState(error) === '23505' && constraintOf(error) === 'idempotency_keys_pkey') {
      return await attempt().catch((again: unknown) => {
        if (again instanceof RollBack) return (again as RollBack<Answer>).done
        throw again
      })
    }
    const refused = await refusalFor(error, database, write.actor, command)
    // The database refuses as well: what is dated in a locked period.
    if (leaves) await noteRefusedWrite(database, write, toRefusal(refused as Error))
    throw refused
  }
}

/**
 * Does the command once it is known that it was not done before. What a small one reads first travels together with that look-up:
 * it writes and locks nothing before its first step with others (`together`).
 */
async function afterLookUp<Answer>(
  tx: Transaction,
  lookedUp: Promise<void> | undefined,
  command: (tx: Transaction) => Promise<Outcome<Answer>>,
  isSmall: boolean,
): Promise<Outcome<Answer>> {
  if (lookedUp === undefined || !isSmall) {
    await lookedUp
    return command(tx)
  }
  // Its outcome is awaited below, also where the command fails first.
  lookedUp.catch(() => undefined)
  const held: Transaction = {
    ...tx,
    together: async (step, piece) => {
      await lookedUp
      return tx.together(step, piece)
    },
  }
  try {
    return await command(held)
  } finally {
    await lookedUp
  }
}

/** @throws RollBack with the answer that was given before, and the refusals of `lookUp`. */
async function notDoneBefore(tx: Transaction, write: Write, key: string, hash: Buffer): Promise<void> {
  const earlier = await lookUp(tx, write, key, hash)
  if (earlier) throw new RollBack(earlier)
}

const FORGET = statement(
  'door.forget',
  `DELETE FROM idempotency_keys WHERE (user_id, route, key) IN (
     SELECT user_id, route, key FROM idempotency_keys WHERE created_at < now() - make_interval(days => :keptDays)
     ORDER BY created_at LIMIT :atOnce)
   RETURNING 1`,
)
const REMEMBERED_DAYS = 30
const AT_ONCE = 5_000

/** Forgets the answers to requests that are not repeated any more: those older than thirty days. */
export async function forgetOldKeys(database: Database): Promise<void> {
  let gone = AT_ONCE
  const patient = database.reading('report')
  while (gone === AT_ONCE)
    gone = (await patient.query(FORGET, { keptDays: REMEMBERED_DAYS, atOnce: AT_ONCE })).length
}

interface Asked {
  readonly key: readonly [user: number, route: string, key: string]
}
interface Found {
  readonly free: boolean
  readonly earlier:
    | {
        readonly body_hash: Buffer
        readonly status: number
        readonly answer: string
        readonly portfolios: readonly (number | null)[] | null
      }
    | undefined
}

const KEYS: Step<Asked, Found> = {
  writes: false,
  run: async (tx, asked) => {
    const keys = {
      users: asked.map(({ key: [user] }) => user),
      routes: asked.map(({ key: [, route] }) => route),
      keys: asked.map(({ key: [, , key] }) => key),
    }
    // Two statements in one round trip: the look-up must see what was committed before the lock came free.
    const [locks, rows] = await Promise.all([tx.query(TAKE_KEYS, keys), tx.query(LOOK_UP, keys)])
    const earlier = new Map(rows.map((row) => [row.place, row]))
    // A transaction takes its own lock again: of writes that share it, the first with a key is the one in progress.
    const taken = new Set<string>()
    return asked.map(({ key }, at) => {
      const name = JSON.stringify(key)
      const free = locks[at]?.free === true && !taken.has(name)
      taken.add(name)
      return { free, earlier: earlier.get(at + 1) }
    })
  },
}

async function lookUp<Answer>(
  tx: Transaction,
  write: Write,
  key: string,
  hash: Buffer,
): Promise<Done<Answer> | undefined> {
  const { free, earlier } = await tx.together(KEYS, { key: [write.actor.id, write.route, key] })
  if (earlier) {
    if (!earlier.body_hash.equals(hash)) throw new Refusal('idempotency.other-body')
    const { portfolios } = write.actor
    if (portfolios !== undefined && !isWithin(earlier.portfolios, { portfolios }))
      throw new Refusal('idempotency.outside')
    return { status: earlier.status, answer: JSON.parse(earlier.answer) as Answer, replayed: true }
  }
  if (!free) throw new Refusal('idempotency.running')
  return undefined
}

interface LeftBehind {
  /** The index of the writer. */
  readonly place: number
  readonly write: Write
  readonly key: string | null
  readonly hash: Buffer | null
  readonly done: Done<unknown>
  /** The last one is that of the whole. */
  readonly audits: readonly AuditRow[]
  readonly rulesAct: number | null
}

/** The stored answers and the audit rows. */
const LEFT_BEHIND: Step<LeftBehind, void> = {
  writes: true,
  run: async (tx, left) => {
    const answers = left.flatMap(({ key, hash, write, done }) =>
      key === null || hash === null ? [] : [{ key, hash, write, done }],
    )
    const rows = left.flatMap(({ audits, place: key, write, rulesAct }) =>
      audits.map((audit, at) => ({ place: key, audit, write, rulesAct, isWhole: at === audits.length - 1 })),
    )
    const column = <T>(of: (one: (typeof rows)[number]) => T) => rows.map(of)
    tx.send(LEAVE, {
      userIds: answers.map(({ write }) => write.actor.id),
      routes: answers.map(({ write }) => write.route),
      keys: answers.map(({ key }) => key),
      hashes: answers.map(({ hash }) => hash),
      statuses: answers.map(({ done }) => done.status),
      answers: answers.map(({ done }) => JSON.stringify(done.answer)),
      places: column(({ place: key }) => key),
      ...auditColumns(column(({ audit }) => audit)),
      requestIds: column(({ write }) => write.requestId ?? null),
      calls: column(({ write, isWhole }) => (isWhole ? write.route : null)),
      rulesActs: column(({ rulesAct, isWhole }) => (isWhole ? rulesAct : null)),
      // One for all: those who share a transaction see the same portfolios, or all.
      portfolios: scopeNow()?.portfolios ?? null,
    })
    return left.map(() => undefined)
  },
}
