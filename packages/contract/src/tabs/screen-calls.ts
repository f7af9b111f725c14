import { accountingTargets } from '../books/accounting-exports.ts'
import { actionReports } from '../books/action-reports.ts'
import { announcements } from '../books/announcements.ts'
import { approvals } from '../books/approvals.ts'
import { audit } from '../books/audit.ts'
import { batches } from '../books/batches.ts'
import { brokerReports } from '../books/broker-reports.ts'
import { cdsComparisons } from '../books/cds-comparison.ts'
import { corporateActions } from '../books/corporate-actions.ts'
import { custodianMessages } from '../books/custodian.ts'
import { dashboard } from '../books/dashboard.ts'
import { eventReports } from '../books/event-reports.ts'
import { fixConnections } from '../books/fix-sessions.ts'
import { glMappings } from '../books/gl-mappings.ts'
import { holdings } from '../books/holdings.ts'
import { indexValues } from '../books/index-values.ts'
import { journal } from '../books/journal.ts'
import { ledger } from '../books/ledger.ts'
import { limits } from '../books/limits.ts'
import { marketSummary } from '../books/market-summary.ts'
import { openings } from '../books/openings.ts'
import { performance } from '../books/performance.ts'
import { periods } from '../books/periods.ts'
import { feed } from '../books/price-feed.ts'
import { prices } from '../books/prices.ts'
import { realized } from '../books/realized.ts'
import { rebalancing } from '../books/rebalancing.ts'
import { recentActivities } from '../books/recent-activities.ts'
import { reconciliation } from '../books/reconciliation.ts'
import { security } from '../books/security.ts'
import { sells } from '../books/sells.ts'
import { settlements } from '../books/settlements.ts'
import { statementOfInvestments } from '../books/statement-of-investments.ts'
import { statements } from '../books/statements.ts'
import { tradeDocuments } from '../books/trade-documents.ts'
import { tradeSummaries } from '../books/trade-summary.ts'
import { trades } from '../books/trades.ts'
import { transactions } from '../books/transactions.ts'
import { trialBalance } from '../books/trial-balance.ts'
import { valuations } from '../books/valuation.ts'
import { verify } from '../books/verify.ts'
import { users } from '../identity.ts'
import { jobs } from '../jobs.ts'
import type { Needs } from '../kit/may.ts'
import { brokers } from '../registers/brokers.ts'
import { cdsAccounts } from '../registers/cds-accounts.ts'
import { chartOfAccounts } from '../registers/chart-of-accounts.ts'
import { costOfFunds } from '../registers/cost-of-funds.ts'
import { costingMethods } from '../registers/costing-methods.ts'
import { dividendTaxRates } from '../registers/dividend-tax-rates.ts'
import { equities } from '../registers/equities.ts'
import { feeReliefs } from '../registers/fee-reliefs.ts'
import { feeTariffs } from '../registers/fee-tariffs.ts'
import { holidays } from '../registers/holidays.ts'
import { portfolios } from '../registers/portfolios.ts'
import { priceTolerances } from '../registers/price-tolerances.ts'
import { riskFreeRates } from '../registers/risk-free-rates.ts'
import { settlementAccounts } from '../registers/settlement-accounts.ts'
import { strategies } from '../registers/strategies.ts'
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
