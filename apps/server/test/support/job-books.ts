/**
 * Books of their own with the few records that an import needs, a lock to hold it by, and servers on them. A server of the
 * test's own process only answers and hands its jobs to the queue that real servers use; workers and the processes of their
 * jobs are real. A server as a process of its own takes seconds to start.
 */
import type { Job } from '@em/contract/jobs/jobs'
import pg from 'pg'
import { buildApp } from '../../src/app.ts'
import { superviseWorker } from '../../src/jobs/supervise.ts'
import { clockAt } from '../../src/platform/clock.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { afterFile } from './after-file.ts'
import { PASSWORD } from './api.ts'
import { counter } from './counters.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'
import { openPatiently } from './open-patiently.ts'
import { childrenOf } from './processes.ts'
import { COMPILED, type ServerProcess, startServer } from './server-process.ts'

const TODAY = '2026-06-15'
/** Milliseconds that a request to the server of the test's process waits for the end of its job. */
const ANSWER_WITHIN_MS = 300
/** A server that answers only once a job is over: the answer to a cancelling is the end of the job, however busy the machine is. */
export const PATIENT = { answerWithinMs: 60_000 }
const person = { first_name: 'A', last_name: 'B', email: 'a@b.lk', password: PASSWORD }

export interface Answered<Body = Record<string, unknown>> {
  readonly status: number
  readonly body: Body
  readonly headers: Headers
}

export interface JobBooks {
  readonly fresh: FreshDatabase
  /** The server of the test's own process, asked by the administrator. It has no worker. */
  readonly at: At
  /** Another one like it. */
  another(options?: { readonly today?: string; readonly answerWithinMs?: number }): Promise<At>
  /** Starts a worker as a server does, and again whenever it ended. It ends when the file's tests do. */
  work(): WorkerProcess
  /** A server as a process of its own. */
  server(settings?: Record<string, string>): Promise<{ readonly process: ServerProcess; readonly at: At }>
}

export interface WorkerProcess {
  /** The process id of the running worker; waits for one that is being started. */
  pid(): Promise<number>
  /** Of the processes that do its jobs. */
  processes(): Promise<number[]>
}

