/** The terms of a session whose contracts are formed by the clock. */
import { type RowOf, statement } from '../../../platform/database/database.ts'
import type { Server } from '../../../platform/http/serve.ts'

export const ON = statement(
  'fix.forming-on',
  `SELECT f.session_id AS id, s.name, s.broker, f.owner_id, f.at_time, f.waits_for_trade_file AS waits, f.done_to, f.next_at
     FROM fix_forming f JOIN fix_sessions s ON s.id = f.session_id WHERE f.is_on ORDER BY f.session_id`,
)

export type Terms = RowOf<typeof ON>

export type Means = Pick<Server, 'database' | 'jobs' | 'writes'>
