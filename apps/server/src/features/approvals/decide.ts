/** Approves, rejects, withdraws, returns and ends requests. Each ends once: its row is held, and one step is its end. */
import { requestNumber } from '@em/contract/books/approvals'
import { sendAudits } from '../../platform/acts.ts'
import type { SignedIn } from '../../platform/authorize.ts'
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import type { Watch } from '../../platform/http/approval-desk.ts'
import type { Server } from '../../platform/http/serve.ts'
import type { HeldWrite } from '../../platform/http/writes.ts'
import { Refusal } from '../../platform/refusal.ts'
import { actorOf } from '../identity/accounts/actor.queries.ts'
import {
  decided,
  keepRefusal,
  keyOf,
  lookAgain,
  lookWatch,
  type Means,
  releaseWatch,
  sentOf,
  settleDone,
} from './carry-out.ts'
import { covers, type Decider, decidersOf, standings } from './deciders.queries.ts'
import { toldRefusal } from './refusals.ts'
import { matterOf, type Request, requestOf } from './requests.queries.ts'
import {
  ADD_STEP,
  BEGIN_ACT,
  CHANGED_SINCE,
  FRESH_SESSION,
  HOLD,
  HOLD_JOB,
  JOB_DONE,
  JOB_ENDED,
  JOB_RETURNED,
  JOB_WAITS,
  LAST_WORD,
  MOVE,
  OF_JOB,
  ONE,
  OVERDUE,
  SAME_WORD,
} from './requests.statements.ts'
import { approvedBy, FRESH_MINUTES, needsFreshSignIn, portfoliosOf, SECRET, stateOn } from './told.ts'

type House = Pick<Server, 'database' | 'clock' | 'writes' | 'jobs'>

/** A look is of at most so many milliseconds ago. */
const LOOKED_MS = 10_000

/** @throws Refusal `approval.not-waiting` (409). */
function requireWaiting(request: Request, today: string): void {
  const state = stateOn(request, today)
  if (state !== 'waiting')
    throw new Refusal('approval.not-waiting', { number: requestNumber(request.id), state })
}

/** For whom a person decides: null for himself. @throws Refusal `approval.own`, `approval.same-person`, `approval.about-you`, `approval.not-yours` (403). */
async function deciderOf(db: Queryable, request: Request, user: SignedIn, today: string): Promise<Decider> {
  const number = requestNumber(request.id)
  if (request.maker === user.id) throw new Refusal('approval.own', { number })
  if (request.about === user.id) throw new Refusal('approval.about-you', { number })
  if (approvedBy(request).includes(user.id)) throw new Refusal('approval.same-person', { number })
  const all = await standings(db, today)
  const decider = decidersOf(all, matterOf(request)).find(({ id }) => id === user.id)
  if (decider !== undefined) return decider
  const changes = all.people.get(user.id)?.changes ?? []
  const why = covers(changes, portfoliosOf(request))
    ? 'you do not hold the right to decide it, and nobody who does has delegated it to you'
    : 'it concerns portfolios that you do not change'
  throw new Refusal('approval.not-yours', { number, why })
}

/** @throws Refusal `approval.sign-in-again` (403). */
async function requireFresh(db: Queryable, { act }: Request, { sessionId }: SignedIn): Promise<void> {
  const what = needsFreshSignIn(act)
  if (what === null) return
  const [fresh] = await db.query(FRESH_SESSION, { session: sessionId, minutes: FRESH_MINUTES })
  if (fresh === undefined) throw new Refusal('approval.sign-in-again', { what, minutes: FRESH_MINUTES })
}

const writeOf = ({ writes }: Pick<Server, 'writes'>, { act }: Request): HeldWrite => {
  const write = writes.get(act)
  if (write === undefined) throw new Refusal('record.missing', { what: `The call ${act}` })
  return write
}

async function held(tx: Transaction, id: number): Promise<Request> {
  await tx.query(HOLD, { id })
  const [request] = await tx.query(ONE, { id })
  if (request === undefined) throw new Refusal('record.missing', { what: 'The request' })
  return request
}

