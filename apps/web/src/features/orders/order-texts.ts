/** The names of orders, their states and their steps on the screen. */
import type { Order, OrderRow } from '@em/contract/orders/orders'
import type { OrderState } from '@em/core/orders/order-acts'

export const ORDER_WORDS: Readonly<
  Record<OrderState, { readonly word: string; readonly tone: 'good' | 'warn' | 'quiet' }>
> = {
  proposal: { word: 'Proposal', tone: 'quiet' },
  approved: { word: 'Approved', tone: 'warn' },
  placed: { word: 'Placed', tone: 'warn' },
  'part-filled': { word: 'Part filled', tone: 'warn' },
  filled: { word: 'Filled', tone: 'good' },
  lapsed: { word: 'Lapsed', tone: 'quiet' },
  cancelled: { word: 'Cancelled', tone: 'quiet' },
}

/** The state of an order: one that another person released says so until it is placed. */
export const stateWord = ({ state, releasedBy }: Pick<OrderRow, 'state' | 'releasedBy'>): string =>
  state === 'approved' && releasedBy !== null ? 'Released' : ORDER_WORDS[state].word

/** States of each tab of Deal Slip; of "all" every state. */
export const ORDERS_OF = {
  draft: ['proposal'],
  pending: ['approved', 'placed', 'part-filled'],
  completed: ['filled'],
} as const satisfies Record<string, readonly OrderState[]>

const STEP_WORDS: Readonly<Record<Order['steps'][number]['what'], string>> = {
  proposed: 'Proposed',
  changed: 'Changed',
  approved: 'Approved',
  placed: 'Given to the broker',
  cancelled: 'Cancelled',
}
export const stepWord = ({ what, approval }: Order['steps'][number]): string =>
  what === 'approved' && approval?.isRelease === true ? 'Released beyond a limit' : STEP_WORDS[what]
/** Who did it; where it waited for another person, who decided. */
export function stepBy({ what, by, approval }: Order['steps'][number]): string {
  if (approval === null) return by
  const decided = `${approval.by} (${approval.number})`
  // Who let it pass has approved it, too: he is named once.
  const isSame = approval.isRelease || approval.by.split(', ').includes(by)
  return what === 'approved' && isSame ? decided : `${by}, approved by ${decided}`
}

export const sideWord = (side: OrderRow['side']): string => (side === 'buy' ? 'Buy' : 'Sell')

const some = (value: number) => value.toLocaleString('en-LK')
const rupees = (value: number) =>
  value.toLocaleString('en-LK', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** "Buy 5,000 HNB.N0000 up to 395.00" */
export function orderInWords({ side, quantity, amount, symbol, limitPrice }: OrderRow): string {
  const what = quantity === null ? `${symbol} for LKR ${rupees(amount ?? 0)}` : `${some(quantity)} ${symbol}`
  const limit = limitPrice === null ? '' : ` ${side === 'buy' ? 'up to' : 'from'} ${rupees(limitPrice)}`
  return `${sideWord(side)} ${what}${limit}`
}
