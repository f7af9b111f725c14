/** A run that was decided, in the words of the contract. */

import type { PriceSource } from '@em/contract/prices/trade-summary'
import type { ValuationLine, ValuationPreview } from '@em/contract/valuation/valuation'
import { addDays } from '@em/core/values/dates'
import { PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { ValuedHolding, ValuedPortfolio } from './decide-run.ts'

type Named = { readonly portfolioId: string; readonly portfolioName: string }

export function lineForAnswer(named: Named, one: ValuedHolding): ValuationLine {
  const { security, price } = one
  return {
    ...named,
    equity_id: security.id,
    symbol: security.symbol,
    company_name: security.name,
    quantity: Number(one.quantity),
    cost: rupees(one.cost),
    capitalised: rupees(one.capitalised),
    carrying: rupees(one.carrying),
    price: price === null ? null : toJsonNumber(price.price, PRICE_SCALE),
    price_date: price?.date ?? null,
    price_kind: price?.kind ?? null,
    price_source: (price?.source ?? null) as PriceSource | null,
    price_age: price?.age ?? null,
    level: one.level,
    fair_value: rupees(one.fairValue),
    difference: rupees(one.difference),
    posted: rupees(one.posted),
    exceptions: [...one.exceptions],
  }
}

const sumsOf = (one: Pick<ValuedPortfolio, 'holdings' | 'exceptions' | 'carrying' | 'fairValue'>) => ({
  holdings: one.holdings.length,
  exceptions: one.exceptions,
  carrying: rupees(one.carrying),
  fair_value: rupees(one.fairValue),
  difference: rupees(one.fairValue - one.carrying),
})

/** The effects of a run, with every line. */
export function previewOf(
  date: string,
  decided: readonly ValuedPortfolio[],
  run: {
    readonly isSame: boolean
    readonly postings: ValuationPreview['postings']
    readonly closedYears: ValuationPreview['closed_years']
    lockedThrough(portfolioId: number): string | null
  },
): ValuationPreview {
  const total = (of: (one: ValuedPortfolio) => bigint) => decided.reduce((sum, one) => sum + of(one), 0n)
  const [carrying, fairValue] = [total((one) => one.carrying), total((one) => one.fairValue)]
  return {
    dryRun: true,
    date,
    reversal_date: addDays(date, 1),
    is_same: run.isSame,
    holdings: decided.reduce((sum, one) => sum + one.holdings.length, 0),
    exceptions: decided.reduce((sum, one) => sum + one.exceptions, 0),
    carrying: rupees(carrying),
    fair_value: rupees(fairValue),
    difference: rupees(fairValue - carrying),
    portfolios: decided.map((one) => ({
      portfolioId: one.portfolio.code,
      portfolioName: one.portfolio.name,
      treatment: one.treatment,
      price_basis: one.basis,
      ...sumsOf(one),
      change: one.change,
      replaces: one.live === undefined ? null : { run: one.live.run, difference: rupees(one.live.posted) },
      locked_through: run.lockedThrough(one.portfolio.id),
    })),
    lines: decided.flatMap((one) => {
      const named = { portfolioId: one.portfolio.code, portfolioName: one.portfolio.name }
      return one.holdings.map((holding) => lineForAnswer(named, holding))
    }),
    postings: run.postings,
    closed_years: run.closedYears,
  }
}
