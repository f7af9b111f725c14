import { recentActivities } from '@em/contract/activities/recent-activities'
import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { tradeSummaries } from '@em/contract/prices/trade-summary'
import { settlements } from '@em/contract/settlements/settlements'
import { transactions } from '@em/contract/trades/transactions'
import { valuations } from '@em/contract/valuation/valuation'
import { may } from '../../platform/authorize.ts'
import { type Server, serve } from '../../platform/http/serve.ts'
import { listActivities } from './activities.queries.ts'

/** Recent Activity. A kind is shown only to users who may call the list that it comes from. */
export function activitiesRoutes(server: Server): void {
  serve(server, recentActivities, async ({ query, user, reply }) => {
    const { data, total, more } = await listActivities(server.database, query, {
      trades: may(transactions.list, user),
      settlements: may(settlements.list, user),
      portfolios: may(portfolios.routes.list, user),
      prices: may(tradeSummaries.list, user),
      valuations: may(valuations.list, user),
      actions: may(corporateActions.list, user),
      seesAll: user.portfolios.see === 'all',
    })
    void reply.header('X-Total-Count', String(total))
    return { success: true as const, data, total, more }
  })
}
