/** Refusals of orders: status and sentence, see `refusals` in errors.ts. */
export const orderRefusals = {
  'order.past': [422, 'An order is valid until today or later: {date} has passed.'],
  'order.far': [422, 'An order is valid for {days|day|days} at most: please choose a date up to {date}.'],
  'order.closed': [422, 'No order is dealt on {date}: it is {reason}. Please choose {days}.'],
  'order.state': [409, 'The order {number} is {state}: it cannot be {act}.'],
  'order.own': [
    409,
    'The order {number} exceeds a check. Somebody else than {name}, who wrote it, needs to approve it.',
  ],
  'order.portfolio-twice': [422, '{portfolio} is named more than once.'],
  'order.inactive': [422, '{symbol} is not active in the Equity Master.'],
  'order.not-fitting': [422, 'The trade {deal} does not fit the order {number}: {why}.'],
  'order.fills-another': [409, 'The trade {deal} fills {order} already.'],
  'order.no-fill': [404, 'The trade does not fill this order.'],
  'order.split': [422, 'The order still asks for {left|share|shares}: {dealt} cannot be split.'],
} as const satisfies Record<string, readonly [number, string]>
