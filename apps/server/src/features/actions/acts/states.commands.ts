/** The state of an action, and the steps of its life. */
import type { ActionState } from '@em/contract/books/corporate-actions'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** @throws Refusal `action.taken-on` for an open item, which is changed and taken out where it was entered. */
export function refuseTakenOn({
  title,
  takenOn,
}: {
  readonly title: string
  readonly takenOn: string | null
}): void {
  if (takenOn !== null) throw new Refusal('action.taken-on', { title })
}

const STEP = statement(
  'actions.note-step',
  'INSERT INTO em.action_steps (action_id, what, detail, recorded_by) VALUES (:id, :what, :detail?, :recordedBy)',
)
const SET = statement('actions.set-state', 'UPDATE em.corporate_actions SET state = :state WHERE id = :id')
const TURN = statement(
  'actions.next-turn',
  'UPDATE em.corporate_actions SET state = :state, turn = turn + 1 WHERE id = :id',
)
const KEEP = statement(
  'actions.keep-state',
  `UPDATE em.corporate_actions SET state = CASE WHEN EXISTS (SELECT FROM em.action_standings s WHERE s.action_id = :id AND s.is_open) THEN 'entitled' ELSE 'processed' END
    WHERE id = :id AND state IN ('entitled', 'processed')`,
)

export interface Step {
  readonly id: number
  readonly what: string
  readonly detail: string | null
  readonly recordedBy: number
}

/** Notes what happened to an action. */
export async function noteStep(tx: Transaction, step: Step): Promise<void> {
  await tx.query(STEP, { ...step })
}

export async function setState(tx: Transaction, id: number, state: ActionState): Promise<void> {
  await tx.query(SET, { id, state })
}

/** The next turn: what was chosen, allotted and paid counts no more. */
export async function beginTurn(tx: Transaction, id: number, state: ActionState): Promise<void> {
  await tx.query(TURN, { id, state })
}

/** Of an action that is in the books: entitled while anything is still to come, else processed. */
export async function keepState(tx: Transaction, id: number): Promise<void> {
  await tx.query(KEEP, { id })
}
