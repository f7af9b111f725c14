/** Rights that were not elected lapse the day after the last day, and provisional tax is withheld on the payment date: done by the clock. */
import { kindsWhere } from '@em/contract/corporate-actions/kinds'
import { sendAudits } from '../../platform/acts.ts'
import { type Database, statement, type Transaction } from '../../platform/database/database.ts'
import { sqlList } from '../../platform/database/sql-list.ts'
import { acceptsNothing, type RecordedBy } from '../../platform/recorded-by.ts'
import { keepState, noteStep } from './acts/act.commands.ts'
import { applyActions, holdHolders } from './apply/apply.commands.ts'
import { isInBooks } from './apply/plans.queries.ts'
import { lockAction } from './facts/action-rows.queries.ts'

const LAPSING = sqlList(kindsWhere(({ elects }) => elects?.lapses === true))
const DUE = statement(
  'actions.to-lapse',
  `SELECT a.id, a.recorded_by FROM corporate_actions a
    WHERE a.state = 'entitled' AND a.kind IN ${LAPSING} AND a.last_date < :today::date
      AND NOT EXISTS (SELECT FROM action_steps s WHERE s.action_id = a.id AND s.what = 'lapsed' AND s.recorded_at >= (a.last_date + 1)::timestamp AT TIME ZONE 'Asia/Colombo')
    ORDER BY a.id LIMIT 1000`,
)

/** Lapses the rest of every event whose last day is over; answers how many there were. Done again it finds nothing. */
export async function lapseTheRest(database: Database, today: string): Promise<number> {
  const due = await database.query(DUE, { today })
  const work = (tx: Transaction, { id, recorded_by: recordedBy }: { id: number; recorded_by: number }) =>
    lapseOne(tx, { id, recordedBy, today })
  return doEach(database, due, { name: 'corporate-actions.lapse', failed: 'could not lapse', work })
}

interface Each {
  readonly name: string
  readonly failed: string
  /** Whether it did anything. */
  readonly work: (tx: Transaction, due: { id: number; recorded_by: number }) => Promise<boolean>
}

/** Does each in a transaction of its own: one that cannot be done holds up no other. */
async function doEach(
  database: Database,
  due: readonly { id: number; recorded_by: number }[],
  { name, failed: why, work }: Each,
): Promise<number> {
  const failed: unknown[] = []
  for (const one of due) {
    try {
      await database.transaction(
        async (tx) => {
          if (await work(tx, one))
            sendAudits(tx, [{ action: name, entity: 'corporate-action', entityId: one.id }])
        },
        name,
        [null],
      )
    } catch (error) {
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} corporate actions ${why}`)
  return due.length
}

const TAXED_ON_PAYMENT = sqlList(kindsWhere(({ taxOn }) => taxOn === 'payment'))
// A rate of the register that was that of XD when the dividend was processed. What was processed before days were kept stays as it was posted.
const PAID = statement(
  'actions.paid-since',
  `SELECT a.id, a.recorded_by FROM corporate_actions a
    WHERE a.state IN ('entitled', 'processed') AND a.kind IN ${TAXED_ON_PAYMENT} AND a.payment_date > a.ex_date AND a.payment_date <= :today::date
      AND EXISTS (SELECT FROM action_standings k
                    JOIN action_entitlements t ON t.action_id = k.action_id AND t.portfolio_id = k.portfolio_id AND t.version = k.version
                   WHERE k.action_id = a.id AND t.tax_rate_on = a.ex_date)
    ORDER BY a.id LIMIT 1000`,
)

/**
 * Counts the tax of every dividend whose payment date has come with the rate in force on it, and posts the difference there; answers how many
 * there were. Done again it finds nothing.
 */
export async function withholdOnPayment(database: Database, today: string): Promise<number> {
  const due = await database.query(PAID, { today })
  const work = (tx: Transaction, { id, recorded_by: recordedBy }: { id: number; recorded_by: number }) =>
    withholdOne(tx, { id, recordedBy, today })
  return doEach(database, due, { name: 'corporate-actions.withhold', failed: 'could not be taxed', work })
}

/** Entries of a locked day are posted on the first open one. */
const clockOf = (recordedBy: number): RecordedBy => ({ ...acceptsNothing(recordedBy), openPeriod: true })

async function withholdOne(
  tx: Transaction,
  { id, recordedBy, today }: { readonly id: number; readonly recordedBy: number; readonly today: string },
): Promise<boolean> {
  const action = await lockAction(tx, id)
  if (!isInBooks(action)) return false
  await holdHolders(tx, [action], null)
  await applyActions(tx, [action], { ...clockOf(recordedBy), portfolioIds: null, today, taxRates: 'come' })
  await keepState(tx, id)
  return true
}

async function lapseOne(
  tx: Transaction,
  { id, recordedBy, today }: { readonly id: number; readonly recordedBy: number; readonly today: string },
): Promise<boolean> {
  const action = await lockAction(tx, id)
  if (action.state !== 'entitled') return false
  await holdHolders(tx, [action], null)
  await applyActions(tx, [action], { ...clockOf(recordedBy), portfolioIds: null, today })
  await keepState(tx, id)
  await noteStep(tx, { id, what: 'lapsed', detail: null, recordedBy })
  return true
}
