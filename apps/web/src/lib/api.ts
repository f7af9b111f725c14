import {
  APPROVAL_HEADER,
  type ApprovalAccepted,
  ASK_FIRST,
  canWait,
  requestNumber,
} from '@em/contract/approvals/approvals'
import { type Job, type JobAccepted, type JobLine, jobs } from '@em/contract/jobs/jobs'
import { type ApiError, refusalMessage } from '@em/contract/kit/errors'
import type { FileQuestion } from '@em/contract/kit/file-answers'
import type { CallInput, Reply, Route } from '@em/contract/kit/route'
import {
  type AgreedFlag,
  agreesTo,
  askedBy,
  flagFor,
  followsFrom,
  isAskedFirst,
  sentenceAsked,
} from './asked-first.ts'
import { takeFirstAnswer } from './first-answers.ts'
import { HELD, type HeldWrite, heldSentence, keepAsked, notifyHeld, originOfWrite, wasSaid } from './held.ts'
import { isAway } from './presence.ts'
import { type Session, session, sessionAgain, sessionIsConfirmed } from './session.ts'

const CANCELLED = refusalMessage('job.cancelled', {})
const NOT_SUBMITTED = 'Not submitted for approval. Nothing was saved.'
export const NETWORK_MESSAGE = 'Network error. Please try again.'

/** Why a call did not answer as hoped. `status` 0: the server was not reached. */
export class ApiFailure extends Error {
  readonly status: number
  /** The server's stable code, like `record.stale`; `network` or `http` where it gave none. */
  readonly code: string
  readonly details: NonNullable<ApiError['details']>
  /** Whether `message` is the server's own sentence. */
  readonly spoken: boolean
  /** The server's question about a file; null where it asks nothing. */
  readonly question: FileQuestion | null
  /** The server's short words for the error, such as `Conflict`; some the specification fixes. */
  readonly short: string

  constructor(
    status: number,
    code: string,
    message: string,
    details: ApiFailure['details'],
    spoken: boolean,
    question: FileQuestion | null = null,
    short = '',
  ) {
    super(message)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.details = details
    this.spoken = spoken
    this.question = question
    this.short = short
  }
}

/** Whether a write waits for another person's approval. The user has seen the message; nothing of it is done yet. */
export const isHeld = (error: unknown): boolean => error instanceof ApiFailure && error.code === HELD

export interface CallOptions {
  signal?: AbortSignal
  /** Sent as `Idempotency-Key`: the same key and body are carried out once, however often they are sent. */
  idempotencyKey?: string
  /** Of a call that is long work: gets its progress, once it is known to take longer. */
  onJob?: (job: JobLine) => void
  /** Let the request outlive the page (Logout). */
  keepalive?: boolean
  /** A token that is not (yet) the session's: to validate a stored one. */
  token?: string
}
/** Keys that may be undefined may as well be left out; a query of only such keys may be left out whole. */
type Loose<Q> = { [K in keyof Q as undefined extends Q[K] ? never : K]: Q[K] } & {
  [K in keyof Q as undefined extends Q[K] ? K : never]?: Q[K] | undefined
}
/** The input of a call by its route. */
export type Sendable<R extends Route> = Omit<CallInput<R>, 'query'> &
  (CallInput<R> extends { query: infer Q }
    ? object extends Loose<Q>
      ? { query?: Loose<Q> }
      : { query: Loose<Q> }
    : CallInput<R> extends { query?: infer Q }
      ? { query?: Q }
      : unknown)
type Input<R extends Route> = Sendable<R> & CallOptions
export type CallArguments<R extends Route> =
  object extends Sendable<R> ? [input?: Input<R>] : [input: Input<R>]

/** Calls a route of the contract and answers its reply. Throws ApiFailure, or AbortError when cancelled. */
export async function call<R extends Route>(route: R, ...[input]: CallArguments<R>): Promise<Reply<R>> {
  const origin = originOfWrite()
  const response = await send(route, input as Sent | undefined)
  if (response.status === 204) return undefined as Reply<R>
  const reply: unknown = await response.json()
  if (response.status !== 202) {
    keepAsked(reply, response.headers.get(APPROVAL_HEADER), writeOf(route, input as Sent | undefined))
    return reply as Reply<R>
  }
  if (isAccepted(reply)) throw heldBy({ id: reply.approvalId, number: reply.number }, origin)
  if (route.runs !== 'job') return reply as Reply<R>
  const sent = (input ?? {}) as Sent
  try {
    return (await resultOf((reply as JobAccepted).jobId, sent, origin, writeOf(route, sent))) as Reply<R>
  } catch (error) {
    // Refused with a question: agreed to, the same is sent again, as where it is refused at once.
    const flag = error instanceof ApiFailure ? await agreedFlag(route, sent, error) : undefined
    if (flag !== undefined)
      return call(
        route,
        ...([{ ...sent, query: { ...sent.query, [flag]: '1' } }] as unknown as CallArguments<R>),
      )
    // An aborted preview: its job is cancelled, since the next preview would wait behind it in the queue.
    if (sent.signal?.aborted === true && sent.query?.['dryRun'] !== undefined)
      void cancelJob((reply as JobAccepted).jobId).catch(() => undefined)
    throw error
  }
}

