import type { ComponentType } from 'react'
import { lazyPart } from '../lib/parts.ts'

/**
 * The sidebar's groups and tabs, in order, and the screen behind each. A tab that no screen exists for yet is
 * `'soon'`. A screen is a module with a default export that takes no props; it loads when first opened.
 */
type Load = () => Promise<{ default: ComponentType }>
type TabLine = readonly [name: string, screen: Load | 'soon']

/** Groups that only an administrator is shown; their screens say so to others. */
const ADMINISTRATORS_ONLY: readonly GroupIcon[] = ['administration']

const groupLines: readonly (readonly [name: string, icon: GroupIcon, tabs: readonly TabLine[]])[] = [
  [
    'Dashboard',
    'dashboard',
    [
      ['Dashboard', () => import('../features/dashboard/DashboardScreen.tsx')],
      ['Portfolio Overview', () => import('../features/positions/PortfolioOverviewScreen.tsx')],
      ['Market Summary', 'soon'],
      ['Recent Activity', 'soon'],
      ['Performance Metrics', 'soon'],
    ],
  ],
  [
    'Master Data Management',
    'master',
    [
      ['Equity Master', () => import('../features/equities/EquityScreen.tsx')],
      ['Account Master', () => import('../features/settlement-accounts/AccountScreen.tsx')],
      ['Valuation Method', () => import('../features/costing-methods/CostingMethodScreen.tsx')],
      ['Portfolio Master', () => import('../features/portfolios/PortfolioScreen.tsx')],
      ['Strategy Master', () => import('../features/strategies/StrategyScreen.tsx')],
      ['Holiday Calendar', () => import('../features/holidays/HolidayScreen.tsx')],
      ['Brokers', () => import('../features/brokers/BrokerScreen.tsx')],
      ['Fee Tariffs', () => import('../features/fee-tariffs/FeeTariffScreen.tsx')],
    ],
  ],
  [
    'Accounting Entries',
    'accounting',
    [
      ['Journal Entries', () => import('../features/journal/JournalScreen.tsx')],
      ['Opening Balances', () => import('../features/openings/OpeningsScreen.tsx')],
      ['General Ledger', () => import('../features/ledger/GeneralLedgerScreen.tsx')],
      ['Trial Balance', () => import('../features/trial-balance/TrialBalanceScreen.tsx')],
      ['Financial Statements', () => import('../features/statements/StatementsScreen.tsx')],
      ['Account Reconciliation', () => import('../features/reconciliation/ReconciliationScreen.tsx')],
      ['Period Close', () => import('../features/periods/PeriodCloseScreen.tsx')],
      ['Chart Of Accounts', () => import('../features/chart-of-accounts/ChartScreen.tsx')],
    ],
  ],
  [
    'Trade Capture',
    'trade',
    [
      ['Buy', () => import('../features/trades/BuyScreen.tsx')],
      ['Sell', () => import('../features/trades/SellScreen.tsx')],
      ['Transactions', () => import('../features/transactions/TransactionsScreen.tsx')],
      ['Portfolio', () => import('../features/holdings/HoldingsScreen.tsx')],
      ['Deal Slip', () => import('../features/deal-slips/DealSlipScreen.tsx')],
      ['Cost of Funds', () => import('../features/cost-of-funds/CostOfFundsScreen.tsx')],
    ],
  ],
  [
    'Batch Transaction Import',
    'batch',
    [
      ['Bulk Buy Entry', () => import('../features/batches/BulkBuyScreen.tsx')],
      ['Bulk Sell Entry', () => import('../features/batches/BulkSellScreen.tsx')],
      ['Import History', () => import('../features/batches/ImportHistoryScreen.tsx')],
      ['Trade Confirmation', 'soon'],
      ['Trade Report', 'soon'],
    ],
  ],
  [
    'Settlement and Accounting',
    'settlement',
    [
      ['Settlement Instructions', () => import('../features/settlements/SettlementsScreen.tsx')],
      ['Cash Flow Mapping', () => import('../features/gl-mappings/CashFlowMappingScreen.tsx')],
      ['GL Mapping', () => import('../features/gl-mappings/GlMappingScreen.tsx')],
    ],
  ],
  [
    'Valuation and MTM',
    'valuation',
    [
      ['Mark-to-Market Valuation', 'soon'],
      ['Realized Gain/Loss Tracking', 'soon'],
      ['Trade Summary Data', 'soon'],
      ['Market Price Feed', 'soon'],
      ['Mark To Market', 'soon'],
      ['Equity Cost', 'soon'],
    ],
  ],
  [
    'CSE Announcements',
    'announcements',
    [
      ['Market Announcements', 'soon'],
      ['Corporate Notices', 'soon'],
      ['Trading Updates', 'soon'],
      ['Regulatory Updates', 'soon'],
      ['News & Events', 'soon'],
    ],
  ],
  [
    'Corporate Actions',
    'actions',
    [
      ['Dividend', 'soon'],
      ['Rights Issue', 'soon'],
      ['Stock Split', 'soon'],
      ['Reverse Stock Split', 'soon'],
    ],
  ],
  [
    'Security Identity',
    'identity',
    [
      ['Merger or Acquisition', 'soon'],
      ['Spin-off / Demerger', 'soon'],
      ['Change in Name / Ticker / ISIN', 'soon'],
      ['Delisting', 'soon'],
    ],
  ],
  [
    'Voluntary Corporate Actions',
    'voluntary',
    [
      ['Rights Issue', 'soon'],
      ['Buyback / Share Repurchase', 'soon'],
      ['Tender Offer', 'soon'],
      ['Election for Dividend Options', 'soon'],
    ],
  ],
  [
    'Mandatory Corporate Actions',
    'mandatory',
    [
      ['Dividends', 'soon'],
      ['Splits & Bonus', 'soon'],
      ['Rights Issues', 'soon'],
    ],
  ],
  [
    'IPO',
    'ipo',
    [
      ['IPO Entry', 'soon'],
      ['IPO Allocation', 'soon'],
      ['Refund Processing', 'soon'],
      ['Allocation Summary', 'soon'],
    ],
  ],
  [
    'Portfolio Monitoring',
    'monitoring',
    [
      ['Holdings Dashboard', 'soon'],
      ['Performance Metrics', 'soon'],
      ['Sector/Exposure Analysis', 'soon'],
    ],
  ],
  [
    'Risk and Limit Management',
    'risk',
    [
      ['Counterparty Limits', 'soon'],
      ['Position Limits', 'soon'],
      ['Concentration Limits', 'soon'],
    ],
  ],
  [
    'Reporting and Compliance',
    'reporting',
    [
      ['Daily Holdings Report', 'soon'],
      ['P&L Statement', () => import('../features/statements/StatementsScreen.tsx')],
      ['Trade Blotter', 'soon'],
      ['Audit Trail', () => import('../features/audit/AuditTrailScreen.tsx')],
    ],
  ],
  [
    'Integration and Automation',
    'integration',
    [
      ['Broker Feed / FIX Integration', 'soon'],
      ['Custodian Integration', 'soon'],
      ['Accounting System Interface', 'soon'],
    ],
  ],
  ['Portfolio Transfers', 'transfers', []],
  ['Administration', 'administration', [['Users', () => import('../features/identity/UsersScreen.tsx')]]],
]

