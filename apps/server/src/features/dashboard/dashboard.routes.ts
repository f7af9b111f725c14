import { batches } from '@em/contract/batches/batches'
import { brokerReports } from '@em/contract/broker-reports/broker-reports'
import { cdsComparisons } from '@em/contract/cds/cds-comparison'
import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { costingMethods } from '@em/contract/costing-methods/costing-methods'
import { dashboard } from '@em/contract/dashboard/dashboard'
import { notifications } from '@em/contract/dashboard/notifications'
import { holdings } from '@em/contract/holdings/holdings'
import type { Reply, Route } from '@em/contract/kit/route'
import { limits } from '@em/contract/limits/limits'
import { periods } from '@em/contract/periods/periods'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { settlements } from '@em/contract/settlements/settlements'
import { suspenseItems } from '@em/contract/suspense/suspense'
import { transactions } from '@em/contract/trades/transactions'
import { valuations } from '@em/contract/valuation/valuation'
import { verify } from '@em/contract/verify/verify'
import { addMarketDays, closedReason } from '@em/core/holidays/market-calendar'
import { type GainRange, rangeSpan } from '@em/core/holidays/ranges'
import { holdingTotals } from '@em/core/valuation/holdings'
import { BEGINNING } from '@em/core/values/dates'
import { RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { percentageOf, rupees } from '@em/core/values/money'
import { backupState } from '../../backup/records.ts'
import { scheduleOf } from '../../backup/watch.ts'
import { may } from '../../platform/authorize.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { type Server, serve } from '../../platform/http/serve.ts'
import { failedImports } from '../batches/history/batches.queries.ts'
import { comparedBrokers } from '../broker-reports/comparisons.queries.ts'
import { comparedAccounts } from '../cds/accounts/compared.queries.ts'
import { actionsToAttend } from '../corporate-actions/reports/attention.queries.ts'
import { dayMoves } from '../holdings/day-change.queries.ts'
import { bySecurity, sectorsOf } from '../holdings/overview.ts'
import { returnInRupees, totalReturns } from '../holdings/total-return.queries.ts'
import { valuedHoldings } from '../holdings/valued.queries.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { breachesToAttend, worsenedByActs } from '../limits/attention.queries.ts'
import { lastCheck, movedYears } from '../periods/attention.queries.ts'
import { yearEndMonth } from '../periods/periods.queries.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import {
  capitalGainOf,
  type RealizedSums,
  realizedPnLOf,
  realizedSums,
} from '../realized/sums/sums.queries.ts'
import { reconciliationBreaks } from '../reconciliation/sign-off/breaks.queries.ts'
import { settlementsToAttend } from '../settlements/list/flows.queries.ts'
import { sumSuspense } from '../suspense/suspense.queries.ts'
import { staleDays } from '../valuation/state/stale.queries.ts'
import { announcementNotes } from './announcement-notes.ts'
import {
  dividendsIn,
  mostTraded,
  pricesToAttend,
  recentTrades,
  setup,
  withoutMethod,
} from './dashboard.queries.ts'
import { formingNotes } from './forming-notes.ts'
import {
  actionNotes,
  backupNotes,
  booksCheckNotes,
  breachNotes,
  breakNotes,
  brokerNotes,
  cdsNotes,
  importNotes,
  methodNotes,
  movedYearNotes,
  type Note,
  priceNotes,
  settlementNotes,
  staleRunNotes,
  suspenseNotes,
  worsenedNotes,
} from './notes.ts'