const isAccepted = (reply: unknown): reply is ApprovalAccepted =>
  typeof (reply as Partial<ApprovalAccepted> | null)?.approvalId === 'number'

/** Shows the message of a held write once, and makes the failure that the caller of the write gets. */
function heldBy(held: HeldWrite, origin: unknown): ApiFailure {
  notifyHeld(held, origin)
  return new ApiFailure(202, HELD, heldSentence(held), [], true)
}

/** Asks for the end of a job; one that has ended meanwhile is left as it is. */
export async function cancelJob(id: number): Promise<void> {
  await send(jobs.cancel, { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof ApiFailure) || error.code !== 'job.ended') throw error
  })
}

const POLL_MS = 500

/** Watches a job until it ends and answers its result. @throws ApiFailure as the call itself would have. */
export async function resultOf(
  id: number,
  { signal, onJob }: CallOptions = {},
  origin: unknown = null,
  write = '',
): Promise<unknown> {
  for (;;) {
    const response = await send(jobs.get, { params: { id }, ...(signal && { signal }) })
    const job = (await response.json()) as Job
    if (job.status === 'done') {
      keepAsked(job.result, response.headers.get(APPROVAL_HEADER), write)
      return job.result
    }
    if (job.status === 'held' && job.approvalId !== null)
      throw heldBy({ id: job.approvalId, number: requestNumber(job.approvalId) }, origin)
    if (job.status === 'failed' && job.error !== null) {
      const { status, code, message, details = [] } = job.error
      throw new ApiFailure(status, code, message, details, true)
    }
    if (job.status === 'cancelled') throw new ApiFailure(409, 'job.cancelled', CANCELLED, [], true)
    onJob?.(job)
    await pause(POLL_MS, signal)
  }
}

/** The same for a route that answers a file. */
export async function callFile<R extends Route>(route: R, input: Sendable<R> & CallOptions): Promise<Blob> {
  return (await send(route, input as Sent)).blob()
}

/** A page of a long list: the rows, how many there are in all, and where the next page starts. */
export interface ListPage<Row> {
  rows: Row[]
  total: number | null
  next: string | null
}

/** The same for a route that answers an array, bare or as `data`: with the count and cursor of its headers. */
export async function callPage<Row>(route: Route, input: object = {}): Promise<ListPage<Row>> {
  const response = await send(route, input as Sent)
  const total = response.headers.get('X-Total-Count')
  const body = (await response.json()) as Row[] | { data: Row[] }
  return {
    rows: Array.isArray(body) ? body : body.data,
    total: total === null ? null : Number(total),
    next: response.headers.get('X-Next-Cursor'),
  }
}

/** Rows that one answer holds at most. */
const PAGE_MOST = 10_000

/** The first `most` rows of a long list, pages of `atOnce` one after the other, with how many there are in all. */
export async function callPages<Row>(
  route: Route,
  query: object,
  most: number,
  atOnce = PAGE_MOST,
  params: object = {},
): Promise<ListPage<Row>> {
  const rows: Row[] = []
  let total: number | null = null
  let page: ListPage<Row> | null = null
  do {
    const limit = Math.min(atOnce, most - rows.length)
    const cursor: object = page === null ? {} : { cursor: page.next }
    page = await callPage<Row>(route, { params, query: { ...query, limit, ...cursor } })
    rows.push(...page.rows)
    total ??= page.total
  } while (page.next !== null && page.rows.length > 0 && rows.length < most)
  return { rows, total, next: page.next }
}

let onForbidden: () => void = () => undefined

/** Sets the act on a refusal of something that the page offered: the rights have changed meanwhile. */
export function whenForbidden(notify: () => void): void {
  onForbidden = notify
}

interface Sent extends CallOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** The user has seen that it would wait for approval, and submits it. */
  submits?: boolean
}

/** A write by its call and address, without its query. */
const writeOf = (route: Route, { params }: Pick<Sent, 'params'> = {}): string =>
  `${route.method} ${addressOf(route, params === undefined ? {} : { params })}`

/** Whether a write that would wait for approval is to say so first: where the screen has not said it by a preview. */
const asksFirst = (route: Route, input: Sent): boolean =>
  canWait(route) &&
  input.submits !== true &&
  input.query?.['dryRun'] === undefined &&
  !wasSaid(writeOf(route, input))

