/** Refusals of buys and sales: portfolio, security, dates, lots and allocations: status and sentence, see `refusals` in errors.ts. */
export const tradeRefusals = {
  'name.ambiguous': [422, '{value} has several securities: {choices}. Please name the symbol.'],
  'symbol.ambiguous': [
    422,
    '{value} was the symbol of several securities, now {choices}. Please enter today’s symbol.',
  ],
  'portfolio.mismatch': [422, 'Portfolio {name} and portfolio id {id} are not the same portfolio.'],
  'portfolio.not-active': [422, 'Portfolio {name} is {status}. New trades need an active portfolio.'],
  'portfolio.treatment-fixed': [422, 'The accounting treatment cannot change after the first trade.'],
  'equity.inactive': [422, '{symbol} is inactive and cannot be bought.'],
  'equity.symbol-mismatch': [422, '{company} does not trade under the symbol {symbol}.'],
  'settlement-account.method-mismatch': [
    422,
    'The settlement account {name} does not use the payment method {method}.',
  ],
  'trade.gross-too-small': [422, 'The gross value must be at least 0.01.'],
  'trade.gross-too-large': [422, 'The gross value must not exceed 1,000,000,000,000.00.'],
  'trade.date-in-future': [422, 'The trade date {date} is after today.'],
  'trade.not-a-market-day': [
    422,
    '{date} is {reason}. Please select a business day: the market days next to it are {before} and {after}.',
  ],
  'tariff.missing': [
    422,
    'No fee tariff is in force on {date}. Add one under Fee Tariffs, or type the fees as charged.',
  ],
  'trade.settlement-before-trade': [422, 'The settlement date must not be before the trade date.'],
  'trade.quantity-not-positive': [422, 'The quantity must be at least 1.'],
  'trade.price-too-small': [422, 'The price must be at least 0.0001.'],
  'costing-method.missing': [422, 'No costing method assigned to this portfolio.'],
  'lots.insufficient': [422, 'The holding would be negative on {date}.'],
  'proposal.too-little': [422, 'All {available} shares that can be sold bring less than that on {date}.'],
  'proposal.no-gain': [422, 'No share that can be sold brings a part of that gain at this price.'],
  'lots.not-listed': [
    422,
    'Only {available} shares can be sold or transferred on {date}, not {quantity}: {unlisted} new shares are not listed yet. Those of {event} can be sold from {from}.',
  ],
  'lots.listing-unknown': [
    422,
    'Only {available} shares can be sold or transferred on {date}, not {quantity}: {unlisted} new shares are not listed yet. Those of {event} can be sold once its allotment date is entered and has come.',
  ],
  'allocations.missing': [422, 'Please allocate the shares to the lots they come from.'],
  'allocations.not-allowed': [422, 'Only a portfolio with Cherry Picking takes allocations.'],
  'allocations.sum-mismatch': [422, 'Total allocated ({allocated}) must match sell quantity ({quantity})'],
  'allocations.lot-unavailable': [422, 'Lot {lotId} is not available on {date}.'],
  'allocations.exceed-lot': [422, 'Lot {lotId} has only {available|share|shares} left on {date}.'],
  'trade.before-opening': [
    422,
    'The books of {portfolio} begin on {openingDate} with its opening positions. A sale cannot be dated {date}, before them.',
  ],
  'trade.open-item': [
    409,
    '{deal} was dealt before the books of its portfolio began. Change it, or take it out, under Open items.',
  ],
  'trade.place-fixed': [
    422,
    'The portfolio and the security of a recorded trade cannot change. Delete it and record it again.',
  ],
  'trade.allocated': [409, '{what} cannot be deleted: its shares are allocated to {sells}.'],
  'trade.method-mismatch': [422, 'Portfolio {name} sells by {assigned}, not by {sent}.'],
  'costing-method.locked': [409, 'This portfolio already has a costing method assigned: {label}'],
} as const satisfies Record<string, readonly [number, string]>