/** Looks at what it comes to now, where anything was recorded since the last look. Long work is looked at by a job, when asked. */
export async function renew(server: House, request: Request, again: boolean): Promise<void> {
  const { database, clock } = server
  if (stateOn(request, clock.today()) !== 'waiting') return
  const write = writeOf(server, request)
  if (write.route.runs === 'job') {
    if (again && request.job_status === 'held')
      await server.jobs.resume(request.job_id, request.maker, async (tx) => {
        const now = await held(tx, request.id)
        if (now.state !== 'waiting') return undefined
        return (await tx.query(JOB_WAITS, { job: request.job_id }))[0]
      })
    return
  }
  const last = request.looked_at ?? request.submitted_at
  const age = clock.now().getTime() - new Date(last).getTime()
  if (request.looked_at !== null && age < LOOKED_MS && age >= 0) return
  const [since] = await database.query(CHANGED_SINCE, { at: last })
  if (request.looked_at !== null && since?.changed !== true) return
  await lookAgain(server, write, request)
}

/** The person approves what was seen: the last approval carries it out. @throws the Refusals above, `approval.stale` (409). */
export async function approve(
  server: House,
  id: number,
  user: SignedIn,
  seen: string,
  requestId: string,
): Promise<void> {
  const { database, clock } = server
  const today = clock.today()
  const request = await requestOf(database, id, user, today)
  const decider = await deciderOf(database, request, user, today)
  requireWaiting(request, today)
  await requireFresh(database, request, user)
  const write = writeOf(server, request)
  const isLast = request.given + 1 >= request.needed
  if (isLast && write.route.runs !== 'job' && !SECRET.has(request.act))
    return carryOut(server, { request, write, user, decider, seen, requestId })
  await requireSeen(server, write, request, seen)
  const word = { user, seen: Buffer.from(seen, 'hex'), isLast }
  if (isLast && write.route.runs === 'job') {
    await server.jobs.resume(request.job_id, user.id, async (tx) => {
      await giveWord(tx, request.id, today, word)
      return (await tx.query(JOB_WAITS, { job: request.job_id }))[0]
    })
    await server.jobs.ended(request.job_id, new AbortController().signal)
    return
  }
  await database.transaction((tx) => giveWord(tx, request.id, today, word), 'approvals.approve', [user.id])
}

/** @throws Refusal `approval.stale` (409) where it comes to something else by now. */
async function requireSeen(server: House, write: HeldWrite, request: Request, seen: string): Promise<void> {
  // Of long work the last look counts: what it comes to is compared when it is carried out.
  if (write.route.runs !== 'job') await lookAgain(server, write, request)
  const [now] = await server.database.query(ONE, { id: request.id })
  if (now?.refusal != null) throw staleBy(request, `it would be refused now: ${now.refusal}`)
  const last = (now?.comes_to ?? request.came_to) as { hash: string }
  if (last.hash !== seen) throw staleBy(request, 'the figures that you saw are not those of now')
}
const staleBy = (request: Request, what: string) =>
  new Refusal('approval.stale', { number: requestNumber(request.id), what })

interface Word {
  readonly user: SignedIn
  readonly seen: Buffer
  readonly isLast: boolean
}

/** Adds an approval. One that saw other figures than the one before takes its place. */
async function giveWord(
  tx: Transaction,
  id: number,
  today: string,
  { user, seen, isLast }: Word,
): Promise<void> {
  const now = await held(tx, id)
  requireWaiting(now, today)
  const { for: forUser } = await deciderOf(tx, now, user, today)
  const others = await lapseOthers(tx, now, seen)
  await tx.query(ADD_STEP, { id, what: 'approved', by: user.id, forUser, reason: null, hash: seen })
  const given = others + 1
  await tx.query(MOVE, { id, state: isLast && given >= now.needed ? 'approved' : 'waiting', given })
  sendAudits(tx, [decided(now, 'approve')])
}

