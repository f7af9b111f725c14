/**
 * The acts allowed on an order in each state. An order is an intention: it has no contract number, posts
 * nothing and holds nothing back. Facts (trades) fill it.
 */

/** The last step of an order; a change starts it again. */
export const ORDER_STEPS = ['proposal', 'approved', 'placed', 'cancelled'] as const
export type OrderStep = (typeof ORDER_STEPS)[number]

/**
 * In the order of an order's life. `part-filled`, `filled`: by the trades that fill it. `lapsed`: its last day has passed before it was
 * filled.
 */
export const ORDER_STATES = [
  'proposal',
  'approved',
  'placed',
  'part-filled',
  'filled',
  'lapsed',
  'cancelled',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

export type OrderAct = 'change' | 'approve' | 'place' | 'cancel' | 'fill' | 'unfill'

const ALLOWED: Readonly<Record<OrderAct, readonly OrderState[]>> = {
  change: ['proposal', 'approved', 'placed'],
  approve: ['proposal'],
  place: ['approved'],
  cancel: ['proposal', 'approved', 'placed', 'part-filled'],
  // A trade may be recorded after the last day of the order that it filled.
  fill: ['approved', 'placed', 'part-filled', 'lapsed'],
  unfill: ['proposal', 'approved', 'placed', 'part-filled', 'filled', 'lapsed', 'cancelled'],
}

/** Whether an act is open to an order in a state. */
export const isOpenTo = (act: OrderAct, state: OrderState): boolean => ALLOWED[act].includes(state)

/** States in which shares or money are still asked for. */
export const ASKING: readonly OrderState[] = ['proposal', 'approved', 'placed', 'part-filled']
