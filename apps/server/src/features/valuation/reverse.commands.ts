/** Taking a run back: what is in force of it is reversed on its own dates, with a reason. */
import type { ValuationRunDetail } from '@em/contract/valuation/valuation'
import { dayInWords } from '@em/core/values/date-texts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import type { Progress } from '../../platform/http/writes.ts'
import { type RecordedBy, recorder } from '../../platform/recorded-by.ts'
import { Refusal } from '../../platform/refusal.ts'
import { moveReversalAlong } from '../gl-mappings/moved-lines.commands.ts'
import { reverseEntries } from '../ledger/posting/reversals.commands.ts'
import { locksOfPortfolios } from '../periods/periods.queries.ts'
import { lockValuations } from './into-force.commands.ts'
import { findRun } from './runs.queries.ts'

const OF_RUN = statement(
  'valuations.in-force-of-run',
  `SELECT f.portfolio_id AS "portfolioId", f.valuation_id AS id, f.valuation_date AS date, v.entry_id AS entry, v.reversal_entry_id AS reversal
     FROM valuations_in_force f JOIN valuations v ON v.id = f.valuation_id WHERE f.run_id = :runId ORDER BY f.portfolio_id`,
)
const NOTE = statement(
  'valuations.note-reversals',
  `INSERT INTO em.valuation_reversals (valuation_id, run_id, reason, recorded_by)
   SELECT v, :runId, :reason, :recordedBy FROM unnest(:valuationIds::bigint[]) AS v`,
)
const FORGET = statement(
  'valuations.forget-in-force',
  'DELETE FROM em.valuations_in_force WHERE valuation_id = ANY (:valuationIds::bigint[])',
)
const UNMARK = statement(
  'valuations.forget-marks',
  'DELETE FROM em.valuation_marks WHERE valuation_id = ANY (:valuationIds::bigint[])',
)

export interface ReverseOrder extends RecordedBy {
  readonly id: number
  readonly reason: string
  readonly progress: Progress
}

/**
 * Reverses what is in force of a run, of the portfolios that the person may change.
 * @throws Refusal 404, `valuation.ended` where nothing of it is in force, `valuation.locked`.
 */
export async function reverseRun(tx: Transaction, order: ReverseOrder): Promise<Outcome<ValuationRunDetail>> {
  const { id, reason, recordedBy, progress } = order
  // A run belongs to its day: its reversals, too, are posted there or refused.
  const by = { ...recorder(order), openPeriod: false }
  await lockValuations(tx)
  const before = await findRun(tx, id)
  const live = await tx.query(OF_RUN, { runId: id })
  if (live.length === 0) throw new Refusal('valuation.ended', { id: String(id), state: before.state })
  const locks = await locksOfPortfolios(
    tx,
    live.map(({ portfolioId }) => portfolioId),
  )
  for (const { portfolioId, date } of live) {
    const lock = locks.get(portfolioId)
    if (lock?.through == null || lock.through < date) continue
    const facts = { entity: lock.entity, through: dayInWords(lock.through), date: dayInWords(date) }
    throw new Refusal('valuation.locked', facts)
  }
  const valuationIds = live.map((one) => one.id)
  await tx.query(NOTE, { valuationIds, runId: id, reason, recordedBy })
  for (const [index, { id: valuation, entry, reversal }] of live.entries()) {
    progress(index, live.length, 'Reversing the entries')
    const entryIds = [entry, reversal].filter((one) => one !== null)
    if (entryIds.length === 0) continue
    const cause = { kind: 'valuation', id: valuation } as const
    const reversed = await reverseEntries(tx, entryIds, { ...by, kind: 'valuation', cause })
    await moveReversalAlong(tx, [...entryIds, ...reversed], by)
  }
  await tx.query(FORGET, { valuationIds })
  await tx.query(UNMARK, { valuationIds })
  const answer = await findRun(tx, id)
  const audited = ({ state, difference }: ValuationRunDetail) => ({ date: answer.date, state, difference })
  return {
    answer,
    audit: {
      action: 'valuations.reverse',
      entity: 'valuation-run',
      entityId: id,
      before: audited(before),
      after: { ...audited(answer), portfolios: live.length, reason },
    },
  }
}
