import { accountingTargets } from '../accounting-exports/accounting-exports.ts'
import { recentActivities } from '../activities/recent-activities.ts'
import { announcements } from '../announcements/announcements.ts'
import { approvals } from '../approvals/approvals.ts'
import { audit } from '../audit/audit.ts'
import { batches } from '../batches/batches.ts'
import { brokerReports } from '../broker-reports/broker-reports.ts'
import { brokers } from '../brokers/brokers.ts'
import { cdsAccounts } from '../cds/cds-accounts.ts'
import { cdsComparisons } from '../cds/cds-comparison.ts'
import { chartOfAccounts } from '../chart-of-accounts/chart-of-accounts.ts'
import { actionReports } from '../corporate-actions/action-reports.ts'
import { corporateActions } from '../corporate-actions/corporate-actions.ts'
import { eventReports } from '../corporate-actions/event-reports.ts'
import { costOfFunds } from '../cost-of-funds/cost-of-funds.ts'
import { costingMethods } from '../costing-methods/costing-methods.ts'
import { custodianMessages } from '../custodian/custodian.ts'
import { dashboard } from '../dashboard/dashboard.ts'
import { dividendTaxRates } from '../dividend-tax/dividend-tax-rates.ts'
import { tradeDocuments } from '../documents/trade-documents.ts'
import { equities } from '../equities/equities.ts'
import { feeReliefs } from '../fee-tariffs/fee-reliefs.ts'
import { feeTariffs } from '../fee-tariffs/fee-tariffs.ts'
import { fixConnections } from '../fix-sessions/fix-sessions.ts'
import { glMappings } from '../gl-mappings/gl-mappings.ts'
import { holdings } from '../holdings/holdings.ts'
import { holidays } from '../holidays/holidays.ts'
import { users } from '../identity/identity.ts'
import { indexValues } from '../indices/index-values.ts'
import { jobs } from '../jobs/jobs.ts'
import { journal } from '../journal/journal.ts'
import type { Needs } from '../kit/may.ts'
import { ledger } from '../ledger/ledger.ts'
import { limits } from '../limits/limits.ts'
import { marketSummary } from '../market-summary/market-summary.ts'
import { openings } from '../openings/openings.ts'
import { performance } from '../performance/performance.ts'
import { periods } from '../periods/periods.ts'
import { portfolios } from '../portfolios/portfolios.ts'
import { priceTolerances } from '../price-tolerances/price-tolerances.ts'
import { feed } from '../prices/price-feed.ts'
import { prices } from '../prices/prices.ts'
import { tradeSummaries } from '../prices/trade-summary.ts'
import { rebalancing } from '../proposals/rebalancing.ts'
import { realized } from '../realized/realized.ts'
import { reconciliation } from '../reconciliation/reconciliation.ts'
import { statementOfInvestments } from '../reports/statement-of-investments.ts'
import { riskFreeRates } from '../risk-free-rates/risk-free-rates.ts'
import { security } from '../securities/security.ts'
import { settlementAccounts } from '../settlement-accounts/settlement-accounts.ts'
import { settlements } from '../settlements/settlements.ts'
import { statements } from '../statements/statements.ts'
import { strategies } from '../strategies/strategies.ts'
import { sells } from '../trades/sells.ts'
import { trades } from '../trades/trades.ts'
import { transactions } from '../trades/transactions.ts'
import { trialBalance } from '../trial-balance/trial-balance.ts'
import { valuations } from '../valuation/valuation.ts'
import { verify } from '../verify/verify.ts'
import type { TabId } from './tabs.ts'

/**
 * For whom each screen is: the calls without which it has nothing to show, that is what it reads first, or saves where it
 * only saves. Who may not make them is not offered the screen.
 *
 * Of each call the page gets only what it needs (`vite.config.ts`): the shell must not wait for the whole contract.
 */
