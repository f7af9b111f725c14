import { valueHistory } from '@em/contract/value-history/value-history'
import { lastMarketDay } from '@em/core/holidays/market-calendar'
import { rangeSpan } from '@em/core/holidays/ranges'
import { type Server, serve } from '../../platform/http/serve.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { behindFrom, valuesOver } from './history.queries.ts'

export function valuesRoutes(server: Server): void {
  const { database, clock } = server
  serve(server, valueHistory, async ({ query }) => {
    const [portfolio, calendar] = await Promise.all([portfolioOrAll(database, query), loadCalendar(database)])
    const portfolioId = portfolio?.id ?? null
    const today = clock.today()
    // None of these ranges follows a financial year.
    const range = rangeSpan(query.timeRange, today, 12)
    const asked = { from: query.from ?? range.from, to: query.to ?? today }
    const lastDay = lastMarketDay(calendar, today)
    const [data, recalculatingFrom] = await Promise.all([
      valuesOver(database, portfolioId, asked),
      behindFrom(database, portfolioId, { ...asked, lastDay }),
    ])
    return { success: true as const, data, recalculatingFrom }
  })
}
