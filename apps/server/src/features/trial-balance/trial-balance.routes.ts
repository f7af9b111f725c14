import type { Treatment } from '@em/contract/reports/report-ties'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import { type Server, serve } from '../../platform/http/serve.ts'
import { portfoliosOf, scopeOf } from '../portfolios/scope.queries.ts'
import { notAfter, type PeriodAsked, spanOf } from '../statements/span.queries.ts'
import { accountDetail } from './account-detail.queries.ts'
import { type Period, trialBalanceAt } from './trial-balance.queries.ts'

export function trialBalanceRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, trialBalance.get, async ({ query }) => ({
    success: true as const,
    data: await trialBalanceAt(database, await periodOf(query), {
      compareDate: query.compareDate === null ? null : notAfter(query.compareDate, clock.today()),
      byBank: query.banks === '1',
      now: clock.now(),
    }),
  }))

  serve(server, trialBalance.account, async ({ params, query }) => ({
    success: true as const,
    data: await accountDetail(database, params.code, await partOf(await periodOf(query), query.treatment), {
      withoutClosing: query.withoutClosing === '1',
      bankId: query.settlementAccount === undefined ? null : Number(query.settlementAccount),
      entries: query.entries,
    }),
  }))

  /** The same period of the portfolios of a treatment, where one is asked for. */
  async function partOf(period: Period, treatment: Treatment | undefined): Promise<Period> {
    if (treatment === undefined) return period
    return { ...period, portfolioIds: await portfoliosOf(database, period, treatment) }
  }

  async function periodOf(query: PeriodAsked): Promise<Period> {
    return { ...spanOf(query, clock.today()), ...(await scopeOf(database, query)) }
  }
}
