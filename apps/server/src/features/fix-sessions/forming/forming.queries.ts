/** FIX sessions whose contracts are formed by the clock, and what became of their days. */
import { requestNumber } from '@em/contract/approvals/approvals'
import type { FormedDay, FormingOfSession } from '@em/contract/fix-sessions/fix-forming'
import type { ApiError } from '@em/contract/kit/errors'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { nextDue } from '../../../platform/moments.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { endInWords } from '../../approvals/request-rows.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'

const SET_UP = statement(
  'fix.forming',
  `SELECT f.session_id AS id, s.name, f.is_on, f.at_time, f.waits_for_trade_file, f.done_to, f.version,
          trim(u.first_name || ' ' || u.last_name) AS owner!
     FROM fix_forming f JOIN fix_sessions s ON s.id = f.session_id JOIN users u ON u.id = f.owner_id
    WHERE :id?::bigint IS NULL OR f.session_id = :id ORDER BY lower(s.name)`,
)
const DAYS_MOST = 31
// Lines that are repeated, taken back or cancelled are no contract of their own.
const DAYS = statement(
  'fix.forming-days',
  `SELECT d.session_id, d.day, d.at, d.executions, d.document_id, d.blocked, j.status AS job_status, j.error AS job_error,
          r.id AS request, r.state AS request_state,
          (SELECT s.reason FROM approval_steps s WHERE s.request_id = r.id ORDER BY s.id DESC LIMIT 1) AS request_reason,
          EXISTS (SELECT FROM trade_document_batches k JOIN batches b ON b.id = k.batch_id
                   WHERE k.document_id = d.document_id AND b.recorded_at > coalesce(r.ended_at, j.ended_at)) AS "isTakenOver!",
          coalesce(n.unrecorded, 0) AS unrecorded!, coalesce(n.differing, 0) AS differing!
     FROM fix_forming f
    CROSS JOIN LATERAL (SELECT * FROM fix_forming_days k WHERE k.session_id = f.session_id ORDER BY k.day DESC LIMIT ${DAYS_MOST}) d
     LEFT JOIN jobs j ON j.id = d.job_id
     LEFT JOIN approval_requests r ON r.job_id = j.id
     LEFT JOIN LATERAL (
       SELECT count(*) FILTER (WHERE m.state IS NULL OR m.state = 'undecided') AS unrecorded, count(*) FILTER (WHERE m.state = 'differs') AS differing
         FROM (SELECT DISTINCT p.contract FROM trade_document_proofs p
                WHERE p.document_id = d.document_id AND p.state NOT IN ('repeated', 'taken-back', 'cancelled')) c
         LEFT JOIN trade_document_matches m ON m.document_id = d.document_id AND m.contract = c.contract) n ON d.document_id IS NOT NULL
    WHERE :id?::bigint IS NULL OR f.session_id = :id ORDER BY d.day DESC`,
)

/** All, or that of one session. */
export async function listForming(db: Queryable, id: number | null = null): Promise<FormingOfSession[]> {
  const [rows, days, calendar] = await Promise.all([
    db.query(SET_UP, { id }),
    db.query(DAYS, { id }),
    loadCalendar(db),
  ])
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isOn: row.is_on,
    time: row.at_time,
    waitsForTradeFile: row.waits_for_trade_file,
    owner: row.owner,
    version: row.version,
    nextDay: row.is_on
      ? nextDue({ every: 'market-day', time: row.at_time }, calendar, new Date(row.done_to)).day
      : null,
    days: days.filter((day) => day.session_id === row.id).map(dayForAnswer),
  }))
}

function dayForAnswer(row: RowOf<typeof DAYS>): FormedDay {
  const state = stateOf(row)
  return {
    day: row.day,
    at: row.at,
    state,
    executions: row.executions,
    documentId: row.document_id,
    unrecorded: row.unrecorded,
    differing: row.differing,
    error: errorOf(row, state),
  }
}

/** The reason of a day that is blocked, or of a recording that ended without its work. */
function errorOf(row: RowOf<typeof DAYS>, state: FormedDay['state']): ApiError | null {
  if (state === 'blocked') return read(row.blocked)
  if (state !== 'failed') return null
  if (row.job_status !== 'cancelled') return read(row.job_error)
  if (row.request === null) return new Refusal('job.cancelled').body()
  const facts = {
    number: requestNumber(row.request),
    why: endInWords(row.request_state ?? '', row.request_reason),
  }
  return new Refusal('fix-session.record-ended', facts).body()
}
const read = (error: string | null) => (error === null ? null : (JSON.parse(error) as ApiError))

function stateOf(row: RowOf<typeof DAYS>): FormedDay['state'] {
  if (row.blocked !== null) return 'blocked'
  const isOpen = row.unrecorded + row.differing > 0
  // Refused, rejected, withdrawn, expired or cancelled: a person decides on it, until he recorded some.
  if (isOpen && !row.isTakenOver && (row.job_status === 'failed' || row.job_status === 'cancelled'))
    return 'failed'
  if (row.job_status === 'held') return 'held'
  if (row.job_status === 'waiting' || row.job_status === 'running') return 'running'
  if (row.document_id === null) return 'nothing'
  return isOpen ? 'part' : 'done'
}
