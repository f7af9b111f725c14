/** Corporate actions as they are stored, with the securities and portfolios that they name, and the rates of the register that tax them. */
import type { ActionState } from '@em/contract/corporate-actions/corporate-actions'
import { formFrom, termsOf } from '@em/contract/corporate-actions/forms'
import { type ActionForm, type ActionKind, KINDS } from '@em/contract/corporate-actions/kinds'
import type { ActionTerms } from '@em/core/corporate-actions/plan-of'
import { type TaxRate, taxDayOf, taxRateInForce } from '@em/core/corporate-actions/plans/dividend'
import { decimalOf, RATE_SCALE } from '@em/core/values/decimal'
import {
  type Queryable,
  type RowOf,
  statement,
  type Transaction,
} from '../../../platform/database/database.ts'
import { concernsPerson } from '../../../platform/database/scope.ts'
import { Refusal } from '../../../platform/refusal.ts'

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
  /** Of an open item of a portfolio: the first day of its books, which took it over. */
  readonly takenOn: string | null
}

const COLUMNS = `a.id, a.kind, a.state, a.version, a.turn, a.title, a.ex_date, a.last_date, a.portfolio_id, a.to_portfolio_id, a.taken_on, v.form,
          e.id AS held_id, e.symbol AS held_symbol, e.name AS held_name, n.id AS new_id, n.symbol AS new_symbol, n.name AS new_name,
          r.id AS rights_id, r.symbol AS rights_symbol, r.name AS rights_name,
          (SELECT m.costing_method FROM costing_methods m WHERE m.portfolio_id = a.portfolio_id) AS costing_method,
          (SELECT f.entity_id <> t.entity_id FROM portfolios f, portfolios t WHERE f.id = a.portfolio_id AND t.id = a.to_portfolio_id) AS across`
const FROM = `corporate_actions a JOIN action_versions v ON v.action_id = a.id AND v.version = a.version
     LEFT JOIN equities e ON e.id = a.equity_id LEFT JOIN equities n ON n.id = a.new_equity_id LEFT JOIN equities r ON r.id = a.rights_equity_id`
// Locked in a statement of its own first: one that waited for another's change would lose a row that is joined with its version.
const LOCK = statement(
  'actions.lock',
  'SELECT a.id FROM corporate_actions a WHERE a.id = ANY (:ids::bigint[]) ORDER BY a.id FOR UPDATE',
)
const SOME = statement(
  'actions.some',
  `SELECT ${COLUMNS} FROM ${FROM} WHERE a.id = ANY (:ids::bigint[]) ORDER BY a.id`,
)
type Row = RowOf<typeof SOME>

// The actions that follow changes of chains: those in the books or announced that rest on what is held from a day on.
const AFTER = statement(
  'actions.after',
  `SELECT a.id, array_agg(DISTINCT k.portfolio)::text[] AS portfolios!
     FROM unnest((SELECT :portfolioIds::bigint[]), (SELECT :equityIds::bigint[]), (SELECT :days::date[])) AS k (portfolio, equity, day)
     JOIN em.corporate_actions a ON a.state IN ('announced', 'entitled', 'processed') AND a.id <> ALL (:except::bigint[])
      AND ((a.equity_id = k.equity AND a.ex_date >= k.day) OR (a.rights_equity_id = k.equity AND a.last_date >= k.day))
      AND (a.portfolio_id IS NULL OR a.portfolio_id = k.portfolio OR a.to_portfolio_id = k.portfolio)
    GROUP BY a.id`,
)
const BY_DAY = statement(
  'actions.some-by-day',
  `SELECT ${COLUMNS} FROM ${FROM} WHERE a.id = ANY (:ids::bigint[]) ORDER BY a.ex_date, a.id`,
)

function security(id: number | null, symbol: string | null, name: string | null): NamedSecurity | null {
  return id === null ? null : { id, symbol: symbol ?? '', name: name ?? '' }
}

function actionOf(row: Row): StoredAction {
  const kind = row.kind as ActionKind
  const form = formFrom(kind, row.form)
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
    takenOn: row.taken_on,
  }
  const across = row.across === true
  const isPooled = row.costing_method !== 'FIFO' && row.costing_method !== 'CHERRY'
  return { ...base, terms: termsOf(form, { ...base, across, isPooled }) }
}

/** An action under lock, so that it is changed by one at a time. @throws Refusal 404. */
export async function lockAction(tx: Transaction, id: number): Promise<StoredAction> {
  await tx.query(LOCK, { ids: [id] })
  const [row] = await tx.query(SOME, { ids: [id] })
  if (row === undefined) throw new Refusal('record.missing', { what: 'The corporate action' })
  return actionOf(row)
}