/** An earlier approval of another hash lapses: it is asked again. Answers how many approvals stand. */
async function lapseOthers(tx: Transaction, request: Request, seen: Buffer): Promise<number> {
  if (request.given === 0) return 0
  const [same] = await tx.query(SAME_WORD, { id: request.id, hash: seen })
  if (same?.same === true) return request.given
  const reason = 'What it comes to has changed since the approval before'
  await tx.query(ADD_STEP, { id: request.id, what: 'lapsed', by: null, forUser: null, reason, hash: null })
  return 0
}

interface CarriedOut {
  readonly request: Request
  readonly write: HeldWrite
  readonly user: SignedIn
  readonly decider: Decider
  readonly seen: string
  readonly requestId: string
}

async function carryOut(
  server: House,
  { request, write, user, decider, seen, requestId }: CarriedOut,
): Promise<void> {
  const { database, clock } = server
  const today = clock.today()
  const watch = releaseWatch({
    request,
    seen,
    asOf: new Date(request.submitted_at),
    hasTurn: true,
    allow: async (tx, now) => {
      requireWaiting(now, today)
      await deciderOf(tx, now, user, today)
      if (now.given + 1 < now.needed) throw staleBy(request, 'an approval before yours has lapsed')
    },
    settle: async (tx, done, hash) => {
      // The act of whoever approves stands beside that of the maker.
      await tx.query(BEGIN_ACT, { by: user.id })
      const step = { id: request.id, what: 'approved', by: user.id, forUser: decider.for, reason: null, hash }
      await tx.query(ADD_STEP, step)
      sendAudits(tx, [decided(request, 'approve')], 1)
      await settleDone(tx, request, { hash, given: request.given + 1 })
      await tx.query(JOB_DONE, {
        job: request.job_id,
        status: done.status,
        answer: JSON.stringify(done.answer),
      })
    },
  })
  try {
    if (request.given > 0) await requireSameWord(database, request, seen)
    const maker = await actorOf(database, request.maker)
    const done = await write.run(maker, sentOf(request), {
      dryRun: false,
      idempotencyKey: keyOf(request),
      requestId,
      watch,
    })
    if (done.replayed) await noteDone(database, request, { user, decider, answer: done })
  } catch (error) {
    await afterRefusal(server, { request, write, user }, error)
  }
}

/** With two approvals the second sees what the first saw: else the first lapses, and is asked again. */
async function requireSameWord(database: Database, request: Request, seen: string): Promise<void> {
  const lapsed = await database.transaction(
    async (tx) => {
      const now = await held(tx, request.id)
      const standing = await lapseOthers(tx, now, Buffer.from(seen, 'hex'))
      if (standing === now.given) return false
      await tx.query(MOVE, { id: request.id, state: 'waiting', given: standing })
      return true
    },
    'approvals.lapse',
    [request.maker],
  )
  if (lapsed)
    throw staleBy(request, 'the first approval saw other figures and has lapsed: both are asked again')
}

/** It was carried out under its key before: only its end was missing. */
async function noteDone(
  database: Database,
  request: Request,
  {
    user,
    decider,
    answer,
  }: {
    readonly user: SignedIn
    readonly decider: Decider
    readonly answer: { readonly status: number; readonly answer: unknown }
  },
): Promise<void> {
  await database.transaction(
    async (tx) => {
      const now = await held(tx, request.id)
      if (now.state !== 'waiting') return
      const step = {
        id: request.id,
        what: 'approved',
        by: user.id,
        forUser: decider.for,
        reason: null,
        hash: now.hash,
      }
      await tx.query(ADD_STEP, step)
      await settleDone(tx, now, { hash: now.hash, given: now.given + 1 })
      await tx.query(JOB_DONE, {
        job: now.job_id,
        status: answer.status,
        answer: JSON.stringify(answer.answer),
      })
      sendAudits(tx, [decided(now, 'approve')])
    },
    'approvals.approve',
    [user.id],
  )
}

