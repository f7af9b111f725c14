/** Elections, allotments and refunds of portfolios outlast a reversal: which of them still fit, and taking them out. */
import type {
  ActionPreview,
  CorporateActionDetail,
  corporateActions,
} from '@em/contract/corporate-actions/corporate-actions'
import { KINDS, outlasts } from '@em/contract/corporate-actions/kinds'
import type { z } from 'zod'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { resolvePortfolio } from '../../portfolios/portfolios.queries.ts'
import { type ActionOrder, answer, NO_EFFECTS, noteStep, plansNow } from '../acts/act.commands.ts'
import type { PlannedAction } from '../apply/plans.queries.ts'
import { findAction, lockAction, NOT_TAKEN_OUT, type StoredAction } from '../facts/action-rows.queries.ts'
import { tradedRights } from './elections.commands.ts'

const isRecorded = ({ known }: PlannedAction) =>
  known.election !== null || known.allotment !== null || known.money.length > 0

/** The plans of portfolios of which something is recorded, by the portfolio's id. */
export async function outlastingChoices(
  tx: Transaction,
  action: StoredAction,
  today: string,
): Promise<Map<number, PlannedAction>> {
  if (!outlasts(KINDS[action.kind])) return new Map()
  return new Map([...(await plansNow(tx, action, today))].filter(([, plan]) => isRecorded(plan)))
}

/**
 * Refuses to apply an action to the books with earlier records of it that no longer fit.
 * @throws Refusal `action.kept-too-much`, `action.kept-too-late`.
 */
export async function refuseUnfittingChoices(
  tx: Transaction,
  action: StoredAction,
  today: string,
): Promise<void> {
  const choices = await outlastingChoices(tx, action, today)
  if (choices.size === 0) return
  const traded = await tradedRights(tx, action, today)
  for (const [id, { known, plan, portfolio }] of choices) {
    const { election, allotment } = known
    const { bought, sold } = traded.get(id) ?? { bought: 0n, sold: 0n }
    const entitled = plan.entitlement.entitled + bought
    const named = { portfolio: portfolio.name, title: action.title }
    if (election !== null) {
      const { subscribe, sell, lapse } = election
      const chosen = subscribe + lapse + (sold > sell ? sold : sell)
      if (chosen > entitled) {
        const facts = { ...named, recorded: String(chosen), most: String(entitled) }
        throw new Refusal('action.kept-too-much', facts)
      }
      const { lastDate } = action
      if (lastDate !== null && election.date > lastDate)
        throw new Refusal('action.kept-too-late', { ...named, date: election.date, last: lastDate })
    }
    const applied =
      KINDS[action.kind].allots?.applied === 'entitled'
        ? entitled
        : (election?.subscribe ?? 0n) + (election?.additional ?? 0n)
    if (allotment !== null && allotment.allotted > applied) {
      const facts = { ...named, recorded: String(allotment.allotted), most: String(applied) }
      throw new Refusal('action.kept-too-much', facts)
    }
  }
}

const SINCE_FORM = statement(
  'actions.elected-since-form',
  `SELECT FROM action_elections x
    WHERE x.action_id = :id AND x.turn = :turn::int AND x.portfolio_id = :portfolioId AND NOT x.taken_out AND ${NOT_TAKEN_OUT('x')}
      AND x.recorded_at > (
        SELECT max(v.recorded_at) FROM (
          SELECT w.version, w.recorded_at, w.form ->> 'subscribedQty' AS said, lag(w.form ->> 'subscribedQty') OVER (ORDER BY w.version) AS before
            FROM action_versions w WHERE w.action_id = :id) v
         WHERE v.version = 1 OR v.said IS DISTINCT FROM v.before)
    LIMIT 1`,
)

/** Whether the one portfolio of an action elected after its form said what it subscribes: what was said last counts. */
export async function electedSinceForm(
  tx: Transaction,
  { id, turn, portfolioId }: StoredAction,
): Promise<boolean> {
  return portfolioId !== null && (await tx.query(SINCE_FORM, { id, turn, portfolioId })).length > 0
}

const TAKE_OUT = statement(
  'actions.take-out',
  `INSERT INTO em.action_elections (action_id, turn, portfolio_id, pay_date, recorded_by, taken_out)
   SELECT :id, :turn::int, p, :today::date, :recordedBy, true FROM unnest(:portfolioIds::bigint[]) AS p`,
)

/**
 * Takes out what portfolios chose, were allotted and were paid, of an action that is not in the books.
 * @throws Refusal `action.state` (409), `action.nothing-kept` (409), 404 for a portfolio.
 */
export async function takeOut(
  tx: Transaction,
  id: number,
  { portfolios, reason }: z.output<(typeof corporateActions.takeOut)['body']>,
  order: ActionOrder,
): Promise<Outcome<CorporateActionDetail | ActionPreview>> {
  const action = await lockAction(tx, id)
  const { title, state, turn } = action
  if (state !== 'announced')
    throw new Refusal('action.state', { title, state, done: 'freed of its elections' })
  const choices = await outlastingChoices(tx, action, order.today)
  const portfolioIds: number[] = []
  if (portfolios === 'all') portfolioIds.push(...choices.keys())
  else {
    for (const [index, portfolioId] of portfolios.entries()) {
      const portfolio = await resolvePortfolio(tx, { portfolioId })
      if (!choices.has(portfolio.id))
        throw refuseField('action.nothing-kept', `portfolios.${index}`, {
          title,
          whose: portfolio.portfolioName,
        })
      portfolioIds.push(portfolio.id)
    }
  }
  if (portfolioIds.length === 0) throw new Refusal('action.nothing-kept', { title, whose: 'any portfolio' })
  const { recordedBy, today } = order
  await tx.query(TAKE_OUT, { id, turn, today, recordedBy, portfolioIds })
  const names = portfolioIds.map((one) => choices.get(one)?.portfolio.name ?? '')
  const detail = [
    names.slice(0, NAMED).join(', '),
    names.length > NAMED ? ' and others' : '',
    `: ${reason}`,
  ].join('')
  await noteStep(tx, { id, what: 'taken out', detail, recordedBy })
  return answer(tx, await findAction(tx, id), NO_EFFECTS, order, {
    action: 'corporate-actions.take-out',
    before: undefined,
    after: { title, portfolios: portfolioIds.length, reason },
  })
}
/** Portfolios that are named; of more it is said that there are. */
const NAMED = 5
