import type { Tab } from '@em/contract/tabs/tabs'
import guide from '../../../../../docs/user-guide.md?raw'

/** A section of the user guide: its heading and its lines. */
export interface GuideSection {
  readonly title: string
  readonly lines: readonly string[]
}

export const SECTIONS: readonly GuideSection[] = guide
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const [title = '', ...lines] = text.split('\n')
    return { title: title.trim(), lines }
  })

/** The section of a tab, or of all tabs of a group. What is read off the books without a section of its own is under Reading. */
const SECTION_OF: Readonly<Record<string, string>> = {
  Dashboard: 'Reading',
  'Master Data Management': 'First steps',
  'Master Data Management / CDS Accounts': 'CDS accounts and statements',
  'Accounting Entries': 'Journal entries',
  'Accounting Entries / Opening Balances': 'Opening balances',
  'Accounting Entries / General Ledger': 'Reading',
  'Accounting Entries / Trial Balance': 'Reading',
  'Accounting Entries / Financial Statements': 'Reading',
  'Accounting Entries / Account Reconciliation': 'Reconciling an account',
  'Accounting Entries / Period Close': 'Closing a period',
  'Accounting Entries / Chart Of Accounts': 'Accounts behind the postings',
  'Trade Capture': 'First steps',
  'Trade Capture / Sell': 'Selling and correcting',
  'Trade Capture / Transactions': 'Selling and correcting',
  'Trade Capture / Portfolio': 'Reading',
  'Batch Transaction Import': 'Selling and correcting',
  'Settlement and Accounting': 'Settling',
  'Settlement and Accounting / GL Mapping': 'Accounts behind the postings',
  'Settlement and Accounting / Cash Flow Mapping': 'Accounts behind the postings',
  'Settlement and Accounting / CDS Comparison': 'CDS accounts and statements',
  'Valuation and MTM': 'Reading',
  'Valuation and MTM / Trade Summary Data': 'Prices',
  'Valuation and MTM / Market Price Feed': 'Prices',
  'Valuation and MTM / Mark To Market': 'Prices',
  'Valuation and MTM / Index Values': 'Prices',
  'Corporate Actions': 'Corporate actions',
  'Corporate Actions / Receivables': 'Money of corporate actions',
  'Corporate Actions / Tax Certificates': 'Money of corporate actions',
  'Security Identity': 'Corporate actions',
  'Voluntary Corporate Actions': 'Corporate actions',
  'Mandatory Corporate Actions': 'Corporate actions',
  IPO: 'Applications for new issues',
  'Integration and Automation / Broker Feed / FIX Integration': 'Executions from brokers over FIX',
  'Integration and Automation / Accounting System Interface': 'Entries for an outside ledger',
  'Integration and Automation': 'CDS accounts and statements',
  'Portfolio Transfers': 'Moving shares between portfolios',
  Administration: 'Signing in, users and passwords',
  'Administration / Approvals': 'Approvals',
}

export function sectionOf(tab: Pick<Tab, 'id' | 'group'> | null): GuideSection | undefined {
  const title = tab === null ? 'First steps' : (SECTION_OF[tab.id] ?? SECTION_OF[tab.group.name] ?? 'Reading')
  return SECTIONS.find((section) => section.title === title)
}

/** Sections that no section of the guide has: for the test. */
export const unknownSections = (): string[] =>
  Object.values(SECTION_OF).filter((title) => !SECTIONS.some((section) => section.title === title))
/** Names that no tab and no group has: for the test. */
export const namesWithHelp = (): string[] => Object.keys(SECTION_OF)
