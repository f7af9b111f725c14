/** Refusals of opening balances: status and sentence, see `refusals` in errors.ts. */
export const openingRefusals = {
  'opening.bought-after': [
    422,
    'Bought on {date}, not before the opening date {openingDate}. Record it as a buy.',
  ],
  'opening.not-settled': [
    422,
    'Settles on {date}, after the opening date {openingDate}. Record it under Open items, so that its payment is due in the books.',
  ],
  'opening.difference': [
    422,
    'Debits and credits differ by {difference}. Confirm that the difference goes to Capital.',
  ],
  'opening.date-fixed': [
    409,
    'The books of {portfolio} begin on {openingDate}. Remove its opening positions, balances and open items before choosing another date.',
  ],
  'opening.sold-before': [
    422,
    '{portfolio} has a sale on {date}, before the opening date {openingDate}. Choose an opening date that is not after it.',
  ],
  'opening.dealt-after': [
    422,
    'Dealt on {date}, not before the opening date {openingDate}. Record it as a trade.',
  ],
  'opening.settled-before': [
    422,
    'Settled on {date}, before the opening date {openingDate}. Record a purchase as an opening position.',
  ],
  'opening.nothing-open': [422, 'The fees are not below the gross value: nothing is to be settled.'],
  'opening.items': [422, '{failed} of {items|open item|open items} cannot be recorded. Please correct them.'],
  'opening.item-recorded': [
    409,
    '{item}: {recorded}. Send it unchanged, or confirm that what was recorded is taken back with it.',
  ],
  'opening.item-settled': [409, '{item}: {recorded}. Send it unchanged, or reopen its settlement first.'],
  'opening.no-balances': [404, '{portfolio} has no opening balances.'],
} as const satisfies Record<string, readonly [number, string]>
