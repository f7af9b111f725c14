/** The product with a database of its own, empty at first, at an address. */

import { randomBytes } from 'node:crypto'
import type { Job, JobAccepted } from '@em/contract/jobs/jobs'
import { freshDatabase } from '../../apps/server/test/support/fresh-database.ts'
import { type ServerProcess, startServer } from '../../apps/server/test/support/server-process.ts'
import { serveHere } from './serve-here.ts'

/** Monday; the Friday before was a market day. */
export const TODAY = '2026-06-15'

export interface InstallationOptions {
  /** Standard when left out. */
  edition?: 'standard' | 'premium'
  /** Open when left out. */
  signup?: 'open' | 'approval'
  /**
   * The server is a process of its own with its worker, as a user starts it: for stories that stop it, watch its jobs or need
   * what a worker does on a schedule. When left out, the test's own process serves it, which starts faster.
   */
  ownProcess?: boolean
  /** Further settings of the server, as in its environment. */
  settings?: Record<string, string>
  /** A process of its own that loads the demo book first, as `npm run demo` does, on the demo's own day. */
  demo?: boolean
}

export interface Account {
  readonly email: string
  readonly password: string
  readonly token: string
  /** The value that the browser keeps for "Keep me signed in". */
  readonly session: string
}

export interface Installation {
  /** `http://127.0.0.1:40123`; the same after a restart. */
  readonly url: string
  /** A new user, made through the API. */
  signUp(): Promise<Account>
  /** Sends to `POST /path` below /api and answers what was recorded; throws when it is refused. */
  post(path: string, body: object, token: string): Promise<Record<string, unknown>>
  get<Body>(path: string, token: string): Promise<Body>
  /** The same for `PUT /path`. */
  put(path: string, body: object, token: string): Promise<Record<string, unknown>>
  /** Stops the server as Ctrl-C does; with `ownProcess` alone. */
  stop(): Promise<void>
  /** Starts it again on the same port and the same database; with `ownProcess` alone. */
  restart(): Promise<void>
  /** Moves the day of the server; without `ownProcess` alone. */
  moveTo(day: string): void
}

interface Running {
  readonly url: string
  stop(): Promise<void>
  restart(): Promise<void>
  moveTo(day: string): void
}

async function inOwnProcess(chosen: Record<string, string>, args: string[] = []): Promise<Running> {
  const settings = { ...(await freshDatabase()).settings, ...chosen }
  let server: ServerProcess = startServer({ ...settings, WORKERS: '1' }, args)
  const { url } = await server.ready()
  return {
    url,
    stop: async () => {
      server.child.kill('SIGTERM')
      await server.ended
    },
    restart: async () => {
      server = startServer({ ...settings, WORKERS: '1', PORT: new URL(url).port }, args)
      await server.ready()
    },
    moveTo: () => {
      throw new Error('a story that moves the day is served by the process of the test')
    },
  }
}

async function inThisProcess(settings: Record<string, string>): Promise<Running> {
  const refuse = () => Promise.reject(new Error('a story that stops the server asks for ownProcess'))
  return { ...(await serveHere(settings)), stop: refuse, restart: refuse }
}

/** Starts an installation; it ends with the tests of the file. */
export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const settings = {
    ...(!options.demo && { TODAY }),
    EQUITY_MANAGER_EDITION: options.edition ?? 'standard',
    SIGNUP: options.signup ?? 'open',
    SUPPORT_EMAIL: 'sales@example.lk',
    ...options.settings,
  }
  const { url, stop, restart, moveTo } = options.demo
    ? await inOwnProcess(settings, ['--demo'])
    : await (options.ownProcess ? inOwnProcess : inThisProcess)(settings)
  const ask = async <Body>(method: string, path: string, token: string, body?: object): Promise<Body> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    const answered = (await answer.json()) as Body
    return answer.status === 202 ? endOf<Body>((answered as JobAccepted).jobId, token) : answered
  }
  /** Waits for the end of long work, as the browser does. */
  const endOf = async <Body>(id: number, token: string): Promise<Body> => {
    for (;;) {
      const job = await ask<Job>('GET', `/jobs/${id}`, token)
      if (job.error !== null) throw new Error(`job ${id} failed: ${job.error.message}`)
      if (job.status === 'done') return job.result as Body
      await new Promise((done) => setTimeout(done, 50))
    }
  }
  return {
    url,
    post: (path, body, token) => ask('POST', path, token, body),
    get: (path, token) => ask('GET', path, token),
    put: (path, body, token) => ask('PUT', path, token, body),
    signUp: async () => {
      const email = `person-${randomBytes(4).toString('hex')}@example.lk`
      const password = 'correct horse'
      const person = { first_name: 'Nadeesha', last_name: 'Perera', email, password }
      const answer = await ask<{ token: string; user: object }>('POST', '/auth/signup', '', person)
      return {
        email,
        password,
        token: answer.token,
        session: JSON.stringify({ ...answer, kept: true }),
      }
    },
    stop,
    restart,
    moveTo,
  }
}
