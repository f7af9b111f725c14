/**
 * The process that does one job, or what is due by the clock, at a time for a worker: it takes the memory that a large import
 * needs and gives it back by ending; cancelling the job ends it. It never lives longer than its worker.
 */
import { flushCompileCache } from 'node:module'
import fastify from 'fastify'
import type pg from 'pg'
import { openApprovals } from './features/approvals/open.ts'
import { jobFeatureRoutes } from './job-features.ts'
import type { Asked, Report, Work } from './jobs/messages.ts'
import { bossQueue } from './jobs/queue.ts'
import { AtWorkElsewhere, runJob } from './jobs/run-job.ts'
import { openSubmissions } from './jobs/submissions.ts'
import { clockOf, standing } from './platform/clock.ts'
import { openDatabase } from './platform/database/database.ts'
import { fileReaders } from './platform/file-readers/pool.ts'
import type { Server } from './platform/http/serve.ts'
import { MEASURES, workSlotsOf } from './platform/http/work-slots.ts'
import { loadEnvironmentFile, readSettings } from './platform/settings.ts'
import { scheduled } from './scheduled.ts'

/** Sends to the worker; a message to a worker that is gone is dropped. */
const send = (message: Report) => process.send?.(message, undefined, undefined, () => undefined)
const report = (error: unknown) => console.error('A job failed by a fault of the server:', error)

async function open(connection: pg.PoolConfig): Promise<Server> {
  const settings = readSettings(process.env)
  const database = await openDatabase(connection, 2)
  const clock = standing(clockOf(settings))
  const noRequests = () => Promise.reject(new Error('a job has no requests'))
  const server: Server = {
    // Never asked: the routes are registered for what they do, not to be served.
    app: fastify(),
    database,
    clock,
    settings,
    workSlots: workSlotsOf(MEASURES),
    tokens: { read: noRequests },
    readers: fileReaders({ limits: settings.readerLimits, report: (complaint) => console.error(complaint) }),
    writes: new Map(),
    approvals: openApprovals({ database, clock }),
    // What is due by the clock may submit jobs; it connects with the first one.
    jobs: openSubmissions(database, bossQueue(database, report)),
  }
  jobFeatureRoutes(server)
  return server
}

/** Answers what was done, where that adds to the job's own answer. */
async function carryOut(server: Server, work: Work): Promise<string | null> {
  if ('scheduled' in work) return scheduled[work.scheduled](server)
  await runJob(server, work.run, report)
  return null
}

async function main(): Promise<void> {
  // The worker decides when it ends: at Ctrl-C the whole process group gets the signal.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
  process.on('disconnect', () => process.exit(1))
  loadEnvironmentFile()
  let server: Promise<Server> | undefined
  process.on('message', (asked: Asked) => {
    if ('open' in asked) {
      server = open(asked.open)
      server.then(
        () => {
          send({ ready: true, megabytes: megabytes() })
          // It always ends by being killed, which keeps nothing: what Node compiled is kept now, for the next process.
          flushCompileCache()
        },
        (error: unknown) => {
          send({ trouble: messageOf(error), counts: true })
          process.exit(1)
        },
      )
      return
    }
    server
      ?.then((opened) => carryOut(opened, asked))
      .then(
        (did) => send({ ended: true, did, megabytes: megabytes() }),
        (error: unknown) => send({ trouble: messageOf(error), counts: !(error instanceof AtWorkElsewhere) }),
      )
  })
}

const megabytes = () => process.memoryUsage.rss() / 1024 / 1024
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

void main()
