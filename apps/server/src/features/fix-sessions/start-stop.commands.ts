/** Starts and stops a FIX session by hand. The server that holds it hears of it at once. */
import { fixSessions } from '@em/contract/fix-sessions/session-register'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal } from '../../platform/refusal.ts'
import { tableOf } from '../../registers/table.ts'

export const FIX_CHANNEL = 'fix_sessions'

const START_OR_STOP = statement(
  'fix.start-or-stop',
  `INSERT INTO fix_session_states AS s (session_id, is_running, turned_by) VALUES (:id, :isRunning, :by)
   ON CONFLICT (session_id) DO UPDATE
      SET is_running = excluded.is_running, turned_by = excluded.turned_by, turned_at = clock_timestamp(),
          reset_due = s.reset_due OR :reset, holder = CASE WHEN :reset THEN NULL ELSE s.holder END,
          reason = CASE WHEN excluded.is_running THEN s.reason END`,
)
const NOTIFY = statement('fix.notify', `SELECT pg_notify('${FIX_CHANNEL}', :id::bigint::text)`)

const table = tableOf(fixSessions)

export interface StartOrStop {
  readonly id: number
  readonly isRunning: boolean
  /** The next logon begins the numbers at 1. */
  readonly reset: boolean
  readonly by: number
}

export async function startOrStopSession(
  tx: Transaction,
  { id, isRunning, reset, by }: StartOrStop,
): Promise<Outcome<{ id: number; running: boolean }>> {
  const session = await table.get(tx, id, true)
  if (isRunning && !session.isActive) throw new Refusal('fix-session.inactive', { name: session.name })
  tx.send(START_OR_STOP, { id, isRunning, reset, by })
  tx.send(NOTIFY, { id })
  return {
    answer: { id, running: isRunning },
    audit: {
      action: isRunning ? 'fix-sessions.start' : 'fix-sessions.stop',
      entity: 'fix-sessions',
      entityId: id,
      after: { name: session.name, ...(isRunning && { reset }) },
    },
  }
}
