/**
 * A worker: takes jobs from the queue and has each done by a child. The worker itself does nothing heavy, so its heartbeat
 * never stops while it lives; of one that was killed another worker takes the jobs up.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { type Clock, systemClock } from '../platform/clock.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import type { Line } from '../platform/http/job-port.ts'
import { applicationRole } from '../platform/postgres/logins.ts'
import { Refusal } from '../platform/refusal.ts'
import { cancelled, type Run, refuse } from './end-run.ts'
import { type Finish, JobProcesses } from './job-processes.ts'
import { BROKEN_OFF, CANCEL_CHANNEL, HANDLED, LOCK_PERSON, LOST, STANDING, START } from './jobs.statements.ts'
import { keepSchedules } from './keep-schedules.ts'
import { type Handled, queueNext } from './queue.ts'
import { LINES, QUEUE, QUEUE_OPTIONS, QUEUE_SCHEMA, type Queued, SCHEDULED_QUEUE } from './queue-names.ts'

/** A job whose process broke off so often has failed. */
const TRIES = 3
/** Running work has so long to end when the worker stops; then it is broken off and tried again later. */
const DRAIN_MS = 5_000
const GIVE_BACK_MS = 2_000
/** A little after the queue hands a job out again that was broken off. */
const AGAIN_MS = QUEUE_OPTIONS.retryDelay * 1_000 + 200
/** Work that the clock made due is passed on within this time. */
const DUE_WITHIN_SECONDS = 5
const LOST_EVERY_MS = 60 * 60 * 1_000
/** A run that takes longer goes round in circles: it is broken off, and has had one of its tries. */
const LONGEST_RUN_MS = 60 * 60 * 1_000

export interface Worker {
  /** No more jobs; what runs has a few seconds to end. */
  stop(): Promise<void>
}

interface WorkerOptions {
  /** By which reports come due. */
  readonly clock?: Clock
  /** Milliseconds that a run may take. */
  readonly longestRunMs?: number
}

/** @param report is called with what goes wrong, in a line. */
export async function startWorker(
  connection: pg.PoolConfig,
  report: (line: string) => void,
  { clock = systemClock, longestRunMs = LONGEST_RUN_MS }: WorkerOptions = {},
): Promise<Worker> {
  const database = await openDatabase(connection, 2)
  const processes = new JobProcesses(connection)
  const running = new Map<number, AbortController>()
  const stopping = new AbortController()
  let ids: string[] = []
  const boss = new PgBoss({
    ...connectionOf(connection, database),
    schema: QUEUE_SCHEMA,
    migrate: false,
    createSchema: false,
    schedule: true,
    cronWorkerIntervalSeconds: DUE_WITHIN_SECONDS,
    registerInstance: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    useListenNotify: true,
  })
  boss.on('error', (error: Error) => report(`The queue of jobs: ${error.message}`))
  await boss.start()
  await boss.updateQueue(QUEUE, QUEUE_OPTIONS)
  processes.prepare()

  const listening = database.listen(CANCEL_CHANNEL, {
    onNotice: (id) => running.get(Number(id))?.abort(),
    onBegin: () => {
      for (const [id, kill] of running) void killIfAsked(database, id, kill)
    },
  })
  const next = (handled: Handled, isLost = false) =>
    database.transaction(async (tx) => {
      await tx.query(LOCK_PERSON, { ownerId: handled.ownerId })
      await queueNext(boss, tx, handled, isLost)
    }, 'jobs.next')
  const workOf = (line: Line) => async (jobs: { readonly data: Queued; readonly signal: AbortSignal }[]) => {
    const [job] = jobs
    if (job === undefined) return
    const kill = new AbortController()
    running.set(job.data.id, kill)
    try {
      const late = AbortSignal.timeout(longestRunMs)
      const any = AbortSignal.any([kill.signal, job.signal, stopping.signal, late])
      await carryOut({ database, processes, line, stopping: stopping.signal, late }, job.data.id, any)
      // Before the queue forgets this one: a worker that is killed in between has its job handed to another, which comes by here.
      const [handled] = await database.query(HANDLED, { id: job.data.id })
      if (handled !== undefined) await next(handled)
    } finally {
      running.delete(job.data.id)
      // Where it is to be tried again it is looked for once the queue hands it out again.
      setTimeout(() => ids.forEach((id) => boss.notifyWorker(id)), AGAIN_MS).unref()
    }
  }
  const options = {
    notifyPollingIntervalSeconds: 5,
    pollingIntervalSeconds: 1,
    heartbeatRefreshSeconds: 3,
  }
  const slots = (Object.keys(LINES) as Line[]).flatMap((line) => {
    const { priority, slots } = LINES[line]
    const own = { ...options, minPriority: priority, maxPriority: priority }
    return Array.from({ length: slots }, () => boss.work<Queued>(QUEUE, own, workOf(line)))
  })
  ids = await Promise.all(slots)
  const findLost = async () => {
    for (const { ownerId, reading } of await database.reading('report').query(LOST))
      await next({ id: 0, ownerId, reading }, true)
  }
  const findLostNow = () =>
    findLost().catch((error: Error) => report(`Lost jobs stay lost for now: ${error.message}`))
  const finding = setInterval(findLostNow, LOST_EVERY_MS).unref()
  void findLostNow()
  const scheduled = await keepSchedules({
    boss,
    database,
    clock,
    processes,
    stopping: stopping.signal,
    report,
  })
  return {
    stop: async () => {
      clearInterval(finding)
      scheduled.stop()
      await Promise.all(ids.map((id) => boss.offWork(QUEUE, { id, wait: false })))
      await boss.offWork(SCHEDULED_QUEUE, { id: scheduled.id, wait: false })
      await ended(running, DRAIN_MS)
      stopping.abort()
      // What was broken off is noted and given back to the queue.
      await ended(running, GIVE_BACK_MS)
      await boss.stop({ graceful: false }).catch(() => undefined)
      processes.close()
      await listening.close()
      await database.close()
    },
  }
}

