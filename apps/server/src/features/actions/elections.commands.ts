/** What portfolios choose, are allotted and receive: facts of an action that is announced or in the books. */
import type { ElectionInput } from '@em/contract/books/action-elections'
import type {
  ActionPreview,
  CorporateActionDetail,
  corporateActions,
} from '@em/contract/books/corporate-actions'
import { sumOf } from '@em/core/values/money'
import type { z } from 'zod'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { recorder } from '../../platform/recorded-by.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { type ActionOrder, answer, NOTHING_BROUGHT } from './announce.commands.ts'
import { type Brought, bring, holdHolders } from './bring/bring.commands.ts'
import { readPlanWorld } from './bring/plan-facts.queries.ts'
import { isInBooks, type PlannedAction, planAll } from './bring/planned.ts'
import { findAction, lockAction, type StoredAction } from './facts/action-rows.queries.ts'
import { datesOf } from './facts/terms.ts'
import { refuseLots } from './named-lots.queries.ts'
import { keepState, noteStep } from './states.commands.ts'

type Answer = Outcome<CorporateActionDetail | ActionPreview>

/** Kinds that leave something to choose. */
export const CHOOSES: readonly string[] = ['rights', 'election', 'buyback', 'tender', 'ipo']

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
const ACCOUNTS = statement(
  'actions.accounts-there',
  'SELECT id FROM settlement_accounts WHERE id = ANY (:ids::bigint[])',
)

/**
 * The plans of an action as it stands, by the portfolio's id: of some portfolios, or of all. What others hold in the same account at the
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

/**
 * Saves elections; what they do is brought by the caller.
 * @throws Refusal `action.no-elections`, `action.last-day`, `action.election-portfolio`, `action.election-too-much`, `action.additional-too-early`,
 *   and as `refuseLots` does.
 */
