import { accountingExports, accountingTargets } from './books/accounting-exports.ts'
import { actionReports } from './books/action-reports.ts'
import { announcementFeed } from './books/announcement-feed.ts'
import { announcements } from './books/announcements.ts'
import { approvalDelegations, approvalRules, approvals } from './books/approvals.ts'
import { attachments } from './books/attachments.ts'
import { audit } from './books/audit.ts'
import { batchStart } from './books/batch-start.ts'
import { batches } from './books/batches.ts'
import { book } from './books/book.ts'
import { brokerNames } from './books/broker-names.ts'
import { brokerReports } from './books/broker-reports.ts'
import { cds } from './books/cds.ts'
import { cdsComparisons } from './books/cds-comparison.ts'
import { corporateActions } from './books/corporate-actions.ts'
import { corrections } from './books/corrections.ts'
import { costAndMarket } from './books/cost-and-market.ts'
import { custodianMessages } from './books/custodian.ts'
import { dashboard } from './books/dashboard.ts'
import { eventReports } from './books/event-reports.ts'
import { feesOfMonth } from './books/fees-of-month.ts'
import { fixForming } from './books/fix-forming.ts'
import { fixConnections } from './books/fix-sessions.ts'
import { glMappings } from './books/gl-mappings.ts'
import { holdings } from './books/holdings.ts'
import { indexValues } from './books/index-values.ts'
import { investmentMovements } from './books/investment-movements.ts'
import { journal, recurring } from './books/journal.ts'
import { ledger } from './books/ledger.ts'
import { limits } from './books/limits.ts'
import { marketSummary } from './books/market-summary.ts'
import { netAssets } from './books/net-assets.ts'
import { notifications } from './books/notifications.ts'
import { openItems } from './books/open-items.ts'
import { openings } from './books/openings.ts'
import { orders } from './books/orders.ts'
import { payments } from './books/payments.ts'
import { performance } from './books/performance.ts'
import { periods } from './books/periods.ts'
import { feed } from './books/price-feed.ts'
import { prices } from './books/prices.ts'
import { realized } from './books/realized.ts'
import { realizedSchedule } from './books/realized-schedule.ts'
import { taxSchedule } from './books/realized-tax.ts'
import { rebalancing } from './books/rebalancing.ts'
import { recentActivities } from './books/recent-activities.ts'
import { reconciliation } from './books/reconciliation.ts'
import { reportFiles } from './books/report-files.ts'
import { reportSchedules } from './books/report-schedules.ts'
import { saleProposals } from './books/sale-proposals.ts'
import { favourites, savedViews } from './books/saved-views.ts'
import { search } from './books/search.ts'
import { security } from './books/security.ts'
import { sells } from './books/sells.ts'
import { settlements } from './books/settlements.ts'
import { statementOfInvestments } from './books/statement-of-investments.ts'
import { statements } from './books/statements.ts'
import { suspenseItems } from './books/suspense.ts'
import { tradeDocuments } from './books/trade-documents.ts'
import { tradeSummaries } from './books/trade-summary.ts'
import { trades } from './books/trades.ts'
import { transactions } from './books/transactions.ts'
import { trialBalance } from './books/trial-balance.ts'
import { valuations } from './books/valuation.ts'
import { valueHistory } from './books/value-history.ts'
import { verify } from './books/verify.ts'
import { exportFiles } from './exports.ts'
import { health, identity, roles, users } from './identity.ts'
import { jobs } from './jobs.ts'
import type { Route } from './kit/route.ts'
import { journalAccountList } from './registers/chart-of-accounts.ts'
import { costOfFunds } from './registers/cost-of-funds.ts'
import { costingMethods } from './registers/costing-methods.ts'
import { activeEquities, checkSymbol } from './registers/equities.ts'
import { histories } from './registers/histories.ts'
import { activePortfolios, portfolioByName } from './registers/portfolios.ts'
import { registers } from './registers/registers.ts'
import { settlementAccountsByMethod } from './registers/settlement-accounts.ts'

/** Every route of the HTTP surface: what the OpenAPI page prints and the route tests walk. */
export const allRoutes: readonly Route[] = [
  health,
  ...Object.values(identity),
  ...Object.values(users),
  ...Object.values(roles),
  ...registers.flatMap((register) => Object.values(register.routes)),
  ...Object.values(histories).map(({ route }) => route),
  activeEquities,
  checkSymbol,
  activePortfolios,
  portfolioByName,
  settlementAccountsByMethod,
  ...Object.values(costingMethods),
  ...Object.values(costOfFunds),
  ...Object.values(trades),
  ...Object.values(sells),
  ...Object.values(corrections),
  ...Object.values(orders),
  ...Object.values(limits),
  ...Object.values(saleProposals),
  ...Object.values(rebalancing),
  ...Object.values(transactions),
  ...Object.values(batches),
  batchStart,
  ...Object.values(tradeDocuments),
  ...Object.values(brokerNames),
  ...Object.values(brokerReports),
  ...Object.values(fixConnections),
  ...Object.values(fixForming),
  ...Object.values(openings),
  ...Object.values(openItems),
  ...Object.values(corporateActions),
  ...Object.values(actionReports),
  ...Object.values(eventReports),
  ...Object.values(tradeSummaries),
  ...Object.values(prices),
  ...Object.values(indexValues),
  ...Object.values(feed),
  ...Object.values(announcements),
  ...Object.values(announcementFeed),
  ...Object.values(cds),
  ...Object.values(cdsComparisons),
  ...Object.values(custodianMessages),
  ...Object.values(security),
  ...Object.values(jobs),
  ...Object.values(exportFiles),
  ...Object.values(holdings),
  valueHistory,
  ...Object.values(performance),
  ...Object.values(valuations),
  ...Object.values(settlements),
  ...Object.values(payments),
  dashboard,
  search,
  recentActivities,
  marketSummary,
  notifications,
  ...Object.values(periods),
  ...Object.values(glMappings),
  ...Object.values(accountingTargets),
  ...Object.values(accountingExports),
  ...Object.values(ledger),
  journalAccountList,
  ...Object.values(journal),
  ...Object.values(recurring),
  ...Object.values(suspenseItems),
  ...Object.values(attachments),
  ...Object.values(audit),
  ...Object.values(trialBalance),
  ...Object.values(statements),
  ...Object.values(realized),
  realizedSchedule,
  taxSchedule,
  statementOfInvestments,
  investmentMovements,
  netAssets,
  costAndMarket,
  feesOfMonth,
  ...Object.values(reportFiles),
  ...Object.values(reportSchedules),
  ...Object.values(savedViews),
  ...Object.values(favourites),
  ...Object.values(reconciliation),
  ...Object.values(book),
  ...Object.values(verify),
  ...Object.values(approvals),
  ...Object.values(approvalRules),
  ...Object.values(approvalDelegations),
] as unknown as readonly Route[]
