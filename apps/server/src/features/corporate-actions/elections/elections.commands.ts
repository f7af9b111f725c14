/** The elections of portfolios for an action that is announced or in the books. */
import type { ElectionInput } from '@em/contract/corporate-actions/action-elections'
import { datesOf } from '@em/contract/corporate-actions/forms'
import { KINDS, kindOf, outlasts } from '@em/contract/corporate-actions/kinds'
import { sumOf } from '@em/core/values/money'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { holdOfActions } from '../../limits/hold-actions.commands.ts'
import { resolvePortfolio } from '../../portfolios/portfolios.queries.ts'
import {
  type ActionOrder,
  type Answer,
  answer,
  applyIfInBooks,
  noteStep,
  plansNow,
  refuseUnknownAccounts,
} from '../acts/act.commands.ts'
import { findAction, lockAction, type StoredAction } from '../facts/action-rows.queries.ts'
import { refuseLots } from './named-lots.queries.ts'

const ADD_ELECTIONS = statement(
  'actions.add-elections',
  `INSERT INTO em.action_elections (action_id, turn, portfolio_id, subscribe, sell, lapse, additional, pay_date, settlement_account_id, recorded_by, allocations)
   SELECT :id, :turn::int, k.portfolio, k.subscribe, k.sell, k.lapse, k.additional, k.day, k.account, :recordedBy, k.lots::jsonb
     FROM unnest((SELECT :portfolioIds::bigint[]), (SELECT :subscribe::bigint[]), (SELECT :sell::bigint[]), (SELECT :lapse::bigint[]), (SELECT :additional::bigint[]),
                 (SELECT :days::date[]), (SELECT :accounts?::bigint[]), (SELECT :lots?::text[]))
       AS k (portfolio, subscribe, sell, lapse, additional, day, account, lots)`,
)
const TRADED = statement(
  'actions.traded-rights',
  `SELECT t.portfolio_id, coalesce(sum(v.quantity) FILTER (WHERE t.side <> 'sell'), 0)::bigint AS bought!,
          coalesce(sum(v.quantity) FILTER (WHERE t.side = 'sell'), 0)::bigint AS sold!
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
    WHERE t.equity_id = :equityId AND NOT t.is_deleted AND v.trade_date >= :from::date GROUP BY t.portfolio_id`,
)
/**
 * Saves elections; the caller applies their effects.
 * @throws Refusal `action.no-elections`, `action.last-day`, `action.election-portfolio`, `action.election-too-much`, `action.additional-too-early`,
 *   and as `refuseLots` does.
 */
export async function saveElections(
  tx: Transaction,
  action: StoredAction,
  elections: readonly ElectionInput[],
  {
    recordedBy,
    today,
    reason,
  }: Pick<ActionOrder, 'recordedBy' | 'today'> & { readonly reason: string | null },
): Promise<void> {
  const { id, turn, title, lastDate, kind } = action
  if (!outlasts(KINDS[kind])) throw new Refusal('action.no-elections', { title })
  // An election made in time may be recorded later, with its day; a preview says so too.
  const late = elections.findIndex(({ date }) => lastDate !== null && (date ?? today) > lastDate)
  if (lastDate !== null && late >= 0)
    throw refuseField('action.last-day', `elections.${late}.date`, { date: lastDate })
  const plans = await plansNow(tx, action, today)
  const traded = await tradedRights(tx, action, today)
  const rows = []
  for (const [index, one] of elections.entries()) {
    const portfolio = await resolvePortfolio(tx, { portfolioId: one.portfolioId })
    const plan = plans.get(portfolio.id)
    const field = `elections.${index}`
    const { bought, sold } = traded.get(portfolio.id) ?? { bought: 0n, sold: 0n }
    if (plan === undefined && bought === 0n)
      throw refuseField('action.election-portfolio', field, { portfolio: portfolio.portfolioName, title })
    if (plan?.known.allotment != null)
      throw new Refusal('action.allotted-already', { portfolio: portfolio.portfolioName })
    const entitled = (plan?.plan.entitlement.entitled ?? 0n) + bought
    const lots = one.allocations?.filter(({ allocatedQuantity }) => allocatedQuantity > 0n) ?? []
    const [subscribe, sell, lapse, additional] = [
      one.subscribe ?? 0n,
      one.sell ?? sumOf(lots.map(({ allocatedQuantity }) => allocatedQuantity)),
      one.lapse ?? 0n,
      one.additional ?? 0n,
    ]
    // What is sold already is what was said to be sold, or more.
    const elected = subscribe + lapse + (sold > sell ? sold : sell)
    if (elected > entitled) {
      const facts = {
        portfolio: portfolio.portfolioName,
        entitled: String(entitled),
        elected: String(elected),
      }
      throw refuseField('action.election-too-much', field, facts)
    }
    if (additional > 0n && subscribe === 0n)
      throw refuseField('action.additional-too-early', field, { portfolio: portfolio.portfolioName })
    refusePayDate(action, one.date, field)
    if (plan !== undefined) await refuseLots(tx, plan, { ...one, sell, lots, field })
    rows.push({
      portfolioId: portfolio.id,
      subscribe,
      sell,
      lapse,
      additional,
      day: one.date ?? today,
      account: one.settlementAccount,
      lots:
        lots.length === 0
          ? null
          : JSON.stringify(
              lots.map((lot) => ({ lot: lot.buyTransactionId, quantity: Number(lot.allocatedQuantity) })),
            ),
    })
  }
  await holdSubscriptions(tx, action, rows, { today, reason })
  await refuseUnknownAccounts(
    tx,
    rows.flatMap(({ account }) => account ?? []),
  )
  await tx.query(ADD_ELECTIONS, {
    id,
    turn,
    recordedBy,
    portfolioIds: rows.map(({ portfolioId }) => portfolioId),
    subscribe: rows.map((row) => row.subscribe),
    sell: rows.map((row) => row.sell),
    lapse: rows.map((row) => row.lapse),
    additional: rows.map((row) => row.additional),
    days: rows.map(({ day }) => day),
    accounts: rows.map(({ account }) => account),
    lots: rows.map((row) => row.lots),
  })
}

