/** The result of a run for each portfolio, and the changes to the valuation in force. */

import { type Treatment, treatmentOf } from '@em/core/ledger/treatment'
import {
  type MarkedHolding,
  markHolding,
  sameValuation,
  type ValuationEntries,
  valuationEntries,
} from '@em/core/valuation/mark-to-market'
import { type PriceAt, type PriceBasis, priceAt } from '@em/core/valuation/price-at'
import { keyOf, type Live, type PortfolioToValue, type RunInputs, type Security } from './inputs.queries.ts'

/** A holding of the run with its security. */
export interface ValuedHolding extends MarkedHolding {
  readonly security: Security
}

/** A portfolio that the run covers. */
export interface ValuedPortfolio {
  readonly portfolio: PortfolioToValue
  readonly treatment: Treatment
  readonly basis: PriceBasis
  readonly holdings: readonly ValuedHolding[]
  readonly carrying: bigint
  readonly fairValue: bigint
  readonly posted: bigint
  readonly exceptions: number
  readonly entries: ValuationEntries | null
  readonly live: Live | undefined
  /** `same`: what is in force says it already. */
  readonly change: 'new' | 'same' | 'replaces'
}

/** Values every portfolio that holds something, or of which something is in force. */
export function decideRun(inputs: RunInputs): ValuedPortfolio[] {
  const priceOf = pricesBy(inputs)
  const indexOf = new Map([...inputs.securities.keys()].map((id, index) => [id, index]))
  const orderOf = ({ security }: ValuedHolding) => indexOf.get(security.id) ?? 0
  return inputs.portfolios.flatMap((portfolio) => {
    const held = inputs.held.get(portfolio.id) ?? []
    const live = inputs.live.get(portfolio.id)
    if (held.length === 0 && live === undefined) return []
    const { treatment } = treatmentOf(portfolio.treatment)
    const holdings = held
      .map(({ equityId, quantity, cost, capitalised }): ValuedHolding => {
        const security = inputs.securities.get(equityId)
        if (security === undefined) throw new Error(`security ${equityId} is held and not there`)
        const { symbol } = security
        const price = priceOf(equityId, portfolio.basis)
        const broughtForward = inputs.broughtForward.get(keyOf(portfolio.id, equityId)) ?? 0n
        const marked = markHolding(
          { equityId, symbol, quantity, cost, capitalised, price, broughtForward },
          portfolio.basis,
        )
        return { ...marked, security }
      })
      .toSorted((one, other) => orderOf(one) - orderOf(other))
    const sum = (of: (one: ValuedHolding) => bigint) => holdings.reduce((total, one) => total + of(one), 0n)
    return {
      portfolio,
      treatment,
      basis: portfolio.basis,
      holdings,
      carrying: sum((one) => one.carrying),
      fairValue: sum((one) => one.fairValue),
      posted: sum((one) => one.posted),
      exceptions: holdings.filter((one) => one.exceptions.length > 0).length,
      entries: valuationEntries({ portfolioId: portfolio.id, date: inputs.date, treatment }, holdings),
      live,
      change: changeOf(live, portfolio.basis, holdings),
    }
  })
}

function changeOf(
  live: Live | undefined,
  basis: PriceBasis,
  holdings: readonly ValuedHolding[],
): ValuedPortfolio['change'] {
  if (live === undefined) return 'new'
  return live.basis === basis && sameValuation(live.lines, holdings) ? 'same' : 'replaces'
}

/** The price of each security by each basis, looked for once. */
function pricesBy({
  prices,
  date,
  calendar,
}: RunInputs): (equityId: number, basis: PriceBasis) => PriceAt | null {
  const found = new Map<string, PriceAt | null>()
  return (equityId, basis) => {
    const key = `${equityId} ${basis}`
    const known = found.get(key)
    if (known !== undefined) return known
    const price = priceAt(prices.get(equityId) ?? null, { date, basis, calendar })
    found.set(key, price)
    return price
  }
}