export function dashboardRoutes(server: Server): void {
  const { database, clock } = server

  serve(server, dashboard, async ({ query, user }) => {
    const today = clock.today()
    const portfolio = await portfolioOrAll(database, query)
    const id = portfolio?.id ?? null
    const from = await rangeFrom(database, query.range, { today, portfolioId: id })
    const [calendar, valued, recent, traded, sold, started, dividends] = await Promise.all([
      loadCalendar(database),
      valuedHoldings(database, id, today),
      may(transactions.list, user) ? recentTrades(database, null, today) : [],
      mostTraded(database, id),
      realizedSums(database, { portfolioIds: id === null ? null : [id], equityIds: null, from, to: today }),
      setup(database),
      dividendsIn(database, { portfolioId: id, from, to: today }),
    ])
    const [returns, moves] = await Promise.all([
      totalReturns(database, { portfolioId: id, today, valued }),
      dayMoves(database, valued, today),
    ])
    const totals = holdingTotals(valued.map((position) => position.figures))
    const reason = closedReason(calendar, today)
    const held = bySecurity(valued)
    const gains = new Map(
      held.map((one) => [one.first.row.equity_id, percentageOf(one.value - one.cost, one.cost)]),
    )
    return {
      today,
      portfolio: portfolio && {
        id: portfolio.id,
        portfolioId: portfolio.portfolioId,
        portfolioName: portfolio.portfolioName,
      },
      marketDay: { isMarketDay: reason === null, reason, next: addMarketDays(calendar, today, 1) },
      profitAndLoss: {
        range: query.range,
        from: query.range === 'All' ? null : from,
        ...profitAndLoss(sold, totals),
        dividendIncome: rupees(dividends),
        totalReturn: returnInRupees(returns.all),
      },
      recent,
      sectors: sectorsOf(valued),
      mostTraded: traded.map(({ equity_id, ...one }) => {
        const gain = gains.get(equity_id)
        return { ...one, gainLossPercentage: gain === undefined ? null : toJsonNumber(gain, RATE_SCALE) }
      }),
      topPerformers: topPerformers(held),
      dayChange: moves,
      unpriced: held
        .filter(({ first }) => !first.figures.priced)
        .map(({ first }) => first.row.symbol)
        .toSorted(),
      setup: started,
    }
  })

  serve(server, notifications, async ({ user }) => {
    const today = clock.today()
    // A note is shown only to users who may call the route that it leads to.
    const notes = (of: Route, found: () => Promise<Note[]>) => (may(of, user) ? found() : [])
    const all = await Promise.all([
      backupState(database, scheduleOf(server.settings.backup)).then(backupNotes),
      notes(settlements.list, async () => settlementNotes(await settlementsToAttend(database, today))),
      notes(batches.list, async () => importNotes(await failedImports(database))),
      notes(reconciliation.list, async () => breakNotes(await reconciliationBreaks(database, today))),
      notes(suspenseItems.list, async () => suspenseNotes((await sumSuspense(database, {}, today)).open)),
      notes(holdings.overview, async () => {
        const [prices, calendar] = await Promise.all([
          pricesToAttend(database, today),
          loadCalendar(database),
        ])
        return priceNotes(prices, addMarketDays(calendar, today, -3))
      }),
      notes(costingMethods.list, async () => methodNotes(await withoutMethod(database))),
      notes(corporateActions.list, async () => actionNotes(await actionsToAttend(database, today))),
      notes(cdsComparisons.list, async () =>
        cdsNotes(await comparedAccounts(database, { portfolioIds: null, through: today })),
      ),
      notes(valuations.list, async () => staleRunNotes(await staleDays(database, null))),
      notes(periods.list, async () => movedYearNotes(await movedYears(database, null))),
      notes(verify.latest, async () =>
        (await setup(database)).trades === 0 ? [] : booksCheckNotes(await lastCheck(database, today)),
      ),
      notes(brokerReports.statement, async () =>
        brokerNotes(await comparedBrokers(database, { portfolioIds: null, through: today })),
      ),
      notes(limits.breaches, async () => breachNotes(await breachesToAttend(database, today))),
      notes(limits.override, async () => worsenedNotes(await worsenedByActs(database, today))),
      announcementNotes(database, user, today),
      formingNotes(database, user),
    ])
    return all.flat()
  })
}

const PERFORMERS = 5

/** The securities with a price by their unrealized capital gain in per cent, the best first. */
function topPerformers(held: ReturnType<typeof bySecurity>): Reply<typeof dashboard>['topPerformers'] {
  return held
    .filter(({ first }) => first.figures.priced)
    .map(({ first, cost, value }) => ({
      row: first.row,
      gain: value - cost,
      percent: percentageOf(value - cost, cost),
    }))
    .toSorted((a, b) => (a.percent < b.percent ? 1 : a.percent > b.percent ? -1 : 0))
    .slice(0, PERFORMERS)
    .map(({ row, gain, percent }) => ({
      symbol: row.symbol,
      company_name: row.name,
      gainLossPercentage: toJsonNumber(percent, RATE_SCALE),
      unrealizedGainLoss: rupees(gain),
    }))
}

/** The first trade date of a range of sales that ends today. */
async function rangeFrom(
  database: Queryable,
  range: GainRange,
  { today, portfolioId }: { readonly today: string; readonly portfolioId: number | null },
): Promise<string> {
  const month = range === 'YTD' ? await yearEndMonth(database, portfolioId) : 12
  return rangeSpan(range, today, month).from ?? BEGINNING
}

/** Realized and unrealized on one basis (after fees and cost of funds), with the capital gains before them. */
function profitAndLoss(sold: RealizedSums, totals: ReturnType<typeof holdingTotals>) {
  const realizedPnL = realizedPnLOf(sold)
  return {
    totalPnL: rupees(realizedPnL + totals.unrealizedProfitLoss),
    realizedPnL: rupees(realizedPnL),
    capitalGain: rupees(capitalGainOf(sold)),
    realizedCharges: rupees(sold.charges),
    realizedFees: rupees(sold.fees),
    realizedCostOfFunds: rupees(sold.financing),
    unrealizedGain: rupees(totals.unrealizedGainLoss),
    unrealizedPnL: rupees(totals.unrealizedProfitLoss),
    projectedSalesWithCOF: rupees(totals.projectedSalesWithCOF),
    totalCost: rupees(totals.costValue),
    totalCharges: rupees(totals.charges),
    totalValue: rupees(totals.grossSales),
  }
}
