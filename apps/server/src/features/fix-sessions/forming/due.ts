/**
 * Forms the contracts of FIX sessions that are due by the clock. A day becomes a document through the same call as by hand, and what is new in
 * it is recorded as an ordinary job of the person who set it up: his rights count, and rules of approval. Contracts that differ from the
 * books stay for a person. What is blocked is kept with its reason and tried again, until the day is a week old.
 */

import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import type { MarketCalendar } from '@em/core/holidays/market-calendar'
import { addDays } from '@em/core/values/dates'
import { authorize } from '../../../platform/authorize.ts'
import { type Clock, dayInColombo, systemClock } from '../../../platform/clock.ts'
import { statement } from '../../../platform/database/database.ts'
import { lastDue, nextDue } from '../../../platform/moments.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { actorOf } from '../../identity/accounts/actor.queries.ts'
import { EXECUTION, NOT_TAKEN_LATER } from '../messages.queries.ts'
import { type FormedNow, formDay } from './form-day.ts'
import { type Means, ON, type Terms } from './terms.ts'

const RETRY_MS = 10 * 60_000
/** Days that are tried again, and that are made up for after the worker was down. */
const DAYS_BACK = 7

const COUNT = `(SELECT count(*) FROM fix_messages m WHERE m.session_id = :id AND m.day = d.day AND ${EXECUTION} AND ${NOT_TAKEN_LATER})`
// A day is open while it is blocked, and when executions came after it was formed.
const OPEN = statement(
  'fix.forming-open',
  `SELECT d.day FROM fix_forming_days d WHERE d.session_id = :id AND d.day >= :since::date AND (d.blocked IS NOT NULL OR d.executions <> ${COUNT}) ORDER BY d.day`,
)
const EXECUTIONS = statement(
  'fix.forming-executions',
  `SELECT ${COUNT} AS count! FROM (SELECT :day::date AS day) d`,
)
const NOTE = statement(
  'fix.forming-note',
  `INSERT INTO fix_forming_days (session_id, day, at, executions, document_id, job_id, blocked)
   VALUES (:id, :day, :at, :executions, :document?::bigint, :job?::bigint, :blocked?::text)
   ON CONFLICT (session_id, day) DO UPDATE
      SET at = excluded.at, executions = excluded.executions, document_id = excluded.document_id, job_id = excluded.job_id, blocked = excluded.blocked`,
)
/** Unless it was set up anew meanwhile. */
const ADVANCE = statement(
  'fix.forming-advance',
  'UPDATE fix_forming SET done_to = :doneTo, next_at = :next WHERE session_id = :id AND done_to = :from',
)

/** Forms whatever is due. It may be done again at any time. Days are those of real time, as those of the sessions are. */
export async function formDue(means: Means, clock: Clock = systemClock): Promise<void> {
  const { database } = means
  const now = clock.now()
  const [sessions, calendar] = await Promise.all([database.query(ON), loadCalendar(database)])
  // The failure of one session keeps no other from being formed; it is reported once all were tried.
  let failure: Error | undefined
  for (const terms of sessions) {
    await formSession(means, terms, calendar, now).catch((error: unknown) => {
      failure ??= error instanceof Error ? error : new Error(String(error))
    })
  }
  if (failure !== undefined) throw failure
}

async function formSession(means: Means, terms: Terms, calendar: MarketCalendar, now: Date): Promise<void> {
  const { database } = means
  const { id } = terms
  const rule = { every: 'market-day', time: terms.at_time } as const
  const from = new Date(terms.done_to)
  const today = dayInColombo(now)
  const since = addDays(today, -DAYS_BACK)
  const open = (await database.query(OPEN, { id, since })).map(({ day }) => day)
  const due: string[] = []
  const last = lastDue(rule, calendar, now)
  for (
    let next = nextDue(rule, calendar, from);
    next.at <= last.at;
    next = nextDue(rule, calendar, next.at)
  ) {
    if (next.day >= since) due.push(next.day)
  }
  let isBlocked = false
  for (const day of new Set([...open, ...due]))
    isBlocked = (await tryDay(means, terms, day, now)) || isBlocked
  const doneTo = last.at > from ? last.at : from
  const next = nextDue(rule, calendar, doneTo).at
  const again = new Date(now.getTime() + RETRY_MS)
  const nextTry = isBlocked && again < next ? again : next
  await database.query(ADVANCE, { id, doneTo, next: nextTry, from: terms.done_to })
}

/** Answers whether it is blocked. */
async function tryDay(means: Means, terms: Terms, day: string, now: Date): Promise<boolean> {
  const { database } = means
  // Before they are read: one that comes meanwhile opens the day again.
  const [executions] = await database.query(EXECUTIONS, { id: terms.id, day })
  const found = await formAs(means, terms, day).catch((error: unknown): FormedNow & { blocked: Refusal } => {
    if (!(error instanceof Refusal)) throw error
    return { document: null, job: null, blocked: error }
  })
  const blocked = 'blocked' in found ? JSON.stringify(found.blocked.body()) : null
  await database.query(NOTE, {
    id: terms.id,
    day,
    at: now,
    executions: executions?.count ?? 0,
    document: found.document,
    job: found.job,
    blocked,
  })
  return blocked !== null
}

/** @throws Refusal where its person may not do it any more, or the day cannot be formed. */
async function formAs(means: Means, terms: Terms, day: string): Promise<FormedNow> {
  const person = await actorOf(means.database, terms.owner_id)
  authorize(fixConnections.document, person)
  authorize(tradeDocuments.record, person)
  return formDay(means, terms, day, person)
}
