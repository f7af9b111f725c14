/** The plans of some actions from what is known, each with the places that its events and lines are about. */
import { NO_ENTITLEMENT, type Place, type Plan, type PlanFacts } from '@em/core/corporate-actions/plan'
import { planOf } from '@em/core/corporate-actions/plan-of'
import { taxRateInForce } from '@em/core/corporate-actions/tax-rates'
import type { EntryLine } from '@em/core/postings/lines'
import { decimalOf, RATE_SCALE } from '@em/core/values/decimal'
import type { StoredAction } from '../facts/action-rows.queries.ts'
import { taxDayOfAction } from '../facts/tax-rates.queries.ts'
import type { KnownOf, PlanPortfolio, PlanWorld } from './plan-facts.queries.ts'

/** One action in one portfolio. */
export interface PlannedAction {
  readonly action: StoredAction
  readonly portfolio: PlanPortfolio
  readonly known: KnownOf
  /** With nothing but the entitlement where the action is not in the books. */
  readonly plan: Plan
}

/** Whether a portfolio chooses the lots of shares that it gives. */
export const picksLots = ({ method }: Pick<PlanPortfolio, 'method'>): boolean => method === 'CHERRY'

const IN_BOOKS: readonly string[] = ['entitled', 'processed']
export const isInBooks = ({ state }: Pick<StoredAction, 'state'>): boolean => IN_BOOKS.includes(state)

const NOTHING: Plan = { entitlement: NO_ENTITLEMENT, events: [], entries: [], expected: null, isOpen: false }

/**
 * Where a tax rate of the register is taken from: what an entitlement was counted with; the same, but the rate on the payment date where
 * that has come since; or what is in force now.
 */
export type TaxRatesFrom = 'kept' | 'come' | 'in force'

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
    picksLots: picksLots(portfolio),
    held,
    accounts,
    rightsLeft,
    election,
    allotment,
    money,
    outcomes,
    lots,
    lotShares,
    ...taxOf(action, known, portfolio, world, { today, taxRates }),
    today,
    isTaking: portfolio.id === action.toPortfolioId,
  }
  const plan = planOf(action.terms, facts)
  return isInBooks(action) ? plan : { ...NOTHING, entitlement: plan.entitlement }
}

/** Whether a portfolio was a side of a transfer before somebody named another one: it has neither to give nor to take. */
const isLeft = ({ portfolioId, toPortfolioId }: StoredAction, { id }: PlanPortfolio): boolean =>
  toPortfolioId !== null && id !== portfolioId && id !== toPortfolioId

/** Where the register has no rate for the day, nothing is withheld; the answer warns of it. */
function taxOf(
  action: StoredAction,
  known: KnownOf,
  { entity }: PlanPortfolio,
  world: PlanWorld,
  { today, taxRates: from }: { readonly today: string; readonly taxRates: TaxRatesFrom },
): Pick<PlanFacts, 'taxRate' | 'exTaxRate' | 'taxRateOn'> {
  const exDate = action.exDate ?? ''
  const inForce = (day: string) => taxRateInForce(world.taxRates, entity, day) ?? 0n
  const received = known.money.find(({ kind }) => kind === 'received')?.date ?? null
  const day = taxDayOfAction(action, today, received)
  const { standing } = known
  if (from !== 'in force' && standing !== null && standing.tax_rate !== null) {
    const kept = decimalOf(standing.tax_rate, RATE_SCALE)
    // Of entitlements from before days were kept nothing is provisional: they stay until they are processed again.
    if (from === 'come' && day !== exDate && standing.tax_rate_on === exDate)
      return { taxRate: inForce(day), exTaxRate: kept, taxRateOn: day }
    const ex = standing.ex_tax_rate
    return {
      taxRate: kept,
      exTaxRate: ex === null ? kept : decimalOf(ex, RATE_SCALE),
      taxRateOn: standing.tax_rate_on,
    }
  }
  return { taxRate: inForce(day), exTaxRate: inForce(exDate), taxRateOn: day === '' ? null : day }
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
