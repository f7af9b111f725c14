import { trialBalance } from '@em/contract/books/trial-balance'
import { type Server, serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { accountDetail, type Period, trialBalanceAt } from './trial-balance.queries.ts'

export function trialBalanceRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, trialBalance.get, async ({ query }) => ({
    success: true as const,
    data: await trialBalanceAt(database, await periodOf(query), clock.now()),
  }))

  serve(server, trialBalance.account, async ({ params, query }) => ({
    success: true as const,
    data: await accountDetail(database, params.code, await periodOf(query)),
  }))

  /** Balances count lines up to the date asked, at most today. */
  async function periodOf(query: {
    startDate: string | null
    endDate: string | null
    portfolio?: string | undefined
    portfolioId?: string | undefined
  }): Promise<Period> {
    const today = clock.today()
    const endDate = query.endDate === null || query.endDate > today ? today : query.endDate
    if (query.startDate !== null && query.startDate > (query.endDate ?? today)) {
      throw new Refusal('request.invalid', {}, [
        { field: 'startDate', message: 'The start date must not lie after the end date.' },
      ])
    }
    const portfolio = await portfolioOrAll(database, query)
    return {
      startDate: query.startDate,
      endDate,
      portfolio: portfolio && { id: portfolio.id, name: portfolio.portfolioName },
    }
  }
}
