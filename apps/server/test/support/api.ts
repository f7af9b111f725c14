/** The whole server on a database of its own, called without a network. Every answer is held against the contract as clients read it. */
import type { User } from '@em/contract/identity/identity'
import type { CallInput, Reply, Route } from '@em/contract/kit/route'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { buildServer } from '../../src/app.ts'
import { seed } from '../../src/first-start.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { clockAt } from '../../src/platform/clock.ts'
import { type Database, openDatabase, type ReadSeconds } from '../../src/platform/database/database.ts'
import { runOutside } from '../../src/platform/database/inside.ts'
import { type FileReaders, fileReaders } from '../../src/platform/file-readers/pool.ts'
import { type WatchOptions, watchHealth } from '../../src/platform/health-watch.ts'
import type { JobPort } from '../../src/platform/http/job-port.ts'
import type { DemoServer } from '../../src/platform/http/serve.ts'
import { MEASURES, type Measures, type WorkSlots, workSlotsOf } from '../../src/platform/http/work-slots.ts'
import type { HeldWrites } from '../../src/platform/http/writes.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { afterFile } from './after-file.ts'
import { counter } from './counters.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'
import { holdToContract, routeAt } from './held-to-contract.ts'
import { jobsHere } from './jobs-here.ts'
import { type LentDatabase, lendDatabase } from './lent-database.ts'
import { PATIENT_READS } from './open-patiently.ts'

export interface ApiOptions {
  edition?: 'standard' | 'premium'
  signup?: 'open' | 'approval' | 'closed'
  /** Checks the code that the first sign-up asks for, as where others can reach the server. */
  firstRunCode?: (typed: string) => boolean
  /** The additions of a demo server. */
  demo?: DemoServer
  /** Further settings of the server, as in its environment. */
  settings?: Record<string, string>
  /** Today in Colombo, YYYY-MM-DD; Monday 2026-06-15 when left out. The clock is stopped at noon there. */
  today?: string
  /** How much of a kind of work is done at a time, where it is not as usual. */
  measures?: (usual: Measures) => Partial<Measures>
  /** Seconds that a read may take, where it is not as usual. */
  readSeconds?: ReadSeconds
  /** The books to serve; new and empty ones when left out. */
  on?: FreshDatabase
  /** False: no account is made, `token` is empty. */
  signedUp?: boolean
  /** Milliseconds that a request waits for the end of its job; until it is done when left out. */
  answerWithinMs?: number
  /** How the database is watched; as on a server with a database elsewhere when left out. */
  watch?: WatchOptions
}

export interface Answer<Body> {
  readonly status: number
  readonly body: Body
  readonly headers: Record<string, string | string[] | number | undefined>
}

interface Sent {
  params?: object
  query?: object
  body?: unknown
  headers?: Record<string, string>
  /** Another user's token; null for none. The first user's when left out. */
  token?: string | null
  /** The address the request seems to come from. */
  ip?: string
}
type Common = Pick<Sent, 'headers' | 'token' | 'ip'>

export interface SettableClock extends Clock {
  /** Sets the clock to noon in Colombo of a day (YYYY-MM-DD), or to an instant. */
  set(to: string): void
}

export interface Api {
  readonly app: FastifyInstance
  readonly database: Database
  readonly workSlots: WorkSlots
  /** Read at each call: a test may set one in between. */
  readonly settings: { signup: 'open' | 'approval' | 'closed' }
  /** Every write by its route's name. */
  readonly writes: HeldWrites
  /** Where long work is handed in. */
  readonly jobs: JobPort
  /** The database's addresses, for tests that speak to it as its owner or as superuser. */
  readonly fresh: FreshDatabase
  readonly clock: SettableClock
  /** The first user, an administrator; `user` is undefined and `token` empty with `signedUp: false`. */
  readonly user: User
  readonly token: string
  /** Calls a route of the contract, typed: throws when the answer is not of the route's own status. */
  ask<R extends Route>(route: R, input?: CallInput<R> & Common): Promise<Reply<R>>
  /** Calls a route, or `POST /path` below /api, with anything, and answers whatever comes. */
  call<Body = Record<string, unknown>>(where: Route | string, sent?: Sent): Promise<Answer<Body>>
  /** Another account. */
  signUp(email?: string, password?: string): Promise<{ token: string; user: User }>
  close(): Promise<void>
}

/** Several tests run at once: here a request waits for its job until it is done. */
const JOBS_WITHIN_MS = 120_000

/** One set for all servers of this process: to start a reader takes longer than most tests. */
let readers: FileReaders | undefined

export const PASSWORD = 'correct horse'
const nextAccount = counter()

const asksForPreview = (url: InjectOptions['url']) => /[?&]dryRun=(1|true)(&|$)/.test(String(url))

function settableClock(today: string): SettableClock {
  let now = new Date(0)
  const set = (to: string) => {
    now = new Date(to.length === 10 ? `${to}T12:00:00+05:30` : to)
  }
  set(today)
  return { ...clockAt(() => now), set }
}

