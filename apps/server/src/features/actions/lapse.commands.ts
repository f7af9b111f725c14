/** What was not elected lapses the day after the last day: done by the clock. */
import { type Database, statement, type Transaction } from '../../platform/database/database.ts'
import { bring, holdHolders } from './bring/bring.commands.ts'
import { lockAction } from './facts/action-rows.queries.ts'
import { keepState, noteStep } from './states.commands.ts'

const DUE = statement(
  'actions.to-lapse',
  `SELECT a.id, a.recorded_by FROM corporate_actions a
    WHERE a.state = 'entitled' AND a.kind IN ('rights', 'election') AND a.last_date < :today::date
      AND NOT EXISTS (SELECT FROM action_steps s WHERE s.action_id = a.id AND s.what = 'lapsed' AND s.recorded_at >= (a.last_date + 1)::timestamp AT TIME ZONE 'Asia/Colombo')
    ORDER BY a.id LIMIT 1000`,
)

/** Lapses the rest of every event whose last day is over; answers how many there were. Done again it finds nothing. */
export async function lapseTheRest(database: Database, today: string): Promise<number> {
  const due = await database.query(DUE, { today })
  const failed: unknown[] = []
  let lapsed = 0
  for (const { id, recorded_by: recordedBy } of due) {
    try {
      await database.transaction((tx) => lapseOne(tx, { id, recordedBy, today }), 'corporate-actions.lapse')
      lapsed += 1
    } catch (error) {
      // One that cannot lapse holds up no other.
      failed.push(error)
    }
  }
  if (failed.length > 0)
    throw new AggregateError(failed, `${failed.length} corporate actions could not lapse`)
  return lapsed
}

async function lapseOne(
  tx: Transaction,
  { id, recordedBy, today }: { readonly id: number; readonly recordedBy: number; readonly today: string },
): Promise<void> {
  const action = await lockAction(tx, id)
  if (action.state !== 'entitled') return
  tx.openPeriod = true
  await holdHolders(tx, [action], null)
  await bring(tx, [action], { portfolioIds: null, today, recordedBy })
  await keepState(tx, id)
  await noteStep(tx, { id, what: 'lapsed', detail: null, recordedBy })
}
