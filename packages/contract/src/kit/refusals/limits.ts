/** Refusals of limits and restrictions: status and sentence, see `refusals` in errors.ts. */
export const limitRefusals = {
  'limit.taken': [409, 'There is a limit {code} already. Please choose another code.'],
  'limit.scope': [422, '{what} “{id}” is not known. Choose one of the list, or all.'],
  'limit.subject': [422, '{what} “{id}” is not known. Choose one of the list, or each.'],
  'limit.hard-scope': [
    422,
    'A limit of a group, an entity or all portfolios cannot be hard: choose soft, or the portfolios one by one.',
  ],
  'limit.circle': [
    422,
    '{portfolio} would stand below itself: {path}. Please correct the Parent Portfolio ID of one of them.',
  ],
  'limit.past': [
    422,
    '{date} is over: a version from a past day corrects what the limit said then. Please give the reason of the change, in 5 or more characters.',
  ],
  'limit.reason-needed': [422, '{text} Please give a reason of 5 or more characters.'],
  'limit.refused': [
    422,
    '{text} The limit is hard, and no other user may release what exceeds it. Please ask for less, or ask an administrator for an approver.',
  ],
  'restriction.closed': [422, '{text} Please choose another security, or wait until the restriction ends.'],
  'what-if.settlement-past': [
    422,
    '{date} is before {dealt}, on which it is dealt. The usual day is {usual}: choose that day or a later one, or leave it out.',
  ],
  'what-if.settlement-closed': [422, 'Nothing settles on {date}: it is {reason}. Please choose {days}.'],
  'what-if.beyond-holding': [
    422,
    '{portfolio} has {left|share|shares} of {symbol} to sell: {asked|share|shares} cannot be sold, for short sales are not possible. Please enter no more than it has.',
  ],
  'breach.cured': [409, 'The breach is cured: nothing is left to override.'],
  'breach.own': [409, 'The act that opened this breach is yours. Somebody else needs to override it.'],
  'breach.until': [422, 'The last day of an override is today or later: {date} has passed.'],
  'breach.level': [422, 'The level must allow what is measured now: at least {value}.'],
} as const satisfies Record<string, readonly [number, string]>