function request(where: Route | string, sent: Sent, token: string): InjectOptions {
  const [method, path] = typeof where === 'string' ? where.split(' ', 2) : [where.method, where.path]
  const filled = (path ?? '').replace(/:(\w+)/g, (whole, name: string) => {
    const value = (sent.params as Record<string, string | number> | undefined)?.[name]
    return value === undefined ? whole : encodeURIComponent(String(value))
  })
  const query = Object.entries(sent.query ?? {})
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)] as [string, string])
  const search = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : ''
  const bearer = sent.token === undefined ? token : sent.token
  return {
    method: (method ?? 'GET') as 'GET',
    url: `/api${filled}${search}`,
    headers: {
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...sent.headers,
    },
    ...(sent.ip !== undefined && { remoteAddress: sent.ip }),
    ...(sent.body !== undefined && {
      payload: typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body),
    }),
  }
}

/** The books that the options ask for, opened. */
async function databaseFor({ on, readSeconds }: ApiOptions): Promise<LentDatabase> {
  if (on === undefined && readSeconds === undefined) return lendDatabase()
  const fresh = on ?? (await freshDatabase())
  const database = await openDatabase(fresh.application, 8, readSeconds ?? PATIENT_READS)
  await seed(database)
  return { fresh, database, giveBack: () => database.close(), close: () => database.close() }
}

/** Starts the server with the seeds of a first start and one signed-up user. Closed when the file's tests end. */
export async function startApi(options: ApiOptions = {}): Promise<Api> {
  const lent = await databaseFor(options)
  const { fresh, database } = lent
  const clock = settableClock(options.today ?? '2026-06-15')
  const settings = readSettings({
    EQUITY_MANAGER_EDITION: options.edition ?? 'standard',
    SIGNUP: options.signup ?? 'open',
    LOG_LEVEL: 'silent',
    // Several tests run at once: a reader may have to wait for a processor.
    FILE_READ_SECONDS: '60',
    // Nothing listens there: no test asks the real exchange.
    PRICE_FEED_URL: 'http://127.0.0.1:1/',
    // The exchange of the tests needs no pause between calls.
    PRICE_FEED_PAUSE_MS: '0',
    ...options.settings,
  })
  const workSlots = workSlotsOf({ ...MEASURES, ...options.measures?.(MEASURES) })
  const health = await watchHealth(database, options.watch)
  readers ??= fileReaders({ limits: settings.readerLimits, report: console.error })
  const queued = { queue: jobsHere, answerWithinMs: options.answerWithinMs ?? JOBS_WITHIN_MS }
  const parts = {
    database,
    clock,
    settings,
    health,
    readers,
    workSlots,
    firstRunCode: options.firstRunCode,
    demo: options.demo,
    ...queued,
  }
  const { app, writes, jobs } = await buildServer({ ...parts, checkReplies: true })

  const call = async <Body>(where: Route | string, sent: Sent = {}): Promise<Answer<Body>> => {
    // A test may hold a transaction open while others call: their requests do not belong to it.
    const asked = request(where, sent, api.token)
    const answer = await runOutside(async () => await app.inject(asked))
    const status = answer.statusCode
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json')
    const body = (isJson ? answer.json() : answer.body) as Body
    // Without an id the address of a record is that of the list.
    const found = routeAt(`${asked.method} ${String(asked.url).replace(/^\/api|\/+(?=$|\?)/g, '')}`)
    const route = typeof where !== 'string' && where.name === found?.name ? where : found
    holdToContract(route, typeof where === 'string' ? where : where.name, {
      status,
      body,
      isJson,
      dryRun: asksForPreview(asked.url),
    })
    return { status, body, headers: answer.headers }
  }
  const signUp: Api['signUp'] = async (email, password = PASSWORD) => {
    const body = {
      first_name: 'Nimal',
      last_name: 'Perera',
      email: email ?? `user${nextAccount()}@example.com`,
      password,
    }
    const answer = await call<{ token: string; user: User }>('POST /auth/signup', { body, token: null })
    if (answer.status !== 201)
      throw new Error(`sign-up answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const api: Api & { token: string; user: User } = {
    app,
    database,
    workSlots,
    settings: settings as unknown as Api['settings'],
    writes,
    jobs,
    fresh,
    clock,
    token: '',
    user: undefined as unknown as User,
    call,
    signUp,
    ask: async (route, input) => {
      const answer = await call<Reply<typeof route>>(route, input as Sent | undefined)
      if (answer.status === route.status) return answer.body
      throw new Error(`${route.name} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    },
    close: async () => {
      if (isClosed) return
      forget()
      await stop()
      await lent.close()
    },
  }
  let isClosed = false
  const stop = async () => {
    isClosed = true
    health.stop()
    await app.close()
  }
  const forget = afterFile(async () => {
    await stop()
    await lent.giveBack()
  })
  if (options.signedUp !== false) Object.assign(api, await signUp())
  return api
}
