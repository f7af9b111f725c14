import type { ActionKind } from '../corporate-actions/kinds.ts'
import type { TabId } from './tabs.ts'

/** The tab that lists and records a kind of corporate action. */
export const TAB_OF_KIND: Readonly<Record<ActionKind, TabId>> = {
  dividend: 'Corporate Actions / Dividend',
  scrip: 'Corporate Actions / Scrip Dividend',
  bonus: 'Corporate Actions / Bonus / Capitalisation',
  rights: 'Corporate Actions / Rights Issue',
  split: 'Corporate Actions / Stock Split',
  consolidation: 'Corporate Actions / Reverse Stock Split',
  merger: 'Security Identity / Merger or Acquisition',
  'spin-off': 'Security Identity / Spin-off / Demerger',
  identity: 'Security Identity / Change in Name / Ticker / ISIN',
  delisting: 'Security Identity / Delisting',
  buyback: 'Voluntary Corporate Actions / Buyback / Share Repurchase',
  tender: 'Voluntary Corporate Actions / Tender Offer',
  election: 'Voluntary Corporate Actions / Election for Dividend Options',
  ipo: 'IPO / IPO Allocation',
  transfer: 'Portfolio Transfers / Transfers',
}
