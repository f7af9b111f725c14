/** The one way to the database: exact types pinned once, a pool, transactions with bounded retries. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { WriteProtection } from '@em/contract/identity/identity'
import pg from 'pg'
import { applicationRole } from '../postgres/logins.ts'
import { type People, writtenBy } from './acts.ts'
import { CopyIn, type CopyRows } from './copy.ts'
import { CommitUnknown, isConnectionLost, sqlState } from './faults.ts'
import { refuseInside, runInside } from './inside.ts'
import { type Listener, type Listening, listenTo } from './listen.ts'
import { LOCK_ORDER } from './locks.ts'
import type { Memory } from './memory.ts'
import {
  beginIn,
  SAY_SCOPE,
  SCOPED_SEARCH_PATH,
  type Scope,
  SEARCH_PATH,
  scopeNow,
  scopeValues,
  tablesThemselves,
} from './scope.ts'
import { SHARED_WRITERS, SharedTransactions } from './shared.ts'
import { inOrder, statement, type TypedStatement } from './statement.ts'
import type { Asked, Given, OnFailure, Queryable, Transaction } from './transaction.ts'
import { findWriteProtection } from './write-protection.ts'

export type { People } from './acts.ts'
export { CommitUnknown, constraintOf, isConnectionLost, sqlState } from './faults.ts'
export type { Listener, Listening } from './listen.ts'
export { type RowOf, type Statement, statement, type TypedStatement } from './statement.ts'
export type { Asked, Given, OnFailure, Queryable, Step, Transaction } from './transaction.ts'

/**
 * What a statement outside a transaction is read for. Each has connections of its own, so that reports never keep a look
 * at one record waiting, and a time after which the database ends it.
 */
export type Reading = 'light' | 'heavy' | 'report'
/** Seconds that a statement may take. */
export type ReadSeconds = Readonly<Record<Reading, number>>
const READ_SECONDS: ReadSeconds = { light: 5, heavy: 5, report: 60 }

/** The kind of reading of the current request: it chooses the connections. `light` where none is set. */
export const readingAs = new AsyncLocalStorage<Reading>()

/** The database ended a read that took longer than it may. */
export class ReadTooSlow extends Error {
  readonly seconds: number
  constructor(seconds: number, cause: unknown) {
    super(`a read took longer than ${seconds} s`, { cause })
    this.seconds = seconds
  }
}

export interface Database extends Queryable {
  /** What this process remembers of it (`rememberedOf`); its transactions share it. */
  readonly memory: Memory
  /** The connections for one kind of reading, whatever the current request is. @throws ReadTooSlow as `query` does. */
  reading(kind: Reading): Queryable
  /**
   * The name, mostly a route's, identifies the transaction where something is wrong with it. `by` names the writer, null for the server
   * itself: an act begins for each. Without it no fact can be written.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, name?: string, by?: People): Promise<T>
  /**
   * The same for a small write, which may share its transaction with others that arrive meanwhile.
   * @throws NeedsOwnTransaction where it must be done by `transaction`.
   */
  shared<T>(work: (tx: Transaction) => Promise<T>, name: string, by: number): Promise<T>
  /**
   * Long reads of one moment, whatever is saved meanwhile, on a connection of its own: also inside a transaction, whose
   * writes it does not see. Nothing waits for it. @throws ReadTooSlow as `query` does.
   */
  snapshot<T>(work: (db: Queryable) => Promise<T>): Promise<T>
  /**
   * Writes a row and a small file, on a connection of its own, and answers PostgreSQL's version. Fails where the
   * database cannot be reached or takes no writes.
   */
  probe(): Promise<string>
  /** Hears what is notified on a channel, on a connection of its own. */
  listen(channel: string, listener: Listener): Listening
  /** The protection against sessions of the application rewriting the books, when the database was opened. */
  readonly writeProtection: WriteProtection
  close(): Promise<void>
}