/** Some actions under lock, by id. */
export async function lockActions(tx: Transaction, ids: readonly number[]): Promise<StoredAction[]> {
  if (ids.length === 0) return []
  await tx.query(LOCK, { ids })
  return loadActions(tx, ids)
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

/** A chain that changed, from a day on. */
export interface ChangedFrom {
  readonly portfolioId: number
  readonly equityId: number
  readonly from: string
}

const joinsAnothers = ({ portfolioId, toPortfolioId }: StoredAction): boolean =>
  portfolioId !== null &&
  toPortfolioId !== null &&
  concernsPerson(portfolioId) !== concernsPerson(toPortfolioId)

/**
 * The actions that rest on chains from a day on, but for some, locked and in the order of their days; and the portfolios whose plans
 * rest on them: those of the chains, and of a transfer the one that gives. To be called for the books.
 * @throws Refusal `rights.outside`.
 */
export async function actionsAfter(
  tx: Transaction,
  changed: readonly ChangedFrom[],
  except: readonly number[] = [],
): Promise<{ readonly actions: StoredAction[]; readonly portfolioIds: number[] }> {
  if (changed.length === 0) return { actions: [], portfolioIds: [] }
  const found = await tx.query(AFTER, {
    portfolioIds: changed.map(({ portfolioId }) => portfolioId),
    equityIds: changed.map(({ equityId }) => equityId),
    days: changed.map(({ from }) => from),
    except,
  })
  if (found.length === 0) return { actions: [], portfolioIds: [] }
  const ids = found.map(({ id }) => id)
  await tx.query(LOCK, { ids })
  const actions = (await tx.query(BY_DAY, { ids })).map(actionOf)
  // A transfer between a portfolio of the person and another one is changed by who may change both.
  if (actions.some(joinsAnothers)) throw new Refusal('rights.outside')
  const takers = new Set(found.flatMap(({ portfolios }) => portfolios.map(Number)))
  const givers = actions.flatMap(({ portfolioId, toPortfolioId }) =>
    portfolioId !== null && toPortfolioId !== null && takers.has(toPortfolioId) ? [portfolioId] : [],
  )
  return { actions, portfolioIds: [...new Set([...takers, ...givers])] }
}

// The register of dividend tax rates, as core's rule takes it.

const RATES = statement(
  'actions.tax-rates',
  'SELECT effective_from, entity, rate FROM dividend_tax_rates ORDER BY effective_from, id',
)
const ENTITY = statement('actions.entity-of', 'SELECT entity FROM portfolios WHERE id = :portfolioId')

/** Every rate. */
export async function loadTaxRates(db: Queryable): Promise<TaxRate[]> {
  return (await db.query(RATES)).map((row) => ({
    effectiveFrom: row.effective_from,
    entity: row.entity,
    rate: decimalOf(row.rate, RATE_SCALE),
  }))
}

/** Whether tax is withheld of an action by the register: its form says no rate. */
export const isTaxedByRegister = ({ terms }: Pick<StoredAction, 'terms'>): boolean =>
  terms !== null && 'taxRate' in terms && terms.taxRate === null

/**
 * The day whose rate an action is taxed with: of a dividend, and of a choice of cash or shares, the payment date once it has come. The tax of
 * a scrip is kept back from its shares, at XD.
 */
export function taxDayOfAction(
  { terms, exDate }: Pick<StoredAction, 'terms' | 'exDate'>,
  today: string,
  /** Where the form says no payment date: when its first money was confirmed. */
  received: string | null = null,
): string {
  const isOnPayment = terms !== null && KINDS[terms.kind].taxOn === 'payment' && 'paymentDate' in terms
  return taxDayOf(exDate ?? '', isOnPayment ? (terms.paymentDate ?? received) : null, today)
}

/** The day for which the register has no rate, of an action that takes its rate from there; null: it has one. */
export async function lacksTaxRate(
  db: Queryable,
  { terms, exDate, portfolioId }: StoredAction,
  today: string,
): Promise<string | null> {
  if (!isTaxedByRegister({ terms }) || exDate === null) return null
  const day = taxDayOfAction({ terms, exDate }, today)
  const [rates, rows] = await Promise.all([
    loadTaxRates(db),
    portfolioId === null ? [] : db.query(ENTITY, { portfolioId }),
  ])
  return taxRateInForce(rates, rows[0]?.entity ?? null, day) === null ? day : null
}

/** SQL of the money of corporate actions: what of it counts, what is still to come, what is late; one rule for lists, the bell and the checklist of a lock. */

/** SQL: whether a row of an allotment or of money was recorded after everything of its portfolio was taken out, if it was. */
export const NOT_TAKEN_OUT = (row: string) =>
  `NOT EXISTS (SELECT FROM action_elections gone WHERE gone.action_id = ${row}.action_id AND gone.turn = ${row}.turn AND gone.portfolio_id = ${row}.portfolio_id
                 AND gone.taken_out AND gone.recorded_at >= ${row}.recorded_at)`

/** SQL: what of expected money is still to come; assumed where nothing was confirmed and its day has come. */
export const OUTSTANDING = (row: string, today: string) =>
  `CASE WHEN ${row}.is_confirmed THEN ${row}.expected - ${row}.received - ${row}.written_off
        WHEN ${row}.due <= ${today} THEN 0 ELSE ${row}.expected END`

/** Days after which what is due counts as late. */
export const DAYS_LATE = 30

/**
 * SQL: whether money of a standing is late. `standing` and `action` name the rows of action_standings and corporate_actions, `late`
 * the day before which it was due: it was confirmed and is short, or its day is still to be notified, and it ages from XD.
 */
export const IS_LATE = (standing: string, action: string, late: string) =>
  `(${standing}.expected - ${standing}.received - ${standing}.written_off <> 0
    AND (${standing}.is_confirmed AND ${standing}.due < ${late}
      OR ${standing}.due IS NULL AND ${standing}.expected_role <> 'ipo-application' AND ${action}.ex_date < ${late}))`

/**
 * SQL: whether a dividend of a standing with a payment date up to `paid` had tax withheld, and no certificate was recorded by the
 * day `on`. Memo tax of a scrip dividend without income needs no certificate.
 */
export const LACKS_CERTIFICATE = (standing: string, paid: string, on: string) =>
  `(${standing}.due <= ${paid}
    AND EXISTS (SELECT FROM action_entitlements w WHERE w.action_id = ${standing}.action_id AND w.portfolio_id = ${standing}.portfolio_id
                   AND w.version = ${standing}.version AND w.tax <> 0)
    AND (SELECT x.number IS NOT NULL AND x.received_on <= ${on} FROM action_certificates x
          WHERE x.action_id = ${standing}.action_id AND x.portfolio_id = ${standing}.portfolio_id ORDER BY x.id DESC LIMIT 1) IS NOT TRUE)`
