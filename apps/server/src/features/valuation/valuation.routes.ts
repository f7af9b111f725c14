import { type DayState, valuations } from '@em/contract/valuation/valuation'
import { jsonNumber } from '../../platform/database/json-number.ts'
import { type Server, serve } from '../../platform/http/serve.ts'
import { serveJob } from '../../platform/http/serve-job.ts'
import { setPageHeaders } from '../../registers/list.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { scopeOf } from '../portfolios/scope.queries.ts'
import { reverseRun } from './reverse.commands.ts'
import { runValuation } from './run.commands.ts'
import { findRun, linesOfRun, listRuns } from './runs.queries.ts'
import { portfoliosOnDay } from './state/day.queries.ts'

/** Mark-to-market runs. */
export function valuationRoutes(server: Server): void {
  const { database, clock } = server

  serveJob(server, valuations.run, (tx, { body, by, dryRun, progress }) =>
    runValuation(tx, {
      date: body.date,
      of: { ...body, entity: body.entity ?? undefined },
      ...by,
      today: clock.today(),
      dryRun,
      progress,
    }),
  )
  serveJob(server, valuations.reverse, (tx, { params, body, by, progress }) =>
    reverseRun(tx, { id: params.id, reason: body.reason, ...by, progress }),
  )
  serve(server, valuations.list, async ({ query, reply }) => {
    const { portfolioIds } = await scopeOf(database, query)
    const page = await listRuns(database, query, portfolioIds)
    setPageHeaders(reply, page)
    return page.rows
  })
  serve(server, valuations.get, ({ params }) => findRun(database, params.id))
  serve(server, valuations.lines, async ({ params, query, reply }) => {
    const portfolio = await portfolioOrAll(database, query)
    const page = await linesOfRun(database, params.id, {
      portfolioId: portfolio?.id ?? null,
      exceptions: query.exceptions === '1' || query.exceptions === 'true',
      limit: query.limit,
      cursor: query.cursor,
    })
    setPageHeaders(reply, page)
    return page.rows
  })
  serve(server, valuations.day, async ({ query }) => {
    const { portfolioIds } = await scopeOf(database, query)
    const rows = await portfoliosOnDay(database, portfolioIds, query.date)
    return rows.map(
      ({ id: _id, carrying, ...row }): DayState => ({
        ...row,
        state: row.state as DayState['state'],
        carrying: jsonNumber(carrying),
      }),
    )
  })
}
