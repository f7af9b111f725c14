/** Serves a contract's route: let in, parse, run, answer. */
import { Readable } from 'node:stream'
import type { Reply, Route } from '@em/contract'
import {
  APPROVAL_HEADER,
  type ApprovalAccepted,
  type ApprovalAsked,
  ASK_FIRST,
  approvalAccepted,
} from '@em/contract/approvals/approvals'
import type { DemoSampleName } from '@em/contract/demo/demo'
import { boundsOf } from '@em/contract/kit/bounds'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { recordAlone } from '../acts.ts'
import { authorize, type SignedIn } from '../authorize.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { noteRefused } from '../door.ts'
import type { FileReaders } from '../file-readers/pool.ts'
import { Refusal } from '../refusal.ts'
import type { Settings } from '../settings.ts'
import type { ApprovalPort } from './approval-port.ts'
import { formOf } from './form-body.ts'
import type { JobPort } from './job-port.ts'
import { jsonText } from './json-text.ts'
import { inSaveSlot, inSlot, leaving, takeSlot } from './request-slots.ts'
import { REMEMBERED_MS, type TokenReader } from './token.ts'
import type { WorkSlots } from './work-slots.ts'
import {
  asks,
  type Command,
  type HeldWrite,
  type HeldWrites,
  heldWrite,
  type PreparedCommand,
  parsed,
  type WriteKind,
} from './writes.ts'

/** The arguments of a handler. `user` is there on every route that is not public. */
export interface Input<T extends Route> {
  readonly params: z.output<T['params']>
  readonly query: z.output<T['query']>
  readonly body: z.output<T['body']>
  readonly user: SignedIn
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The additions of a demo server: the user that a visitor signs in as, and files to try. */
export interface DemoServer {
  readonly email: string
  readonly samples: readonly DemoSample[]
}

export interface DemoSample {
  readonly name: DemoSampleName
  readonly fileName: string
  readonly mediaType: string
  /** The file as of now: a statement shows what the books paid. */
  make(database: Database): Promise<Buffer>
}

export interface Server {
  readonly app: FastifyInstance
  readonly database: Database
  readonly tokens: TokenReader
  readonly workSlots: WorkSlots
  readonly clock: Clock
  readonly settings: Settings
  /** Where the first sign-up asks for a code: checks it. */
  readonly firstRunCode?: ((typed: string) => boolean) | undefined
  /** Set on a demo server alone. */
  readonly demo?: DemoServer | undefined
  /** Where every file that people send is read. */
  readonly readers: FileReaders
  /** Every write by its route's name. */
  readonly writes: HeldWrites
  /** Where long work is submitted. */
  readonly jobs: JobPort
  /** Where writes wait for another person. */
  readonly approvals: ApprovalPort
  /** Tests set it: every answer is held against the contract. */
  readonly checkReplies?: boolean
}

/** The limits that a route may have above those of the others. */
export interface Limits {
  /** Bytes of a request's body. */
  readonly bodyLimit?: number
}

/** Of the public routes, where nothing asks who it is. */
const NO_USER: SignedIn = {
  id: 0,
  sessionId: 0,
  rights: new Set(),
  roles: [],
  portfolios: { see: [], change: [] },
}

/** Sent by the web with its automatic requests while no one is at the screen. */
const BACKGROUND = 'x-background'

/** The senders of the requests that were let in, and when that was checked. */
const senders = new WeakMap<FastifyRequest, { readonly user: SignedIn; readonly at: number }>()

/**
 * Finds out who sends a request, and lets in who may.
 * @throws Refusal `auth.required`, `rights.missing`, `rights.scope`.
 */
async function letIn(server: Server, route: Route, request: FastifyRequest): Promise<SignedIn> {
  if (route.needs === 'public') return NO_USER
  const use = request.headers[BACKGROUND] === undefined
  const user = await server.tokens.read(request.headers.authorization, use)
  try {
    authorize(route, user)
  } catch (error) {
    await noteRefused(server.database, { actor: user, route: route.name, requestId: request.id })
    throw error
  }
  return user
}

async function noteSender(server: Server, route: Route, request: FastifyRequest): Promise<SignedIn> {
  const at = performance.now()
  const user = await letIn(server, route, request)
  senders.set(request, { user, at })
  return user
}

/** The sender of a request that was let in. */
export const senderOf = (request: FastifyRequest): SignedIn => senders.get(request)?.user ?? NO_USER

/**
 * A body is read only from who may send it, once the request has its slot: reading it costs memory and time that a
 * stranger must not take. What the body may hold follows from the contract.
 */
export function limitsOf(server: Server, route: Route, { bodyLimit }: Limits) {
  const large = route.load === 'file' || route.load === 'upload'
  if (bodyLimit !== undefined && !large) {
    throw new Error(`${route.name} takes a large body and must be described as a file or an upload`)
  }
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const user = await noteSender(server, route, request)
    await takeSlot(server.workSlots, route, user.id, request, reply)
  }
  const takesForm = route.sends === 'form'
  const preHandler = async (request: FastifyRequest) => {
    // Nothing at all is a form without its fields: each says that it is missing.
    if (takesForm) request.body ??= {}
    if (request.isMultipart()) {
      if (!takesForm) throw new Refusal('request.media-type')
      // The same fields as JSON are taken too.
      request.body = await formOf(request)
    }
    // A user who sends a body slowly, or waited for a slot, may have lost the right since: a request that is held open must not
    // outlive it.
    const asked = senders.get(request)
    if (route.needs !== 'public' && asked !== undefined && performance.now() - asked.at > REMEMBERED_MS)
      await noteSender(server, route, request)
  }
  return {
    config: { bounds: boundsOf(route.body), raw: route.runs === 'job' },
    ...(bodyLimit !== undefined && { bodyLimit }),
    onRequest,
    preHandler,
  }
}

