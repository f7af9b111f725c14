/** The buy that moves the average cost of a holding to a price. */
import type { AveragePlan, saleProposals } from '@em/contract/proposals/sale-proposals'
import { priceForAverage, sharesForAverage } from '@em/core/proposals/break-even'
import { buyFigures } from '@em/core/trades/figures'
import { MONEY_MAX, PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { grossOf, perShare, rupees } from '@em/core/values/money'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { refuseField } from '../../platform/refusal.ts'
import { resolveCompany } from '../equities/equities.queries.ts'
import { standingAt } from '../holdings/holdings.queries.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { proposalDay, tariffsOn } from './terms.queries.ts'

type Input = z.output<typeof saleProposals.average.body>

/** @throws Refusal 404, `proposal.not-held`, `tariff.missing` (422). */
export async function averagePlan(db: Queryable, input: Input, today: string): Promise<AveragePlan> {
  const { tradeDate } = await proposalDay(db, input.tradeDate, today)
  const portfolio = await resolvePortfolio(db, { portfolioId: input.portfolioId })
  const equity = await resolveCompany(db, input.symbol, tradeDate, 'symbol')
  const held = await standingAt(db, portfolio.id, equity.id, tradeDate)
  if (held.quantity === 0n) {
    const facts = { portfolio: portfolio.portfolioName, symbol: equity.symbol }
    throw refuseField('proposal.not-held', 'symbol', facts)
  }
  const quantity = input.shares ?? sharesForAverage(held, input.average, input.price ?? 0n)
  const price = input.price ?? priceForAverage(held, input.average, input.shares ?? 1n)
  const isPossible =
    quantity !== null &&
    price !== null &&
    grossOf(quantity, price) > 0n &&
    grossOf(quantity, price) <= MONEY_MAX
  const known = { held: Number(held.quantity), cost: rupees(held.cost) }
  const average = toJsonNumber(perShare(held.cost, held.quantity), PRICE_SCALE)
  if (!isPossible) return { ...known, average, buy: null }
  const tariff = (await tariffsOn(db, tradeDate))(equity.symbol)
  const figures = buyFigures({ quantity, price, tariff, costOfFundsRate: null })
  const after = perShare(held.cost + figures.gross, held.quantity + quantity)
  return {
    ...known,
    average,
    buy: {
      quantity: Number(quantity),
      price: toJsonNumber(price, PRICE_SCALE),
      grossValue: rupees(figures.gross),
      totalFees: rupees(figures.totalFees),
      netValue: rupees(figures.net),
      average: toJsonNumber(after, PRICE_SCALE),
    },
  }
}
