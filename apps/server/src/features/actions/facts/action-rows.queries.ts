/** Corporate actions as they are stored, with the securities and portfolios that they name. */
import type { ActionForm, ActionKind } from '@em/contract/books/action-forms'
import type { ActionState } from '@em/contract/books/corporate-actions'
import type { ActionTerms } from '@em/core/corporate-actions/terms'
import {
  type Queryable,
  type RowOf,
  statement,
  type Transaction,
} from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { formOf } from './stored-form.ts'
import { termsOf } from './terms.ts'

export interface NamedSecurity {
  readonly id: number
  readonly symbol: string
  readonly name: string
}

/** An action with its form in force. `terms` are null while it lacks something that a plan needs. */
export interface StoredAction {
  readonly id: number
  readonly kind: ActionKind
  readonly state: ActionState
  readonly version: number
  readonly turn: number
  readonly title: string
  readonly form: ActionForm
  readonly terms: ActionTerms | null
  readonly exDate: string | null
  readonly lastDate: string | null
  readonly held: NamedSecurity | null
  readonly new: NamedSecurity | null
  readonly rights: NamedSecurity | null
  readonly portfolioId: number | null
  readonly toPortfolioId: number | null
}

const COLUMNS = `a.id, a.kind, a.state, a.version, a.turn, a.title, a.ex_date, a.last_date, a.portfolio_id, a.to_portfolio_id, v.form,
          e.id AS held_id, e.symbol AS held_symbol, e.name AS held_name, n.id AS new_id, n.symbol AS new_symbol, n.name AS new_name,
          r.id AS rights_id, r.symbol AS rights_symbol, r.name AS rights_name,
          (SELECT m.costing_method FROM costing_methods m WHERE m.portfolio_id = a.portfolio_id) AS costing_method,
          (SELECT f.entity_id <> t.entity_id FROM portfolios f, portfolios t WHERE f.id = a.portfolio_id AND t.id = a.to_portfolio_id) AS across`
const FROM = `corporate_actions a JOIN action_versions v ON v.action_id = a.id AND v.version = a.version
     LEFT JOIN equities e ON e.id = a.equity_id LEFT JOIN equities n ON n.id = a.new_equity_id LEFT JOIN equities r ON r.id = a.rights_equity_id`
const LOCK = statement('actions.lock', `SELECT ${COLUMNS} FROM ${FROM} WHERE a.id = :id FOR UPDATE OF a`)
const SOME = statement(
  'actions.some',
  `SELECT ${COLUMNS} FROM ${FROM} WHERE a.id = ANY (:ids::bigint[]) ORDER BY a.id`,
)
type Row = RowOf<typeof SOME>

// What follows a change of a chain: what stands in the books or is announced, and rests on what is held from a day on.
const AFTER = statement(
  'actions.after',
  `SELECT ${COLUMNS} FROM ${FROM}
    WHERE ((a.equity_id = :equityId AND a.ex_date >= :from::date) OR (a.rights_equity_id = :equityId AND a.last_date >= :from::date))
      AND a.state IN ('announced', 'entitled', 'processed') AND (a.portfolio_id IS NULL OR a.portfolio_id = :portfolioId OR a.to_portfolio_id = :portfolioId)
    ORDER BY a.ex_date, a.id FOR UPDATE OF a`,
)

function security(id: number | null, symbol: string | null, name: string | null): NamedSecurity | null {
  return id === null ? null : { id, symbol: symbol ?? '', name: name ?? '' }
}

function actionOf(row: Row): StoredAction {
  const kind = row.kind as ActionKind
  const form = formOf(kind, row.form)
  const base = {
    id: row.id,
    kind,
    state: row.state as ActionState,
    version: row.version,
    turn: row.turn,
    title: row.title,
    form,
    exDate: row.ex_date,
    lastDate: row.last_date,
    held: security(row.held_id, row.held_symbol, row.held_name),
    new: security(row.new_id, row.new_symbol, row.new_name),
    rights: security(row.rights_id, row.rights_symbol, row.rights_name),
    portfolioId: row.portfolio_id,
    toPortfolioId: row.to_portfolio_id,
  }
  const across = row.across === true
  const isPooled = row.costing_method !== 'FIFO' && row.costing_method !== 'CHERRY'
  return { ...base, terms: termsOf(form, { ...base, across, isPooled }) }
}

/** An action under lock, so that it is changed by one at a time. @throws Refusal 404. */
export async function lockAction(tx: Transaction, id: number): Promise<StoredAction> {
  const [row] = await tx.query(LOCK, { id })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The corporate action' })
  return actionOf(row)
}

/** Some actions, by id. */
export async function loadActions(db: Queryable, ids: readonly number[]): Promise<StoredAction[]> {
  return ids.length === 0 ? [] : (await db.query(SOME, { ids })).map(actionOf)
}

/** One action. @throws Refusal 404. */
export async function findAction(db: Queryable, id: number): Promise<StoredAction> {
  const [found] = await loadActions(db, [id])
  if (found === undefined) throw new Refusal('record.missing', { what: 'The corporate action' })
  return found
}

/** The actions that rest on what a portfolio holds of a security from a day on, locked, in the order of their days. */
export async function actionsAfter(
  tx: Transaction,
  place: { readonly portfolioId: number; readonly equityId: number },
  from: string,
): Promise<StoredAction[]> {
  return (await tx.query(AFTER, { ...place, from })).map(actionOf)
}
