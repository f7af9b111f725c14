/** Forms the contracts of one day of a FIX session, or refuses with what keeps it from being formed. */
import { createHash } from 'node:crypto'
import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import { brokerOf } from '@em/core/documents/session-day'
import type { SignedIn } from '../../../platform/authorize.ts'
import { type Queryable, statement } from '../../../platform/database/database.ts'
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
  const isCompared = await agreesWithTradeFile(database, document)
  if (!isCompared && terms.waits) throw new Refusal('fix-session.no-trade-file', { date: day })
  return { document, job: await record(means, terms, { day, document, person }) }
}

/** A person formed the day although numbers are missing: it is his. @throws Refusal `fix-session.gap` where no one did. */
async function formedManually(
  database: Queryable,
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
  try {
    return await run({ idempotencyKey: `forming №${id} ${day} ${sha256.toString('hex')}` })
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

const FORMER_REQUEST = statement(
  'fix.forming-former-request',
  `SELECT r.id, r.maker FROM fix_forming_days d JOIN approval_requests r ON r.job_id = d.job_id
    WHERE d.session_id = :id AND d.day = :day AND d.document_id <> :document AND r.ended_at IS NULL`,
)

/**
 * Submits what is new of the document: under one key, so that it is one job, however often the day is tried. The request of an earlier
 * document of the day is withdrawn: the later one has its contracts.
 */
async function record(
  { database, jobs }: Means,
  { id, broker }: Terms,
  { day, document, person }: { readonly day: string; readonly document: number; readonly person: SignedIn },
): Promise<number> {
  const lines = await linesOf(database, document)
  // The register names the broker where the messages do not.
  const isNamed = lines.some((line) => brokerOf(line) !== '')
  const body = { changes: 'skip', ...(!isNamed && { brokerName: broker }) }
  for (const request of await database.query(FORMER_REQUEST, { id, day, document }))
    await withdrawForMaker(database, request, 'More executions of the day came: they are asked for together.')
  const submitted = await jobs.submit({
    kind: tradeDocuments.record.name,
    line: lines.length <= SHORT_ROWS ? 'short' : 'long',
    ownerId: person.id,
    // No header can hold such a key, so no other request has it.
    key: `forming №${id} ${day} ${document}`,
    dryRun: false,
    requestId: `forming ${id} ${day}`,
    sent: { params: { id: String(document) }, query: {}, body: Buffer.from(JSON.stringify(body)) },
    portfolios: person.portfolios.see,
  })
  return submitted.id
}
