/** Forms the contracts of one day of a FIX session, or refuses with what keeps it from being formed. */
import { createHash } from 'node:crypto'
import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import { brokerOf } from '@em/core/documents/session-day'
import type { SignedIn } from '../../../platform/authorize.ts'
import { type Database, type Queryable, statement } from '../../../platform/database/database.ts'
import { SHORT_ROWS } from '../../../platform/http/serve-job.ts'
import type { RunOptions } from '../../../platform/http/writes.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { withdrawForMaker } from '../../approvals/ends.ts'
import { sameDocument } from '../../documents/facts/documents.queries.ts'
import { linesOf } from '../../documents/facts/lines.ts'
import { agreesWithTradeFile } from '../../documents/record/trade-file-block.ts'
import { missingOf } from '../days.queries.ts'
import { fileOfDay } from '../messages.queries.ts'
import type { Means, Terms } from './terms.ts'

// A server that was killed says no more that it is not connected; heartbeats do.
const CONNECTED = `t.connected_at IS NOT NULL AND t.last_in > clock_timestamp() - make_interval(secs => 2 * s.heartbeat + 60)`
const DAY = statement(
  'fix.forming-day',
  `SELECT (t.day > :day::date OR t.day = :day::date AND (t.is_day_ended OR ${CONNECTED} AND t.gap_from IS NULL)) AS "isWhole!",
          t.is_running AS "isAwaited!",
          EXISTS (SELECT FROM fix_messages m WHERE m.session_id = t.session_id AND m.day = :day AND (m.is_execution OR m.behind_gap IS NOT NULL)) AS "hasExecutions!"
     FROM fix_session_states t JOIN fix_sessions s ON s.id = t.session_id WHERE t.session_id = :id`,
)

export interface FormedNow {
  readonly document: number | null
  readonly job: number | null
}
const NOTHING: FormedNow = { document: null, job: null }

/**
 * @throws Refusal `fix-session.not-ended` where more may come, `fix-session.gap` where numbers are missing, `document.trade-file-differs`,
 *   `fix-session.no-trade-file` where one is waited for; whatever taking the document in refuses.
 */
export async function formDay(means: Means, terms: Terms, day: string, person: SignedIn): Promise<FormedNow> {
  const { database } = means
  const { id, name } = terms
  const [found] = await database.query(DAY, { id, day })
  if (found === undefined) return NOTHING
  const missing = await missingOf(database, id, day)
  if (missing !== null) return formedManually(database, terms, day, missing)
  if (!found.isWhole && (found.hasExecutions || found.isAwaited))
    throw new Refusal('fix-session.not-ended', { name, date: day })
  if (!found.hasExecutions) return NOTHING
  const document = await takeDocument(means, terms, day, person)
  await withdrawFormer(database, id, day, keyOf(id, day, document))
  const isCompared = await agreesWithTradeFile(database, document)
  if (!isCompared && terms.waits) throw new Refusal('fix-session.no-trade-file', { date: day })
  return { document, job: await record(means, terms, { day, document, person }) }
}

/** A person formed the day although numbers are missing: it is his. @throws Refusal `fix-session.gap` where no one did. */
async function formedManually(
  database: Database,
  { id, name }: Terms,
  day: string,
  numbers: string,
): Promise<FormedNow> {
  const gap = new Refusal('fix-session.gap', { numbers, name, date: day })
  const { document } = await documentOfDay(database, id, day).catch((error: unknown) => {
    if (error instanceof Refusal) throw gap
    throw error
  })
  if (document === null) throw gap
  await withdrawFormer(database, id, day, keyOf(id, day, document))
  return { document, job: null }
}

/** @throws Refusal `fix-session.document-waits`, `fix-session.document-ended` where a rule asks for an approval that is not given. */
async function takeDocument(
  { database, writes }: Means,
  { id }: Terms,
  day: string,
  person: SignedIn,
): Promise<number> {
  const taken = writes.get(fixConnections.document.name)
  if (taken === undefined) throw new Error(`the call ${fixConnections.document.name} is not here`)
  const run = async (options: RunOptions) => {
    const requestId = `forming ${id} ${day}`
    const { waits, answer } = await taken.run(
      person,
      { params: { id }, body: { day } },
      { ...options, requestId },
    )
    if (waits !== undefined) throw new Refusal('fix-session.document-waits', { date: day })
    return (answer as { id: number }).id
  }
  try {
    return await run({ asksFirst: true })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'approval.asks') throw error
  }
  // A rule asks for every attempt. One that was approved, or that a person made, is here; of the rest one request is made.
  const { sha256, document } = await documentOfDay(database, id, day)
  if (document !== null) return document
  const key = keyOf(id, day, sha256.toString('hex'))
  await withdrawFormer(database, id, day, key)
  try {
    return await run({ idempotencyKey: key })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'approval.ended') throw error
    throw new Refusal('fix-session.document-ended', error.facts)
  }
}

/** The document of the executions that a day has now; null where it was not taken in. @throws Refusal `fix-session.no-executions`. */
async function documentOfDay(database: Queryable, id: number, day: string) {
  const { data } = await fileOfDay(database, { id, day })
  const sha256 = createHash('sha256').update(Buffer.from(data, 'base64')).digest()
  return { sha256, document: await sameDocument(database, sha256) }
}

/** No header can hold such a key, so no other request has it. */
const keyOf = (id: number, day: string, of: string | number) => `forming №${id} ${day} ${of}`

// Found by their keys: a day that was blocked since names no job.
const FORMER_REQUESTS = statement(
  'fix.forming-former-requests',
  `SELECT r.id, r.maker FROM approval_requests r JOIN jobs j ON j.id = r.job_id
    WHERE r.ended_at IS NULL AND starts_with(j.key, :ofDay) AND j.key <> :key ORDER BY r.id`,
)

/** Withdraws what was asked for of earlier contents of the day, to record them or to take them in: the later content has their contracts. */
async function withdrawFormer(database: Database, id: number, day: string, key: string): Promise<void> {
  for (const request of await database.query(FORMER_REQUESTS, { ofDay: keyOf(id, day, ''), key }))
    await withdrawForMaker(database, request, 'More executions of the day came: they are asked for together.')
}

/** Submits what is new of the document: under one key, so that it is one job, however often the day is tried. */
async function record(
  { database, jobs }: Means,
  { id, broker }: Terms,
  { day, document, person }: { readonly day: string; readonly document: number; readonly person: SignedIn },
): Promise<number> {
  const lines = await linesOf(database, document)
  // The register names the broker where the messages do not.
  const isNamed = lines.some((line) => brokerOf(line) !== '')
  const body = { changes: 'skip', ...(!isNamed && { brokerName: broker }) }
  const submitted = await jobs.submit({
    kind: tradeDocuments.record.name,
    line: lines.length <= SHORT_ROWS ? 'short' : 'long',
    ownerId: person.id,
    key: keyOf(id, day, document),
    dryRun: false,
    requestId: `forming ${id} ${day}`,
    sent: { params: { id: String(document) }, query: {}, body: Buffer.from(JSON.stringify(body)) },
    portfolios: person.portfolios.see,
  })
  return submitted.id
}
