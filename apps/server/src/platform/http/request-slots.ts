/** The slots that requests hold: taken before a body is read, given back once answered, whatever happens in between. */

import { rightOf } from '@em/contract/identity/rights'
import { LONG_LIST, type Load, type Route } from '@em/contract/kit/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Portfolios, SignedIn } from '../authorize.ts'
import { type Reading, readingAs } from '../database/database.ts'
import { inScope } from '../database/scope.ts'
import { Refusal } from '../refusal.ts'
import type { GiveBack, Save, Work, WorkSlots } from './work-slots.ts'

/** A body up to this size is an ordinary one; a larger one may be a file. */
const ORDINARY_BODY = 1024 * 1024

const READS: Readonly<Record<Load, Reading>> = {
  none: 'light',
  light: 'light',
  heavy: 'heavy',
  list: 'heavy',
  report: 'report',
  export: 'report',
  file: 'light',
  write: 'light',
  upload: 'light',
}

/**
 * What a request is counted as before its body is read; undefined for one that is answered from memory, for one that is
 * counted only when it saves (`save`), and for writes without a session, which have limits of their own.
 */
export function workOf(load: Load, request: FastifyRequest): Exclude<Work, Save> | undefined {
  switch (load) {
    case 'list':
      return isLong(request) ? 'long-list' : 'heavy'
    case 'report':
      return 'heavy'
    case 'none':
    case 'write':
      return undefined
    case 'upload':
      return isLarge(request) ? 'file' : undefined
    default:
      return load
  }
}

/** Whether a list is asked for without a limit, or with one beyond a page. What is no number is refused later. */
function isLong(request: FastifyRequest): boolean {
  const { limit } = (request.query ?? {}) as { limit?: unknown }
  return typeof limit !== 'string' || limit === '' || Number(limit) > LONG_LIST
}

/** Whether the body is, or may be, larger than an ordinary one: one sent in parts does not say. */
function isLarge(request: FastifyRequest): boolean {
  const length = request.headers['content-length']
  return length === undefined || Number(length) > ORDINARY_BODY
}

/** A slot used by one request. It is free again when the request is answered and the work for it is over. */
class RequestSlot {
  readonly #giveBack: GiveBack
  /** Called with how many milliseconds the work took. */
  readonly #took: (ms: number) => void
  #answered = false
  #working = false

  constructor(giveBack: GiveBack, took: (ms: number) => void) {
    this.#giveBack = giveBack
    this.#took = took
  }

  /** The answer has left, or the client has. */
  answered(): void {
    this.#answered = true
    if (!this.#working) this.#giveBack()
  }

  /** @throws Refusal where the client left before. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#answered) throw new Refusal('server.busy')
    this.#working = true
    const began = performance.now()
    try {
      return await work()
    } finally {
      this.#working = false
      this.#took(performance.now() - began)
      // The database goes on with what a client asked who then left: until it is done, the slot is taken.
      if (this.#answered) this.#giveBack()
    }
  }
}

const slotOf = new WeakMap<FastifyRequest, RequestSlot>()

/**
 * Takes the slot of a request, waiting until one is free; counted by the person, on a public route by the address.
 * @throws Refusal `request.too-many` (429).
 */
export async function takeSlot(
  workSlots: WorkSlots,
  route: Route,
  id: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const person = route.needs === 'public' ? `address ${request.ip}` : personOf({ id })
  const work = workOf(route.load, request)
  if (work === undefined) return
  const giveBack = await workSlots.take(work, person, leaving(reply), route.name)
  const slot = new RequestSlot(giveBack, (ms) => workSlots.took(route.name, person, ms))
  slotOf.set(request, slot)
  const answered = () => slot.answered()
  reply.raw.once('finish', answered).once('close', answered)
  if (reply.raw.closed) answered()
}

/** The portfolios that a request works with: those that its sender changes, or sees. */
export function portfoliosFor({ needs }: Route, { portfolios }: SignedIn): Portfolios {
  if (needs === 'public' || needs === 'signed-in') return portfolios.see
  return rightOf(needs).changes ? portfolios.change : portfolios.see
}

/** Does work on the connections for its kind, with the portfolios of the person. */
export function forPerson<T>(route: Route, person: SignedIn, work: () => Promise<T>): Promise<T> {
  return inScope(portfoliosFor(route, person), person.id, () => readingAs.run(READS[route.load], work))
}

/** Does the work of a request in the slot that it has. */
export async function inSlot<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const slot = slotOf.get(request)
  return slot === undefined ? work() : slot.during(work)
}

/** The person whose work it is, which kind of save, and until when it waits for a slot. */
interface Worker {
  readonly person: SignedIn
  readonly kind: Save
  readonly signal: AbortSignal
}

/**
 * Does work as `forPerson` does; a save waits for a slot among saves, a large one among those.
 * @throws Refusal `server.busy` where no slot comes free, or `signal` aborts before.
 */
export async function inSaveSlot<T>(
  workSlots: WorkSlots,
  route: Route,
  { person, kind, signal }: Worker,
  work: () => Promise<T>,
): Promise<T> {
  const read = () => forPerson(route, person, work)
  if (route.needs === 'public' || (route.load !== 'write' && route.load !== 'upload')) return read()
  const giveBack = await workSlots.take(kind, personOf(person), signal)
  try {
    return await read()
  } finally {
    giveBack()
  }
}

const personOf = ({ id }: { id: number }) => `person ${id}`

/** A signal of the client leaving before it has its answer. */
export function leaving(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  if (reply.raw.closed) left.abort()
  else reply.raw.once('close', () => left.abort())
  return left.signal
}
