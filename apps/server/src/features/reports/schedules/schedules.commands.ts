/** Sets up, changes and deletes scheduled reports. Who schedules one has the right to it; it is asked again when it is made. */
import {
  type ReportSchedule,
  type reportSchedules,
  SCHEDULED_REPORTS,
  SCHEDULES_MAX,
} from '@em/contract/reports/report-schedules'
import { authorize, type SignedIn } from '../../../platform/authorize.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import type { Outcome } from '../../../platform/door.ts'
import type { WriteInput } from '../../../platform/http/writes.ts'
import { nextDue } from '../../../platform/moments.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { portfolioOrAll } from '../../portfolios/portfolios.queries.ts'
import { MAKES } from './makes.ts'
import { ownSchedule, ruleOf } from './schedules.queries.ts'

const COUNT = statement(
  'report-schedules.count',
  'SELECT count(*)::integer AS count! FROM report_schedules WHERE owner_id = :ownerId',
)
/** One new schedule of a person after the other, so that the most is the most. */
const ONE_BY_ONE = statement(
  'report-schedules.one-by-one',
  `SELECT ${takeLock('schedules of a person', { key: ':ownerId::bigint::integer' })}`,
)
const ADD = statement(
  'report-schedules.add',
  `INSERT INTO report_schedules (owner_id, report, portfolio_id, format, every, at_time, is_on, done_to, next_at)
   VALUES (:ownerId, :report, :portfolio?, :format, :every, :time, :isOn, :now, :next) RETURNING id`,
)
const LOCK = statement(
  'report-schedules.lock',
  `SELECT id, report, portfolio_id, every, at_time, is_on, version, done_to FROM report_schedules
    WHERE id = :id AND owner_id = :ownerId FOR UPDATE`,
)
const CHANGE = statement(
  'report-schedules.change',
  `UPDATE report_schedules SET portfolio_id = :portfolio?, format = :format, every = :every, at_time = :time, is_on = :isOn,
          done_to = :doneTo, next_at = :next, version = version + 1 WHERE id = :id`,
)
const REMOVE = statement('report-schedules.remove', 'DELETE FROM report_schedules WHERE id = :id')

/** The fields of a schedule in the audit trail. */
function audited(schedule: ReportSchedule) {
  const { report, all_portfolios: all, portfolioId, format, every, time, is_on } = schedule
  return {
    report: SCHEDULED_REPORTS[report],
    portfolio: all ? 'All portfolios' : portfolioId,
    format,
    every,
    time,
    is_on,
  }
}

/** The row of one's own. @throws Refusal 404, `record.stale`. */
async function lock(tx: Transaction, id: number, user: SignedIn, version: number | null | undefined) {
  const [standing] = await tx.query(LOCK, { id, ownerId: user.id })
  if (standing === undefined) throw new Refusal('record.missing', { what: 'The schedule' })
  if (version != null && version !== standing.version)
    throw new Refusal('record.stale', { what: 'The schedule' })
  return standing
}

/** @throws Refusal `rights.missing`, `schedule.too-many`, 404 for a portfolio that the person does not see. */
export async function createSchedule(
  tx: Transaction,
  { body, user }: WriteInput<typeof reportSchedules.create>,
  now: Date,
): Promise<Outcome<ReportSchedule>> {
  const { report, format, every, time, is_on: isOn } = body
  authorize(MAKES[report], user)
  await tx.query(ONE_BY_ONE, { ownerId: user.id })
  const [held] = await tx.query(COUNT, { ownerId: user.id })
  if ((held?.count ?? 0) >= SCHEDULES_MAX) throw new Refusal('schedule.too-many', { limit: SCHEDULES_MAX })
  const portfolio = (await portfolioOrAll(tx, body))?.id ?? null
  const next = nextDue({ every, time }, await loadCalendar(tx), now).at
  const terms = { portfolio, format, every, time, isOn }
  const [added] = await tx.query(ADD, { ownerId: user.id, report, ...terms, now, next })
  const answer = await ownSchedule(tx, added?.id ?? 0, user)
  return {
    answer,
    audit: {
      action: 'report-schedules.create',
      entity: 'report-schedule',
      entityId: answer.id,
      after: audited(answer),
    },
  }
}

/** A schedule with other terms, or one that was off, counts from now on. @throws Refusal as `createSchedule`, 404, `record.stale`. */
export async function changeSchedule(
  tx: Transaction,
  { params, body, user }: WriteInput<typeof reportSchedules.change>,
  now: Date,
): Promise<Outcome<ReportSchedule>> {
  const standing = await lock(tx, params.id, user, body.version)
  const before = await ownSchedule(tx, params.id, user)
  authorize(MAKES[before.report], user)
  const { format, every, time, is_on: isOn = standing.is_on, portfolioId } = body
  const portfolio =
    portfolioId === undefined
      ? standing.portfolio_id
      : ((await portfolioOrAll(tx, { portfolio: null, portfolioId }))?.id ?? null)
  const rule = ruleOf(standing)
  const goesOn = standing.is_on && rule.every === every && rule.time === time
  const doneTo = goesOn ? new Date(standing.done_to) : now
  const next = nextDue({ every, time }, await loadCalendar(tx), doneTo).at
  await tx.query(CHANGE, { id: params.id, portfolio, format, every, time, isOn, doneTo, next })
  const answer = await ownSchedule(tx, params.id, user)
  return {
    answer,
    audit: {
      action: 'report-schedules.change',
      entity: 'report-schedule',
      entityId: answer.id,
      before: audited(before),
      after: audited(answer),
    },
  }
}

/** @throws Refusal 404, `record.stale`. */
export async function removeSchedule(
  tx: Transaction,
  { params, query, user }: WriteInput<typeof reportSchedules.remove>,
): Promise<Outcome<{ success: true; id: number }>> {
  await lock(tx, params.id, user, query.version)
  const before = await ownSchedule(tx, params.id, user)
  await tx.query(REMOVE, { id: params.id })
  return {
    answer: { success: true, id: params.id },
    audit: {
      action: 'report-schedules.remove',
      entity: 'report-schedule',
      entityId: params.id,
      before: audited(before),
    },
  }
}