/** One server's address. */
export interface At {
  ask<Body = Record<string, unknown>>(
    where: string,
    body?: unknown,
    headers?: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Answered<Body>>
  /** The same server, asked by another person, who signs up. */
  as(email: string): Promise<At & { readonly userId: number }>
  /** Sends rows of a security; they are recorded or refused. */
  importRows(rows: readonly object[], headers?: Record<string, string>, query?: string): Promise<Answered>
  /** The same, once it is done, refused or held for approval: on a busy machine that may take longer than the request waits. */
  imported(
    rows: readonly object[],
    headers?: Record<string, string>,
    query?: string,
  ): Promise<Omit<Answered, 'headers'>>
  /** Downloads a file, as text. */
  download(path: string): Promise<{ readonly status: number; readonly text: string }>
  job(id: unknown): Promise<Job>
  /** Asks until the job is so. */
  until(id: unknown, is: (job: Job) => boolean): Promise<Job>
  /** The deal numbers of all buys. */
  buys(): Promise<unknown[]>
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

export async function jobBooks(): Promise<JobBooks> {
  const fresh = await freshDatabase()
  let administrator = ''
  let account = 0
  const atUrl = (url: string, own?: string): At => {
    const ask: At['ask'] = async (where, body, headers = {}, signal) => {
      const token = own ?? administrator
      const [method = 'GET', path = ''] = where.split(' ')
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== '' && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal !== undefined && { signal }),
      })
      return { status: answer.status, body: (await answer.json()) as never, headers: answer.headers }
    }
    const download: At['download'] = async (path) => {
      const headers = { authorization: `Bearer ${own ?? administrator}` }
      const answer = await fetch(`${url}/api${path}`, { headers })
      return { status: answer.status, text: await answer.text() }
    }
    const job: At['job'] = async (id) => (await ask<Job>(`GET /jobs/${id}`)).body
    const importRows: At['importRows'] = (rows, headers, query = '') =>
      ask(
        `POST /trade-batches${query}`,
        {
          source: 'import',
          fileName: 'statement.csv',
          defaults: { portfolioId: 'MAIN', settlementAccount: account, brokerName: 'Asha Securities' },
          rows,
        },
        headers,
      )
    const until: At['until'] = async (id, is) => {
      for (;;) {
        const now = await job(id)
        if (is(now)) return now
        await pause(20)
      }
    }
    return {
      ask,
      download,
      importRows,
      until,
      imported: async (rows, headers, query) => {
        const answer = await importRows(rows, headers, query)
        if (answer.status !== 202 || 'approvalId' in answer.body) return answer
        const job = await until(answer.body['jobId'], (now) => now.endedAt !== null || now.status === 'held')
        if (job.status === 'held') return { status: 202, body: { approvalId: job.approvalId } }
        if (job.error === null) return { status: job.resultStatus ?? 0, body: job.result as Answered['body'] }
        const { status, ...body } = job.error
        return { status, body }
      },
      as: async (email) => {
        const { body } = await ask<{ token: string; user: { id: number } }>('POST /auth/signup', {
          ...person,
          email,
        })
        return { ...atUrl(url, body.token), userId: body.user.id }
      },
      job,
      buys: async () => (await ask<unknown[]>('GET /transaction-entries/buy-all')).body,
    }
  }
  const server: JobBooks['server'] = async (settings = {}) => {
    const process = startServer({
      ...fresh.settings,
      DATA_DIR: '/nowhere/at/all',
      TODAY,
      WORKERS: '1',
      ...settings,
    })
    return { process, at: atUrl((await process.ready()).url) }
  }
  const another: JobBooks['another'] = async ({ today = TODAY, answerWithinMs = ANSWER_WITHIN_MS } = {}) => {
    const database = await openPatiently(fresh.application, 4)
    const app = await buildApp({
      database,
      clock: clockAt(() => new Date(`${today}T12:00:00+05:30`)),
      settings: readSettings({ LOG_LEVEL: 'silent' }),
      answerWithinMs,
      checkReplies: true,
    })
    afterFile(async () => {
      await app.close()
      await database.close()
    })
    return atUrl(await app.listen({ host: '127.0.0.1', port: 0 }))
  }
  const work = (): WorkerProcess => {
    const worker = superviseWorker(
      fresh.application,
      { TODAY, NODE_COMPILE_CACHE: COMPILED },
      () => undefined,
    )
    afterFile(() => worker.stop(AbortSignal.abort()))
    const pid = async () => {
      for (;;) {
        const now = worker.pid()
        if (now !== undefined) return now
        await pause(5)
      }
    }
    return { pid, processes: async () => childrenOf(await pid()) }
  }
  const at = await another()
  administrator = (await at.ask<{ token: string }>('POST /auth/signup', person)).body.token
  await at.ask('POST /equities', { name: 'JKH', symbol: 'JKH.N0000' })
  await at.ask('POST /portfolios', {
    portfolioId: 'MAIN',
    portfolioName: 'Main',
    portfolioType: 'Equity Portfolio',
    entity: 'Head Office',
    fundManager: 'N. Perera',
    baseCurrency: 'LKR',
  })
  const made = await at.ask<{ id: number }>('POST /accounts', {
    payment_method: 'Bank Transfer',
    account_name: 'Trading account',
    account_number: '1000123456',
    bank_name: 'Commercial Bank',
    branch_name: 'Colombo 3',
  })
  account = made.body.id
  return { fresh, at, another, work, server }
}

const nextContract = counter()
/** A buy of a hundred shares under a contract number of its own. */
export function buyRow(more: object = {}): object {
  return {
    side: 'buy',
    symbol: 'JKH.N0000',
    tradeDate: '2026-06-10',
    quantity: '100',
    price: '20.50',
    contractNumber: `C-${nextContract()}`,
    ...more,
  }
}

/** Holds every import in the middle, at its first look at the portfolio's trades, until it is let go. */
export const holdImports = (books: JobBooks): Promise<() => Promise<void>> => holdTable(books, 'chains')

/** Holds every export where its lines were read and its file is being written. */
export const holdExports = (books: JobBooks) => holdTable(books, 'export_parts')

/** Holds whatever asks for a table, until it is let go. */
export async function holdTable({ fresh }: JobBooks, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client(fresh.config)
  client.on('error', () => undefined)
  await client.connect()
  await client.query('BEGIN')
  await client.query(`LOCK TABLE em.${table} IN ACCESS EXCLUSIVE MODE`)
  return () => client.end()
}
