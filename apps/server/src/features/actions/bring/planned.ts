/** The plans of some actions from what is known, each with the places that its events and lines are about. */

import { NO_ENTITLEMENT, type Place, type Plan } from '@em/core/corporate-actions/plan'
import { planOf } from '@em/core/corporate-actions/plan-of'
import { taxRateInForce } from '@em/core/corporate-actions/tax-rates'
import type { EntryLine } from '@em/core/postings/lines'
import { decimalOf, RATE_SCALE, type RateUnits } from '@em/core/values/decimal'
import type { StoredAction } from '../facts/action-rows.queries.ts'
import type { KnownOf, PlanPortfolio, PlanWorld } from './plan-facts.queries.ts'

/** One action in one portfolio. */
export interface PlannedAction {
  readonly action: StoredAction
  readonly portfolio: PlanPortfolio
  readonly known: KnownOf
  /** With nothing but the entitlement where the action is not in the books. */
  readonly plan: Plan
}

const IN_BOOKS: readonly string[] = ['entitled', 'processed']
export const isInBooks = ({ state }: Pick<StoredAction, 'state'>): boolean => IN_BOOKS.includes(state)

const NOTHING: Plan = { entitlement: NO_ENTITLEMENT, events: [], entries: [], expected: null, isOpen: false }

/** Where a tax rate of the register is taken from: what an entitlement was counted with, or what is in force now. */
export type TaxRatesFrom = 'kept' | 'in force'

/** What each action does in each portfolio. A tax rate of the register stays the one that an entitlement was counted with, unless asked otherwise. */
export function planAll(
  actions: readonly StoredAction[],
  world: PlanWorld,
  today: string,
  taxRates: TaxRatesFrom = 'kept',
): PlannedAction[] {
  return actions.flatMap((action) =>
    // In order, so that what comes of them is numbered alike whenever it is done.
    [...(world.known.get(action.id) ?? [])]
      .toSorted(([a], [b]) => a - b)
      .flatMap(([portfolioId, known]) => {
        const portfolio = world.portfolios.get(portfolioId)
        if (portfolio === undefined) return []
        const plan = planFor(action, known, portfolio, world, { today, taxRates })
        return [{ action, portfolio, known, plan }]
      }),
  )
}

function planFor(
  action: StoredAction,
  known: KnownOf,
  portfolio: PlanPortfolio,
  world: PlanWorld,
  { today, taxRates }: { readonly today: string; readonly taxRates: TaxRatesFrom },
): Plan {
  const isNothing = action.state === 'draft' || action.state === 'cancelled'
  if (action.terms === null || isNothing || isLeft(action, portfolio)) return NOTHING
  const { held, accounts, rightsLeft, election, allotment, money, outcomes } = known
  const { lots, lotShares } = world
  const facts = {
    treatment: portfolio.treatment,
    held,
    accounts,
    rightsLeft,
    election,
    allotment,
    money,
    outcomes,
    lots,
    lotShares,
    taxRate: taxRateOf(action, known, portfolio, world, taxRates),
    today,
    isTaking: portfolio.id === action.toPortfolioId,
  }
  const plan = planOf(action.terms, facts)
  return isInBooks(action) ? plan : { ...NOTHING, entitlement: plan.entitlement }
}

/** Whether a portfolio was a side of a transfer before somebody named another one: it has neither to give nor to take. */
const isLeft = ({ kind, portfolioId, toPortfolioId }: StoredAction, { id }: PlanPortfolio): boolean =>
  kind === 'transfer' && id !== portfolioId && id !== toPortfolioId

/** Where the register has no rate for the day, nothing is withheld; the answer warns of it. */
function taxRateOf(
  { exDate }: StoredAction,
  { standing }: KnownOf,
  { entity }: PlanPortfolio,
  world: PlanWorld,
  from: TaxRatesFrom,
): RateUnits {
  const kept = from === 'kept' ? (standing?.tax_rate ?? null) : null
  if (kept !== null) return decimalOf(kept, RATE_SCALE)
  return taxRateInForce(world.taxRates, entity, exDate ?? '') ?? 0n
}

/** The security that a place of an action is. Throws where the action has none there. */
export function securityAt(
  action: StoredAction,
  place: Place,
): { readonly id: number; readonly symbol: string; readonly name: string } {
  const found = place === 'held' ? action.held : place === 'new' ? action.new : action.rights
  if (found === null) throw new Error(`action ${action.id} has no ${place} security`)
  return found
}

export const equityOfLine = (action: StoredAction, place: Place | null): EntryLine['equityId'] =>
  place === null ? null : securityAt(action, place).id