/** What the calls of approvals themselves refuse: the request goes on waiting. */
const OF_APPROVALS = /^approval\./

/** @throws what is no refusal of the act itself; such a one returns the request with its sentence. */
async function afterRefusal(
  server: House,
  { request, write, user }: { readonly request: Request; readonly write: HeldWrite; readonly user: SignedIn },
  error: unknown,
): Promise<void> {
  const refusal = toldRefusal(error)
  if (refusal?.code === 'approval.stale') await lookAgain(server, write, request)
  if (refusal === undefined || OF_APPROVALS.test(refusal.code)) throw error
  await returned(server, request, refusal, user.id)
}

async function returned(
  { database }: Pick<Server, 'database'>,
  request: Request,
  refusal: Refusal,
  by: number,
): Promise<void> {
  await database.transaction(
    async (tx) => {
      const now = await held(tx, request.id)
      if (now.ended_at !== null) return
      await endWith(tx, now, { what: 'returned', by, reason: refusal.message })
      const told = { job: now.job_id, status: refusal.status, error: JSON.stringify(refusal.body()) }
      await tx.query(JOB_RETURNED, told)
      sendAudits(tx, [decided(now, 'return', refusal.message)])
    },
    'approvals.return',
    [by],
  )
}

interface End {
  readonly what: 'rejected' | 'withdrawn' | 'expired' | 'returned'
  readonly by: number | null
  readonly forUser?: number | null
  readonly reason: string | null
}

async function endWith(
  tx: Transaction,
  { id, given }: Request,
  { what, by, forUser = null, reason }: End,
): Promise<void> {
  const told = reason === null ? null : reason.slice(0, 1_000)
  await tx.query(ADD_STEP, { id, what, by, forUser, reason: told, hash: null })
  await tx.query(MOVE, { id, state: what, given })
}

/** The person rejects it: nothing of it is done. @throws Refusal as for approving. */
export async function reject(
  tx: Transaction,
  id: number,
  user: SignedIn,
  reason: string,
  today: string,
): Promise<Outcome<number>> {
  const request = await held(tx, id)
  requireWaiting(request, today)
  const { for: forUser } = await deciderOf(tx, request, user, today)
  await endWith(tx, request, { what: 'rejected', by: user.id, forUser, reason })
  await tx.query(JOB_ENDED, { job: request.job_id })
  return { answer: id, audit: decided(request, 'reject', reason) }
}

/** The maker takes it back; whoever writes rules may, with a reason. @throws Refusal `approval.maker-only`, `approval.not-waiting`. */
export async function withdraw(
  tx: Transaction,
  id: number,
  user: SignedIn,
  reason: string | null,
  today: string,
): Promise<Outcome<number>> {
  const request = await held(tx, id)
  if (request.maker !== user.id && !(user.rights.has('approvals.rules') && reason !== null))
    throw new Refusal('approval.maker-only', {
      name: (request.maker_name ?? '').trim(),
      number: requestNumber(id),
    })
  // What was approved and is carried out by a job is not taken back any more.
  if (!(stateOn(request, today) === 'approved' && SECRET.has(request.act))) requireWaiting(request, today)
  await endWith(tx, request, { what: 'withdrawn', by: user.id, reason })
  await tx.query(JOB_ENDED, { job: request.job_id })
  return { answer: id, audit: decided(request, 'withdraw', reason) }
}

