/**
 * Every write by its route's name, so that one can be held as it was sent and carried out later, by another process. A request
 * and other callers that carry one out (a job, the release of a held write) go the same way: the right, the checks of what was
 * sent, a slot among the saves, the door.
 */
import type { Reply, Route } from '@em/contract'
import { type ApprovalAccepted, type ApprovalAsked, askedFacts } from '@em/contract/approvals/approvals'
import { boundsOf } from '@em/contract/kit/bounds'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type Ask, mayAsk } from '../asks.ts'
import { authorize, type SignedIn } from '../authorize.ts'
import { asOf } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import { NeedsOwnTransaction } from '../database/faults.ts'
import { type Done, noteRefused, type Outcome, throughTheDoor, type Write } from '../door.ts'
import type { RecordedBy } from '../recorded-by.ts'
import { type Detail, Refusal } from '../refusal.ts'
import { type ApprovalPort, type Attempt, HasToWait, type Watch } from './approval-port.ts'
import { storedJsonParser } from './json-body.ts'
import { bodyParserOf, parse } from './parse.ts'
import { forPerson, inSaveSlot } from './request-slots.ts'
import type { Sent } from './sent.ts'
import { untilForgotten } from './token.ts'
import type { Save, WorkSlots } from './work-slots.ts'

/** Reports the progress: `of` is 0 while the amount of work is unknown. */
export type Progress = (done: number, of: number, words: string) => void

/** How a write is carried out. */
export interface RunOptions {
  /** Answers what would be done, and writes nothing. As the query says where left out. */
  readonly dryRun?: boolean
  readonly idempotencyKey?: string | undefined
  /** Where it has to wait for another person, that is said first, and nothing is kept. */
  readonly asksFirst?: boolean
  readonly requestId?: string | undefined
  /** The address that it came from, where it came by HTTP just now. */
  readonly address?: string
  /** Aborted by a caller that does not wait for the answer any more: it stops waiting for its slot. */
  readonly signal?: AbortSignal
  readonly progress?: Progress
  /** The id of the job that carries it out. */
  readonly job?: number
  /** Watches the write instead of the port of approvals: used by the code that carries out what was approved. */
  readonly watch?: Watch
  /** Kept or lost together with what the command writes. */
  beforeCommit?(tx: Transaction, done: Done<unknown>): Promise<void>
}

/** The request, checked. */
export interface Parsed<T extends Route> {
  readonly params: z.output<T['params']>
  readonly query: z.output<T['query']>
  readonly body: z.output<T['body']>
}

/** The arguments of a write's command. There may be no request any more: it may have been answered long ago. */
export interface WriteInput<T extends Route> extends Parsed<T> {
  readonly user: SignedIn
  /** The person, and what that person accepted. */
  readonly by: RecordedBy
  readonly dryRun: boolean
  readonly address: string | null
  readonly progress: Progress
  /** The id of the job that carries it out; null where there is none. */
  readonly job: number | null
}

export type Command<T extends Route> = (tx: Transaction, input: WriteInput<T>) => Promise<Outcome<Reply<T>>>

/** A write that has work to do before its transaction begins, such as reading a file: what it answers is the command. */
export interface PreparedCommand<T extends Route> {
  /** Bounded, and without a trace: it may be done again. */
  prepare(input: WriteInput<T>): Promise<Command<T>>
}

/** The limits that a write may have above those of the others. */
export interface WriteKind {
  /** A handful of rows that many people send: it may share its transaction with others. */
  readonly small?: boolean
  /** Its answer is not kept, as one that holds a secret: an Idempotency-Key is not taken. */
  readonly hasSecretAnswer?: boolean
  /** It changes who may do what, or who is signed in: it is answered once no server remembers what was before. */
  readonly changesWhoMay?: boolean
}

/** One write, reachable by its route's name. */
export interface HeldWrite<T extends Route = Route> {
  readonly route: T
  /** @throws Refusal `request.invalid` for what the contract does not take. */
  parse(sent: Sent): Promise<Parsed<T>>
  /** Carries it out for a person through the door. @throws Refusal as the request would have been answered. */
  run(actor: SignedIn, sent: Sent, options: RunOptions): Promise<Done<Reply<T>>>
}

/** All writes of a server, by the names of their routes. */
export type HeldWrites = Map<string, HeldWrite>

/** The parts of its server that a write needs. */
interface Host {
  readonly app: FastifyInstance
  readonly database: Database
  readonly workSlots: WorkSlots
  readonly approvals: ApprovalPort
}

const NO_PROGRESS: Progress = () => undefined

/** Reads what was sent: its parts as the contract takes them, the JSON as it came. */
function readerOf<T extends Route>(app: FastifyInstance, route: T) {
  const readJson = storedJsonParser(app)
  const bounds = boundsOf(route.body)
  return async (sent: Sent) => {
    const body = Buffer.isBuffer(sent.body) ? await readJson(sent.body, bounds) : sent.body
    return { input: await parsed(route, { ...pick(sent), body }), json: body }
  }
}