export const screenCalls = {
  'Dashboard / Dashboard': [dashboard],
  'Dashboard / Performance Metrics': [performance.metrics],
  'Portfolio Monitoring / Performance Metrics': [performance.metrics],
  'Dashboard / Portfolio Overview': [holdings.overview],
  'Dashboard / Market Summary': [marketSummary],
  'Dashboard / Recent Activity': [recentActivities],
  'Master Data Management / Equity Master': [equities.routes.list],
  'Master Data Management / Account Master': [settlementAccounts.routes.list],
  'Master Data Management / Valuation Method': [costingMethods.list],
  'Master Data Management / Portfolio Master': [portfolios.routes.list],
  'Master Data Management / Strategy Master': [strategies.routes.list],
  'Master Data Management / Holiday Calendar': [holidays.routes.list],
  'Master Data Management / Brokers': [brokers.routes.list],
  'Master Data Management / Fee Tariffs': [feeTariffs.routes.list],
  'Master Data Management / Intraday Relief': [feeReliefs.routes.list],
  'Master Data Management / Dividend Tax Rates': [dividendTaxRates.routes.list],
  'Master Data Management / Risk-Free Rates': [riskFreeRates.routes.list],
  'Master Data Management / Price Tolerances': [priceTolerances.routes.list],
  'Master Data Management / CDS Accounts': [cdsAccounts.routes.list],
  'Accounting Entries / Journal Entries': [journal.list],
  'Accounting Entries / Opening Balances': [openings.list],
  'Accounting Entries / General Ledger': [ledger.list],
  'Accounting Entries / Trial Balance': [trialBalance.get],
  'Accounting Entries / Financial Statements': [statements.profitLoss],
  'Accounting Entries / Account Reconciliation': [reconciliation.list],
  'Accounting Entries / Period Close': [periods.list],
  'Accounting Entries / Chart Of Accounts': [chartOfAccounts.routes.list],
  'Trade Capture / Buy': [trades.saveBuy],
  'Trade Capture / Sell': [sells.save],
  'Trade Capture / Transactions': [transactions.list],
  'Trade Capture / Portfolio': [holdings.valued],
  'Trade Capture / Deal Slip': [transactions.list],
  'Trade Capture / Cost of Funds': [costOfFunds.list],
  'Batch Transaction Import / Bulk Buy Entry': [batches.saveBulkBuy],
  'Batch Transaction Import / Bulk Sell Entry': [batches.saveBulkSell],
  'Batch Transaction Import / Import History': [batches.list],
  'Batch Transaction Import / Trade Report': [tradeDocuments.list],
  'Batch Transaction Import / Trade Confirmation': [brokerReports.confirmations],
  'Settlement and Accounting / Settlement Instructions': [settlements.list],
  'Settlement and Accounting / Cash Flow Mapping': [glMappings.list],
  'Settlement and Accounting / GL Mapping': [glMappings.list],
  'Integration and Automation / Accounting System Interface': [accountingTargets.list],
  'Settlement and Accounting / CDS Comparison': [cdsComparisons.list],
  'Integration and Automation / Custodian Integration': [custodianMessages.list],
  'Reporting and Compliance / Daily Holdings Report': [holdings.valued],
  'Reporting and Compliance / P&L Statement': [statements.profitLoss],
  'Reporting and Compliance / Accounting Reports': [statementOfInvestments],
  'Reporting and Compliance / Broker Reports': [brokerReports.commission],
  'Reporting and Compliance / Trade Blotter': [transactions.list],
  'Reporting and Compliance / Audit Trail': [audit.list],
  'Portfolio Monitoring / Holdings Dashboard': [holdings.exposure],
  'Portfolio Monitoring / Sector/Exposure Analysis': [holdings.exposure, portfolios.routes.list],
  'Risk and Limit Management / Counterparty Limits': [limits.utilisation],
  'Risk and Limit Management / Position Limits': [limits.utilisation],
  'Risk and Limit Management / Concentration Limits': [limits.utilisation],
  'Portfolio Monitoring / Rebalancing': [rebalancing.targets, portfolios.routes.list],
  'Portfolio Monitoring / Security': [security.page, security.prices, equities.routes.list],
  'Valuation and MTM / Mark-to-Market Valuation': [holdings.valued, portfolios.routes.list],
  'Valuation and MTM / Mark To Market': [valuations.list, valuations.day],
  'Valuation and MTM / Equity Cost': [holdings.costByLot, portfolios.routes.list],
  'Valuation and MTM / Index Values': [indexValues.latest],
  'Valuation and MTM / Realized Gain/Loss Tracking': [realized.data],
  'Valuation and MTM / Market Price Feed': [prices.sheet, feed.status],
  'Valuation and MTM / Trade Summary Data': [tradeSummaries.list],
  'Corporate Actions / Dividend': [corporateActions.list],
  'Corporate Actions / Rights Issue': [corporateActions.list],
  'Corporate Actions / Scrip Dividend': [corporateActions.list],
  'Corporate Actions / Bonus / Capitalisation': [corporateActions.list],
  'Corporate Actions / Stock Split': [corporateActions.list],
  'Corporate Actions / Reverse Stock Split': [corporateActions.list],
  'Security Identity / Merger or Acquisition': [corporateActions.list],
  'Security Identity / Spin-off / Demerger': [corporateActions.list],
  'Security Identity / Change in Name / Ticker / ISIN': [corporateActions.list],
  'Security Identity / Delisting': [corporateActions.list],
  'Voluntary Corporate Actions / Rights Issue': [corporateActions.list],
  'Voluntary Corporate Actions / Buyback / Share Repurchase': [corporateActions.list],
  'Voluntary Corporate Actions / Tender Offer': [corporateActions.list],
  'Voluntary Corporate Actions / Election for Dividend Options': [corporateActions.list],
  'Mandatory Corporate Actions / Dividends': [corporateActions.list],
  'Mandatory Corporate Actions / Splits & Bonus': [corporateActions.list],
  'Mandatory Corporate Actions / Rights Issues': [corporateActions.list],
  'Corporate Actions / Receivables': [actionReports.receivables],
  'Corporate Actions / Events Report': [eventReports.events, eventReports.sums, eventReports.claims],
  'Corporate Actions / Tax Certificates': [actionReports.certificates],
  'Corporate Actions / Calendar': [actionReports.calendar],
  'IPO / IPO Entry': [corporateActions.create, corporateActions.process],
  'IPO / IPO Allocation': [corporateActions.allot, corporateActions.list],
  'IPO / Refund Processing': [actionReports.receivables],
  'IPO / Allocation Summary': [corporateActions.list],
  'Portfolio Transfers / Transfers': [corporateActions.list],
  'CSE Announcements / Market Announcements': [announcements.list],
  'CSE Announcements / Corporate Notices': [announcements.list],
  'CSE Announcements / Trading Updates': [announcements.list],
  'CSE Announcements / Regulatory Updates': [announcements.list],
  'CSE Announcements / News & Events': [announcements.list],
  'Integration and Automation / Broker Feed / FIX Integration': [fixConnections.states],
  'Administration / Users': [users.list],
  'Administration / Approvals': [approvals.list],
  'Administration / Jobs': [jobs.list],
  'Administration / Check the Books': [verify.latest],
} satisfies Partial<Record<TabId, readonly [Needs, ...Needs[]]>>