export async function saveElections(
  tx: Transaction,
  action: StoredAction,
  elections: readonly ElectionInput[],
  { recordedBy, today }: Pick<ActionOrder, 'recordedBy' | 'today'>,
): Promise<void> {
  const { id, turn, title, lastDate, kind } = action
  if (!CHOOSES.includes(kind)) throw new Refusal('action.no-elections', { title })
  // What was chosen in time may be recorded later, with its day; a preview says so too.
  const late = elections.findIndex(({ date }) => lastDate !== null && (date ?? today) > lastDate)
  if (lastDate !== null && late >= 0)
    throw refuseField('action.last-day', `elections.${late}.date`, { date: lastDate })
  const plans = await plansNow(tx, action, today)
  const traded = await tradedRights(tx, action, today)
  const rows = []
  for (const [place, one] of elections.entries()) {
    const portfolio = await resolvePortfolio(tx, { portfolioId: one.portfolioId })
    const plan = plans.get(portfolio.id)
    const field = `elections.${place}`
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
  return kind === 'tender' || kind === 'buyback'
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
  order: ActionOrder,
  portfolioIds: readonly number[] | null,
): Promise<Pick<Brought, 'entryIds' | 'moved'>> {
  if (!isInBooks(action)) return NOTHING_BROUGHT
  await holdHolders(tx, [action], portfolioIds)
  const brought = await bring(tx, [action], {
    ...recorder(order),
    openPeriod: true,
    portfolioIds,
    today: order.today,
    needsAccount: true,
    taxRates: 'come',
  })
  await keepState(tx, action.id)
  return brought
}

/** Elections by themselves. @throws Refusal as `saveElections` does, and `action.state`. */
export async function electNow(
  tx: Transaction,
  id: number,
  elections: readonly ElectionInput[],
  order: ActionOrder,
): Promise<Answer> {
  const action = await lockAction(tx, id)
  const { title, state } = action
  if (state === 'draft' || state === 'cancelled')
    throw new Refusal('action.state', { title, state, done: 'elected' })
  await saveElections(tx, action, elections, order)
  await noteStep(tx, {
    id,
    what: 'elected',
    detail: elections.length === 1 ? '1 portfolio' : `${elections.length} portfolios`,
    recordedBy: order.recordedBy,
  })
  const brought = await bringIfInBooks(tx, action, order, null)
  return answer(tx, await findAction(tx, id), brought, order, {
    action: 'corporate-actions.elect',
    before: undefined,
    after: { title, portfolios: elections.length },
  })
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
  // Where nobody is named all are planned, to see whether there is only one.
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

const ALLOT = statement(
  'actions.allot',
  `INSERT INTO em.action_allotments (action_id, turn, portfolio_id, allotted, allotted_on, refunded_on, settlement_account_id, recorded_by)
   VALUES (:id, :turn::int, :portfolioId, :allotted, :date::date, :refundDate?::date, :accountId?, :recordedBy)`,
)
const SECURITY = statement(
  'actions.security-allotted',
  'UPDATE em.corporate_actions a SET equity_id = e.id FROM em.equities e WHERE a.id = :id AND e.id = security_of_symbol(:symbol, :date::date) RETURNING e.id',
)

/**
 * Records an allotment.
 * @throws Refusal `action.no-elections` for other kinds, `action.allotted-already`, `action.not-subscribed`, `action.allot-too-much`,
 *   `action.date-in-future`, `action.date-before`, `action.incomplete` where an IPO's security is not named.
 */
export async function allotNow(
  tx: Transaction,
  id: number,
  body: z.output<(typeof corporateActions.allot)['body']>,
  order: ActionOrder,
): Promise<Answer> {
  const { today, recordedBy } = order
  const { action, plan } = await inOnePortfolio(tx, id, body.portfolioId, 'allotted', today)
  const { title, kind, terms } = action
  const portfolio = plan.portfolio.name
  if (terms === null || (kind !== 'rights' && kind !== 'ipo'))
    throw new Refusal('action.no-elections', { title })
  if (plan.known.allotment !== null) throw new Refusal('action.allotted-already', { portfolio })
  if (body.date > today) throw refuseField('action.date-in-future', 'date', { date: body.date })
  if (body.refundDate !== null && body.refundDate > today)
    throw refuseField('action.date-in-future', 'refundDate', { date: body.refundDate })
  const election = plan.known.election
  const applied =
    kind === 'ipo'
      ? plan.plan.entitlement.entitled
      : (election?.subscribe ?? 0n) + (election?.additional ?? 0n)
  // An application that was taken over without its price can only be refunded whole.
  const isPriceless = terms.kind === 'ipo' && terms.price === null
  if (isPriceless && body.allotted > 0n)
    throw refuseField('action.taken-on-price', 'allotted', { title, portfolio })
  if (applied === 0n && !isPriceless) throw new Refusal('action.not-subscribed', { portfolio })
  if (body.allotted > applied)
    throw refuseField('action.allot-too-much', 'allotted', { portfolio, applied: String(applied) })
  const [paidOn, what] =
    action.takenOn !== null
      ? [action.takenOn, 'the opening']
      : kind === 'ipo'
        ? [action.exDate ?? '', 'the application']
        : [election?.date ?? '', 'the payment']
  if (body.date < paidOn)
    throw refuseField('action.date-before', 'date', { date: body.date, what, before: paidOn })
  if (body.refundDate !== null && body.refundDate < body.date)
    throw refuseField('action.date-before', 'refundDate', {
      date: body.refundDate,
      what: 'the allotment',
      before: body.date,
    })
  if (body.settlementAccount !== null) await refuseUnknownAccounts(tx, [body.settlementAccount])
  if (kind === 'ipo' && action.held === null && body.allotted > 0n) {
    if (body.securityCode === null) throw new Refusal('action.incomplete', { fields: 'Security Code' })
    const [found] = await tx.query(SECURITY, { id, symbol: body.securityCode, date: body.date })
    if (found === undefined)
      throw refuseField('action.security-unknown', 'securityCode', { symbol: body.securityCode })
  }
  await tx.query(ALLOT, {
    id,
    turn: action.turn,
    portfolioId: plan.portfolio.id,
    allotted: body.allotted,
    date: body.date,
    refundDate: body.refundDate,
    accountId: body.settlementAccount,
    recordedBy,
  })
  await noteStep(tx, { id, what: 'allotted', detail: `${body.allotted} to ${portfolio}`, recordedBy })
  const brought = await bringIfInBooks(tx, await findAction(tx, id), order, [plan.portfolio.id])
  return answer(tx, await findAction(tx, id), brought, order, {
    action: 'corporate-actions.allot',
    before: undefined,
    after: {
      title,
      portfolio,
      allotted: Number(body.allotted),
      date: body.date,
      refund_date: body.refundDate,
    },
  })
}