async function send(route: Route, input: Sent = {}): Promise<Response> {
  const sender = session()
  const token = input.token ?? (route.needs === 'public' ? undefined : sender?.token)
  const address = addressOf(route, input)
  const first = route.method === 'GET' ? await takeFirstAnswer(address, token) : null
  const response =
    first ??
    (await reachAfterOthers(route, address, {
      method: route.method,
      headers: {
        ...headersOf(input, token),
        ...(asksFirst(route, input) && { [APPROVAL_HEADER]: ASK_FIRST }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
      ...(input.keepalive === true ? { keepalive: true } : {}),
    }))
  if (response.ok || (await isReplyInTrouble(route, response))) return response
  const failure = await failureOf(response)
  const byMe = input.token === undefined && token !== undefined && input.keepalive !== true
  if (response.status === 401 && byMe && sender && (await signedInAgain(sender, input.signal))) {
    return send(route, input)
  }
  if (response.status === 403 && byMe && failure.code.startsWith('rights.')) onForbidden()
  if (isAskedFirst(failure.code)) {
    if (await agreesTo(failure.code, failure.message)) return send(route, { ...input, submits: true })
    throw new ApiFailure(409, failure.code, NOT_SUBMITTED, [], true)
  }
  const flag = await agreedFlag(route, input, failure)
  if (flag !== undefined) return send(route, { ...input, query: { ...input.query, [flag]: '1' } })
  throw failure
}

function headersOf(input: Sent, token: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`
  if (input.body !== undefined) headers['Content-Type'] = 'application/json'
  if (input.idempotencyKey !== undefined) headers['Idempotency-Key'] = input.idempotencyKey
  if (isAway()) headers['X-Background'] = '1'
  return headers
}

/**
 * The session that a call was sent with has ended. Sign-in opens above the screen; answers true once the same person
 * is signed in again, so that the call is sent once more. @throws AbortError when the call is cancelled meanwhile.
 */
async function signedInAgain(sender: Session, signal: AbortSignal | undefined): Promise<boolean> {
  const now = session()
  if (now?.user.id !== sender.user.id) return false
  // A late answer must not end a newer session.
  if (now.token !== sender.token) return true
  if (sessionIsConfirmed())
    window.history.replaceState(window.history.state, '', `/login${window.location.hash}`)
  const again = sessionAgain()
  if (signal === undefined) return again
  const cancelled = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')), {
      once: true,
    })
  })
  return Promise.race([again, cancelled])
}

/** Whether a 503 is the route's own reply, which says what is wrong; one of a proxy in between is not. */
async function isReplyInTrouble(route: Route, response: Response): Promise<boolean> {
  if (response.status !== route.troubleStatus) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return route.reply.safeParse(body).success
}

/**
 * The flag with which a write is sent again after the server's question; undefined where the refusal is final. A preview
 * just shows what would be posted; a write asks. A refusal of locking or closing because of a locked period is final.
 */
async function agreedFlag(route: Route, input: Sent, failure: ApiFailure): Promise<AgreedFlag | undefined> {
  const flag = flagFor(failure.code)
  if (flag === undefined || route.method === 'GET' || input.query?.[flag] !== undefined) return undefined
  if (flag === 'openPeriod' && route.tag === 'Periods') return undefined
  const agreed =
    input.query?.['dryRun'] !== undefined ||
    (await agreesTo(askedBy(failure.code, failure.details), sentenceAsked(failure), followsFrom(failure)))
  return agreed ? flag : undefined
}

/** How often a read is asked for again where the server says that it is too much at once. */
const TRIES_AGAIN = 3
/** A server that asks for a longer wait is not waited for: the person reads its sentence instead. */
const WAIT_MOST_SECONDS = 15

/** The same as `reach`; a read that is refused for the number of requests (429) is asked for again when it may be. */
async function reachAfterOthers(route: Route, address: string, init: RequestInit): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const response = await reach(address, init)
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
    const again = response.status === 429 && route.method === 'GET' && seconds <= WAIT_MOST_SECONDS
    if (!again || tries === TRIES_AGAIN) return response
    await pause(seconds * 1000, init.signal ?? undefined)
  }
}

/** Waits so many milliseconds; throws AbortError when cancelled. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, fail) => {
    const cancel = () => {
      clearTimeout(timer)
      fail(new DOMException('The request was cancelled.', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', cancel)
      done()
    }, ms)
    if (signal?.aborted) cancel()
    else signal?.addEventListener('abort', cancel, { once: true })
  })
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiFailure(0, 'network', NETWORK_MESSAGE, [], false)
  }
}

/** `/api` + path with its parameters filled in + query; absent values are left out. */
export function addressOf(route: Route, input: Pick<Sent, 'params' | 'query'>): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return `/api${path}${text === '' ? '' : `?${text}`}`
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const body = (await response.json().catch(() => null)) as Partial<ApiError> | null
  const message = body?.message || body?.error
  return new ApiFailure(
    response.status,
    body?.code ?? 'http',
    message || `HTTP error! status: ${response.status}`,
    Array.isArray(body?.details) ? body.details : [],
    Boolean(message),
    body?.question ?? null,
    body?.error,
  )
}

/** The error of a write, in a sentence; null where there is none: it waits for approval, or the person did not submit it. */
export const problemOf = (error: unknown, fallback: string): string | null =>
  isHeld(error) || (error instanceof ApiFailure && isAskedFirst(error.code))
    ? null
    : messageOf(error, fallback)

/** The sentence for the user; `fallback` where neither the server nor the network gave one. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiFailure) return error.spoken || error.status === 0 ? error.message : fallback
  return fallback
}
