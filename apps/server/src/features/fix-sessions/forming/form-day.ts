/** Forms the contracts of one day of a FIX session, or refuses with what keeps it from being formed. */
import { createHash } from 'node:crypto'
import { tradeDocuments } from '@em/contract/documents/trade-documents'
import { fixConnections } from '@em/contract/fix-sessions/fix-sessions'
import { brokerOf } from '@em/core/documents/session-day'
import type { SignedIn } from '../../../platform/authorize.ts'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { SHORT_ROWS } from '../../../platform/http/serve-job.ts'
import { Refusal } from '../../../platform/refusal.ts'
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
  const file = await fileOfDay(database, { id, day }).catch((error: unknown) => {
    if (error instanceof Refusal) throw gap
    throw error
  })
  const content = Buffer.from(file.data, 'base64')
  const document = await sameDocument(database, createHash('sha256').update(content).digest())
  if (document === null) throw gap
  return { document, job: null }
}

async function takeDocument(
  { writes }: Pick<Means, 'writes'>,
  { id }: Terms,
  day: string,
  person: SignedIn,
): Promise<number> {
  const taken = writes.get(fixConnections.document.name)
  if (taken === undefined) throw new Error(`the call ${fixConnections.document.name} is not here`)
  const requestId = `forming ${id} ${day}`
  const done = await taken.run(person, { params: { id }, body: { day } }, { requestId })
  if (done.waits !== undefined) throw new Refusal('fix-session.document-waits', { date: day })
  return (done.answer as { id: number }).id
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
    // No header can hold such a key, so no other request has it.
    key: `forming №${id} ${day} ${document}`,
    dryRun: false,
    requestId: `forming ${id} ${day}`,
    sent: { params: { id: String(document) }, query: {}, body: Buffer.from(JSON.stringify(body)) },
    portfolios: person.portfolios.see,
  })
  return submitted.id
}
