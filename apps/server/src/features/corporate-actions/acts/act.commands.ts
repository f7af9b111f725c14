/** Code shared by the acts on an action: its state and steps, its plans as recorded, their effects in the books, the answer or its preview. */
import type {
  ActionPreview,
  ActionState,
  CorporateActionDetail,
} from '@em/contract/corporate-actions/corporate-actions'
import { storedForm } from '@em/contract/corporate-actions/forms'
import { rupees } from '@em/core/values/money'
import { type Queryable, statement, type Transaction } from '../../../platform/database/database.ts'
import { jsonNumber } from '../../../platform/database/json-number.ts'
import type { Outcome } from '../../../platform/door.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { resolvePortfolio } from '../../portfolios/portfolios.queries.ts'
import { applyActions, type Effects, holdHolders } from '../apply/apply.commands.ts'
import { isInBooks, type PlannedAction, planAll, readPlanWorld } from '../apply/plans.queries.ts'
import { findAction, lockAction, type StoredAction } from '../facts/action-rows.queries.ts'
import { detailOf, entitlementsOf } from './answer.queries.ts'

export interface ActionOrder extends RecordedBy {
  readonly today: string
  readonly dryRun: boolean
}

export type Answer = Outcome<CorporateActionDetail | ActionPreview>

export const NO_EFFECTS: Pick<Effects, 'entryIds' | 'moved'> = { entryIds: [], moved: [] }

