import { holdings } from '@em/contract/holdings/holdings'
import { PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { perShare } from '@em/core/values/money'
import { type Server, serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { resolveCompany } from '../equities/equities.queries.ts'
import { portfolioInPath, portfolioOrAll, resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { holdingAges } from './ages.queries.ts'
import { costByLot } from './cost-by-lot.queries.ts'
import { dayChangeOfHeld, priceMoves } from './day-change.queries.ts'
import { exposureAt } from './exposure.queries.ts'
import { cashAt, heldCompanies, holdersAt, openLots, standingAt } from './holdings.queries.ts'
import { notListedAt } from './not-listed.queries.ts'
import { holdingsOfAll } from './of-all.queries.ts'
import { overviewOf } from './overview.ts'
import { totalReturns } from './total-return.queries.ts'
import { valuedHoldingOf, valuedHoldings } from './valued.queries.ts'

interface Where {
  portfolio?: string | undefined
  portfolioId?: string | undefined
  company?: string | undefined
  symbol?: string | undefined
  asOf: string | null
}

export function holdingsRoutes(server: Server): void {
  const { database, clock } = server
  const asked = async (query: Where) => ({
    portfolio: await resolvePortfolio(database, query),
    date: query.asOf ?? clock.today(),
  })
  const askedEquity = async (query: Pick<Where, 'company' | 'symbol'>) => {
    const company = query.symbol || query.company
    if (!company) {
      throw new Refusal('request.invalid', {}, [
        { field: 'company', message: 'Please name the company or its symbol.' },
      ])
    }
    return resolveCompany(database, company)
  }
  const askedHolding = async (query: Where) => {
    const equity = await askedEquity(query)
    return { ...(await asked(query)), equity }
  }
  serve(server, holdings.companies, async ({ query }) => {
    const { portfolio, date } = await asked(query)
    return heldCompanies(database, portfolio.id, date)
  })
  serve(server, holdings.totalQuantity, async ({ query }) => {
    const { portfolio, equity, date } = await askedHolding(query)
    const [{ quantity }, unlisted] = await Promise.all([
      standingAt(database, portfolio.id, equity.id, date),
      notListedAt(database, { portfolioId: portfolio.id, equityId: equity.id }, date),
    ])
    const waiting = unlisted.reduce((sum, one) => sum + one.quantity, 0)
    return {
      total_quantity: Number(quantity),
      sellable_quantity: Number(quantity) - waiting,
      not_listed: unlisted,
    }
  })
  serve(server, holdings.wap, async ({ query }) => {
    const { portfolio, equity, date } = await askedHolding(query)
    const { quantity, cost } = await standingAt(database, portfolio.id, equity.id, date)
    return { wap: toJsonNumber(perShare(cost, quantity), PRICE_SCALE), totalQty: Number(quantity) }
  })
  serve(server, holdings.buyLots, async ({ query }) => {
    const { portfolio, equity, date } = await askedHolding(query)
    return openLots(database, portfolio.id, equity.id, date)
  })
  serve(server, holdings.holders, async ({ query }) => {
    const equity = await askedEquity(query)
    return holdersAt(database, equity.id, query.asOf ?? clock.today())
  })
  serve(server, holdings.valued, async ({ params, query }) => {
    const portfolio = await portfolioInPath(database, params.id)
    const valued = await valuedHoldings(database, portfolio.id, query?.asOf ?? clock.today())
    return valued.map(valuedHoldingOf)
  })
  serve(server, holdings.valuedOfAll, ({ query }) => holdingsOfAll(database, query.asOf ?? clock.today()))
  serve(server, holdings.ages, async ({ params, query }) => {
    const portfolio = await portfolioInPath(database, params.id)
    return holdingAges(database, portfolio.id, query.asOf ?? clock.today())
  })
  serve(server, holdings.costByLot, async ({ params, query }) => {
    const portfolio = await portfolioInPath(database, params.id)
    return costByLot(database, portfolio.id, query.asOf ?? clock.today())
  })
  serve(server, holdings.exposure, async ({ query }) => {
    const portfolioId = (await portfolioOrAll(database, query))?.id ?? null
    return exposureAt(database, portfolioId, query.asOf ?? clock.today())
  })
  serve(server, holdings.overview, async ({ query }) => {
    const portfolioId = (await portfolioOrAll(database, query))?.id ?? null
    const today = clock.today()
    const [valued, cash] = await Promise.all([
      valuedHoldings(database, portfolioId, today),
      cashAt(database, portfolioId, today),
    ])
    const [moves, returns] = await Promise.all([
      priceMoves(database, valued, today),
      totalReturns(database, { portfolioId, today, valued }),
    ])
    return {
      success: true as const,
      data: overviewOf(valued, { cash, asOf: today, day: dayChangeOfHeld(valued, moves), moves, returns }),
    }
  })
}