export type GroupIcon =
  | 'dashboard'
  | 'master'
  | 'accounting'
  | 'trade'
  | 'batch'
  | 'settlement'
  | 'valuation'
  | 'announcements'
  | 'actions'
  | 'identity'
  | 'voluntary'
  | 'mandatory'
  | 'ipo'
  | 'monitoring'
  | 'risk'
  | 'reporting'
  | 'integration'
  | 'transfers'
  | 'administration'

export interface Tab {
  readonly name: string
  readonly slug: string
  readonly group: Group
  /** Null: coming soon. */
  readonly screen: ComponentType | null
  /** Starts loading the screen's code. */
  readonly preload: () => void
}
export interface Group {
  readonly name: string
  readonly slug: string
  readonly icon: GroupIcon
  readonly tabs: readonly Tab[]
}

/** `Realized Gain/Loss Tracking` -> `realized-gain-loss-tracking` */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

export const groups: readonly Group[] = groupLines.map(([name, icon, lines]) => {
  const tabs: Tab[] = []
  const group: Group = { name, slug: slugOf(name), icon, tabs }
  for (const [tab, screen] of lines) {
    const load = screen === 'soon' ? null : screen
    tabs.push({
      name: tab,
      slug: slugOf(tab),
      group,
      screen: load === null ? null : lazyPart(load),
      preload: () => void load?.().catch(() => undefined),
    })
  }
  return group
})

/** The groups that a person is offered. */
export function groupsFor(user: { is_admin: boolean }): readonly Group[] {
  return user.is_admin ? groups : groups.filter(({ icon }) => !ADMINISTRATORS_ONLY.includes(icon))
}

/** The tabs of the top bar. */
export const topTabs: readonly { group: string; tab: string; tooltip: string }[] = [
  { group: 'Dashboard', tab: 'Dashboard', tooltip: 'Main dashboard overview' },
  { group: 'Trade Capture', tab: 'Buy', tooltip: 'Purchase securities' },
  { group: 'Trade Capture', tab: 'Sell', tooltip: 'Sell securities' },
]
