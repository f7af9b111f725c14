/**
 * Work by the clock. Every worker looks at the schedules; the queue lets one of them send what is due, and one do it. What
 * came due while no worker ran is done once when one is back.
 */
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import type { JobProcesses } from './job-processes.ts'
import { FORMING_DUE, NOTE_SCHEDULED, REPORTS_DUE, VALUES_BEHIND } from './jobs.statements.ts'
import { SCHEDULED_OPTIONS, SCHEDULED_POLICY, SCHEDULED_QUEUE } from './queue-names.ts'
import { isSchedule, kindOf, SCHEDULE_ZONE, SCHEDULES, type ScheduleName } from './schedules.ts'

interface Means {
  readonly boss: PgBoss
  readonly database: Database
  readonly clock: Clock
  readonly processes: JobProcesses
  readonly stopping: AbortSignal
  /** Called with what goes wrong, in a line. */
  readonly report: (line: string) => void
}

interface Due {
  readonly schedule: string
}

/** How often a worker checks whether daily values are behind (a trade marks them, without a notification) and whether a report or contracts are due. */
const CHECK_EVERY_MS = 10_000
/** A little after the queue hands a schedule out again that failed. */
const AGAIN_MS = SCHEDULED_OPTIONS.retryDelay * 1_000 + 200
/** After a failure it waits so long: the reason is seldom gone at once. */
const REST_MS = 300_000

export interface Schedules {
  /** Of the one who takes what is due. */
  readonly id: string
  /** Checks nothing more. */
  stop(): void
}

/** Sets the schedules and takes what is due of them. */
export async function keepSchedules(means: Means): Promise<Schedules> {
  const { boss } = means
  const checks = dueChecksOf(means)
  /** Until when nothing is looked for, by schedule. */
  const rests = new Map<ScheduleName, number>()
  await boss.createQueue(SCHEDULED_QUEUE, { ...SCHEDULED_OPTIONS, policy: SCHEDULED_POLICY })
  await boss.updateQueue(SCHEDULED_QUEUE, SCHEDULED_OPTIONS)
  for (const [schedule, cron] of Object.entries(SCHEDULES)) {
    const once = { tz: SCHEDULE_ZONE, missed: 'once', key: schedule, singletonKey: schedule } as const
    await boss.schedule(SCHEDULED_QUEUE, cron, { schedule }, once)
  }
  const options = {
    includeMetadata: true,
    pollingIntervalSeconds: 15,
    notifyPollingIntervalSeconds: 15,
    heartbeatRefreshSeconds: 3,
  } as const
  let id = ''
  id = await boss.work(SCHEDULED_QUEUE, options, async ([job]: JobWithMetadata<Due>[]) => {
    try {
      if (job === undefined || !isSchedule(job.data.schedule)) return
      const failed = await carryOut(means, job.data.schedule, job)
      if (failed) rests.set(job.data.schedule, performance.now() + REST_MS)
    } finally {
      // What else came due meanwhile is looked for at once; this one, where it is to be tried again, once the queue hands it out.
      const next = () => boss.notifyWorker(id)
      setImmediate(next)
      setTimeout(next, AGAIN_MS).unref()
    }
  })
  const check = async ({ schedule, isDue }: DueCheck) => {
    if (performance.now() < (rests.get(schedule) ?? 0)) return
    if (await isDue()) await boss.send(SCHEDULED_QUEUE, { schedule }, { singletonKey: schedule })
  }
  const timer = setInterval(() => {
    for (const one of checks)
      check(one).catch((error: Error) => means.report(`${one.otherwise}: ${error.message}`))
  }, CHECK_EVERY_MS).unref()
  return { id, stop: () => clearInterval(timer) }
}

/** Checks for work between the times of its schedule. */
interface DueCheck {
  readonly schedule: ScheduleName
  isDue(): Promise<boolean>
  /** The message where the check failed. */
  readonly otherwise: string
}

function dueChecksOf({ database, clock }: Means): DueCheck[] {
  const light = () => database.reading('light')
  return [
    {
      schedule: 'values',
      isDue: async () => (await light().query(VALUES_BEHIND))[0]?.behind === true,
      otherwise: 'Daily values stay behind for now',
    },
    {
      schedule: 'reports',
      isDue: async () => (await light().query(REPORTS_DUE, { now: clock.now() }))[0]?.due === true,
      otherwise: 'Reports that are due wait for now',
    },
    {
      schedule: 'forming',
      // By real time, as the days of the sessions are, whatever day the books are set to.
      isDue: async () => (await light().query(FORMING_DUE, { now: systemClock.now() }))[0]?.due === true,
      otherwise: 'Contracts of FIX sessions that are due wait for now',
    },
  ]
}

/** Answers whether it failed for good. @throws where the queue is to hand it to a worker again. */
async function carryOut(
  { database, processes, stopping, report }: Means,
  schedule: ScheduleName,
  job: JobWithMetadata<Due>,
): Promise<boolean> {
  const finish = await processes.run({ scheduled: schedule }, AbortSignal.any([job.signal, stopping]), true)
  if (finish === 'killed') throw new Error('broken off by the stop of its worker')
  if ('ended' in finish) {
    if (finish.ended !== null)
      await database.query(NOTE_SCHEDULED, { ...noted(schedule), words: finish.ended })
    return false
  }
  const why = 'trouble' in finish ? finish.trouble : `its process ended (${finish.crashed})`
  report(`The schedule "${schedule}" failed: ${why}`)
  if (job.retryCount < job.retryLimit) throw new Error(why)
  const refusal = new Refusal('job.crashed', { count: job.retryCount + 1 })
  await database.query(NOTE_SCHEDULED, {
    ...noted(schedule),
    words: null,
    errorStatus: refusal.status,
    error: JSON.stringify(refusal.body()),
  })
  return true
}

const noted = (schedule: ScheduleName) => ({ kind: kindOf(schedule), errorStatus: null, error: null })