/** The answer to a write of an action, or its preview. */
export async function answer(
  tx: Transaction,
  action: StoredAction,
  effects: Pick<Effects, 'entryIds' | 'moved'>,
  { dryRun, today }: ActionOrder,
  audit: { readonly action: string; readonly before: unknown; readonly after?: unknown },
): Promise<Answer> {
  const row = {
    action: audit.action,
    entity: 'corporate-action',
    entityId: action.id,
    ...(audit.before !== undefined && { before: audit.before }),
    after: audit.after ?? { title: action.title, ...storedForm(action.form) },
  }
  if (dryRun) return { answer: await previewOf(tx, action.id, effects, today), audit: row, status: 200 }
  return { answer: await detailOf(tx, action.id, today), audit: row }
}

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
const NEXT_LIFE = statement(
  'actions.next-life',
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

/** The next life of an action: what was chosen, allotted and paid counts no more. */
export async function beginNextLife(tx: Transaction, id: number, state: ActionState): Promise<void> {
  await tx.query(NEXT_LIFE, { id, state })
}

/** Of an action that is in the books: entitled while anything is still to come, else processed. */
export async function keepState(tx: Transaction, id: number): Promise<void> {
  await tx.query(KEEP, { id })
}

/**
 * The plans of an action by portfolio id, for the portfolios that are named or for all. What other portfolios hold in the same account at the
 * depository is read with it, so that the plan of one is the same among some as among all.
 */
export async function plansNow(
  tx: Transaction,
  action: StoredAction,
  today: string,
  portfolioIds: readonly number[] | null = null,
): Promise<Map<number, PlannedAction>> {
  const world = await readPlanWorld(tx, [action], portfolioIds)
  return new Map(planAll([action], world, today).map((one) => [one.portfolio.id, one]))
}

/** An action in the books and the plan of one of its portfolios: the one that is named, or its only one. */
export async function inOnePortfolio(
  tx: Transaction,
  id: number,
  named: string | null,
  done: string,
  today: string,
): Promise<{ readonly action: StoredAction; readonly plan: PlannedAction }> {
  const action = await lockAction(tx, id)
  const { title, state } = action
  if (!isInBooks(action)) throw new Refusal('action.state', { title, state, done })
  const asked = named === null ? action.portfolioId : (await resolvePortfolio(tx, { portfolioId: named })).id
  // Without a named portfolio all are planned: if only one has an entitlement, it is meant.
  const plans = await plansNow(tx, action, today, asked === null ? null : [asked])
  const held = [...plans.values()].filter(
    ({ plan }) => plan.entitlement.entitled > 0n || plan.expected !== null,
  )
  const only = held.length === 1 ? held[0] : undefined
  const portfolioId = asked ?? only?.portfolio.id
  if (portfolioId === undefined) throw refuseField('action.portfolio-needed', 'portfolioId')
  const plan = plans.get(portfolioId)
  if (plan === undefined) {
    const portfolio = await resolvePortfolio(tx, { portfolioId })
    throw refuseField('action.election-portfolio', 'portfolioId', {
      portfolio: portfolio.portfolioName,
      title,
    })
  }
  return { action, plan }
}

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

/** Posts what an election, allotment or payment changes in an action that is in the books; null: in all portfolios. */
export async function applyIfInBooks(
  tx: Transaction,
  action: StoredAction,
  order: ActionOrder,
  portfolioIds: readonly number[] | null,
): Promise<Pick<Effects, 'entryIds' | 'moved'>> {
  if (!isInBooks(action)) return NO_EFFECTS
  await holdHolders(tx, [action], portfolioIds)
  const effects = await applyActions(tx, [action], {
    ...recorder(order),
    // Entries of a locked day are posted on the first open one.
    openPeriod: true,
    portfolioIds,
    today: order.today,
    needsAccount: true,
    taxRates: 'come',
  })
  await keepState(tx, action.id)
  return effects
}

// The effects of a write, read inside its transaction before it is rolled back.

const POSITIONS_MOST = 200

const SUMS = statement(
  'actions.preview-postings',
  `SELECT l.entry_date AS date, a.account_code, a.account_name, l.transaction_type, sum(l.debit) AS debit!, sum(l.credit) AS credit!
     FROM journal_lines l JOIN chart_of_accounts a ON a.id = l.account_id WHERE l.entry_id = ANY (:entryIds::bigint[])
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 4`,
)
const NAMES = statement(
  'actions.preview-positions',
  `SELECT k.place, p.portfolio_id AS code, p.portfolio_name AS name, e.symbol
     FROM unnest(:portfolioIds::bigint[], :equityIds::bigint[]) WITH ORDINALITY AS k (portfolio, equity, place)
     JOIN portfolios p ON p.id = k.portfolio JOIN equities e ON e.id = k.equity ORDER BY k.place`,
)

/** The ledger lines of entries, added up by day and account. */
export async function postingsOf(
  db: Queryable,
  entryIds: readonly number[],
): Promise<ActionPreview['postings']> {
  const sums = await db.query(SUMS, { entryIds })
  return sums.map((row) => ({ ...row, debit: jsonNumber(row.debit), credit: jsonNumber(row.credit) }))
}

type Moved = Effects['moved'][number]

/** The preview of what was done to an action in this transaction. */
export async function previewOf(
  db: Queryable,
  id: number,
  { entryIds, moved }: Pick<Effects, 'entryIds' | 'moved'>,
  today: string,
): Promise<ActionPreview> {
  const chains = new Map<number, { first: Moved; last: Moved }>()
  for (const one of moved) {
    const first = chains.get(one.chain.id)?.first ?? one
    chains.set(one.chain.id, { first, last: one })
  }
  const shown = [...chains.values()].slice(0, POSITIONS_MOST)
  const action = await findAction(db, id)
  const [detail, entitlements, postings, names] = await Promise.all([
    detailOf(db, id, today),
    entitlementsOf(db, action, { limit: POSITIONS_MOST }, today),
    postingsOf(db, entryIds),
    db.query(NAMES, {
      portfolioIds: shown.map(({ first }) => first.chain.position.portfolioId),
      equityIds: shown.map(({ first }) => first.chain.position.equityId),
    }),
  ])
  const standing = (held: Moved['chain']['holding']) => ({
    quantity: Number(held.quantity),
    cost: rupees(held.cost),
    charges: rupees(held.charges),
  })
  return {
    dryRun: true,
    id,
    kind: detail.kind,
    state: detail.state,
    portfolios: detail.portfolios,
    entitlements: entitlements.rows,
    postings,
    positions: shown.map(({ first, last }, at) => ({
      portfolioId: names[at]?.code ?? '',
      portfolioName: names[at]?.name ?? '',
      symbol: names[at]?.symbol ?? '',
      before: standing(first.chain.holding),
      after: standing(last.change.state.holding),
    })),
    warnings: detail.warnings,
  }
}
