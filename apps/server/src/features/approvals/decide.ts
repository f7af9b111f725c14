/** Approves requests and carries out what was approved. Each ends once: its row is held, and one step is its end. */
import { requestNumber } from '@em/contract/approvals/approvals'
import { sendAudits } from '../../platform/acts.ts'
import type { SignedIn } from '../../platform/authorize.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Server } from '../../platform/http/serve.ts'
import type { HeldWrite } from '../../platform/http/writes.ts'
import { Refusal } from '../../platform/refusal.ts'
import { actorOf } from '../identity/accounts/actor.queries.ts'
import { decided, keyOf, previewAgain, releaseWatch, sentOf, settleDone } from './carry-out.ts'
import { type Decider, standings } from './deciders.queries.ts'
import { returned } from './ends.ts'
import { approvedHash, deciderOf, held, requireFresh, requireWaiting } from './held.ts'
import { refusalByRules } from './refusals.ts'
import { approvedBy, SECRET, stateOn } from './request-rows.ts'
import { type Request, requestOf } from './requests.queries.ts'
import {
  ADD_STEP,
  BEGIN_ACT,
  CHANGED_SINCE,
  JOB_DONE,
  JOB_WAITS,
  MOVE,
  ONE,
  SAME_WORD,
} from './requests.statements.ts'

type House = Pick<Server, 'database' | 'clock' | 'writes' | 'jobs'>

/** A preview is valid for so many milliseconds. */
const PREVIEW_VALID_MS = 10_000

const writeOf = ({ writes }: Pick<Server, 'writes'>, { act }: Request): HeldWrite => {
  const write = writes.get(act)
  if (write === undefined) throw new Refusal('record.missing', { what: `The call ${act}` })
  return write
}

/** Previews it again where anything was recorded since the last preview. Long work is previewed by a job, when asked. */
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
  if (request.looked_at !== null && age < PREVIEW_VALID_MS && age >= 0) return
  const [since] = await database.query(CHANGED_SINCE, { at: last })
  if (request.looked_at !== null && since?.changed !== true) return
  await previewAgain(server, write, request)
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
  const word = { user, seen: Buffer.from(seen, 'hex'), isLast, requestId }
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
  // Of long work the last preview counts: what it comes to is compared when it is carried out.
  if (write.route.runs !== 'job') await previewAgain(server, write, request)
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
  readonly requestId: string
}

/** Adds an approval. One that saw other figures than the one before takes its place. */
async function giveWord(
  tx: Transaction,
  id: number,
  today: string,
  { user, seen, isLast, requestId }: Word,
): Promise<void> {
  const now = await held(tx, id)
  requireWaiting(now, today)
  const { for: forUser } = await deciderOf(tx, now, user, today)
  const others = await lapseOthers(tx, now, seen)
  await tx.query(ADD_STEP, { id, what: 'approved', by: user.id, forUser, reason: null, hash: seen })
  const given = others + 1
  await tx.query(MOVE, { id, state: isLast && given >= now.needed ? 'approved' : 'waiting', given })
  sendAudits(tx, [decided(now, 'approve')], { requestId })
}

/** An earlier approval of another hash lapses: it is asked again. Answers how many approvals remain. */
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
  const { people } = await standings(database, today)
  const watch = releaseWatch({
    request,
    seen,
    asOf: new Date(request.submitted_at),
    hasSlot: true,
    releasers: [user.id, ...approvedBy(request)].flatMap((id) => people.get(id) ?? []),
    allow: async (tx, now) => {
      requireWaiting(now, today)
      await deciderOf(tx, now, user, today)
      if (now.given + 1 < now.needed) throw staleBy(request, 'an approval before yours has lapsed')
    },
    settle: async (tx, done, hash) => {
      // The row of the maker's act; the approver's act has a row of its own.
      await settleDone(tx, request, { hash, given: request.given + 1 })
      await tx.query(BEGIN_ACT, { by: user.id })
      const step = { id: request.id, what: 'approved', by: user.id, forUser: decider.for, reason: null, hash }
      await tx.query(ADD_STEP, step)
      sendAudits(tx, [decided(request, 'approve')], { place: 1, requestId })
      await tx.query(JOB_DONE, {
        job: request.job_id,
        status: done.status,
        answer: JSON.stringify(done.answer),
      })
    },
  })
  try {
    if (request.given > 0 && (await lapseBefore(database, request, Buffer.from(seen, 'hex'))))
      throw staleBy(request, 'the first approval saw other figures and has lapsed: both are asked again')
    const maker = await actorOf(database, request.maker)
    const done = await write.run(maker, sentOf(request), {
      dryRun: false,
      idempotencyKey: keyOf(request),
      requestId,
      watch,
    })
    if (done.replayed) await noteDone(database, request, { user, decider, answer: done, today })
  } catch (error) {
    await afterRefusal(server, { request, write, user }, error)
  }
}

/** With two approvals the second sees what the first saw: else the first lapses, and both are asked again. Answers whether it lapsed. */
async function lapseBefore(database: Database, request: Request, seen: Buffer): Promise<boolean> {
  return database.transaction(
    async (tx) => {
      const now = await held(tx, request.id)
      const standing = await lapseOthers(tx, now, seen)
      if (standing === now.given) return false
      await tx.query(MOVE, { id: request.id, state: 'waiting', given: standing })
      return true
    },
    'approvals.lapse',
    [request.maker],
  )
}

/** It was carried out under its key before: only its end was missing. */
async function noteDone(
  database: Database,
  request: Request,
  {
    user,
    decider,
    answer,
    today,
  }: {
    readonly today: string
    readonly user: SignedIn
    readonly decider: Decider
    readonly answer: { readonly status: number; readonly answer: unknown }
  },
): Promise<void> {
  await database.transaction(
    async (tx) => {
      const now = await held(tx, request.id)
      // Another approver was faster.
      requireWaiting(now, today)
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

/** Refusals of the approval calls themselves: the request goes on waiting. */
const OF_APPROVALS = /^approval\./

/** @throws what is no refusal of the act itself; such a one returns the request with its sentence. */
async function afterRefusal(
  server: House,
  { request, write, user }: { readonly request: Request; readonly write: HeldWrite; readonly user: SignedIn },
  error: unknown,
): Promise<void> {
  const refusal = refusalByRules(error)
  if (refusal?.code === 'approval.stale') {
    await previewAgain(server, write, request)
    const [now] = await server.database.query(ONE, { id: request.id })
    const comesTo = now?.comes_to as { hash: string } | null | undefined
    if (request.given > 0 && comesTo != null)
      await lapseBefore(server.database, request, Buffer.from(comesTo.hash, 'hex'))
  }
  if (refusal === undefined || OF_APPROVALS.test(refusal.code)) throw error
  await returned(server, request, refusal, user.id)
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
    hasSlot: true,
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
    const refusal = refusalByRules(error)
    if (refusal !== undefined && !OF_APPROVALS.test(refusal.code))
      await returned(server, request, refusal, user.id)
    throw error
  }
}
