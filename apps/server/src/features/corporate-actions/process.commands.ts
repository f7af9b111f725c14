/** Applies an action to the books, once, and takes it out of them again. */
import type { ElectionInput } from '@em/contract/corporate-actions/action-elections'
import type { ActionPreview, CorporateActionDetail } from '@em/contract/corporate-actions/corporate-actions'
import { missingOf, storedForm } from '@em/contract/corporate-actions/forms'
import { type ActionForm, KINDS, kindOf, outlasts } from '@em/contract/corporate-actions/kinds'
import { decimalOf, PRICE_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { scopeNow } from '../../platform/database/scope.ts'
import type { Outcome } from '../../platform/door.ts'
import type { Progress } from '../../platform/http/writes.ts'
import { recorder } from '../../platform/recorded-by.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { moveReversalAlong } from '../gl-mappings/moved-lines.commands.ts'
import { reverseEntries } from '../ledger/posting/reversals.commands.ts'
import {
  type ActionOrder,
  answer,
  beginNextLife,
  keepState,
  noteStep,
  refuseTakenOn,
  setState,
} from './acts/act.commands.ts'
import { applyActions, holdHolders } from './apply/apply.commands.ts'
import { saveElections } from './elections/elections.commands.ts'
import { refuseUnnamedLots } from './elections/named-lots.queries.ts'
import { electedSinceForm, refuseUnfittingChoices } from './elections/outlasting-choices.commands.ts'
import { findAction, lockAction, type StoredAction } from './facts/action-rows.queries.ts'
import { putIdentityBack, refuseLaterIdentity, renameSecurity, renames } from './identity.commands.ts'

type Answer = Outcome<CorporateActionDetail | ActionPreview>

export interface ProcessOrder extends ActionOrder {
  readonly elections: readonly ElectionInput[] | null
  /** Where lots are to be named and none are; null: that is refused. */
  readonly unnamedLots: 'oldest' | null
  /** Why all the same, where what is elected exceeds a soft limit. */
  readonly reason: string | null
  readonly progress: Progress
}

const FIRST_DAY = statement(
  'actions.first-day-price',
  `SELECT coalesce(p.last_trade, p.close) AS price FROM prices p WHERE p.equity_id = :equityId AND p.trade_date = :day::date`,
)
const NEXT_FORM = statement(
  'actions.next-form',
  `WITH kept AS (UPDATE em.corporate_actions SET version = version + 1 WHERE id = :id RETURNING version)
   INSERT INTO em.action_versions (action_id, version, form, reason, recorded_by)
   SELECT :id, kept.version, :form::jsonb, 'First-day prices as recorded', :recordedBy FROM kept`,
)

/** A user who does not see all portfolios processes only what was recorded for one of his own; a change of name is for everyone. */
export function refuseOfOthers(action: StoredAction): void {
  if ((action.portfolioId === null || renames(action)) && scopeNow() !== undefined)
    throw new Refusal('rights.outside')
}

/**
 * Applies an action to the books inside the door's transaction.
 * @throws Refusal `action.processed` (409), `action.state`, `action.incomplete`, `action.price-needed`, `action.not-due`, `action.not-held`,
 *   `action.account-needed`, `action.method-needed`, `action.lots-needed`.
 */
export async function processAction(tx: Transaction, id: number, order: ProcessOrder): Promise<Answer> {
  const { recordedBy, today, dryRun, progress } = order
  const found = await lockAction(tx, id)
  refuseOfOthers(found)
  refuseState(found)
  progress(0, 0, 'Reading holdings')
  const action = await withPrices(tx, found, recordedBy)
  if (!dryRun && (action.exDate ?? '9999') > today)
    throw new Refusal('action.not-due', { date: action.exDate ?? '' })
  await holdHolders(tx, [action], null)
  await setState(tx, id, 'entitled')
  const entitled: StoredAction = { ...action, state: 'entitled' }
  const ofForm = electedIn(entitled)
  const isElectedSince = ofForm.length > 0 && (await electedSinceForm(tx, entitled))
  const elections = [...(isElectedSince ? [] : ofForm), ...(order.elections ?? [])]
  if (elections.length > 0) await saveElections(tx, entitled, elections, order)
  await refuseUnfittingChoices(tx, entitled, today)
  await renameSecurity(tx, action)
  progress(0, 0, 'Writing entitlements, lots and entries')
  const effects = await applyActions(tx, [entitled], {
    ...recorder(order),
    // Entries of a locked day are posted on the first open one.
    openPeriod: true,
    portfolioIds: null,
    today,
    needsAccount: true,
    taxRates: 'in force',
  })
  if (order.unnamedLots !== 'oldest') refuseUnnamedLots(effects.plans)
  const isHeld = effects.plans.some(({ plan }) => plan.entitlement.held > 0n || plan.entries.length > 0)
  if (!isHeld && !renames(action) && kindOf(action.form).ignoresHolding !== true)
    throw new Refusal('action.not-held', { symbol: action.held?.symbol ?? '', date: action.exDate ?? '' })
  await keepState(tx, id)
  await noteStep(tx, { id, what: 'processed', detail: null, recordedBy })
  return answer(tx, await findAction(tx, id), effects, order, {
    action: 'corporate-actions.process',
    before: undefined,
  })
}

/** The election in the form, as a choice of its one portfolio: it was made in time, whenever it is recorded. */
function electedIn({ form, portfolioId, lastDate }: StoredAction): ElectionInput[] {
  const subscribe = kindOf(form).subscribed?.(form) ?? null
  if (subscribe === null || portfolioId === null) return []
  const none = {
    sell: null,
    lapse: null,
    additional: null,
    settlementAccount: form.settlementAccount,
    allocations: null,
    unnamedLots: null,
  }
  return [{ ...none, portfolioId: String(portfolioId), subscribe, date: lastDate }]
}

function refuseState({ state, title }: StoredAction): void {
  if (state === 'entitled' || state === 'processed') throw new Refusal('action.processed', { title })
  if (state !== 'announced') throw new Refusal('action.state', { title, state, done: 'processed' })
}

/** The prices that a form leaves to those recorded on its day: its fields, each with the security that it is the price of. */
function pricesAsked({ form, ...action }: StoredAction) {
  const values: Readonly<Record<string, unknown>> = form
  return Object.entries(kindOf(form).fields).flatMap(([field, { priceOf }]) =>
    priceOf === undefined || values[field] !== null ? [] : [{ field, priceOf, security: action[priceOf] }],
  )
}

/** The action with the exchange's first-day prices, where the form has none. */
async function withPrices(tx: Transaction, action: StoredAction, recordedBy: number): Promise<StoredAction> {
  const { form, exDate, title } = action
  if (action.terms !== null) return action
  const asked = pricesAsked(action)
  if (asked.length > 0 && exDate !== null) {
    const found: Record<string, bigint> = {}
    // That of the new security is asked for first.
    for (const { field, security } of asked.toSorted((a, b) => (a.priceOf < b.priceOf ? 1 : -1))) {
      const [row] = security === null ? [] : await tx.query(FIRST_DAY, { equityId: security.id, day: exDate })
      if (row?.price == null)
        throw refuseField('action.price-needed', field, { symbol: security?.symbol ?? '', title })
      found[field] = decimalOf(row.price, PRICE_SCALE)
    }
    const filled: ActionForm = { ...form, ...found }
    await tx.query(NEXT_FORM, { id: action.id, form: JSON.stringify(storedForm(filled)), recordedBy })
    return findAction(tx, action.id)
  }
  const missing = missingOf(form, { ...action, across: false, isPooled: true })
  throw new Refusal('action.incomplete', { fields: missing.join(', ') })
}

const LIVE = statement(
  'actions.live-entries',
  `SELECT h.id FROM em.journal_entries h WHERE h.cause_kind = 'action' AND h.cause_id = :id AND h.reversal_of IS NULL AND h.trade_id IS NULL
      AND NOT EXISTS (SELECT FROM em.journal_entries r WHERE r.reversal_of = h.id) ORDER BY h.id`,
)

export interface TakeBackOrder extends ActionOrder {
  readonly reason: string | null
  readonly progress: Progress
}

/**
 * Takes what an action did out of the books. Where portfolios have something to choose, what they chose, were allotted and were paid is
 * kept: it is applied again when the action is processed, unless it is taken out. Of others what was paid counts no more.
 */
export async function takeBack(
  tx: Transaction,
  action: StoredAction,
  state: 'announced' | 'cancelled',
  order: Omit<TakeBackOrder, 'reason'>,
) {
  const { today, progress } = order
  await holdHolders(tx, [action], null)
  progress(0, 0, 'Reversing entries')
  const live = (await tx.query(LIVE, { id: action.id })).map((row) => row.id)
  const cause = { kind: 'action', id: action.id } as const
  const reversed = await reverseEntries(tx, live, { ...recorder(order), kind: 'event', cause })
  const followed = await moveReversalAlong(tx, reversed, order)
  const isStaying = state === 'announced' && outlasts(KINDS[action.kind])
  if (isStaying) await setState(tx, action.id, state)
  else await beginNextLife(tx, action.id, state)
  await putIdentityBack(tx, action)
  progress(0, 0, 'Taking lots back')
  const out: StoredAction = { ...action, state, turn: action.turn + (isStaying ? 0 : 1) }
  const effects = await applyActions(tx, [out], {
    ...recorder(order),
    portfolioIds: null,
    today,
    taxRates: 'in force',
  })
  return { ...effects, entryIds: [...reversed, ...followed, ...effects.entryIds] }
}

/** @throws Refusal `action.state`; `action.needed` where shares that came of it were sold or moved since, naming what. */
export async function reverseAction(tx: Transaction, id: number, order: TakeBackOrder): Promise<Answer> {
  const action = await lockAction(tx, id)
  const { title, state } = action
  refuseOfOthers(action)
  refuseTakenOn(action)
  if (state !== 'entitled' && state !== 'processed')
    throw new Refusal('action.state', { title, state, done: 'reversed' })
  await refuseLaterIdentity(tx, action)
  const effects = await takeBack(tx, action, 'announced', { ...order, openPeriod: true })
  await noteStep(tx, { id, what: 'reversed', detail: order.reason, recordedBy: order.recordedBy })
  return answer(tx, await findAction(tx, id), effects, order, {
    action: 'corporate-actions.reverse',
    before: { title, state },
    after: { title, state: 'announced', reason: order.reason },
  })
}

/** @throws Refusal as `reverseAction` does; `action.state` for one that is cancelled already. */
export async function cancelAction(tx: Transaction, id: number, order: TakeBackOrder): Promise<Answer> {
  const action = await lockAction(tx, id)
  const { title, state } = action
  refuseOfOthers(action)
  refuseTakenOn(action)
  if (state === 'cancelled') throw new Refusal('action.state', { title, state, done: 'cancelled' })
  await refuseLaterIdentity(tx, action)
  const effects = await takeBack(tx, action, 'cancelled', { ...order, openPeriod: true })
  await noteStep(tx, { id, what: 'cancelled', detail: order.reason, recordedBy: order.recordedBy })
  return answer(tx, await findAction(tx, id), effects, order, {
    action: 'corporate-actions.cancel',
    before: { title, state },
    after: { title, state: 'cancelled', reason: order.reason },
  })
}
