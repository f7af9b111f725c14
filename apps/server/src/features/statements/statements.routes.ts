import { statements } from '@em/contract/statements/statements'
import { type Server, serve } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Scope, scopeOf } from '../portfolios/scope.queries.ts'
import { refuseNotFinal, valuationOn } from '../valuation/state/valued.ts'
import { cashFlowOf } from './cash-flow.queries.ts'
import { financialPositionAt } from './financial-position.queries.ts'
import { profitLossOf } from './profit-loss.queries.ts'
import { notAfter, spanOf } from './span.queries.ts'

export function statementsRoutes(server: Server): void {
  const { database, clock } = server
  /** Whether investments are valued on the end date and on the one compared with; a final statement is refused where not. */
  const valuedOn = async (
    { portfolioIds }: Scope,
    [date, compared]: readonly [string, string | null],
    final: string | undefined,
  ) => {
    const [valuation, comparedValuation] = await Promise.all([
      valuationOn(database, portfolioIds, date),
      compared === null ? null : valuationOn(database, portfolioIds, compared),
    ])
    if (final === '1' || final === 'true') refuseNotFinal(valuation)
    return { valuation, comparedValuation }
  }

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
    const span = spanOf(query, today)
    const valued = await valuedOn(scope, [span.endDate, compared?.endDate ?? null], query.final)
    return {
      success: true as const,
      data: { ...(await profitLossOf(database, span, compared, scope, clock.now())), ...valued },
    }
  })

  serve(server, statements.financialPosition, async ({ query }) => {
    const today = clock.today()
    const compareDate = query.compareDate === null ? null : notAfter(query.compareDate, today)
    const scope = await scopeOf(database, query)
    const asOf = notAfter(query.asOf, today)
    const valued = await valuedOn(scope, [asOf, compareDate], query.final)
    return {
      success: true as const,
      data: { ...(await financialPositionAt(database, asOf, compareDate, scope, clock.now())), ...valued },
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