/** A right that only the body asks for, or one that the person lost since he sent it, is noted. */
async function notingRefusals<T>(
  { database }: Pick<Host, 'database'>,
  by: {
    readonly actor: SignedIn
    readonly route: string
    readonly requestId: string | undefined
    readonly isPreview?: boolean
  },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isRight =
      error instanceof Refusal && (error.code === 'rights.missing' || error.code === 'rights.scope')
    if (isRight && by.isPreview !== true) await noteRefused(database, by)
    throw error
  }
}

/** Long work that changes nothing: `read` has no transaction, no audit row and no key; what it answers is the job's result. */
export type LongRead<T extends Route> = (
  input: Pick<WriteInput<T>, 'params' | 'query' | 'body' | 'user' | 'progress'>,
) => Promise<Reply<T>>

/** Makes a long read reachable by its route's name, as writes are. Its end is kept in a small transaction after it. */
export function heldRead<T extends Route>(host: Host, route: T, read: LongRead<T>): HeldWrite<T> {
  const readSent = readerOf(host.app, route)
  return {
    route,
    parse: async (sent) => (await readSent(sent)).input,
    run: (actor, sent, { requestId, progress = NO_PROGRESS, beforeCommit }) =>
      notingRefusals(host, { actor, route: route.name, requestId }, async () => {
        authorize(route, actor)
        const { input } = await readSent(sent)
        const answer = await forPerson(route, actor, () => read({ ...input, user: actor, progress }))
        const done = { status: route.status, answer, replayed: false }
        await host.database.transaction(async (tx) => beforeCommit?.(tx, done), route.name)
        return done
      }),
  }
}

/** Makes a write that goes through the door. One that is a job has waited in the queue. */
export function heldWrite<T extends Route>(
  host: Host,
  route: T,
  command: Command<T> | PreparedCommand<T>,
  { small = false, hasSecretAnswer = false, changesWhoMay = false }: WriteKind = {},
): HeldWrite<T> {
  const { app, database, workSlots, approvals } = host
  const readSent = readerOf(app, route)
  const carryOut = async (actor: SignedIn, sent: Sent, options: RunOptions): Promise<Done<Reply<T>>> => {
    authorize(route, actor)
    const { input, json } = await readSent(sent)
    const attempt: Attempt = {
      route,
      maker: actor,
      sent,
      json,
      idempotencyKey: options.idempotencyKey,
      requestId: options.requestId,
      job: options.job,
    }
    const watched = options.watch === undefined ? await approvals.watch(attempt) : { watch: options.watch }
    const { watch } = watched
    if (watch === undefined) return doIt(actor, { input, json, sent }, options, watched.rulesAct)
    const isPreview = options.dryRun ?? flagsOf(sent).dryRun
    const known = isPreview || options.watch !== undefined ? undefined : await approvals.known(attempt)
    if (known !== undefined) {
      if ('waits' in known) return waiting(known.waits)
      return known.done as Done<Reply<T>>
    }
    try {
      return await doIt(actor, { input, json, sent }, { ...options, watch })
    } catch (error) {
      if (!(error instanceof HasToWait)) throw error
      if (options.asksFirst === true && watch.asked !== undefined)
        throw new Refusal('approval.asks', askedFacts(watch.asked(error)))
      return waiting(await watch.keep(error, preview))
    }
    /** The answer of the preview; nothing of a call that has none. */
    async function preview(): Promise<unknown> {
      if (route.dryRunStatus === null) return null
      const asked = {
        requestId: options.requestId,
        dryRun: true,
        watch: { ...watch, judge: NOTHING, preview: NO_RULES } as Watch,
      }
      return (await doIt(actor, { input, json, sent }, asked)).answer
    }
  }
  interface Read {
    readonly input: Parsed<T>
    readonly json: unknown
    readonly sent: Sent
  }
  const doIt = async (
    actor: SignedIn,
    { input, json, sent }: Read,
    options: RunOptions,
    rulesAct: number | null = null,
  ): Promise<Done<Reply<T>>> => {
    const { requestId, address = null, signal = new AbortController().signal, watch } = options
    const { openPeriod, changeReconciled, ...flags } = flagsOf(sent)
    const dryRun = options.dryRun ?? flags.dryRun
    const watched = watch === undefined ? undefined : watching(watch, dryRun)
    const write = {
      route: route.name,
      actor,
      idempotencyKey: hasSecretAnswer ? undefined : options.idempotencyKey,
      body: { params: sent.params ?? {}, body: json ?? null },
      dryRun,
      isPreview: watch?.isPreview === true,
      requestId,
      status: route.status,
      ...((options.beforeCommit !== undefined || watch?.settle !== undefined) && {
        beforeCommit: async (tx: Transaction, done: Done<unknown>) => {
          await watch?.settle?.(tx, done)
          await options.beforeCommit?.(tx, done)
        },
      }),
      rulesAct,
      ...(watched && { judge: watched.judge }),
    }
    const { progress = NO_PROGRESS, job = null } = options
    const by = { recordedBy: actor.id, openPeriod, changeReconciled }
    const given = { ...input, user: actor, by, dryRun, address, progress, job }
    const work =
      typeof command === 'function'
        ? command
        : await forPerson(route, actor, () => asOf(watch?.asOf, () => command.prepare(given)))
    const door = async (isSmall: boolean) => {
      const done = await throughTheDoor(database, { ...write, isSmall }, async (tx) => {
        if (watched === undefined) return work(tx, given)
        return watched.during(tx, () => work(tx, given))
      })
      return watched?.withApproval(done) ?? done
    }
    // The release of a write has a slot already, and a job has waited in the queue.
    if (route.runs === 'job' || options.watch?.hasSlot === true)
      return forPerson(route, actor, () => door(false))
    const save = (kind: Save) =>
      inSaveSlot(workSlots, route, { kind, person: actor, signal }, () => door(kind === 'small-save'))
    const isSmall = small && !dryRun && !openPeriod && !changeReconciled && watch === undefined
    return save(isSmall ? 'small-save' : 'save').catch((error: unknown) => {
      // It may wait for a lock: for that a person has only so many connections.
      if (error instanceof NeedsOwnTransaction) return save('save')
      throw error
    })
  }
  return {
    route,
    parse: async (sent) => (await readSent(sent)).input,
    run: (actor, sent, options) =>
      notingRefusals(
        host,
        {
          actor,
          route: route.name,
          requestId: options.requestId,
          isPreview: options.watch?.isPreview === true,
        },
        async () => {
          const done = await carryOut(actor, sent, options)
          if (changesWhoMay) await untilForgotten()
          return done
        },
      ),
  }
}

