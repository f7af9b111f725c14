import { costAndMarket } from '@em/contract/reports/cost-and-market'
import { feesOfMonth } from '@em/contract/reports/fees-of-month'
import { investmentMovements } from '@em/contract/reports/investment-movements'
import { netAssets } from '@em/contract/reports/net-assets'
import { statementOfInvestments } from '@em/contract/reports/statement-of-investments'
import { type Server, serve } from '../../platform/http/serve.ts'
import { scopeOf } from '../portfolios/scope.queries.ts'
import { notAfter, spanOf } from '../statements/span.queries.ts'
import { costAgainstMarket } from './cost-and-market.queries.ts'
import { feesOfMonthAt } from './fees-of-month.queries.ts'
import { movementsIn } from './movements.queries.ts'
import { netAssetsAt } from './net-assets.queries.ts'
import { statementAt } from './statement.queries.ts'

/** Accountant's reports: each one of one moment, so that its figures and the ledger's agree while others save. */
export function reportsRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, statementOfInvestments, async ({ query }) => {
    const scope = await scopeOf(database, query)
    const asOf = notAfter(query.asOf, clock.today())
    const report = await database.snapshot((db) => statementAt(db, asOf, scope))
    return { ...report, generatedAt: clock.now().toISOString() }
  })

  serve(server, investmentMovements, async ({ query }) => {
    const scope = await scopeOf(database, query)
    const span = spanOf(query, clock.today())
    const report = await database.snapshot((db) => movementsIn(db, span, scope))
    return { ...report, generatedAt: clock.now().toISOString() }
  })

  serve(server, netAssets, async ({ query }) => {
    const scope = await scopeOf(database, query)
    const asOf = notAfter(query.asOf, clock.today())
    const report = await database.snapshot((db) => netAssetsAt(db, asOf, scope))
    return { ...report, generatedAt: clock.now().toISOString() }
  })

  serve(server, feesOfMonth, async ({ query }) => {
    const scope = await scopeOf(database, query)
    const month = query.month ?? clock.today().slice(0, 7)
    const report = await database.snapshot((db) => feesOfMonthAt(db, month, scope))
    return { ...report, generatedAt: clock.now().toISOString() }
  })

  serve(server, costAndMarket, async ({ query }) => {
    const { threshold, kind } = query
    const asked = {
      scope: await scopeOf(database, query),
      date: notAfter(query.asOf, clock.today()),
      threshold,
      kind,
    }
    const report = await database.snapshot((db) => costAgainstMarket(db, asked))
    return { ...report, generatedAt: clock.now().toISOString() }
  })
}