interface Chosen {
  readonly portfolioId: number
  readonly subscribe: bigint
  readonly additional: bigint
  readonly day: string
}

/** Subscribed shares are bought of the issuer: limits apply to them. */
async function holdSubscriptions(
  tx: Transaction,
  action: StoredAction,
  rows: readonly Chosen[],
  now: { readonly today: string; readonly reason: string | null },
): Promise<void> {
  const security = action.new ?? action.held
  const offer = kindOf(action.form).offer?.(action.form)
  if (security === null || offer === undefined) return
  const acts = rows
    .filter(({ day }) => day >= now.today)
    .map(({ portfolioId, subscribe, additional }) => ({
      kind: 'buy' as const,
      portfolioId,
      securityId: security.id,
      quantity: subscribe + additional,
      price: offer.price,
      isFree: true,
    }))
  await holdOfActions(tx, { ...now, acts, day: now.today, field: 'elections' })
}

/** Rights that were bought and sold as such, by the portfolio's id. */
export async function tradedRights(
  tx: Transaction,
  { rights, exDate }: StoredAction,
  today: string,
): Promise<Map<number, { readonly bought: bigint; readonly sold: bigint }>> {
  const rows = rights === null ? [] : await tx.query(TRADED, { equityId: rights.id, from: exDate ?? today })
  return new Map(
    rows.map((row) => [row.portfolio_id, { bought: BigInt(row.bought), sold: BigInt(row.sold) }]),
  )
}

/** From when portfolios can choose: from XR or XD; what is offered to buy, from its announcement, whose last day comes before the effective day. */
function choosesFrom({ kind, exDate, form }: StoredAction): readonly [what: string, day: string | null] {
  return KINDS[kind].elects?.from === 'announcement'
    ? ['the announcement', datesOf(form).announcement]
    : ['the ex date', exDate]
}

/** Chosen once that was possible, and not after the last day. */
function refusePayDate(action: StoredAction, date: string | null, field: string): void {
  if (date === null) return
  const { lastDate } = action
  const [what, before] = choosesFrom(action)
  if (before !== null && date < before)
    throw refuseField('action.date-before', `${field}.date`, { date, what, before })
  if (lastDate !== null && date > lastDate)
    throw refuseField('action.last-day', `${field}.date`, { date: lastDate })
}

/** Elections by themselves. @throws Refusal as `saveElections` does, and `action.state`. */
export async function electNow(
  tx: Transaction,
  id: number,
  { elections, reason }: { readonly elections: readonly ElectionInput[]; readonly reason: string | null },
  order: ActionOrder,
): Promise<Answer> {
  const action = await lockAction(tx, id)
  const { title, state } = action
  if (state === 'draft' || state === 'cancelled')
    throw new Refusal('action.state', { title, state, done: 'elected' })
  await saveElections(tx, action, elections, { ...order, reason })
  await noteStep(tx, {
    id,
    what: 'elected',
    detail: `${elections.length === 1 ? '1 portfolio' : `${elections.length} portfolios`}${reason === null ? '' : `: ${reason}`}`,
    recordedBy: order.recordedBy,
  })
  const effects = await applyIfInBooks(tx, action, order, null)
  return answer(tx, await findAction(tx, id), effects, order, {
    action: 'corporate-actions.elect',
    before: undefined,
    after: { title, portfolios: elections.length, ...(reason !== null && { reason }) },
  })
}
