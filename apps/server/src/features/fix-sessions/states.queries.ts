/** How far each FIX session is, as the server that holds it stored it. */
import type { FixSessionState } from '@em/contract/fix-sessions/fix-sessions'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { EXECUTION, NOT_TAKEN_LATER } from './messages.queries.ts'

// A former day is named with the state of its session for a week; with its messages always.
const UNFINISHED_DAYS = 7
const STATES = statement(
  'fix.states',
  `SELECT s.id, s.name, s.broker, coalesce(t.is_running, false) AND s.is_active AS is_running!, t.connected_at, t.reason, t.day, coalesce(t.next_in, 1) AS next_in!, coalesce(t.next_out, 1) AS next_out!,
          t.gap_from, t.gap_to, t.gap_since, coalesce(t.gaps_closed, 0) AS gaps_closed!, t.last_in, t.last_out, t.turned_at,
          n.day AS unfinished_day, n.gap_from AS unfinished_from,
          trim(u.first_name || ' ' || u.last_name) AS by,
          m.messages AS messages!, e.executions AS executions!, f.faults AS faults!
     FROM fix_sessions s LEFT JOIN fix_session_states t ON t.session_id = s.id LEFT JOIN users u ON u.id = t.turned_by
    CROSS JOIN LATERAL (SELECT count(*) AS messages FROM fix_messages m WHERE m.session_id = s.id AND m.day = t.day AND m.gap IS NULL AND m.behind_gap IS NULL) m
    CROSS JOIN LATERAL (SELECT count(*) AS executions FROM fix_messages m WHERE m.session_id = s.id AND m.day = t.day AND ${EXECUTION} AND ${NOT_TAKEN_LATER}) e
    CROSS JOIN LATERAL (SELECT count(*) AS faults FROM fix_messages m WHERE m.session_id = s.id AND m.day = t.day AND m.fault IS NOT NULL) f
     LEFT JOIN LATERAL (SELECT g.day, g.gap_from FROM fix_messages g WHERE g.session_id = s.id AND g.gap = 'unknown'
                           AND g.day >= t.day - ${UNFINISHED_DAYS} ORDER BY g.day DESC, g.id DESC LIMIT 1) n ON true
    ORDER BY lower(s.name)`,
)

export async function sessionStates(db: Queryable): Promise<FixSessionState[]> {
  return (await db.query(STATES)).map(shown)
}

function shown(row: RowOf<typeof STATES>): FixSessionState {
  const isConnected = row.is_running && row.connected_at !== null
  return {
    id: row.id,
    name: row.name,
    broker: row.broker,
    state: isConnected ? 'connected' : row.is_running ? 'waiting' : 'stopped',
    since: isConnected ? row.connected_at : null,
    reason: isConnected || !row.is_running ? null : row.reason,
    turned: row.turned_at === null ? null : { by: row.by ?? '', at: row.turned_at },
    day: row.day,
    nextIn: row.next_in,
    nextOut: row.next_out,
    gap:
      row.gap_from === null || row.gap_to === null || row.gap_since === null
        ? null
        : { from: row.gap_from, to: row.gap_to, since: row.gap_since },
    unfinished:
      row.unfinished_day === null || row.unfinished_from === null
        ? null
        : { day: row.unfinished_day, from: row.unfinished_from },
    gapsClosed: row.gaps_closed,
    messages: row.messages,
    executions: row.executions,
    faults: row.faults,
    lastIn: row.last_in,
    lastOut: row.last_out,
  }
}
