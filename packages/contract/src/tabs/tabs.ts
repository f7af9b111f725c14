/**
 * The sidebar's groups and their tabs, in order, by name alone: a link to a tab must not load the tab's
 * screen. The screens are in `app/screens.ts`.
 */
const groupLines = [
  [
    'Dashboard',
    'dashboard',
    ['Dashboard', 'Portfolio Overview', 'Market Summary', 'Recent Activity', 'Performance Metrics'],
  ],
  [
    'Master Data Management',
    'master',
    [
      'Equity Master',
      'Account Master',
      'Valuation Method',
      'Portfolio Master',
      'Strategy Master',
      'Holiday Calendar',
      'Brokers',
      'Fee Tariffs',
      'Intraday Relief',
      'Dividend Tax Rates',
      'Risk-Free Rates',
      'Price Tolerances',
      'CDS Accounts',
    ],
  ],
  [
    'Accounting Entries',
    'accounting',
    [
      'Journal Entries',
      'Opening Balances',
      'General Ledger',
      'Trial Balance',
      'Financial Statements',
      'Account Reconciliation',
      'Period Close',
      'Chart Of Accounts',
    ],
  ],
  ['Trade Capture', 'trade', ['Buy', 'Sell', 'Transactions', 'Portfolio', 'Deal Slip', 'Cost of Funds']],
  [
    'Batch Transaction Import',
    'batch',
    ['Bulk Buy Entry', 'Bulk Sell Entry', 'Import History', 'Trade Confirmation', 'Trade Report'],
  ],
  [
    'Settlement and Accounting',
    'settlement',
    ['Settlement Instructions', 'Cash Flow Mapping', 'GL Mapping', 'CDS Comparison'],
  ],
  [
    'Valuation and MTM',
    'valuation',
    [
      'Mark-to-Market Valuation',
      'Realized Gain/Loss Tracking',
      'Trade Summary Data',
      'Market Price Feed',
      'Index Values',
      'Mark To Market',
      'Equity Cost',
    ],
  ],
  [
    'CSE Announcements',
    'announcements',
    ['Market Announcements', 'Corporate Notices', 'Trading Updates', 'Regulatory Updates', 'News & Events'],
  ],
  [
    'Corporate Actions',
    'actions',
    [
      'Dividend',
      'Rights Issue',
      'Scrip Dividend',
      'Bonus / Capitalisation',
      'Stock Split',
      'Reverse Stock Split',
      'Receivables',
      'Events Report',
      'Tax Certificates',
      'Calendar',
    ],
  ],
  [
    'Security Identity',
    'identity',
    ['Merger or Acquisition', 'Spin-off / Demerger', 'Change in Name / Ticker / ISIN', 'Delisting'],
  ],
  [
    'Voluntary Corporate Actions',
    'voluntary',
    ['Rights Issue', 'Buyback / Share Repurchase', 'Tender Offer', 'Election for Dividend Options'],
  ],
  ['Mandatory Corporate Actions', 'mandatory', ['Dividends', 'Splits & Bonus', 'Rights Issues']],
  ['IPO', 'ipo', ['IPO Entry', 'IPO Allocation', 'Refund Processing', 'Allocation Summary']],
  [
    'Portfolio Monitoring',
    'monitoring',
    ['Holdings Dashboard', 'Performance Metrics', 'Sector/Exposure Analysis', 'Rebalancing', 'Security'],
  ],
  ['Risk and Limit Management', 'risk', ['Counterparty Limits', 'Position Limits', 'Concentration Limits']],
  [
    'Reporting and Compliance',
    'reporting',
    [
      'Daily Holdings Report',
      'P&L Statement',
      'Accounting Reports',
      'Broker Reports',
      'Trade Blotter',
      'Audit Trail',
    ],
  ],
  [
    'Integration and Automation',
    'integration',
    ['Broker Feed / FIX Integration', 'Custodian Integration', 'Accounting System Interface'],
  ],
  ['Portfolio Transfers', 'transfers', ['Transfers']],
  ['Administration', 'administration', ['Users', 'Approvals', 'Jobs', 'Check the Books']],
] as const satisfies readonly (readonly [name: string, icon: GroupIcon, tabs: readonly string[]])[]

type IdIn<Line> = Line extends readonly [infer G extends string, unknown, infer T extends readonly string[]]
  ? `${G} / ${T[number]}`
  : never
/** The key of one tab: `Trade Capture / Buy`, since groups share names of tabs. */
export type TabId = IdIn<(typeof groupLines)[number]>

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
  readonly id: TabId
  readonly name: string
  readonly slug: string
  readonly group: Group
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

export const groups: readonly Group[] = groupLines.map(([name, icon, names]) => {
  const tabs: Tab[] = []
  const group: Group = { name, slug: slugOf(name), icon, tabs }
  for (const tab of names) {
    tabs.push({ id: `${name} / ${tab}` as TabId, name: tab, slug: slugOf(tab), group })
  }
  return group
})

const byId = new Map(groups.flatMap(({ tabs }) => tabs.map((tab) => [tab.id, tab] as const)))

/** The tab that an id names. */
export function tabOf(id: TabId): Tab {
  const tab = byId.get(id)
  if (tab === undefined) throw new Error(`No tab is called ${id}.`)
  return tab
}

/** Where a tab is: `trade-capture/transactions?trade=5`. */
export function addressOf(id: TabId, query: Readonly<Record<string, string>> = {}): string {
  const { group, slug } = tabOf(id)
  const text = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return `${group.slug}/${slug}${text === '' ? '' : `?${text}`}`
}

/** The tabs of the top bar. */
export const topTabs: readonly { group: string; tab: string; tooltip: string }[] = [
  { group: 'Dashboard', tab: 'Dashboard', tooltip: 'Main dashboard overview' },
  { group: 'Trade Capture', tab: 'Buy', tooltip: 'Purchase securities' },
  { group: 'Trade Capture', tab: 'Sell', tooltip: 'Sell securities' },
]
