import { marketSummary } from '@em/contract/market-summary/market-summary'
import { type Server, serve } from '../../platform/http/serve.ts'
import { latestValues } from '../indices/index-values.queries.ts'
import { marketDays, marketOfDay, moversOfDay, trendUntil } from './market-summary.queries.ts'

const NOTHING = {
  market: null,
  sectors: [],
  gainers: [],
  losers: [],
  mostActive: { byVolume: [], byTurnover: [] },
  trend: [],
}

/** Market Summary. */
export function marketSummaryRoutes(server: Server): void {
  const { database } = server
  serve(server, marketSummary, async ({ query }) => {
    const days = await marketDays(database, query.date ?? null)
    const { date } = days
    const indices = latestValues(database, date)
    if (date === null) return { ...days, indices: await indices, ...NOTHING }
    const [values, market, movers, trend] = await Promise.all([
      indices,
      marketOfDay(database, date),
      moversOfDay(database, date),
      trendUntil(database, date),
    ])
    return { ...days, indices: values, ...market, ...movers, trend }
  })
}