/** Waits until nothing runs any more, so long at most. */
async function ended(running: ReadonlyMap<number, unknown>, ms: number): Promise<void> {
  const until = performance.now() + ms
  while (running.size > 0 && performance.now() < until) await pause(20)
}

/** The queue's own connections work as the role of the application, as all others do. */
function connectionOf(connection: pg.PoolConfig, { writeProtection }: Database) {
  const role = writeProtection === 'triggers' ? '' : ` -c role=${applicationRole}`
  const options = `-c TimeZone=UTC -c lock_timeout=15s -c statement_timeout=30s${role}`
  return { ...(connection as object), options, max: 4, application_name: 'equity-manager jobs' }
}

async function killIfAsked(database: Database, id: number, kill: AbortController): Promise<void> {
  const [standing] = await database.query(STANDING, { id }).catch(() => [])
  if (standing?.cancelling) kill.abort()
}

type Unfinished = Exclude<Finish, { readonly ended: string | null }>

interface Means {
  readonly database: Database
  readonly processes: JobProcesses
  readonly line: Line
  readonly stopping: AbortSignal
  /** The run takes too long. */
  readonly late: AbortSignal
}

/** @throws where the queue is to hand the job to a worker again. */
async function carryOut(means: Means, id: number, kill: AbortSignal): Promise<void> {
  const { database, processes, line, stopping, late } = means
  const [started] = await database.query(START, { id, most: TRIES })
  if (started === undefined) return neverStarted(database, id)
  const run: Run = { id, turn: started.turn }
  const finish = await processes.run({ run }, kill, line !== 'short')
  if (finish !== 'killed' && 'ended' in finish) return
  // What it committed before its process ended is kept, and its end with it.
  const [standing] = await database.query(STANDING, { id })
  if (standing === undefined || standing.turn !== run.turn || standing.status !== 'running') return
  if (standing.cancelling) return cancelled(database, run)
  const why = whyOf(finish)
  if (stopping.aborted || !countsAsTry(finish, late)) {
    await database.query(BROKEN_OFF, { ...run, counts: 0, words: 'Broken off, waits to be tried again' })
    throw new Error(why)
  }
  if (started.tries >= TRIES) return refuse(database, run, new Refusal('job.crashed', { count: TRIES }))
  await database.query(BROKEN_OFF, { ...run, counts: 1, words: 'Broken off, waits to be tried again' })
  throw new Error(why)
}

/** A job has few tries: a stop of its worker is none, and neither is waiting for an earlier run of it. */
function countsAsTry(finish: Unfinished, late: AbortSignal): boolean {
  if (finish === 'killed') return late.aborted
  return 'crashed' in finish || finish.counts
}

function whyOf(finish: Unfinished): string {
  if (finish === 'killed') return 'broken off by its worker'
  return 'trouble' in finish ? finish.trouble : `its process ended (${finish.crashed})`
}

/** It has ended already, is to be cancelled, or was tried too often by workers that were killed. */
async function neverStarted(database: Database, id: number): Promise<void> {
  const [standing] = await database.query(STANDING, { id })
  if (standing === undefined || standing.status === 'done') return
  const run = { id, turn: standing.turn }
  if (standing.cancelling) return cancelled(database, run)
  if (standing.tries >= TRIES)
    await refuse(database, run, new Refusal('job.crashed', { count: standing.tries }))
}
