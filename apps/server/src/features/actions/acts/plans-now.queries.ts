/** The plans of an action as it is recorded: of its portfolios, or of the one that an act is about. */
import type { Transaction } from '../../../platform/database/database.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { resolvePortfolio } from '../../portfolios/portfolios.queries.ts'
import { readPlanWorld } from '../bring/plan-facts.queries.ts'
import { isInBooks, type PlannedAction, planAll } from '../bring/planned.ts'
import { lockAction, type StoredAction } from '../facts/action-rows.queries.ts'

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
