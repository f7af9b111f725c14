/** The HTTP house: Fastify with our errors, headers and limits. Routes are registered by the features. */
import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { isAmong, networksOf } from '../proxy.ts'
import { Refusal } from '../refusal.ts'
import { BODY_LIMIT, toRefusal } from '../to-refusal.ts'
import { answerNoHttp, takeOnlyUtf8, unreadable } from './encoding.ts'
import { readFormBodies } from './form-body.ts'
import { readJsonBodies } from './json-body.ts'

/** How long a client may leave an answer unread before its connection is closed. A report may take a minute to begin. */
const UNREAD_MS = 120_000

export interface HttpOptions {
  readonly logLevel: string
  readonly trustProxy: boolean | string
  /** Milliseconds without progress after which an answer is broken off; tests make it short. */
  readonly unreadMs?: number
}

export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    trustProxy: believed(options.trustProxy),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    // Addresses that cannot be read do not reach our hooks and handlers.
    frameworkErrors: (error, request, reply) => {
      void reply.header('X-Content-Type-Options', 'nosniff').header('X-Request-Id', request.id)
      answerError(error.statusCode === 500 ? error : unreadable(), request, reply)
    },
    clientErrorHandler: answerNoHttp,
    logger: {
      level: options.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'password', '*.password'],
    },
  })
  // Only JSON comes in, and forms with a file where a route asks for them; anything else is refused before it is read.
  app.removeContentTypeParser('text/plain')
  takeOnlyUtf8(app)
  readJsonBodies(app)
  await readFormBodies(app)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        // The UI kit writes style elements; scripts come from our own files only.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // Plain http on a local network must keep working; a proxy with TLS adds HSTS itself.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  // Requests are not unpacked: a few kilobytes may hold gigabytes, and every limit counts the bytes that come in.
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 2048, globalDecompression: false })
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
      throw new Refusal('request.compressed')
  })

  const methodsAt = learnMethods(app)
  const unreadMs = options.unreadMs ?? UNREAD_MS
  app.addHook('onSend', async (request, reply) => {
    // A client that stops reading would keep its slot for ever.
    reply.raw.setTimeout(unreadMs, () => reply.raw.destroy())
    void reply.header('X-Request-Id', request.id)
    if (request.url.startsWith('/api') && !reply.hasHeader('Cache-Control')) {
      void reply.header('Cache-Control', 'no-store')
    }
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = methodsAt(path)
    const refusal = methods.includes(request.method)
      ? unreadable()
      : methods.length > 0
        ? new Refusal('request.method', { method: request.method })
        : new Refusal('record.missing', { what: 'The address' })
    if (refusal.status === 405) void reply.header('Allow', methods.join(', '))
    // An address that is not found today may be there tomorrow.
    void reply.header('Cache-Control', 'no-store')
    void reply.code(refusal.status).send(refusal.body(request.id))
  })
  return app
}

/**
 * The proxies that are believed about the client's address: the nearest one only. It appends the address it sees; the addresses before
 * that are the client's own claim. `true` believes every peer; addresses and networks believe only those.
 */
function believed(proxy: boolean | string) {
  if (typeof proxy === 'boolean') return proxy ? (_: string, hop: number) => hop < 1 : false
  const known = networksOf(proxy)
  return (address: string, hop: number) => hop < 1 && isAmong(known, address)
}

/** Learns every route as it is registered, and answers which methods an address takes. */
function learnMethods(app: FastifyInstance): (path: string) => string[] {
  const known: { readonly methods: string[]; readonly pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    // The files of the web answer at every address; they do not make it one of ours.
    if (url.includes('*')) return
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`)
    known.push({ methods: [method].flat(), pattern })
  })
  return (path) => {
    const there = known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
    return [...new Set(there)].toSorted()
  }
}

function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error, request.method, request.routeOptions?.bodyLimit)
  // Refusals are expected and not logged here; their cause is logged where it is detected.
  if (refusal.status >= 500 && !(error instanceof Refusal))
    request.log.error({ err: error }, 'request failed')
  void reply.header('Cache-Control', 'no-store')
  const { seconds } = refusal.facts
  if (seconds !== undefined) void reply.header('Retry-After', String(seconds))
  if (refusal.status === 503) void reply.header('Retry-After', '1')
  void reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal.body(request.id)))
}
