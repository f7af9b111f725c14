import type { ActionKind } from '@em/contract/corporate-actions/kinds'
import type { TabId } from '@em/contract/tabs/tabs'

/** The tabs of corporate actions that list events: which kinds each lists and records. */
export interface EventTab {
  readonly title: string
  readonly lead: string
  readonly kinds: readonly ActionKind[]
}

const RIGHTS: EventTab = {
  title: 'Rights Issue',
  lead: 'Offers of new shares to holders: entitlement, subscription, sale of rights, allotment and refund.',
  kinds: ['rights'],
}

export const EVENT_TABS = {
  'Corporate Actions / Dividend': {
    title: 'Dividend',
    lead: 'Cash dividends: income and tax on the ex-dividend date, money on the payment date.',
    kinds: ['dividend'],
  },
  'Corporate Actions / Rights Issue': RIGHTS,
  'Corporate Actions / Scrip Dividend': {
    title: 'Scrip Dividend',
    lead: 'Dividends paid in new shares, by a rate or at an issue price after tax.',
    kinds: ['scrip'],
  },
  'Corporate Actions / Bonus / Capitalisation': {
    title: 'Bonus / Capitalisation',
    lead: 'New shares for those held, without money: the cost stays and is spread over more shares.',
    kinds: ['bonus'],
  },
  'Corporate Actions / Stock Split': {
    title: 'Stock Split',
    lead: 'Each share becomes several: the cost stays as it is.',
    kinds: ['split'],
  },
  'Corporate Actions / Reverse Stock Split': {
    title: 'Reverse Stock Split',
    lead: 'Several shares become one: the cost stays as it is.',
    kinds: ['consolidation'],
  },
  'Security Identity / Merger or Acquisition': {
    title: 'Merger or Acquisition',
    lead: 'Shares given for shares of another security, money or both, at fair value.',
    kinds: ['merger'],
  },
  'Security Identity / Spin-off / Demerger': {
    title: 'Spin-off / Demerger',
    lead: 'Shares of a new security for those held: the cost is split by the first-day prices.',
    kinds: ['spin-off'],
  },
  'Security Identity / Change in Name / Ticker / ISIN': {
    title: 'Change in Name / Ticker / ISIN',
    lead: 'The same security under another name, ticker or ISIN: lots and history stay.',
    kinds: ['identity'],
  },
  'Security Identity / Delisting': {
    title: 'Delisting',
    lead: 'Shares that leave the exchange, paid out or worthless.',
    kinds: ['delisting'],
  },
  'Voluntary Corporate Actions / Rights Issue': RIGHTS,
  'Voluntary Corporate Actions / Buyback / Share Repurchase': {
    title: 'Buyback / Share Repurchase',
    lead: 'Shares bought back by their issuer, a part of what each holder has.',
    kinds: ['buyback'],
  },
  'Voluntary Corporate Actions / Tender Offer': {
    title: 'Tender Offer',
    lead: 'Offers to buy shares: what each portfolio tenders until the last day of acceptance.',
    kinds: ['tender'],
  },
  'Voluntary Corporate Actions / Election for Dividend Options': {
    title: 'Election for Dividend Options',
    lead: 'Dividends in money or in shares, as each portfolio chooses.',
    kinds: ['election'],
  },
  'Mandatory Corporate Actions / Dividends': {
    title: 'Dividends',
    lead: 'Dividends in money and in shares.',
    kinds: ['dividend', 'scrip'],
  },
  'Mandatory Corporate Actions / Splits & Bonus': {
    title: 'Splits & Bonus',
    lead: 'Splits, reverse splits and bonus issues: shares change, the cost stays.',
    kinds: ['split', 'consolidation', 'bonus'],
  },
  'Mandatory Corporate Actions / Rights Issues': { ...RIGHTS, title: 'Rights Issues' },
} as const satisfies Partial<Record<TabId, EventTab>>

export type EventTabId = keyof typeof EVENT_TABS