const types = new pg.TypeOverrides()
const whole = (text: string) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`)
  return value
}
types.setTypeParser(20, whole)
// bigint[]: the driver would leave its members as text.
const TEXTS = 1009 as Parameters<typeof pg.types.getTypeParser>[0]
const texts = pg.types.getTypeParser(TEXTS) as (text: string) => (string | null)[]
types.setTypeParser(1016, (text) => texts(text).map((one) => (one === null ? null : whole(one))))
types.setTypeParser(1700, (text) => text)
types.setTypeParser(1082, (text) => text)
types.setTypeParser(1184, (text) => new Date(text).toISOString())

const PATH = `-c search_path=${SEARCH_PATH}`
/** Of people whose portfolios are a list: views before tables. */
const SCOPED_PATH = `-c search_path=${SCOPED_SEARCH_PATH}`
const SESSION = `-c TimeZone=UTC -c DateStyle=ISO -c default_transaction_isolation=read\\ committed -c idle_in_transaction_session_timeout=60s -c lock_timeout=15s${LOCK_ORDER}`

/** Whether the application's sessions can take its role, and the resulting protection. */
async function inspect(
  connection: pg.ClientConfig,
): Promise<{ reduced: boolean; writeProtection: WriteProtection }> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const found = await client.query(
      "SELECT FROM pg_roles WHERE rolname = $1 AND pg_has_role(session_user, oid, 'MEMBER')",
      [applicationRole],
    )
    const reduced = (found.rowCount ?? 0) > 0
    if (reduced) await client.query(`SET ROLE ${applicationRole}`)
    return { reduced, writeProtection: await findWriteProtection(client) }
  } finally {
    await client.end()
  }
}

/**
 * Writers at a time. A transaction is short, and more of them than the machine has hands only wait for each other:
 * with 2 cores and 16 clients, 4 writers cost PostgreSQL 1.8 ms of CPU a save where 16 cost 2.4 ms, and saved no fewer.
 */
export const WRITERS = Math.min(8, Math.max(4, 2 * availableParallelism()))
/** In addition to both: a connection that no single person's saves can take, and one for sign-ins and what a refusal notes. */
const SPARE_WRITERS = 2
/** Connections for each kind of work of people whose portfolios are a list. */
const SCOPED = 4
const WRITE_SECONDS = 30

/** How long a probe may take in the database, in milliseconds. */
export const PROBE_MS = 5_000
const PROBE = statement('probe', 'SELECT probe_writing() AS version')

/**
 * Opens the pools on a migrated database: one of up to `size` connections for each kind of reading, and a small one for
 * transactions, so that reports never keep a save waiting. Connections work as the role without rights to rewrite the
 * books, where that role exists: a session can leave it again, so it is the login that keeps the books (see `writeProtection`).
 */
export async function openDatabase(
  connection: pg.PoolConfig,
  size = 8,
  seconds: ReadSeconds = READ_SECONDS,
): Promise<Database> {
  const { reduced, writeProtection } = await inspect(connection)
  const memory: Memory = new Map()
  const role = reduced ? ` -c role=${applicationRole}` : ''
  const open = (max: number, timeoutMs: number, more = '', path = PATH) => {
    const pool = new pg.Pool({
      ...connection,
      types,
      max,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 10_000,
      application_name: 'equity-manager',
      options: `${path} ${SESSION} -c statement_timeout=${timeoutMs}${role}${more}`,
      // Statements that do not wait for each other's answer share a round trip.
      pipeline: true,
    })
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', () => undefined)
    return pool
  }
  const readers: Record<Reading, pg.Pool> = {
    light: open(size, seconds.light * 1_000),
    heavy: open(size, seconds.heavy * 1_000),
    report: open(size, seconds.report * 1_000),
  }
  const writers = open(Math.min(size, WRITERS) + SHARED_WRITERS + SPARE_WRITERS, WRITE_SECONDS * 1_000)
  const scoped = {
    light: open(SCOPED, seconds.light * 1_000, '', SCOPED_PATH),
    heavy: open(SCOPED, seconds.heavy * 1_000, '', SCOPED_PATH),
    report: open(SCOPED, seconds.report * 1_000, '', SCOPED_PATH),
    writers: open(
      Math.min(size, WRITERS) + SHARED_WRITERS + SPARE_WRITERS,
      WRITE_SECONDS * 1_000,
      '',
      SCOPED_PATH,
    ),
  }
  const probes = open(1, PROBE_MS, ` -c lock_timeout=${PROBE_MS}`)
  const read = async (
    kind: Reading,
    scope: Scope | undefined,
    sql: Asked,
    values?: Given,
  ): Promise<never[]> => {
    refuseInside('asks the pool for a second connection')
    const rows =
      scope === undefined
        ? run<never>(readers[kind], sql, values)
        : readWithin<never>(scoped[kind], scope, sql, values)
    return rows.catch(tooSlow(kind))
  }
  const tooSlow = (kind: Reading) => (error: unknown) => {
    throw sqlState(error) === STOPPED ? new ReadTooSlow(seconds[kind], error) : error
  }
  const write = async <T>(
    work: (tx: Transaction) => Promise<T>,
    name: string,
    by: People,
    scope: Scope | undefined,
  ): Promise<T> => {
    refuseInside(`opens a second transaction, "${name}"`)
    const pool = scope === undefined ? writers : scoped.writers
    return withRetries(() => runInside(name, () => once({ pool, memory }, work, scope, by)))
  }
  const shared = new SharedTransactions(write)
  const listenings = new Set<Listening>()
  return {
    memory,
    query: (sql: Asked, values?: Given) => read(readingAs.getStore() ?? 'light', scopeNow(), sql, values),
    reading: (kind) => {
      // A reader that goes on after the handler has answered, as a stream does, keeps to the portfolios of the request.
      const scope = scopeNow()
      return { query: (sql: Asked, values?: Given) => read(kind, scope, sql, values) }
    },
    transaction: (work, name = 'without a name', by = []) => write(work, name, by, scopeNow()),
    // No second connection of the writers', for which transactions wait: those for reports come free by themselves.
    snapshot: (work) => {
      const scope = scopeNow()
      const pool = scope === undefined ? readers.report : scoped.report
      const reads = async (tx: Transaction) => {
        await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
        return work({
          query: (sql: Asked, values?: Given) =>
            tx.query<never>(sql as string, values as unknown[]).catch(tooSlow('report')),
        })
      }
      return once({ pool, memory }, reads, scope)
    },
    shared: async (work, name, by) => {
      refuseInside(`opens a second transaction, "${name}"`)
      return shared.run(work, name, { by, scope: scopeNow() })
    },
    probe: async () => {
      const [row] = await run<{ version: string }>(probes, PROBE)
      return row?.version ?? ''
    },
    listen: (channel, listener) => {
      const options = `${PATH} ${SESSION}${role}`
      const listening = listenTo(
        { ...connection, application_name: 'equity-manager listens', options },
        channel,
        listener,
      )
      listenings.add(listening)
      return {
        close: async () => {
          listenings.delete(listening)
          await listening.close()
        },
      }
    },
    writeProtection,
    close: async () => {
      await Promise.all([...listenings].map((listening) => listening.close()))
      await Promise.all(
        [...Object.values(readers), ...Object.values(scoped), writers, probes].map((pool) => pool.end()),
      )
    },
  }
}

async function run<Row extends object>(
  on: pg.Pool | pg.PoolClient,
  sql: Asked,
  values: Given = [],
): Promise<Row[]> {
  const result = await on.query<Row>(configOf(sql, values))
  return result.rows
}

/** A read of a user whose portfolios are a list: they are set first, on the same connection, for each statement. */
async function readWithin<Row extends object>(
  pool: pg.Pool,
  scope: Scope,
  sql: Asked,
  values?: Given,
): Promise<Row[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onBreak = (fault: Error) => {
    broken = fault
  }
  client.on('error', onBreak)
  try {
    const together = writeTogether(client)
    together()
    const said = client.query({ ...SAY_SCOPE, values: scopeValues(scope) })
    const asked = run<Row>(client, sql, values)
    // Where the portfolios could not be set, those of another user may be set: nothing of the answer is used.
    const [rows] = await Promise.all([asked, said])
    return rows
  } finally {
    if (broken === undefined) client.off('error', onBreak)
    client.release(broken)
  }
}

function configOf(sql: Asked, values: Given): pg.QueryConfig {
  if (typeof sql === 'string') return { text: sql, values: values as unknown[] }
  const { name, text } = sql
  return {
    name,
    text,
    values: Array.isArray(values) ? values : inOrder((sql as TypedStatement).names, values),
  }
}

function copyInto(client: pg.PoolClient, text: string, rows: CopyRows): Promise<void> {
  if (rows.count === 0) return Promise.resolve()
  return new Promise((done, fail) => {
    client.query<pg.Submittable>(
      new CopyIn(text, rows, (error) => {
        if (error === null) done()
        else fail(error)
      }) as unknown as pg.Submittable,
    )
  })
}

/**
 * Statements sent in one turn of the event loop leave in one write: half of what a small transaction costs the
 * process is the system call of each statement.
 */
function writeTogether(client: pg.PoolClient): () => void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  let corked = false
  return () => {
    if (corked) return
    corked = true
    stream.cork()
    setImmediate(() => {
      corked = false
      stream.uncork()
    })
  }
}

function retold<T>(work: Promise<T>, failed: ((error: unknown) => unknown) | undefined): Promise<T> {
  if (failed === undefined) return work
  return work.catch((error: unknown) => {
    throw failed(error)
  })
}

async function once<T>(
  { pool, memory }: { readonly pool: pg.Pool; readonly memory: Memory },
  work: (tx: Transaction) => Promise<T>,
  scope: Scope | undefined,
  by: People = [],
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  let committing = false
  // A connection that breaks while it is lent out also fails its statements; without a listener it would end the process.
  const onBreak = (fault: Error) => {
    broken = fault
  }
  client.on('error', onBreak)
  const sent: Promise<unknown>[] = []
  const together = writeTogether(client)
  const send = (statement: Promise<unknown>) => {
    // A failure is reported when the transaction ends; until then nothing listens.
    statement.catch(() => undefined)
    sent.push(statement)
  }
  try {
    together()
    send(client.query((scope === undefined ? 'BEGIN' : beginIn(scope)) + writtenBy(by)))
    const tx: Transaction = {
      memory,
      isShared: false,
      place: 1,
      together: async (step, piece) => {
        const [result] = await step.run(tx, [piece])
        return result as Awaited<ReturnType<typeof step.run>>[number]
      },
      query: (sql: Asked, values?: Given) => {
        together()
        return run(client, sql, values)
      },
      send: (sql: Asked, values?: Given, failed?: OnFailure) => {
        together()
        send(retold(run(client, sql, values), failed))
      },
      settled: async () => {
        together()
        for (const statement of sent) await statement
      },
      copy: (table, columns, rows) =>
        copyInto(client, `COPY ${tablesThemselves()}${table} (${columns}) FROM STDIN`, rows),
      sendCopy: (table, columns, rows, failed) =>
        send(
          retold(
            copyInto(client, `COPY ${tablesThemselves()}${table} (${columns}) FROM STDIN`, rows),
            failed,
          ),
        ),
    }
    const answer = await work(tx)
    together()
    committing = true
    const commit = client.query('COMMIT')
    send(commit)
    // In the order of sending: the first failure is the cause, what comes after it only follows from it.
    for (const statement of sent) await statement
    // A statement failed and its error was caught on the way: the database then rolls back without an error.
    if ((await commit).command !== 'COMMIT')
      throw new Error('the transaction was rolled back by the database')
    return answer
  } catch (fault) {
    await client.query('ROLLBACK').catch(onBreak)
    const error = sqlState(fault) === IN_FAILED_TRANSACTION ? await firstFailure(sent, fault) : fault
    throw committing && isConnectionLost(error) ? new CommitUnknown(error) : error
  } finally {
    if (broken === undefined) client.off('error', onBreak)
    client.release(broken)
  }
}

/** A statement that came after a failed one. */
const IN_FAILED_TRANSACTION = '25P02'

/** The cause where a statement only says that another failed before it: the first of those that were not awaited. */
async function firstFailure(sent: readonly Promise<unknown>[], fault: unknown): Promise<unknown> {
  for (const outcome of await Promise.allSettled(sent)) {
    if (outcome.status === 'rejected' && sqlState(outcome.reason) !== IN_FAILED_TRANSACTION)
      return outcome.reason
  }
  return fault
}

/** A statement that ran into its time-out, or that an administrator ended. */
const STOPPED = '57014'

/** Serialization failure and deadlock: the same work may succeed when tried again. */
const RETRY = new Set(['40001', '40P01'])
const TRIES = 5

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || !RETRY.has(sqlState(error))) throw error
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}
