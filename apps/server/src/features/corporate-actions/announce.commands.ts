/** Records a corporate action and changes it: what its form names, the form in versions, its dates, and at once what portfolios are entitled to. */
import type { ActionState } from '@em/contract/corporate-actions/corporate-actions'
import {
  type ActionFormChange,
  dateFault,
  datesOf,
  fieldOfDate,
  missingOf,
  newSecurityIn,
  storedForm,
  titleOf,
} from '@em/contract/corporate-actions/forms'
import { type ActionForm, kindOf, kindsWhere } from '@em/contract/corporate-actions/kinds'
import { laidOver } from '@em/contract/kit/fields'
import { treatmentOf } from '@em/core/ledger/treatment'
import { ACTIVE_STATUS } from '@em/core/trades/decide-buy'
import { formatDecimal, PRICE_SCALE } from '@em/core/values/decimal'
import { sendAudits } from '../../platform/acts.ts'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import { scopeNow } from '../../platform/database/scope.ts'
import { recorder } from '../../platform/recorded-by.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { ambiguousName, securitiesMeant } from '../equities/equities.queries.ts'
import { equitiesTable } from '../equities/equities.table.ts'
import { UNREGISTERED } from '../limits/acts.queries.ts'
import { holdOfActions } from '../limits/hold-actions.commands.ts'
import { type Portfolio, resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import {
  type ActionOrder,
  type Answer,
  answer,
  keepState,
  NO_EFFECTS,
  noteStep,
  refuseTakenOn,
} from './acts/act.commands.ts'
import { applyActions, type Effects, holdHolders } from './apply/apply.commands.ts'
import { isInBooks, type TaxRatesFrom } from './apply/plans.queries.ts'
import { findAction, lockAction, type NamedSecurity, type StoredAction } from './facts/action-rows.queries.ts'
import { refuseOthersSecurity, renames } from './identity.commands.ts'

/** Dates in order, figures that belong together. @throws Refusal naming the field for what does not belong together. */
function refuseForm(form: ActionForm): void {
  const fault = dateFault(form) ?? kindOf(form).fault?.(form) ?? null
  if (fault === null) return
  const { code, field, facts = {}, message } = fault
  throw message === undefined
    ? refuseField(code, field, facts)
    : new Refusal(code, facts, [{ field, message }])
}

const ADD = statement(
  'actions.add',
  `INSERT INTO em.corporate_actions (kind, state, title, equity_id, new_equity_id, rights_equity_id, security_name, portfolio_id, to_portfolio_id,
          announcement_date, ex_date, record_date, payment_date, allotment_date, subscription_start, renunciation_date, last_date, subscription_price, recorded_by, taken_on)
   VALUES (:kind, :state, :title, :equityId?, :newEquityId?, :rightsEquityId?, :securityName, :portfolioId?, :toPortfolioId?, :announcement?::date, :ex?::date,
           :record?::date, :payment?::date, :allotment?::date, :subscriptionStart?::date, :renunciation?::date, :last?::date, :subscriptionPrice?::numeric, :recordedBy, :takenOn?::date) RETURNING id`,
)
const CHANGE = statement(
  'actions.change',
  `UPDATE em.corporate_actions SET version = version + 1, state = :state, title = :title, new_equity_id = :newEquityId?, rights_equity_id = coalesce(:rightsEquityId?, rights_equity_id),
          portfolio_id = :portfolioId?, to_portfolio_id = :toPortfolioId?, announcement_date = :announcement?::date, ex_date = :ex?::date, record_date = :record?::date,
          payment_date = :payment?::date, allotment_date = :allotment?::date, subscription_start = :subscriptionStart?::date,
          renunciation_date = :renunciation?::date, last_date = :last?::date, subscription_price = :subscriptionPrice?::numeric
    WHERE id = :id RETURNING version`,
)
const ADD_VERSION = statement(
  'actions.add-version',
  `INSERT INTO em.action_versions (action_id, version, form, reason, recorded_by) VALUES (:id, :version, :form::jsonb, :reason?, :recordedBy)`,
)
const SAME_DAY = statement(
  'actions.same-day',
  `SELECT a.title FROM em.corporate_actions a
    WHERE a.equity_id = :equityId AND a.ex_date = :ex::date AND a.id IS DISTINCT FROM :except?::bigint AND a.kind = ANY (:kinds::text[])
      AND a.state IN ('announced', 'entitled', 'processed')
      AND (a.portfolio_id IS NULL OR :portfolioId?::bigint IS NULL OR a.portfolio_id = :portfolioId) LIMIT 1`,
)

const MOVES_SHARES = kindsWhere(({ moves }) => moves !== undefined)

async function refuseSameDay(
  tx: Transaction,
  form: ActionForm,
  named: Named,
  except: number | null,
): Promise<void> {
  const { ex } = datesOf(form)
  if (form.draft || ex === null || named.held === null || !MOVES_SHARES.includes(form.kind)) return
  const [other] = await tx.query(SAME_DAY, {
    equityId: named.held.id,
    ex,
    except,
    kinds: MOVES_SHARES,
    portfolioId: named.portfolio?.id ?? null,
  })
  if (other === undefined) return
  const field = fieldOfDate(form.kind, 'ex') ?? ''
  throw refuseField('action.two-on-a-day', field, { symbol: named.held.symbol, date: ex, title: other.title })
}

const nameOf = (form: ActionForm, named: Named) =>
  kindOf(form).securityName?.(form) ?? named.held?.name ?? form.securityName ?? form.securityCode ?? ''
const symbolOf = (form: ActionForm, named: Named) =>
  named.held?.symbol ?? form.securityCode?.toUpperCase() ?? ''

function rowOf(form: ActionForm, named: Named) {
  const offer = kindOf(form).offer?.(form)
  return {
    title: titleOf(form, symbolOf(form, named), named.toPortfolio?.portfolioName ?? null).slice(0, 300),
    newEquityId: named.new?.id ?? null,
    rightsEquityId: named.rights?.id ?? null,
    portfolioId: named.portfolio?.id ?? null,
    toPortfolioId: named.toPortfolio?.id ?? null,
    subscriptionPrice: offer === undefined ? null : formatDecimal(offer.price, PRICE_SCALE),
    ...datesOf(form),
  }
}

/** Adds the row of an action and the first version of its form; answers its id. */
export async function addAction(
  tx: Transaction,
  form: ActionForm,
  named: Named,
  {
    state,
    takenOn,
    recordedBy,
    reason = null,
  }: {
    readonly state: ActionState
    readonly takenOn: string | null
    readonly recordedBy: number
    readonly reason?: string | null
  },
): Promise<number> {
  const [added] = await tx.query(ADD, {
    kind: form.kind,
    state,
    equityId: named.held?.id ?? null,
    securityName: nameOf(form, named),
    recordedBy,
    takenOn,
    ...rowOf(form, named),
  })
  const id = added?.id ?? 0
  const storedText = JSON.stringify(storedForm(form))
  await tx.query(ADD_VERSION, { id, version: 1, form: storedText, reason, recordedBy })
  return id
}

/**
 * Records an action inside the door's transaction: announced with its entitlements, or kept as a draft.
 * @throws Refusal for what the form names or says (checks.ts, named.queries.ts), `action.two-on-a-day`.
 */
export async function createAction(
  tx: Transaction,
  sent: ActionForm & { readonly reason: string | null },
  order: ActionOrder,
): Promise<Answer> {
  const { reason, ...form } = sent
  if (!form.draft) refuseForm(form)
  const named = await namedIn(tx, form)
  await refuseSameDay(tx, form, named, null)
  const { recordedBy } = order
  if (!form.draft) await holdIntention(tx, form, named, { ...order, reason })
  const state = form.draft ? 'draft' : 'announced'
  const id = await addAction(tx, form, named, { state, takenOn: null, recordedBy, reason })
  await noteStep(tx, { id, what: form.draft ? 'kept as a draft' : 'announced', detail: reason, recordedBy })
  const action = await findAction(tx, id)
  const effects = form.draft ? NO_EFFECTS : await applyNow(tx, action, order, 'in force')
  return answer(tx, action, effects, order, { action: 'corporate-actions.create', before: undefined })
}

/** An application and a transfer are intentions: limits hold them. */
async function holdIntention(
  tx: Transaction,
  form: ActionForm,
  named: Named,
  { today, reason }: ActionOrder & { readonly reason: string | null },
): Promise<void> {
  const { held, portfolio, toPortfolio } = named
  const now = { today, reason }
  if (portfolio === null) return
  const of = { securityId: held?.id ?? UNREGISTERED, isFree: true }
  if (form.kind === 'ipo' && form.pricePerShare !== null) {
    const price = form.pricePerShare
    const quantity = (form.totalInvestment * 100n) / price
    const acts = [{ ...of, kind: 'buy' as const, portfolioId: portfolio.id, quantity, price }]
    await holdOfActions(tx, { acts, ...now, day: form.appliedDate, field: 'totalInvestment' })
  }
  if (form.kind === 'transfer' && toPortfolio !== null && held !== null) {
    const what = { ...of, quantity: form.quantity, price: form.transferPrice }
    const acts = [
      { ...what, kind: 'sell' as const, portfolioId: portfolio.id },
      { ...what, kind: 'buy' as const, portfolioId: toPortfolio.id },
    ]
    await holdOfActions(tx, { acts, ...now, day: form.transferDate, field: 'quantity' })
  }
}

/** Applies the plan of one action, in its portfolios. */
async function applyNow(
  tx: Transaction,
  action: StoredAction,
  order: ActionOrder,
  taxRates: TaxRatesFrom,
): Promise<Effects> {
  await holdHolders(tx, [action], null)
  return applyActions(tx, [action], {
    ...recorder(order),
    portfolioIds: null,
    today: order.today,
    needsAccount: isInBooks(action),
    taxRates,
  })
}

/** An action in the books keeps its tax rates, unless its ex date, its payment date or its own rate is another now. */
function taxRatesAfter(before: StoredAction, after: StoredAction): TaxRatesFrom {
  const own = ({ terms }: StoredAction) => (terms !== null && 'taxRate' in terms ? terms.taxRate : null)
  const paid = ({ terms }: StoredAction) =>
    terms !== null && 'paymentDate' in terms ? terms.paymentDate : null
  return isInBooks(before) &&
    before.exDate === after.exDate &&
    paid(before) === paid(after) &&
    own(before) === own(after)
    ? 'kept'
    : 'in force'
}

/** An action in the books keeps a day that has come, and all that it is computed by. */
function refuseOutOfBooks(form: ActionForm, before: StoredAction, today: string): void {
  const of = { ...before, across: 'transferPrice' in form && form.transferPrice !== null, isPooled: true }
  const missing = missingOf(form, of)
  if (missing.length > 0) throw new Refusal('action.incomplete', { fields: missing.join(', ') })
  const { ex } = datesOf(form)
  if (ex !== null && ex > today) throw new Refusal('action.not-due', { date: ex })
}

/** The form as a change leaves it. Code, name and id of the portfolio are one field: where one of them is sent, the others do not stay. */
function wholeForm(before: StoredAction, sent: ActionFormChange): ActionForm {
  const namesPortfolio = sent.portfolio !== undefined || sent.portfolioId !== undefined
  const recorded = {
    ...before.form,
    draft: before.state === 'draft',
    ...(namesPortfolio && { portfolio: null, portfolioId: null }),
  }
  return laidOver<ActionForm>(recorded as ActionForm, sent)
}

/**
 * Changes the form of an action; of one that is in the books the difference is posted.
 * @throws Refusal as `createAction` does, `action.kind-fixed`, `action.stale`, `action.state` for a cancelled one.
 */
export async function changeAction(
  tx: Transaction,
  id: number,
  sent: ActionFormChange & { readonly version: number | null; readonly reason: string | null },
  order: ActionOrder,
): Promise<Answer> {
  const before = await lockAction(tx, id)
  const { title, version, state } = before
  const { version: read, reason, ...change } = sent
  if (read !== null && read !== version) throw new Refusal('action.stale', { title })
  refuseTakenOn(before)
  if (state === 'cancelled') throw new Refusal('action.state', { title, state, done: 'changed' })
  if (sent.kind !== before.kind) throw new Refusal('action.kind-fixed')
  const form = wholeForm(before, change)
  // Only a draft stays one.
  const said = { ...form, draft: form.draft && state === 'draft' }
  if (!said.draft) refuseForm(said)
  const named = await namedIn(tx, said, before)
  if (form.kind !== before.kind || (named.held?.id ?? null) !== (before.held?.id ?? null))
    throw new Refusal('action.kind-fixed')
  if (isInBooks(before)) {
    if ((named.portfolio?.id ?? null) !== before.portfolioId) throw new Refusal('action.kind-fixed')
    // The security is called otherwise already.
    if (renames(form)) throw new Refusal('action.state', { title, state, done: 'changed' })
    refuseOutOfBooks(said, before, order.today)
  }
  await refuseSameDay(tx, said, named, id)
  if (!said.draft && !isInBooks(before)) await holdIntention(tx, said, named, { ...order, reason })
  const next = state === 'draft' && !said.draft ? 'announced' : state
  const [changed] = await tx.query(CHANGE, { id, state: next, ...rowOf(form, named) })
  const { recordedBy } = order
  const storedText = JSON.stringify(storedForm(form))
  await tx.query(ADD_VERSION, { id, version: changed?.version ?? 0, form: storedText, reason, recordedBy })
  await noteStep(tx, { id, what: 'changed', detail: reason, recordedBy })
  const action = await findAction(tx, id)
  const posting = isInBooks(action) ? { ...order, openPeriod: true } : order
  const effects =
    next === 'draft' ? NO_EFFECTS : await applyNow(tx, action, posting, taxRatesAfter(before, action))
  if (isInBooks(action)) await keepState(tx, id)
  return answer(tx, action, effects, order, {
    action: 'corporate-actions.change',
    before: { title: before.title, ...storedForm(before.form) },
  })
}

// The records that a form names: securities, portfolios; the rights come with their event.

const ENTITIES = statement(
  'actions.entities-of',
  'SELECT p.id, p.entity_id FROM portfolios p WHERE p.id = ANY (:ids::bigint[])',
)
const ADD_RIGHTS = statement(
  'actions.add-rights',
  `INSERT INTO equities (name, symbol, sector, market, country, currency)
   SELECT left(e.name, 190) || ' (Rights)', :symbol, e.sector, e.market, e.country, e.currency FROM equities e WHERE e.id = :equityId
   RETURNING id, symbol, name`,
)

/** The records that a form names, found. */
export interface Named {
  readonly held: NamedSecurity | null
  readonly new: NamedSecurity | null
  readonly rights: NamedSecurity | null
  readonly portfolio: Portfolio | null
  readonly toPortfolio: Portfolio | null
  /** Of a transfer: between entities. */
  readonly across: boolean
}

/** @throws Refusal `action.security-unknown`; `name.ambiguous` or `symbol.ambiguous` with the symbols that fit. */
async function securityNamed(
  db: Queryable,
  { name, field, day }: { readonly name: string; readonly field: string; readonly day: string | null },
): Promise<NamedSecurity> {
  const meant = (await securitiesMeant(db, [{ word: name, day }]))(name, day)
  const [found, ...others] = meant.best
  if (found === undefined) throw refuseField('action.security-unknown', field, { symbol: name })
  if (others.length > 0) throw ambiguousName(name, meant, field)
  return { id: found.id, symbol: found.symbol, name: found.name }
}

/** Finds what a form names. @throws Refusal naming the field for what is not there, or cannot be together. */
export async function namedIn(tx: Transaction, form: ActionForm, before?: StoredAction): Promise<Named> {
  // A security that is called otherwise by now is known by what it was called when the form was recorded.
  const isSame =
    before?.held != null && form.securityCode?.toUpperCase() === before.form.securityCode?.toUpperCase()
  const { ex, announcement } = datesOf(form)
  // A notice uses the names of its time.
  const day = ex ?? announcement
  const held =
    form.securityCode === null
      ? (before?.held ?? null)
      : isSame
        ? before.held
        : await securityNamed(tx, { name: form.securityCode, field: 'securityCode', day })
  const portfolio =
    form.portfolio === null && form.portfolioId === null ? null : await resolvePortfolio(tx, form)
  if (portfolio === null && scopeNow() !== undefined) throw new Refusal('rights.outside')
  refuseOthersSecurity(form)
  if (portfolio === null && kindOf(form).ofOne === true)
    throw refuseField('action.portfolio-needed', 'portfolio')
  const newCode = newSecurityIn(form)
  const next =
    newCode === null ? null : await securityNamed(tx, { name: newCode, field: 'newSecurityCode', day })
  if (next !== null && next.id === held?.id)
    throw refuseField('action.same-security', 'newSecurityCode', { symbol: next.symbol })
  const offer = kindOf(form).offer?.(form)
  const rights =
    offer !== undefined && !form.draft && held !== null ? await rightsOf(tx, held, offer.rightsSymbol) : null
  if (!('toPortfolio' in form))
    return { held, new: next, rights, portfolio, toPortfolio: null, across: false }
  const toPortfolio = await resolvePortfolio(tx, { portfolio: form.toPortfolio })
  if (toPortfolio.status !== ACTIVE_STATUS)
    throw refuseField('portfolio.not-active', 'toPortfolio', {
      name: toPortfolio.portfolioName,
      status: toPortfolio.status,
    })
  const across = await isAcross(tx, form.transferPrice, portfolio as Portfolio, toPortfolio)
  return { held, new: null, rights: null, portfolio, toPortfolio, across }
}

const IN_USE = statement(
  'actions.rights-in-use',
  `SELECT a.id FROM em.corporate_actions a JOIN em.equities e ON e.id = a.rights_equity_id
    WHERE lower(e.symbol) = lower(:symbol) AND a.equity_id <> :equityId AND a.state IN ('announced', 'entitled') LIMIT 1`,
)
/** Serials of rights that one company has open at a time. */
const SERIALS = 20

/**
 * The security that rights are traded as: JKH.R0000 of JKH.N0000, the next serial where rights of another share of the company
 * are open under it. It is added where it is not known.
 */
async function rightsOf(tx: Transaction, held: NamedSecurity, named: string | null): Promise<NamedSecurity> {
  const code = held.symbol.split('.')[0] ?? held.symbol
  const symbol = named?.toUpperCase() ?? (await freeSymbol(tx, code, held.id))
  const { best, bySymbol } = (await securitiesMeant(tx, [{ word: symbol, day: null }]))(symbol, null)
  const [known] = bySymbol ? best : []
  if (known !== undefined) return { id: known.id, symbol: known.symbol, name: known.name }
  const [added] = await tx.query(ADD_RIGHTS, { symbol, equityId: held.id })
  if (added === undefined) throw refuseField('action.security-unknown', 'rightsSymbol', { symbol })
  const after = await equitiesTable.get(tx, added.id)
  sendAudits(tx, [{ action: 'equities.create', entity: 'equities', entityId: added.id, after }])
  return added
}

async function freeSymbol(db: Queryable, code: string, equityId: number): Promise<string> {
  for (let serial = 0; serial < SERIALS; serial += 1) {
    const symbol = `${code}.R${String(serial).padStart(4, '0')}`
    const [used] = await db.query(IN_USE, { symbol, equityId })
    if (used === undefined) return symbol
  }
  throw refuseField('action.security-unknown', 'rightsSymbol', { symbol: `${code}.R` })
}

async function isAcross(
  db: Queryable,
  price: bigint | null,
  from: Portfolio,
  to: Portfolio,
): Promise<boolean> {
  if (from.id === to.id) throw refuseField('action.transfer-same', 'toPortfolio')
  const [gives, takes] = [
    treatmentOf(from.accountingTreatment).treatment,
    treatmentOf(to.accountingTreatment).treatment,
  ]
  if (gives !== takes) {
    const facts = { from: from.portfolioName, to: to.portfolioName, fromTreatment: gives, toTreatment: takes }
    throw refuseField('action.transfer-treatment', 'toPortfolio', facts)
  }
  const rows = await db.query(ENTITIES, { ids: [from.id, to.id] })
  const across = new Set(rows.map((row) => row.entity_id)).size > 1
  if (across && price === null)
    throw refuseField('action.transfer-price', 'transferPrice', {
      from: from.portfolioName,
      to: to.portfolioName,
    })
  return across
}
