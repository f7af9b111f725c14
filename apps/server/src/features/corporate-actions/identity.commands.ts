/** A new name, symbol or ISIN of a security: lots, prices and history stay with it. */
import { datesOf } from '@em/contract/corporate-actions/forms'
import { type ActionKind, KINDS, kindOf, RENAMING } from '@em/contract/corporate-actions/kinds'
import { sendAudits } from '../../platform/acts.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { scopeNow } from '../../platform/database/scope.ts'
import { sqlList } from '../../platform/database/sql-list.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { equitiesTable } from '../equities/equities.table.ts'
import type { StoredAction } from './facts/action-rows.queries.ts'

const TAKEN = statement(
  'actions.symbol-taken',
  'SELECT name FROM em.equities WHERE lower(symbol) = lower(:symbol) AND id <> :id LIMIT 1',
)
const RENAME = statement(
  'actions.rename',
  `UPDATE em.equities SET symbol = coalesce(upper(:symbol?::text), symbol), name = coalesce(:name?::text, name), isin = coalesce(:isin?::text, isin), version = version + 1,
          updated_at = now() WHERE id = :id`,
)
const KEEP_BEFORE = statement(
  'actions.keep-identity',
  `INSERT INTO em.action_steps (action_id, what, detail, recorded_by)
   SELECT :actionId, 'was', json_build_object('symbol', e.symbol, 'name', e.name, 'isin', e.isin)::text, a.recorded_by
     FROM em.equities e, em.corporate_actions a WHERE e.id = :id AND a.id = :actionId`,
)
const BEFORE = statement(
  'actions.identity-before',
  `SELECT s.detail FROM em.action_steps s WHERE s.action_id = :actionId AND s.what = 'was' ORDER BY s.id DESC LIMIT 1`,
)

/** Whether an action changes what a security is called. */
export const renames = ({ kind }: { readonly kind: ActionKind }): boolean =>
  KINDS[kind].renamedTo !== undefined

/**
 * A security is called what it is called in every portfolio.
 * @throws Refusal `rights.scope` for a change of identity by who was given some portfolios.
 */
export function refuseOthersSecurity(of: { readonly kind: ActionKind }): void {
  if (renames(of) && scopeNow() !== undefined) throw new Refusal('rights.scope')
}

/** @throws Refusal where the symbol is another security's; `rights.scope`. */
export async function renameSecurity(
  tx: Transaction,
  { id: actionId, held, form }: StoredAction,
): Promise<void> {
  const to = kindOf(form).renamedTo?.(form)
  if (held === null || to === undefined) return
  refuseOthersSecurity(form)
  const { symbol, name, isin } = to
  if (symbol !== null) {
    const [taken] = await tx.query(TAKEN, { symbol, id: held.id })
    if (taken !== undefined)
      throw refuseField('action.same-security', 'newSecurityCode', { symbol: symbol.toUpperCase() })
  }
  await tx.query(KEEP_BEFORE, { actionId, id: held.id })
  await rename(tx, { id: held.id, symbol, name, isin }, datesOf(form).ex)
}

interface Renamed {
  readonly id: number
  readonly symbol: string | null
  readonly name: string | null
  readonly isin: string | null
}

/** A version of the security like one that was typed in Equity Master; where its symbol says its issuer, that changes with the event. */
async function rename(tx: Transaction, to: Renamed, on: string | null): Promise<void> {
  const before = await equitiesTable.get(tx, to.id)
  await tx.query(RENAME, { ...to })
  const after = await equitiesTable.get(tx, to.id)
  const isDated =
    on !== null && (before.issuer !== after.issuer || before.votesPerShare !== after.votesPerShare)
  const row = { action: 'equities.update', entity: 'equities', entityId: to.id, before }
  sendAudits(tx, [{ ...row, after: isDated ? { ...after, effective_from: on } : after }])
}

const LATER = statement(
  'actions.later-identity',
  `SELECT a.title FROM em.corporate_actions a JOIN em.action_steps s ON s.action_id = a.id AND s.what = 'was'
    WHERE a.kind IN ${sqlList(RENAMING)} AND a.equity_id = :equityId AND a.id <> :actionId AND a.state = 'processed'
      AND s.id > (SELECT max(o.id) FROM em.action_steps o WHERE o.action_id = :actionId AND o.what = 'was') LIMIT 1`,
)

/** @throws Refusal `action.needed-by` where the security was named anew since. */
export async function refuseLaterIdentity(tx: Transaction, action: StoredAction): Promise<void> {
  const { id: actionId, held, title } = action
  if (!renames(action) || held === null) return
  const [later] = await tx.query(LATER, { equityId: held.id, actionId })
  if (later !== undefined) throw new Refusal('action.needed-by', { title, later: later.title })
}

/** Restores the security's former symbol and name. @throws Refusal `action.symbol-taken` where another security has that symbol. */
export async function putIdentityBack(tx: Transaction, action: StoredAction): Promise<void> {
  const { id: actionId, held, state, title } = action
  if (!renames(action) || held === null || (state !== 'processed' && state !== 'entitled')) return
  refuseOthersSecurity(action)
  const [row] = await tx.query(BEFORE, { actionId })
  if (row?.detail == null) return
  const was = JSON.parse(row.detail) as { symbol: string; name: string; isin: string | null }
  const [taken] = await tx.query(TAKEN, { symbol: was.symbol, id: held.id })
  if (taken !== undefined)
    throw new Refusal('action.symbol-taken', { title, symbol: was.symbol, name: taken.name })
  await rename(tx, { id: held.id, ...was }, datesOf(action.form).ex)
}
