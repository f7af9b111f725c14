/** The outcome of a batch outside: taken, refused, or given up so that its entries go into the next one. */
import type { AccountingBatch, BatchState } from '@em/contract/accounting-exports/accounting-exports'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findBatch } from './batches.queries.ts'
import { holdTarget } from './targets.queries.ts'

const MOVE = statement(
  'accounting.move-batch',
  'UPDATE accounting_batches SET state = :state, reference = coalesce(:reference?, reference) WHERE id = :id',
)
const ADD_STEP = statement(
  'accounting.add-step',
  `INSERT INTO em.accounting_batch_steps (batch_id, what, by_user, reference, reason) VALUES (:id, :what, :by, :reference?, :reason?)`,
)
const FREE = statement(
  'accounting.free-entries',
  'UPDATE accounting_exported SET is_live = false WHERE batch_id = :id AND is_live',
)

interface Step {
  readonly what: Exclude<BatchState, 'made'>
  readonly by: number
  readonly reference?: string
  readonly reason?: string
}

/** From which states each step is taken, and why not from another. */
const STEPS: Readonly<Record<Step['what'], { readonly from: readonly BatchState[]; readonly why: string }>> =
  {
    acknowledged: { from: ['made', 'refused'], why: 'it cannot be acknowledged.' },
    refused: { from: ['made'], why: 'it cannot be refused.' },
    replaced: { from: ['refused'], why: 'only a refused batch is replaced.' },
  }
const ACTIONS = { acknowledged: 'acknowledge', refused: 'refuse', replaced: 'replace' } as const

/** @throws Refusal `record.missing` (404), `accounting.state` (409). */
export async function takeStep(tx: Transaction, id: number, step: Step): Promise<Outcome<AccountingBatch>> {
  const { target } = await findBatch(tx, id)
  // With its target, so that no batch is being made of the entries that come free.
  await holdTarget(tx, target.id)
  const before = await findBatch(tx, id)
  const { from, why } = STEPS[step.what]
  if (!from.includes(before.state))
    throw new Refusal('accounting.state', { number: before.number, state: before.state, why })
  await tx.query(MOVE, { id, state: step.what, reference: step.reference ?? null })
  await tx.query(ADD_STEP, {
    id,
    what: step.what,
    by: step.by,
    reference: step.reference ?? null,
    reason: step.reason ?? null,
  })
  if (step.what === 'replaced') await tx.query(FREE, { id })
  const answer = await findBatch(tx, id)
  const said = ({ number, state, reference, reason }: AccountingBatch) => ({
    number,
    state,
    reference,
    reason,
  })
  return {
    answer,
    audit: {
      action: `accounting-exports.${ACTIONS[step.what]}`,
      entity: 'accounting-batch',
      entityId: id,
      before: said(before),
      after: said(answer),
    },
  }
}
