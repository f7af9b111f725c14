/** Applies what was just recorded of an action to the books. */
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { type Brought, bring, holdHolders } from '../bring/bring.commands.ts'
import { isInBooks } from '../bring/planned.ts'
import type { StoredAction } from '../facts/action-rows.queries.ts'
import { type ActionOrder, NOTHING_BROUGHT } from './answer.commands.ts'
import { keepState } from './states.commands.ts'

const ACCOUNTS = statement(
  'actions.accounts-there',
  'SELECT id FROM settlement_accounts WHERE id = ANY (:ids::bigint[])',
)

/** @throws Refusal `record.missing` (404) for a settlement account that is not there. */
export async function refuseUnknownAccounts(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const there = new Set((await tx.query(ACCOUNTS, { ids })).map((row) => row.id))
  if (ids.some((id) => !there.has(id)))
    throw refuseField('record.missing', 'settlementAccount', { what: 'The settlement account' })
}

/** Brings an action that is in the books to what was just recorded, in some portfolios or all. */
export async function bringIfInBooks(
  tx: Transaction,
  action: StoredAction,
  { today, recordedBy }: ActionOrder,
  portfolioIds: readonly number[] | null,
): Promise<Pick<Brought, 'entryIds' | 'moved'>> {
  if (!isInBooks(action)) return NOTHING_BROUGHT
  tx.openPeriod = true
  await holdHolders(tx, [action], portfolioIds)
  const brought = await bring(tx, [action], {
    portfolioIds,
    today,
    recordedBy,
    needsAccount: true,
    taxRates: 'come',
  })
  await keepState(tx, action.id)
  return brought
}