/** Carries out an approved request whose answer holds a secret, for its maker alone. @throws Refusal `approval.maker-only`, `approval.nothing-to-collect`. */
export async function collect(
  server: House,
  id: number,
  user: SignedIn,
  requestId: string,
): Promise<unknown> {
  const { database, clock } = server
  const today = clock.today()
  const request = await requestOf(database, id, user, today)
  const number = requestNumber(id)
  if (request.maker !== user.id)
    throw new Refusal('approval.maker-only', { name: (request.maker_name ?? '').trim(), number })
  const nothing = () => new Refusal('approval.nothing-to-collect', { number })
  const seen = await approvedHash(database, id)
  if (!SECRET.has(request.act) || seen === null || stateOn(request, today) !== 'approved') throw nothing()
  const watch = releaseWatch({
    request,
    seen,
    asOf: clock.now(),
    hasTurn: true,
    allow: async (_, now) => {
      if (now.state !== 'approved') throw nothing()
    },
    settle: async (tx, done, hash) => {
      await settleDone(tx, request, { hash, given: request.given })
      await tx.query(JOB_DONE, { job: request.job_id, status: done.status, answer: 'null' })
    },
  })
  const write = writeOf(server, request)
  try {
    const maker = await actorOf(database, request.maker)
    return (await write.run(maker, sentOf(request), { dryRun: false, requestId, watch })).answer
  } catch (error) {
    const refusal = toldRefusal(error)
    if (refusal !== undefined && !OF_APPROVALS.test(refusal.code))
      await returned(server, request, refusal, user.id)
    throw error
  }
}

async function approvedHash(db: Queryable, id: number): Promise<string | null> {
  const [row] = await db.query(LAST_WORD, { id })
  return row?.hash?.toString('hex') ?? null
}

/** Who looks on while a job runs that was held: one that was approved is carried out, any other is looked at and waits again. */
export async function watchOfJob({ database, clock }: Means, id: number): Promise<Watch> {
  const [request] = await database.query(ONE, { id })
  if (request === undefined) throw new Error(`the request ${id} is gone`)
  if (request.state !== 'approved')
    return lookWatch({ database, clock }, request, async (tx) => {
      await tx.query(HOLD_JOB, { job: request.job_id })
    })
  const seen = await approvedHash(database, id)
  return releaseWatch({
    request,
    seen: seen ?? '',
    asOf: new Date(request.submitted_at),
    hasTurn: false,
    allow: async (_, now) => {
      if (now.state !== 'approved')
        throw new Refusal('approval.not-waiting', { number: requestNumber(id), state: now.state })
    },
    settle: (tx, _, hash) => settleDone(tx, request, { hash, given: request.given }),
  })
}

/** The run of a held job was refused. Answers whether it goes on waiting, with the sentence for those who look at it. */
export async function jobRefused(means: Means, job: number, refusal: Refusal): Promise<boolean> {
  const { database } = means
  const [open] = await database.query(OF_JOB, { job })
  if (open === undefined) return false
  if (open.state === 'waiting') {
    await keepRefusal(means, open.id, refusal)
    await database.query(HOLD_JOB, { job })
    return true
  }
  const [request] = await database.query(ONE, { id: open.id })
  if (request === undefined) return false
  await database.transaction(
    async (tx) => {
      const now = await held(tx, request.id)
      if (now.ended_at !== null) return
      await endWith(tx, now, { what: 'returned', by: null, reason: refusal.message })
      sendAudits(tx, [decided(now, 'return', refusal.message)])
    },
    'approvals.return',
    [request.maker],
  )
  return false
}

/** Ends what was not decided in time, and what was approved and whose job broke off. Answers how many. */
export async function endOverdue({ database, clock }: Means): Promise<number> {
  const overdue = await database.query(OVERDUE, { today: clock.today() })
  for (const { id, job_id: job, state, status, error } of overdue) {
    await database.transaction(
      async (tx) => {
        const now = await held(tx, id)
        if (now.ended_at !== null) return
        const brokeOff = state === 'approved' && (status === 'failed' || status === 'cancelled')
        const told = error === null ? 'It was cancelled.' : (JSON.parse(error) as { message: string }).message
        await endWith(
          tx,
          now,
          brokeOff
            ? { what: 'returned', by: null, reason: told }
            : { what: 'expired', by: null, reason: null },
        )
        await tx.query(JOB_ENDED, { job })
        sendAudits(tx, [decided(now, brokeOff ? 'return' : 'expire')])
      },
      'approvals.expire',
      [null],
    )
  }
  return overdue.length
}