/** A write that waits for another person answers so (202). */
const waiting = <T extends Route>(waits: ApprovalAccepted): Done<Reply<T>> => ({
  status: 202,
  answer: waits as unknown as Reply<T>,
  replayed: false,
  waits,
})
const NOTHING = () => Promise.resolve(null)
const NO_RULES = () => Promise.resolve(null)

/** One attempt at a write that is watched: what it needs around the command, and before the commit. */
function watching(watch: Watch, dryRun: boolean) {
  const asks: Ask[] = []
  let from: unknown
  let wouldWait: ApprovalAsked | null = null
  const judge: NonNullable<Write['judge']> = async (tx, done, audits) => {
    const doing = { tx, done, audits, asks, from }
    if (!dryRun) return watch.judge(doing)
    wouldWait = await watch.preview(doing)
    return null
  }
  return {
    judge,
    during: async <T>(tx: Transaction, command: () => Promise<T>): Promise<T> => {
      // The door may try again.
      asks.length = 0
      from = await watch.begin(tx)
      return mayAsk(asks, watch.releasers ?? [], () => asOf(watch.asOf, command))
    },
    withApproval: <D extends Done<unknown>>(done: D): D =>
      wouldWait === null ? done : { ...done, wouldWait },
  }
}

/** A request has more than what was sent. */
const pick = ({ params, query }: Sent): Sent => ({ params, query })

/** Checks what was sent by the route's schemas. @throws Refusal `request.invalid`, naming the fields at fault. */
export async function parsed<T extends Route>(route: T, sent: Sent): Promise<Parsed<T>> {
  const problems: Detail[] = []
  const params = parse(route.params, sent.params ?? {}, problems)
  const query = parse(route.query, withoutBlanks(sent.query), problems)
  const body = await bodyParserOf(route.body)(sent.body, problems)
  if (problems.length > 0) throw new Refusal('request.invalid', {}, problems)
  return { params, query, body } as Parsed<T>
}

/** A blank in the address, as in `?limit=&search=`, means absent. */
function withoutBlanks(query: unknown): object {
  return Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''))
}

/**
 * Whether the query asks for a preview that writes nothing, accepts that entries dated in a locked period are posted on the
 * first open day, or that a reconciliation is marked as changed.
 */
const flagsOf = ({ query }: Sent) => ({
  dryRun: asks(query, 'dryRun'),
  openPeriod: asks(query, 'openPeriod'),
  changeReconciled: asks(query, 'changeReconciled'),
})

/**
 * Whether a query says yes to something.
 * @throws Refusal `request.invalid` for any word but 1, 0, true and false: who asks for a preview must not get a write.
 */
export function asks(query: unknown, field: string): boolean {
  const value = (query as Record<string, unknown> | undefined)?.[field]
  if (value === '1' || value === 'true') return true
  if (value === undefined || value === '' || value === '0' || value === 'false') return false
  throw new Refusal('request.invalid', {}, [{ field, message: 'Must be 1 or 0.' }])
}
