import { accountingExports, accountingTargets } from './accounting-exports/accounting-exports.ts'
import { recentActivities } from './activities/recent-activities.ts'
import { announcementFeed } from './announcements/announcement-feed.ts'
import { announcements } from './announcements/announcements.ts'
import { approvalDelegations, approvalRules, approvals } from './approvals/approvals.ts'
import { attachments } from './attachments/attachments.ts'
import { audit } from './audit/audit.ts'
import { batchStart } from './batches/batch-start.ts'
import { batches } from './batches/batches.ts'
import { book } from './book/book.ts'
import { brokerReports } from './broker-reports/broker-reports.ts'
import { brokerNames } from './brokers/broker-names.ts'
import { cds } from './cds/cds.ts'
import { cdsComparisons } from './cds/cds-comparison.ts'
import { journalAccountList } from './chart-of-accounts/chart-of-accounts.ts'
import { actionReports } from './corporate-actions/action-reports.ts'
import { corporateActions } from './corporate-actions/corporate-actions.ts'
import { eventReports } from './corporate-actions/event-reports.ts'
import { costOfFunds } from './cost-of-funds/cost-of-funds.ts'
import { costingMethods } from './costing-methods/costing-methods.ts'
import { custodianMessages } from './custodian/custodian.ts'
import { dashboard } from './dashboard/dashboard.ts'
import { notifications } from './dashboard/notifications.ts'
import { tradeDocuments } from './documents/trade-documents.ts'
import { activeEquities, checkSymbol } from './equities/equities.ts'
import { exportFiles } from './exports/exports.ts'
import { fixForming } from './fix-sessions/fix-forming.ts'
import { fixConnections } from './fix-sessions/fix-sessions.ts'
import { glMappings } from './gl-mappings/gl-mappings.ts'
import { histories } from './histories/histories.ts'
import { holdings } from './holdings/holdings.ts'
import { health, identity, roles, users } from './identity/identity.ts'
import { indexValues } from './indices/index-values.ts'
import { jobs } from './jobs/jobs.ts'
import { journal, recurring } from './journal/journal.ts'
import { registers } from './kit/registers.ts'
import type { Route } from './kit/route.ts'
import { ledger } from './ledger/ledger.ts'
import { limits } from './limits/limits.ts'
import { marketSummary } from './market-summary/market-summary.ts'
import { openItems } from './openings/open-items.ts'
import { openings } from './openings/openings.ts'
import { orders } from './orders/orders.ts'
import { performance } from './performance/performance.ts'
import { periods } from './periods/periods.ts'
import { activePortfolios, portfolioByName } from './portfolios/portfolios.ts'
import { feed } from './prices/price-feed.ts'
import { prices } from './prices/prices.ts'
import { tradeSummaries } from './prices/trade-summary.ts'
import { rebalancing } from './proposals/rebalancing.ts'
import { saleProposals } from './proposals/sale-proposals.ts'
import { realized } from './realized/realized.ts'
import { realizedSchedule } from './realized/realized-schedule.ts'
import { taxSchedule } from './realized/realized-tax.ts'
import { reconciliation } from './reconciliation/reconciliation.ts'
import { costAndMarket } from './reports/cost-and-market.ts'
import { feesOfMonth } from './reports/fees-of-month.ts'
import { investmentMovements } from './reports/investment-movements.ts'
import { netAssets } from './reports/net-assets.ts'
import { reportFiles } from './reports/report-files.ts'
import { reportSchedules } from './reports/report-schedules.ts'
import { statementOfInvestments } from './reports/statement-of-investments.ts'
import { favourites, savedViews } from './saved-views/saved-views.ts'
import { search } from './search/search.ts'
import { security } from './securities/security.ts'
import { settlementAccountsByMethod } from './settlement-accounts/settlement-accounts.ts'
import { payments } from './settlements/payments.ts'
import { settlements } from './settlements/settlements.ts'
import { statements } from './statements/statements.ts'
import { suspenseItems } from './suspense/suspense.ts'
import { corrections } from './trades/corrections.ts'
import { sells } from './trades/sells.ts'
import { trades } from './trades/trades.ts'
import { transactions } from './trades/transactions.ts'
import { trialBalance } from './trial-balance/trial-balance.ts'
import { valuations } from './valuation/valuation.ts'
import { valueHistory } from './value-history/value-history.ts'
import { verify } from './verify/verify.ts'

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
