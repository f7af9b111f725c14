import type { Tab, TabId } from '@em/contract/tabs/tabs'
import type { ComponentType } from 'react'
import { lazyPart, type Part } from '../lib/parts.ts'

/** A screen is a module with a default export that takes no props; it loads when first opened. */
type Load = () => Promise<{ default: ComponentType }>

/** Every tab that lists corporate actions has the same screen: it shows the kinds of its tab. */
const eventTab = () => import('../features/corporate-actions/EventTabScreen.tsx')

/** The screen behind each tab; for whom it is stands in the contract, `tabs/screen-calls.ts`. */
const loaders = {
  'Dashboard / Dashboard': () => import('../features/dashboard/DashboardScreen.tsx'),
  'Dashboard / Performance Metrics': () => import('../features/performance/PerformanceScreen.tsx'),
  'Portfolio Monitoring / Performance Metrics': () => import('../features/performance/PerformanceScreen.tsx'),
  'Dashboard / Portfolio Overview': () => import('../features/holdings/overview/PortfolioOverviewScreen.tsx'),
  'Dashboard / Market Summary': () => import('../features/market-summary/MarketSummaryScreen.tsx'),
  'Dashboard / Recent Activity': () => import('../features/activities/RecentActivityScreen.tsx'),
  'Master Data Management / Equity Master': () => import('../features/equities/EquityScreen.tsx'),
  'Master Data Management / Account Master': () =>
    import('../features/settlement-accounts/AccountScreen.tsx'),
  'Master Data Management / Valuation Method': () =>
    import('../features/costing-methods/CostingMethodScreen.tsx'),
  'Master Data Management / Portfolio Master': () => import('../features/portfolios/PortfolioScreen.tsx'),
  'Master Data Management / Strategy Master': () => import('../features/strategies/StrategyScreen.tsx'),
  'Master Data Management / Holiday Calendar': () => import('../features/holidays/HolidayScreen.tsx'),
  'Master Data Management / Brokers': () => import('../features/brokers/BrokerScreen.tsx'),
  'Master Data Management / Fee Tariffs': () => import('../features/fee-tariffs/FeeTariffScreen.tsx'),
  'Master Data Management / Intraday Relief': () => import('../features/fee-tariffs/FeeReliefScreen.tsx'),
  'Master Data Management / Dividend Tax Rates': () =>
    import('../features/dividend-tax/DividendTaxScreen.tsx'),
  'Master Data Management / Risk-Free Rates': () =>
    import('../features/risk-free-rates/RiskFreeRatesScreen.tsx'),
  'Master Data Management / Price Tolerances': () =>
    import('../features/price-tolerances/PriceTolerancesScreen.tsx'),
  'Master Data Management / CDS Accounts': () => import('../features/cds/CdsAccountsScreen.tsx'),
  'Accounting Entries / Journal Entries': () => import('../features/journal/JournalScreen.tsx'),
  'Accounting Entries / Opening Balances': () => import('../features/openings/OpeningsScreen.tsx'),
  'Accounting Entries / General Ledger': () => import('../features/ledger/GeneralLedgerScreen.tsx'),
  'Accounting Entries / Trial Balance': () => import('../features/trial-balance/TrialBalanceScreen.tsx'),
  'Accounting Entries / Financial Statements': () => import('../features/statements/StatementsScreen.tsx'),
  'Accounting Entries / Account Reconciliation': () =>
    import('../features/reconciliation/ReconciliationScreen.tsx'),
  'Accounting Entries / Period Close': () => import('../features/periods/PeriodCloseScreen.tsx'),
  'Accounting Entries / Chart Of Accounts': () => import('../features/chart-of-accounts/ChartScreen.tsx'),
  'Trade Capture / Buy': () => import('../features/trades/buy/BuyScreen.tsx'),
  'Trade Capture / Sell': () => import('../features/trades/sell/SellScreen.tsx'),
  'Trade Capture / Transactions': () => import('../features/trades/transactions/TransactionsScreen.tsx'),
  'Trade Capture / Portfolio': () => import('../features/holdings/HoldingsScreen.tsx'),
  'Trade Capture / Deal Slip': () => import('../features/orders/deal-slips/DealSlipScreen.tsx'),
  'Trade Capture / Cost of Funds': () => import('../features/cost-of-funds/CostOfFundsScreen.tsx'),
  'Batch Transaction Import / Bulk Buy Entry': () => import('../features/batches/bulk/BulkBuyScreen.tsx'),
  'Batch Transaction Import / Bulk Sell Entry': () => import('../features/batches/bulk/BulkSellScreen.tsx'),
  'Batch Transaction Import / Import History': () =>
    import('../features/batches/history/ImportHistoryScreen.tsx'),
  'Batch Transaction Import / Trade Report': () => import('../features/documents/TradeReportScreen.tsx'),
  'Batch Transaction Import / Trade Confirmation': () =>
    import('../features/broker-reports/confirmations/ConfirmationScreen.tsx'),
  'Settlement and Accounting / Settlement Instructions': () =>
    import('../features/settlements/SettlementsScreen.tsx'),
  'Settlement and Accounting / Cash Flow Mapping': () =>
    import('../features/gl-mappings/CashFlowMappingScreen.tsx'),
  'Settlement and Accounting / GL Mapping': () => import('../features/gl-mappings/GlMappingScreen.tsx'),
  'Integration and Automation / Custodian Integration': () =>
    import('../features/custodian/CustodianScreen.tsx'),
  'Settlement and Accounting / CDS Comparison': () => import('../features/cds/CdsComparisonScreen.tsx'),
  'Reporting and Compliance / Daily Holdings Report': () =>
    import('../features/holdings/daily/DailyHoldingsScreen.tsx'),
  'Reporting and Compliance / P&L Statement': () => import('../features/statements/StatementsScreen.tsx'),
  'Reporting and Compliance / Accounting Reports': () => import('../features/reports/ReportsScreen.tsx'),
  'Reporting and Compliance / Broker Reports': () =>
    import('../features/broker-reports/BrokerReportsScreen.tsx'),
  'Reporting and Compliance / Trade Blotter': () => import('../features/trades/blotter/BlotterScreen.tsx'),
  'Reporting and Compliance / Audit Trail': () => import('../features/audit/AuditTrailScreen.tsx'),
  'Valuation and MTM / Mark-to-Market Valuation': () => import('../features/holdings/mtm/MtmScreen.tsx'),
  'Valuation and MTM / Mark To Market': () => import('../features/valuation/MarkToMarketScreen.tsx'),
  'Valuation and MTM / Equity Cost': () => import('../features/holdings/cost/EquityCostScreen.tsx'),
  'Valuation and MTM / Index Values': () => import('../features/indices/IndexValuesScreen.tsx'),
  'Valuation and MTM / Realized Gain/Loss Tracking': () => import('../features/realized/RealizedScreen.tsx'),
  'Valuation and MTM / Market Price Feed': () => import('../features/prices/PriceSheetScreen.tsx'),
  'Valuation and MTM / Trade Summary Data': () => import('../features/prices/TradeSummaryScreen.tsx'),
  'Corporate Actions / Dividend': eventTab,
  'Corporate Actions / Rights Issue': eventTab,
  'Corporate Actions / Scrip Dividend': eventTab,
  'Corporate Actions / Bonus / Capitalisation': eventTab,
  'Corporate Actions / Stock Split': eventTab,
  'Corporate Actions / Reverse Stock Split': eventTab,
  'Security Identity / Merger or Acquisition': eventTab,
  'Security Identity / Spin-off / Demerger': eventTab,
  'Security Identity / Change in Name / Ticker / ISIN': eventTab,
  'Security Identity / Delisting': eventTab,
  'Voluntary Corporate Actions / Rights Issue': eventTab,
  'Voluntary Corporate Actions / Buyback / Share Repurchase': eventTab,
  'Voluntary Corporate Actions / Tender Offer': eventTab,
  'Voluntary Corporate Actions / Election for Dividend Options': eventTab,
  'Mandatory Corporate Actions / Dividends': eventTab,
  'Mandatory Corporate Actions / Splits & Bonus': eventTab,
  'Mandatory Corporate Actions / Rights Issues': eventTab,
  'Integration and Automation / Accounting System Interface': () =>
    import('../features/accounting-exports/AccountingScreen.tsx'),
  'CSE Announcements / Market Announcements': () =>
    import('../features/announcements/MarketAnnouncementsScreen.tsx'),
  'CSE Announcements / Corporate Notices': () =>
    import('../features/announcements/CorporateNoticesScreen.tsx'),
  'CSE Announcements / Trading Updates': () => import('../features/announcements/TradingUpdatesScreen.tsx'),
  'CSE Announcements / Regulatory Updates': () =>
    import('../features/announcements/RegulatoryUpdatesScreen.tsx'),
  'CSE Announcements / News & Events': () => import('../features/announcements/NewsAndEventsScreen.tsx'),
  'Portfolio Monitoring / Holdings Dashboard': () =>
    import('../features/holdings/monitor/HoldingsDashboard.tsx'),
  'Portfolio Monitoring / Sector/Exposure Analysis': () =>
    import('../features/holdings/monitor/ExposureScreen.tsx'),
  'Portfolio Monitoring / Rebalancing': () => import('../features/proposals/RebalancingScreen.tsx'),
  'Portfolio Monitoring / Security': () => import('../features/securities/SecurityScreen.tsx'),
  'Risk and Limit Management / Counterparty Limits': () =>
    import('../features/limits/CounterpartyLimitsScreen.tsx'),
  'Risk and Limit Management / Position Limits': () => import('../features/limits/PositionLimitsScreen.tsx'),
  'Risk and Limit Management / Concentration Limits': () =>
    import('../features/limits/ConcentrationLimitsScreen.tsx'),
  'Corporate Actions / Receivables': () =>
    import('../features/corporate-actions/reports/ReceivablesScreen.tsx'),
  'Corporate Actions / Events Report': () => import('../features/corporate-actions/reports/EventsScreen.tsx'),
  'Corporate Actions / Tax Certificates': () =>
    import('../features/corporate-actions/reports/TaxCertificatesScreen.tsx'),
  'Corporate Actions / Calendar': () => import('../features/corporate-actions/reports/CalendarScreen.tsx'),
  'IPO / IPO Entry': () => import('../features/corporate-actions/ipo/IpoEntryScreen.tsx'),
  'IPO / IPO Allocation': () => import('../features/corporate-actions/ipo/IpoAllocationScreen.tsx'),
  'IPO / Refund Processing': () => import('../features/corporate-actions/ipo/RefundScreen.tsx'),
  'IPO / Allocation Summary': () => import('../features/corporate-actions/ipo/AllocationSummaryScreen.tsx'),
  'Portfolio Transfers / Transfers': () =>
    import('../features/corporate-actions/transfers/TransfersScreen.tsx'),
  'Integration and Automation / Broker Feed / FIX Integration': () =>
    import('../features/fix-sessions/FixSessionsScreen.tsx'),
  'Administration / Users': () => import('../features/identity/users/UsersScreen.tsx'),
  'Administration / Approvals': () => import('../features/approvals/ApprovalsScreen.tsx'),
  'Administration / Jobs': () => import('../features/jobs/JobsScreen.tsx'),
  'Administration / Check the Books': () => import('../features/verify/CheckScreen.tsx'),
} satisfies Record<TabId, Load>

/** A tab that has a screen. */
export type ScreenId = keyof typeof loaders

/** The screen of each tab. */
export const screens = Object.fromEntries(
  Object.entries(loaders).map(([id, load]) => [id, lazyPart(load)]),
) as unknown as Readonly<Record<TabId, Part<object>>>

/** Loads the code of a tab's screen before the tab is opened. What could not be loaded is loaded again, and reported, when it is. */
export const preload = ({ id }: Tab): Promise<void> => screens[id].preload().catch(() => undefined)