/**
 * Registers one route whose handler answers the reply (reads, and writes that keep their own transaction). A handler
 * may set another success status on the reply than the route's.
 */
export function serve<T extends Route>(
  server: Server,
  route: T,
  handler: (input: Input<T>) => Promise<Reply<T>>,
  limits: Limits = {},
): void {
  server.app.route({
    method: route.method,
    url: `/api${route.path}`,
    ...limitsOf(server, route, limits),
    handler: async (request, reply) => {
      const input = await open(route, request, reply)
      const answer = await worked(server, route, input, () => handler(input))
      const status = reply.statusCode === 200 ? route.status : reply.statusCode
      return finish(server, route, reply, status, answer)
    },
  })
}

/**
 * Registers one route whose handler answers the reply as JSON text already, in parts: a large one is neither parsed nor
 * written again here.
 */
export function serveJson<T extends Route>(
  server: Server,
  route: T,
  handler: (input: Input<T>) => Promise<Buffer[]>,
  limits: Limits = {},
): void {
  server.app.route({
    method: route.method,
    url: `/api${route.path}`,
    ...limitsOf(server, route, limits),
    handler: async (request, reply) => {
      const input = await open(route, request, reply)
      const parts = await worked(server, route, input, () => handler(input))
      if (server.checkReplies) check(route, JSON.parse(Buffer.concat(parts).toString()))
      return reply
        .code(route.status)
        .header('Content-Type', 'application/json; charset=utf-8')
        .send(Readable.from(parts))
    },
  })
}

/** A file for the person to save. */
export interface FileAnswer {
  readonly fileName: string
  readonly mediaType: string
  /**
   * A stream is sent as it is made, so that a large file is never in memory as a whole. It reads by what `database.reading` gave while
   * the handler was running: later, the portfolios of the request are not known.
   */
  readonly content: Buffer | Readable
  /** How the content is compressed already. */
  readonly encoding?: 'gzip'
}

/**
 * Registers one route that answers a file: saved by the browser under its name, never shown as a page of ours. That it was handed out is an
 * act: no file leaves without its audit row.
 */
export function serveFile<T extends Route>(
  server: Server,
  route: T,
  handler: (input: Input<T>) => Promise<FileAnswer>,
): void {
  server.app.route({
    method: route.method,
    url: `/api${route.path}`,
    ...limitsOf(server, route, {}),
    handler: async (request, reply) => {
      const input = await open(route, request, reply)
      const file = await worked(server, route, input, async () => {
        const made = await handler(input)
        if (route.needs !== 'public') await recordDownload(server.database, route, input, made.fileName)
        return made
      })
      const { fileName, mediaType, content, encoding } = file
      if (encoding !== undefined) void reply.header('Content-Encoding', encoding)
      const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
      return reply
        .header('Content-Type', mediaType)
        .header('X-Content-Type-Options', 'nosniff')
        .header('Content-Security-Policy', "default-src 'none'; sandbox")
        .header(
          'Content-Disposition',
          `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`,
        )
        .send(content)
    },
  })
}

/** A download from the books, for the audit trail: the call, the file's name and the record that it is of. */
function recordDownload(
  database: Database,
  route: Route,
  { user, request }: Pick<Input<Route>, 'user' | 'request'>,
  fileName: string,
): Promise<void> {
  const after = { file_name: fileName, call: route.name, ...(request.params as object), ip: request.ip }
  const file = { action: 'files.download', entity: 'download', entityId: route.name, after }
  return recordAlone(database, { ...file, by: user.id, requestId: request.id })
}

