/** Refusals of proposals: status and sentence, see `refusals` in errors.ts. */
export const proposalRefusals = {
  'proposal.not-held': [422, '{portfolio} holds no {symbol}.'],
  'proposal.unpriced': [422, 'No price of {symbol} is known on {date}. Please enter one.'],
  'proposal.closed': [
    422,
    '{date} is {reason}. Please select a business day: the market days next to it are {before} and {after}.',
  ],
  'proposal.before-last': [
    422,
    'The last trade or event of this holding is of {date}. A proposal is for that day or later.',
  ],
  'proposal.cash-too-little': [422, 'Everything that can be sold brings less than that on {date}.'],
  'proposal.far': [422, 'A proposal is for {date} at the latest.'],
  'proposal.many-lots': [
    422,
    'The holding has more than {limit} open lots: they are not compared lot by lot.',
  ],
  'rebalancing.no-targets': [422, '{portfolio} has no targets yet. Please set them first.'],
  'rebalancing.no-value': [422, '{portfolio} has no securities and no cash above zero on {date}.'],
  'rebalancing.too-much': [422, 'The targets and cash come to {sum} %: at most 100 %.'],
  'rebalancing.twice': [422, '{what} has more than one line.'],
} as const satisfies Record<string, readonly [number, string]>
