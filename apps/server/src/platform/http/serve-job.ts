/**
 * Serves a route that is long work: the request is kept as it came and handed to the queue; a worker carries it out. Done
 * within two seconds it answers as any write, else 202 with the job to watch.
 */
import type { Reply, Route } from '@em/contract'
import { jobAccepted } from '@em/contract/jobs'
import { boundsOf } from '@em/contract/kit/bounds'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { authorize, type SignedIn } from '../authorize.ts'
import type { Transaction } from '../database/database.ts'
import { inScope } from '../database/scope.ts'
import { type Outcome, throughTheDoor } from '../door.ts'
import { type Detail, Refusal } from '../refusal.ts'
import type { Ended } from './job-desk.ts'
import { keptJson } from './json-body.ts'
import { bodyParserOf, parse } from './parse.ts'
import { inPlace, leaving, portfoliosFor } from './places.ts'
import {
  asks,
  CHANGE_RECONCILED,
  check,
  idempotencyKey,
  limitsOf,
  type Server,
  senderOf,
  withoutBlanks,
} from './serve.ts'
import type { HeldWrite, Progress, Sent } from './writes.ts'

/** What the command of a job is given. There is no request any more: it may have been answered long ago. */
export interface JobInput<T extends Route> {
  readonly params: z.output<T['params']>
  readonly query: z.output<T['query']>
  readonly body: z.output<T['body']>
  readonly user: SignedIn
  readonly dryRun: boolean
  readonly progress: Progress
}

/** A body up to this size is looked at before it is kept, so that a wrong one leaves no job. */
const LOOKED_AT = 1024 * 1024

export function serveJob<T extends Route>(
  server: Server,
  route: T,
  command: (tx: Transaction, input: JobInput<T>) => Promise<Outcome<Reply<T>>>,
  limits: { readonly bodyLimit?: number } = {},
): void {
  if (route.runs !== 'job') throw new Error(`${route.name} must be described as a job`)
  const held = heldWrite(server, route, command)
  server.writes.set(route.name, held)
  server.app.route({
    method: route.method,
    url: `/api${route.path}`,
    ...limitsOf(server, route, limits),
    handler: async (request, reply) => {
      const user = senderOf(request)
      const sent: Sent = { params: request.params, query: request.query, body: bytesOf(request) }
      const submission = {
        kind: route.name,
        ownerId: user.id,
        key: idempotencyKey(request),
        dryRun: asks(sent.query, 'dryRun'),
        requestId: request.id,
        sent,
      }
      if ((sent.body?.length ?? 0) <= LOOKED_AT) await held.parse(sent)
      const { id, known } = await inPlace(server.turns, route, { request, reply, user }, () =>
        server.jobs.submit(submission),
      )
      if (known) void reply.header('Idempotent-Replayed', 'true')
      return answer(server, route, reply, id, await server.jobs.ended(id, leaving(reply)))
    },
  })
}

const bytesOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : undefined)

function heldWrite<T extends Route>(
  server: Server,
  route: T,
  command: (tx: Transaction, input: JobInput<T>) => Promise<Outcome<Reply<T>>>,
): HeldWrite {
  const readJson = keptJson(server.app)
  const bounds = boundsOf(route.body)
  const opened = async (sent: Sent) => {
    const problems: Detail[] = []
    const params = parse(route.params, sent.params ?? {}, problems)
    const query = parse(route.query, withoutBlanks(sent.query), problems)
    const json = sent.body === undefined ? undefined : await readJson(sent.body, bounds)
    const body = await bodyParserOf(route.body)(json, problems)
    if (problems.length > 0) throw new Refusal('request.invalid', {}, problems)
    const flags = {
      dryRun: asks(sent.query, 'dryRun'),
      openPeriod: asks(sent.query, 'openPeriod'),
      changeReconciled: asks(sent.query, 'changeReconciled'),
    }
    return { input: { params, query, body } as Pick<JobInput<T>, 'params' | 'query' | 'body'>, json, flags }
  }
  return {
    route,
    parse: opened,
    run: async (user, sent, { idempotencyKey: key, requestId, progress, beforeCommit }) => {
      authorize(route, user)
      const { input, json, flags } = await opened(sent)
      const write = {
        route: route.name,
        actor: user,
        idempotencyKey: key,
        body: { params: sent.params ?? null, body: json ?? null },
        dryRun: flags.dryRun,
        requestId,
        status: route.status,
        ...(beforeCommit && { beforeCommit }),
      }
      return inScope(portfoliosFor(route, user), user.id, () =>
        throughTheDoor(server.database, write, (tx) => {
          tx.openPeriod = flags.openPeriod
          if (flags.changeReconciled) tx.send(CHANGE_RECONCILED, {})
          return command(tx, { ...input, user, dryRun: flags.dryRun, progress })
        }),
      )
    },
  }
}

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
  if (ended.status === 'cancelled') throw new Refusal('job.cancelled')
  if (ended.status === 'failed') {
    void reply.header('Cache-Control', 'no-store')
    return json(ended.answerStatus, JSON.stringify({ ...ended.error, requestId: reply.request.id }))
  }
  if (server.checkReplies) check(route, JSON.parse(ended.text))
  return json(ended.answerStatus, ended.text)
}