/** Registers one write: the command runs through the door, with idempotency, audit and dry run. */
export function serveWrite<T extends Route>(
  server: Server,
  route: T,
  command: Command<T> | PreparedCommand<T>,
  { bodyLimit, ...kind }: WriteKind & Limits = {},
): void {
  const write = heldWrite(server, route, command, kind)
  server.writes.set(route.name, write as unknown as HeldWrite)
  server.app.route({
    method: route.method,
    url: `/api${route.path}`,
    ...limitsOf(server, route, { ...(bodyLimit !== undefined && { bodyLimit }) }),
    handler: async (request, reply) => {
      const manner = {
        dryRun: wantsDryRun(request),
        idempotencyKey: idempotencyKey(request),
        asksFirst: asksFirst(request),
        requestId: request.id,
        address: request.ip,
        signal: leaving(reply),
      }
      const done = await inSlot(request, () => write.run(senderOf(request), request, manner))
      if (done.replayed) void reply.header('Idempotent-Replayed', 'true')
      if (done.waits !== undefined) return accepted(reply, done.waits)
      setWaitHeader(reply, done.wouldWait ?? null)
      return finish(server, route, reply, done.status, done.answer)
    },
  })
}

/** The write waits for another person: nothing of it is done yet. */
export const accepted = (reply: FastifyReply, waits: ApprovalAccepted): FastifyReply =>
  reply
    .code(202)
    .header('Location', `/api/approvals/${waits.approvalId}`)
    .header('Content-Type', 'application/json; charset=utf-8')
    .send(jsonText(approvalAccepted.parse(waits)))

/** A preview says which rules would ask for approval of the write, and who could give it. */
export function setWaitHeader(reply: FastifyReply, wouldWait: ApprovalAsked | null): void {
  if (wouldWait !== null) void reply.header(APPROVAL_HEADER, headerText(wouldWait))
}

/** JSON that a header can hold: letters beyond ASCII as escapes. */
const headerText = (value: object): string =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Does the work of a request in its slot and, where it saves, in a slot for saves. */
const worked = <T>(
  { workSlots }: Server,
  route: Route,
  { request, reply, user }: Pick<Input<Route>, 'request' | 'reply' | 'user'>,
  work: () => Promise<T>,
): Promise<T> =>
  inSlot(request, () =>
    inSaveSlot(workSlots, route, { person: user, signal: leaving(reply), kind: 'save' }, work),
  )

async function open<T extends Route>(
  route: T,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Input<T>> {
  const user = senderOf(request)
  if (route.method !== 'GET' && route.dryRunStatus === null) refusePreview(request)
  return { ...(await parsed(route, request)), user, request, reply }
}

/** @throws Refusal `request.invalid`: a change that has no preview must not be made for who asks for one. */
function refusePreview(request: FastifyRequest): void {
  if (!wantsDryRun(request)) return
  const message = 'This change cannot be previewed. Leave dryRun out.'
  throw new Refusal('request.invalid', {}, [{ field: 'dryRun', message }])
}

export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key.length === 0 || key.length > 200) {
    throw new Refusal('request.invalid', {}, [
      { field: 'Idempotency-Key', message: 'The Idempotency-Key header takes 1 to 200 characters.' },
    ])
  }
  return key
}

/** Whether a write that has to wait for another person is to say so first. */
export const asksFirst = ({ headers }: FastifyRequest): boolean =>
  headers[APPROVAL_HEADER.toLowerCase()] === ASK_FIRST

/**
 * Whether the request asks for a preview (`?dryRun=1`) that writes nothing.
 * @throws Refusal `request.invalid` for any other word: who asks for a preview must not get a write.
 */
export function wantsDryRun(request: FastifyRequest): boolean {
  return asks(request.query, 'dryRun')
}

function finish<T extends Route>(
  server: Server,
  route: T,
  reply: FastifyReply,
  status: number,
  answer: Reply<T>,
): FastifyReply {
  if (server.checkReplies) check(route, answer)
  // The handler of a route with a `troubleStatus` may have set that one.
  return reply
    .code(reply.statusCode === route.troubleStatus ? reply.statusCode : status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .send(jsonText(answer))
}

/** @throws Error for an answer that is not what the contract says. */
export function check(route: Route, answer: unknown): void {
  const checked = route.reply.safeParse(answer)
  if (checked.success) return
  throw new Error(`the answer of ${route.name} is not what its contract says: ${checked.error.message}`)
}
