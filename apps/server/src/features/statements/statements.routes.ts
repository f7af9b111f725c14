import { statements } from '@em/contract/books/statements'
import { type Server, serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { scopeOf } from '../portfolios/scope.queries.ts'
import { cashFlowOf } from './cash-flow.queries.ts'
import { financialPositionAt } from './financial-position.queries.ts'
import { profitLossOf } from './profit-loss.queries.ts'
import { notAfter, spanOf } from './span.queries.ts'

export function statementsRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, statements.profitLoss, async ({ query }) => {
    const today = clock.today()
    const { compareStartDate, compareEndDate } = query
    if (compareStartDate !== null && compareEndDate === null) {
      throw new Refusal('request.invalid', {}, [
        { field: 'compareEndDate', message: 'A period to compare with needs its end date.' },
      ])
    }
    const compared =
      compareEndDate === null
        ? null
        : spanOf({ startDate: compareStartDate, endDate: compareEndDate }, today, 'compareStartDate')
    const scope = await scopeOf(database, query)
    return {
      success: true as const,
      data: await profitLossOf(database, spanOf(query, today), compared, scope, clock.now()),
    }
  })

  serve(server, statements.financialPosition, async ({ query }) => {
    const today = clock.today()
    const compareDate = query.compareDate === null ? null : notAfter(query.compareDate, today)
    const scope = await scopeOf(database, query)
    return {
      success: true as const,
      data: await financialPositionAt(database, notAfter(query.asOf, today), compareDate, scope, clock.now()),
    }
  })

  serve(server, statements.cashFlow, async ({ query }) => ({
    success: true as const,
    data: await cashFlowOf(
      database,
      spanOf(query, clock.today()),
      await scopeOf(database, query),
      clock.now(),
    ),
  }))
}
