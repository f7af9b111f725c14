/** How each kind of thing is described, how near it is, and where it is shown. */

import type { ActionKind } from '@em/contract/corporate-actions/kinds'
import type { SearchKind } from '@em/contract/search/search'
import type { Near } from '@em/contract/tabs/find'
import { TAB_OF_KIND } from '@em/contract/tabs/tab-of-kind'
import { addressOf, type TabId } from '@em/contract/tabs/tabs'
import {
  type AnnouncementBoard,
  type AnnouncementCategory,
  boardOfCategory,
} from '@em/core/announcements/categories'
import { NEAR, nearness } from '@em/core/search/nearness'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { jsonNumber } from '../../platform/database/json-number.ts'
import type { NamedRow, TextRow } from './names.queries.ts'
import type { FoundEntryRow, FoundPaymentRow, FoundTradeRow, Numbers } from './numbers.queries.ts'

/** A kind of name: what it is called in an answer, the tab that shows it, and its name in the address of that tab. */
interface NameKind {
  readonly kind: SearchKind
  readonly tab: TabId
  readonly as: string
}
export const NAMES = {
  security: { kind: 'security', tab: 'Portfolio Monitoring / Security', as: 'symbol' },
  portfolio: { kind: 'portfolio', tab: 'Trade Capture / Portfolio', as: 'portfolio' },
  account: { kind: 'account', tab: 'Accounting Entries / General Ledger', as: 'account_code' },
  settlementAccount: {
    kind: 'account',
    tab: 'Settlement and Accounting / Settlement Instructions',
    as: 'account',
  },
  person: { kind: 'person', tab: 'Administration / Users', as: 'person' },
} as const satisfies Record<string, NameKind>

/** The tabs that show what has no name of its own, or a longer one. */
export const SHOWN = {
  trade: 'Trade Capture / Transactions',
  payment: 'Settlement and Accounting / Settlement Instructions',
  entry: 'Accounting Entries / Journal Entries',
  document: 'Batch Transaction Import / Trade Report',
  action: 'Corporate Actions / Dividend',
  announcement: 'CSE Announcements / Market Announcements',
} as const satisfies Record<string, TabId>

/** A named thing and how near its names are to what was typed. */
export interface NearName {
  readonly near: number
  readonly row: NamedRow
}

const list = (...parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join(' · ')

export function nearName({ near, row }: NearName): Near {
  const { kind, tab, as } = NAMES[row.kind as keyof typeof NAMES]
  const isPerson = kind === 'person'
  return {
    near,
    found: {
      kind,
      id: row.id,
      title: isPerson ? row.title : `${row.code} ${row.title}`,
      detail: list(row.detail, row.is_active ? null : 'not in use'),
      amount: null,
      date: null,
      tab: addressOf(tab, { [as]: row.id, ...(row.kind === 'settlementAccount' && { status: 'all' }) }),
    },
  }
}

const BOARD_TABS: Readonly<Record<AnnouncementBoard, TabId>> = {
  market: 'CSE Announcements / Market Announcements',
  notices: 'CSE Announcements / Corporate Notices',
  trading: 'CSE Announcements / Trading Updates',
  regulatory: 'CSE Announcements / Regulatory Updates',
  news: 'CSE Announcements / News & Events',
}

/** How each kind of text is shown: the address of its tab. */
const ADDRESSES: Readonly<Record<string, (id: string, word: string) => string>> = {
  document: (id) => addressOf(SHOWN.document, { document: id }),
  'corporate-action': (id, word) =>
    word === 'ipo'
      ? addressOf(TAB_OF_KIND.ipo, { application: id })
      : addressOf(TAB_OF_KIND[word as ActionKind], { [word === 'transfer' ? 'event' : 'action']: id }),
  announcement: (id, word) =>
    addressOf(BOARD_TABS[boardOfCategory(word as AnnouncementCategory)], { announcement: id }),
}

export function nearText(typed: string, row: TextRow): Near {
  const id = String(row.id)
  return {
    // Of texts about a thing; the thing itself comes first.
    near: (nearness(typed, [row.title, row.detail ?? '']) ?? NEAR.part) + 0.5,
    found: {
      kind: row.kind as SearchKind,
      id,
      title: row.title,
      detail: row.detail ?? '',
      amount: null,
      date: row.day,
      tab: ADDRESSES[row.kind]?.(id, row.word) ?? '',
    },
  }
}

const SIDES: Readonly<Record<string, string>> = { buy: 'Buy', sell: 'Sell', opening: 'Opening lot' }

/** Of numbers: the whole one or the exact amount, the beginning of one, the end. */
const numberNear = (plain: string, isAmount: boolean, numbers: readonly (string | null)[]): number => {
  const texts = numbers.flatMap((text) => (text === null ? [] : [text.toLowerCase()]))
  if (isAmount || texts.includes(plain)) return NEAR.whole
  return texts.some((text) => text.startsWith(plain)) ? NEAR.beginning : NEAR.part
}
const sameAmount = (amount: string | null, ...others: readonly string[]) =>
  amount !== null && others.some((other) => decimalOf(other, MONEY_SCALE) === decimalOf(amount, MONEY_SCALE))

export function nearTrade({ plain, amount }: Numbers, row: FoundTradeRow): Near {
  const id = String(row.id)
  return {
    near: numberNear(plain, sameAmount(amount, row.net, row.gross, row.fees), [
      row.deal_number,
      row.contract_number,
    ]),
    found: {
      kind: 'trade',
      id,
      title: `${SIDES[row.side] ?? row.side} ${row.quantity.toLocaleString('en')} ${row.symbol}`,
      detail: list(row.contract_number, row.deal_number, row.portfolio_name, row.broker_name),
      amount: jsonNumber(row.net),
      date: row.trade_date,
      tab: addressOf(SHOWN.trade, { trade: id }),
    },
  }
}

export function nearPayment({ plain, amount }: Numbers, row: FoundPaymentRow): Near {
  return {
    near: numberNear(plain, sameAmount(amount, row.amount), [row.reference]),
    found: {
      kind: 'trade',
      id: String(row.trade_id),
      title: `Payment for ${row.deal_number}`,
      detail: list(row.reference, row.symbol, row.portfolio_name),
      amount: jsonNumber(row.amount),
      date: row.actual_date,
      tab: addressOf(SHOWN.payment, { settlement: String(row.trade_id) }),
    },
  }
}

export function nearEntry({ plain }: Numbers, row: FoundEntryRow): Near {
  const id = String(row.id)
  return {
    near: numberNear(plain, false, [id, row.reference]),
    found: {
      kind: 'entry',
      id,
      title: `Journal entry ${id}`,
      detail: list(row.description, row.reference),
      amount: jsonNumber(row.amount),
      date: row.entry_date,
      tab: addressOf(SHOWN.entry, { entry: id }),
    },
  }
}
