/**
 * Open items of an opening that are events: a dividend declared, money applied with. Each is an action of one portfolio that is in the
 * books at once, so that it is received, certified, written off and allotted like any other. Its entry is posted against Capital on
 * the first day of the books.
 */
import type { ActionForm } from '@em/contract/corporate-actions/kinds'
import type { Transaction } from '../../platform/database/database.ts'
import type { RecordedBy } from '../../platform/recorded-by.ts'
import type { Portfolio } from '../portfolios/portfolios.queries.ts'
import { keepState, noteStep } from './acts/act.commands.ts'
import { addAction } from './announce.commands.ts'
import { type ApplyOrder, applyActions, holdHolders } from './apply/apply.commands.ts'
import { findAction, lockActions, type NamedSecurity } from './facts/action-rows.queries.ts'
import { takeBack } from './process.commands.ts'

type Order = RecordedBy & Pick<ApplyOrder, 'today'>

/** An open item as an action. Its form names the portfolio and the security that are found here. */
export interface TakenOnAction {
  readonly form: ActionForm
  readonly portfolio: Portfolio
  readonly security: NamedSecurity
  /** The first day of the portfolio's books. */
  readonly openingDate: string
}

/**
 * Records an open item; answers the action and the entries that it posted.
 * @throws Refusal `action.account-needed` where its money has nowhere to go, `period.locked`.
 */
export async function takeOn(
  tx: Transaction,
  { form, portfolio, security, openingDate }: TakenOnAction,
  order: Order,
): Promise<{ readonly id: number; readonly entryIds: readonly number[] }> {
  const { recordedBy } = order
  const named = { held: security, new: null, rights: null, portfolio, toPortfolio: null, across: false }
  const id = await addAction(tx, form, named, { state: 'entitled', takenOn: openingDate, recordedBy })
  await noteStep(tx, { id, what: 'taken on', detail: null, recordedBy })
  const action = await findAction(tx, id)
  const effects = await applyActions(tx, [action], {
    ...order,
    portfolioIds: [portfolio.id],
    needsAccount: true,
    taxRates: 'in force',
  })
  await keepState(tx, id)
  return { id, entryIds: effects.entryIds }
}

/** Locks open items, and the holders of what was allotted of them, before anything of them is read. */
export async function lockTakenOn(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await holdHolders(tx, await lockActions(tx, ids), null)
}

/** Takes open items out of the books; answers the entries that reverse them. What was received or allotted of them counts no more. */
export async function takeOut(tx: Transaction, ids: readonly number[], order: Order): Promise<number[]> {
  const entryIds: number[] = []
  for (const action of await lockActions(tx, ids)) {
    const effects = await takeBack(tx, action, 'cancelled', {
      ...order,
      dryRun: false,
      progress: () => undefined,
    })
    const { recordedBy } = order
    await noteStep(tx, { id: action.id, what: 'taken out of the open items', detail: null, recordedBy })
    entryIds.push(...effects.entryIds)
  }
  return entryIds
}
