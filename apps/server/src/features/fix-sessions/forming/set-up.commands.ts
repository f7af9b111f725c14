/** Sets up that the contracts of a FIX session are formed by the clock, or switches it off. */

import { tradeDocuments } from '@em/contract/documents/trade-documents'
import type { FormingOfSession, fixForming } from '@em/contract/fix-sessions/fix-forming'
import { authorize } from '../../../platform/authorize.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import type { WriteInput } from '../../../platform/http/writes.ts'
import { nextDue } from '../../../platform/moments.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { listForming } from './forming.queries.ts'

// The session is locked, so that two who set it up first meet.
const LOCK = statement('fix.forming-session', 'SELECT id FROM fix_sessions WHERE id = :id FOR UPDATE')
const STANDING = statement(
  'fix.forming-standing',
  'SELECT is_on, at_time, done_to, version FROM fix_forming WHERE session_id = :id FOR UPDATE',
)
const SAVE = statement(
  'fix.forming-save',
  `INSERT INTO fix_forming AS f (session_id, owner_id, is_on, at_time, waits_for_trade_file, done_to, next_at)
   VALUES (:id, :ownerId, :isOn, :time, :waits, :doneTo, :next)
   ON CONFLICT (session_id) DO UPDATE
      SET owner_id = excluded.owner_id, is_on = excluded.is_on, at_time = excluded.at_time, waits_for_trade_file = excluded.waits_for_trade_file,
          done_to = excluded.done_to, next_at = excluded.next_at, version = f.version + 1`,
)

const audited = ({ name, time, waitsForTradeFile, isOn, owner }: FormingOfSession) => ({
  name,
  time,
  waitsForTradeFile,
  isOn,
  owner,
})

/** Days that come due count from now on. @throws Refusal `rights.missing`, `record.missing`, `record.stale`. */
export async function setForming(
  tx: Transaction,
  { params: { id }, body, user }: WriteInput<typeof fixForming.save>,
  now: Date,
): Promise<Outcome<FormingOfSession>> {
  authorize(tradeDocuments.record, user)
  const { time, isOn, waitsForTradeFile, version } = body
  if ((await tx.query(LOCK, { id })).length === 0)
    throw new Refusal('record.missing', { what: `FIX session ${id}` })
  const [standing] = await tx.query(STANDING, { id })
  if (version !== null && version !== (standing?.version ?? 0))
    throw new Refusal('record.stale', { what: 'The forming of contracts by the clock' })
  const [before] = await listForming(tx, id)
  const goesOn = standing?.is_on === true && standing.at_time === time
  const doneTo = goesOn ? new Date(standing.done_to) : now
  const rule = { every: 'market-day', time } as const
  const next = nextDue(rule, await loadCalendar(tx), doneTo).at
  await tx.query(SAVE, { id, ownerId: user.id, isOn, time, waits: waitsForTradeFile, doneTo, next })
  const [answer] = await listForming(tx, id)
  if (answer === undefined) throw new Error(`FIX session ${id}: what was set up is not there`)
  return {
    answer,
    audit: {
      action: 'fix-sessions.change-forming',
      entity: 'fix-sessions',
      entityId: id,
      ...(before !== undefined && { before: audited(before) }),
      after: audited(answer),
    },
  }
}
