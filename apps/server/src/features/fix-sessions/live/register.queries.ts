/** The FIX sessions that are to run, as the register has them. */
import { type Database, type RowOf, statement } from '../../../platform/database/database.ts'

const RUNNING = statement(
  'fix.running',
  `SELECT s.id, s.name, s.begin_string, s.sender, s.target, s.host, s.port, s.tls, s.certificate, s.username, s.password_from, s.heartbeat, s.days,
          s.from_time, s.to_time, s.reset_time, s.application_resend, s.version, t.turned_at
     FROM fix_sessions s JOIN fix_session_states t ON t.session_id = s.id WHERE t.is_running AND s.is_active ORDER BY s.id`,
)

export type RunningSession = RowOf<typeof RUNNING>

export const runningSessions = (database: Database): Promise<RunningSession[]> => database.query(RUNNING)
