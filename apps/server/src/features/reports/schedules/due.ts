/**
 * Submits the reports that are due, each as an ordinary job of the person who scheduled it. A run of a day has a key of its
 * own, so that it is one job, whichever worker submits it and however often; what came due while no worker ran is made once, of the
 * latest day.
 */
import type { ScheduledReport } from '@em/contract/reports/report-schedules'
import { monthStart } from '@em/core/values/dates'
import type { Portfolios } from '../../../platform/authorize.ts'
import { type Database, type RowOf, statement } from '../../../platform/database/database.ts'
import type { Server } from '../../../platform/http/serve.ts'
import { type Due, lastDue, nextDue } from '../../../platform/moments.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { actorOf } from '../../identity/accounts/actor.queries.ts'
import { MAKES } from './makes.ts'
import { ruleOf } from './schedules.queries.ts'

const TERMS = `SELECT s.id, s.owner_id, s.report, s.portfolio_id AS portfolio, p.portfolio_id AS code, s.format, s.every, s.at_time, s.done_to,
          s.next_at FROM report_schedules s LEFT JOIN portfolios p ON p.id = s.portfolio_id`
const ON = statement('report-schedules.on', `${TERMS} WHERE s.is_on ORDER BY s.id`)
const ONE = statement('report-schedules.one', `${TERMS} WHERE s.id = :id AND s.owner_id = :ownerId`)
const NOTE = statement(
  'report-schedules.note-run',
  `INSERT INTO report_schedule_runs (schedule_id, day, at, job_id, error)
   SELECT id, :day, :at, :job?::bigint, :error?::text FROM report_schedules WHERE id = :id
   ON CONFLICT (schedule_id) DO UPDATE SET day = excluded.day, at = excluded.at, job_id = excluded.job_id, error = excluded.error`,
)
/** Unless its owner changed it meanwhile. */
const ADVANCE = statement(
  'report-schedules.advance',
  'UPDATE report_schedules SET done_to = :doneTo, next_at = :next WHERE id = :id AND done_to = :from',
)

type Terms = RowOf<typeof ON>
type Means = Pick<Server, 'database' | 'clock' | 'jobs'>

/** The parameters of a schedule's report, of one day: a blotter at the end of a month is that month's. */
function bodyOf({ report, portfolio, code, format, every }: Terms, day: string): object {
  // One that its owner does not see any more is named by its id, and refused when the report is made.
  const asked = { portfolioId: portfolio === null ? null : (code ?? String(portfolio)), format }
  if (report === 'daily-holdings') return { ...asked, asOf: day }
  if (report === 'fees-and-levies') return { ...asked, month: day.slice(0, 7) }
  return { ...asked, from: every === 'month-end' ? monthStart(day) : day, to: day }
}

/** Submits one run and notes it as the schedule's latest. Answers the job; null where it was refused, which is noted. */
async function submitRun(
  { database, clock, jobs }: Means,
  terms: Terms,
  { day, key, portfolios }: { day: string; key: string | undefined; portfolios: Portfolios },
): Promise<{ job: number | null; refusal: Refusal | null }> {
  const submission = {
    kind: MAKES[terms.report as ScheduledReport].name,
    line: 'reading' as const,
    ownerId: terms.owner_id,
    key,
    dryRun: false,
    requestId: `schedule ${terms.id} ${day}`,
    sent: { params: {}, query: {}, body: Buffer.from(JSON.stringify(bodyOf(terms, day))) },
    portfolios,
  }
  const submitted = await jobs.submit(submission).then(
    ({ id }) => ({ job: id, refusal: null }),
    (error: unknown) => {
      if (error instanceof Refusal) return { job: null, refusal: error }
      throw error
    },
  )
  const error = submitted.refusal === null ? null : JSON.stringify(submitted.refusal.body())
  await database.transaction(
    (tx) => tx.query(NOTE, { id: terms.id, day, at: clock.now(), job: submitted.job, error }),
    'report-schedules.note-run',
  )
  return submitted
}

/** The portfolios that the owner sees now; none where he is disabled: then the job itself is refused. */
async function seenBy(database: Database, ownerId: number): Promise<Portfolios> {
  const actor = await actorOf(database, ownerId).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  return actor?.portfolios.see ?? []
}

/** Submits all runs that are due; answers how many runs. It may be done again at any time. */
export async function submitDueRuns(means: Means): Promise<number> {
  const { database, clock } = means
  const now = clock.now()
  const [standing, calendar] = await Promise.all([database.query(ON), loadCalendar(database)])
  let submitted = 0
  for (const terms of standing) {
    const rule = ruleOf(terms)
    const from = new Date(terms.done_to)
    const due = lastDue(rule, calendar, now)
    const isDue = due.at > from
    if (isDue) {
      await submitRun(means, terms, {
        ...dueRun(terms, due),
        portfolios: await seenBy(database, terms.owner_id),
      })
      submitted += 1
    }
    const doneTo = isDue ? due.at : from
    const next = nextDue(rule, calendar, doneTo).at
    // Also where only the holidays have changed.
    if (isDue || next.getTime() !== new Date(terms.next_at).getTime())
      await database.query(ADVANCE, { id: terms.id, doneTo, next, from: terms.done_to })
  }
  return submitted
}

// No header can hold such a key, so no other request has it.
const dueRun = ({ id }: Terms, { day, at }: Due) => ({ day, key: `schedule №${id} ${at.toISOString()}` })

/** Makes the report now, of the latest trading day. Answers its job. @throws Refusal 404; what handing in refuses. */
export async function runNow(
  means: Means,
  id: number,
  { ownerId, portfolios }: { ownerId: number; portfolios: Portfolios },
): Promise<number> {
  const { database, clock } = means
  const [[terms], calendar] = await Promise.all([
    database.query(ONE, { id, ownerId }),
    loadCalendar(database),
  ])
  if (terms === undefined) throw new Refusal('record.missing', { what: 'The schedule' })
  const { day } = lastDue({ every: 'market-day', time: '00:00' }, calendar, clock.now())
  const { job, refusal } = await submitRun(means, terms, { day, key: undefined, portfolios })
  if (refusal !== null) throw refusal
  return job as number
}
