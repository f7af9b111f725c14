/**
 * Serves a route that is long work: the request is kept as it came and handed to the queue; a worker carries it out. Done
 * within two seconds it answers as any write, else 202 with the job to watch.
 */
import type { Route } from '@em/contract'
import { askedFacts } from '@em/contract/approvals/approvals'
import { jobAccepted } from '@em/contract/jobs/jobs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isWithin } from '../authorize.ts'
import { Refusal } from '../refusal.ts'
import type { Ended, Line, SentBytes } from './job-port.ts'
import { inSaveSlot, inSlot, leaving, portfoliosFor } from './request-slots.ts'
import {
  accepted,
  asksFirst,
  check,
  idempotencyKey,
  limitsOf,
  type Server,
  senderOf,
  setWaitHeader,
} from './serve.ts'
import {
  asks,
  type Command,
  type HeldWrite,
  heldRead,
  heldWrite,
  type LongRead,
  type Parsed,
  type PreparedCommand,
} from './writes.ts'

/** A body up to this size is looked at before it is kept, so that a wrong one leaves no job. */
const SEARCHED_BYTES = 1024 * 1024

/** Work of so many bytes is short: some five hundred rows of an import, done within a second or two. */
const SHORT_BYTES = 128 * 1024
/** So many trades of a submission or a document are as few. */
export const SHORT_ROWS = 500

interface JobLimits<T extends Route = Route> {
  readonly bodyLimit?: number
  /** Whether work with a small body is short: `true` where the body says all there is to do. Left out: it is long. */
  readonly isShort?: true | ((sent: Parsed<T>) => Promise<boolean>)
}

/** Serves a write that is long work. */
export function serveJob<T extends Route>(
  server: Server,
  route: T,
  command: Command<T> | PreparedCommand<T>,
  limits: JobLimits<T> = {},
): void {
  serveHeld(server, route, heldWrite(server, route, command), limits)
}

/** Serves a read that is long work: it changes nothing, and its answer is kept with the job. */
export function serveLongRead<T extends Route>(server: Server, route: T, read: LongRead<T>): void {
  serveHeld(server, route, heldRead(server, route, read), {})
}

function serveHeld<T extends Route>(
  server: Server,
  route: T,
  held: HeldWrite<T>,
  { isShort, ...limits }: JobLimits<T>,
): void {
  if (route.runs !== 'job') throw new Error(`${route.name} must be described as a job`)
  server.writes.set(route.name, held as unknown as HeldWrite)
  server.app.route({
    method: route.method,
    url: `/api${route.path}`,
    ...limitsOf(server, route, limits),
    handler: async (request, reply) => {
      const user = senderOf(request)
      const sent: SentBytes = { params: request.params, query: request.query, body: bytesOf(request) }
      const bytes = sent.body?.length ?? 0
      const parsed = bytes <= SEARCHED_BYTES ? await held.parse(sent) : undefined
      const submission = {
        kind: route.name,
        line: await lineOf(route, isShort, bytes, parsed),
        ownerId: user.id,
        key: idempotencyKey(request),
        dryRun: asks(sent.query, 'dryRun'),
        requestId: request.id,
        sent,
        portfolios: portfoliosFor(route, user),
      }
      if (asksFirst(request) && !submission.dryRun) {
        const asked = await server.approvals.mayAsk({ route, maker: user })
        if (asked !== null) throw new Refusal('approval.may-ask', askedFacts(asked))
      }
      const { id, known } = await inSlot(request, () =>
        inSaveSlot(server.workSlots, route, { person: user, kind: 'save', signal: leaving(reply) }, () =>
          server.jobs.submit(submission),
        ),
      )
      if (known) void reply.header('Idempotent-Replayed', 'true')
      const left = leaving(reply)
      const ended = await server.jobs.ended(id, left)
      // A preview that is not waited for any more: the next one would queue behind it. One with a key may be asked for again.
      if (ended === undefined && left.aborted && submission.dryRun && submission.key === undefined)
        await server.jobs.cancel(id, user.id)
      // The same key, of a job that was done when the person saw more.
      if (ended !== undefined && !isWithin(ended.portfolios, user)) throw new Refusal('idempotency.outside')
      return answer(server, route, reply, id, ended)
    },
  })
}

async function lineOf<T extends Route>(
  route: T,
  isShort: JobLimits<T>['isShort'],
  bytes: number,
  parsed: Parsed<T> | undefined,
): Promise<Line> {
  if (route.onlyReads) return 'reading'
  if (parsed === undefined || bytes > SHORT_BYTES) return 'long'
  if (typeof isShort === 'function') return (await isShort(parsed)) ? 'short' : 'long'
  return isShort === undefined ? 'long' : 'short'
}

const bytesOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : undefined)

function answer(
  server: Server,
  route: Route,
  reply: FastifyReply,
  id: number,
  ended: Ended | undefined,
): FastifyReply {
  const json = (status: number, text: string) =>
    reply.code(status).header('Content-Type', 'application/json; charset=utf-8').send(text)
  if (ended === undefined) {
    void reply.header('Location', `/api/jobs/${id}`)
    return json(202, JSON.stringify(jobAccepted.parse({ jobId: id })))
  }
  if (ended.status === 'held') return accepted(reply, ended.waits)
  if (ended.status === 'cancelled') throw new Refusal('job.cancelled')
  if (ended.status === 'failed') {
    void reply.header('Cache-Control', 'no-store')
    return json(ended.answerStatus, JSON.stringify({ ...ended.error, requestId: reply.request.id }))
  }
  if (server.checkReplies) check(route, JSON.parse(ended.text))
  setWaitHeader(reply, ended.wouldWait)
  return json(ended.answerStatus, ended.text)
}
