/** The rows of the Deal Slip screen: recorded trades, and drafts of this browser that were not saved. */

import type { SettlementWord } from '@em/contract/settlements/settlements'
import type { TradeRow } from '@em/contract/trades/transactions'
import { readNumeral } from '../../../lib/numerals.ts'

/** The specification's words for a slip's state: the tabs of the screen. */
export const SLIP_STATUSES = ['completed', 'pending', 'draft'] as const
export type SlipStatus = (typeof SLIP_STATUSES)[number]
export type SlipTab = 'all' | SlipStatus

/** The contents of the tabs, by the state of the settlement. */
export const STATES_OF = {
  completed: ['Settled', 'Settled (assumed)'],
  pending: ['Pending', 'Part settled', 'Overdue', 'Failed'],
} as const satisfies Record<Exclude<SlipStatus, 'draft'>, readonly SettlementWord[]>

export interface DealSlip {
  /** The trade's id; null for a draft. */
  readonly id: number | null
  /** The form that a draft lies in; null for a trade. */
  readonly draft: DraftForm | null
  readonly deal: string
  /** The client of the deal: the portfolio. */
  readonly client: string
  /** The state of its settlement; null while it is a draft. */
  readonly status: SettlementWord | null
  /** Net value in rupees; null while a draft has none. */
  readonly amount: number | null
  readonly type: 'Buy' | 'Sell'
  /** Trade date; '' while a draft has none. */
  readonly date: string
  readonly settles: string
  readonly security: string
  readonly quantity: number | null
  readonly price: number | null
  readonly broker: string
}

export function slipOf(trade: TradeRow): DealSlip {
  return {
    id: trade.id,
    draft: null,
    deal: trade.deal_number,
    client: `${trade.portfolio} (${trade.portfolioId})`,
    status: trade.status,
    amount: trade.net_value,
    type: trade.side === 'buy' ? 'Buy' : 'Sell',
    date: trade.trade_date,
    settles: trade.settlement_date,
    security: `${trade.symbol} ${trade.company_name}`,
    quantity: trade.quantity,
    price: trade.price,
    broker: trade.broker_name ?? '',
  }
}

/** The forms that keep what was not saved, by the name they keep it under. */
export const DRAFT_FORMS = [
  { name: 'buy', type: 'Buy', form: ['Trade Capture', 'Buy'] },
  { name: 'sell', type: 'Sell', form: ['Trade Capture', 'Sell'] },
  { name: 'bulk-buy', type: 'Buy', form: ['Batch Transaction Import', 'Bulk Buy Entry'] },
  { name: 'bulk-sell', type: 'Sell', form: ['Batch Transaction Import', 'Bulk Sell Entry'] },
] as const satisfies readonly { name: string; type: DealSlip['type']; form: readonly [string, string] }[]
export type DraftForm = (typeof DRAFT_FORMS)[number]

/**
 * A form's kept draft as a slip; null where nothing of a trade was typed. A draft may have been kept by another
 * version of the page, so each value is checked.
 */
export function draftSlip(stored: unknown, form: DraftForm): DealSlip | null {
  const values = valuesIn(stored)
  const text = (...names: string[]) =>
    names
      .map((name) => values[name])
      .find((value): value is string => typeof value === 'string' && value !== '') ?? ''
  const number = (typed: string) => {
    const numeral = readNumeral(typed)
    return numeral === null ? null : Number(numeral)
  }
  const security = [text('symbol'), text('companyName')].filter((part) => part !== '').join(' ')
  const quantity = number(text('quantity'))
  const client = text('portfolio', 'portfolioName', 'portfolioId')
  if (security === '' && quantity === null && client === '') return null
  return {
    id: null,
    draft: form,
    deal: '',
    client: client === '' ? 'No portfolio yet' : client,
    status: null,
    amount: null,
    type: form.type,
    date: text('tradeDate'),
    settles: text('settlementDate'),
    security: security === '' ? 'No company yet' : security,
    quantity,
    price: number(text('soldPrice', 'price')),
    broker: text('brokerName'),
  }
}

/** The form's values: kept as they are, or together with what surrounds them. */
function valuesIn(stored: unknown): Record<string, unknown> {
  let inner = stored
  for (let depth = 0; depth < 3; depth += 1) {
    if (typeof inner !== 'object' || inner === null) return {}
    if (!('values' in inner)) return inner as Record<string, unknown>
    inner = inner.values
  }
  return {}
}

/** Whether a draft holds every word of the search. */
export function matches(slip: DealSlip, search: string): boolean {
  const text = [slip.client, slip.security, slip.broker, slip.type, slip.date].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
