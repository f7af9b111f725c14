import { corporateActions } from '@em/contract/books/corporate-actions'
import { recentActivities } from '@em/contract/books/recent-activities'
import { settlements } from '@em/contract/books/settlements'
import { tradeSummaries } from '@em/contract/books/trade-summary'
import { transactions } from '@em/contract/books/transactions'
import { valuations } from '@em/contract/books/valuation'
import { portfolios } from '@em/contract/registers/portfolios'
import { may } from '../../platform/authorize.ts'
import { type Server, serve } from '../../platform/http/serve.ts'
import { listActivities } from './activities.queries.ts'

/** Recent Activity. Whoever may not call what lists a kind is not told of it here. */
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
