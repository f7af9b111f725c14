/** Refusals of corporate actions: status and sentence, see `refusals` in errors.ts. */
export const actionRefusals = {
  'action.incomplete': [422, 'Please enter first: {fields}.'],
  'action.dates-order': [422, '{later} ({date}) is before {earlier} ({before}).'],
  'action.security-unknown': [422, 'There is no security {symbol}. Add it in Equity Master first.'],
  'action.same-security': [422, 'The new security must be another one than {symbol}.'],
  'action.symbol-taken': [
    409,
    '{title} cannot be taken back: {symbol} is now the symbol of {name}. Change that symbol first.',
  ],
  'action.two-on-a-day': [
    422,
    'Another event of {symbol} stands on {date} already: {title}. Two events that change the shares of one security cannot share a day.',
  ],
  'action.not-held': [422, '{symbol} is not held at the close before {date}. There is nothing to process.'],
  'action.not-due': [
    422,
    'It can be processed from {date} on. Until then the preview shows what it will do.',
  ],
  'action.processed': [409, '{title} is processed already. Reverse it first to process it again.'],
  'action.taken-on': [
    409,
    '{title} is an open item of its portfolio. Change it, or take it out, under Open items.',
  ],
  'action.taken-on-price': [
    422,
    'The price of one share of {title} is not known. Enter it under Open items of {portfolio}, then allot.',
  ],
  'action.state': [409, '{title} is {state}. It cannot be {done}.'],
  'action.stale': [409, '{title} was changed meanwhile. Please reload it and try again.'],
  'action.dividend-or-scrip': [
    422,
    'Enter the rate as a percentage, or a rate per share with an issue price.',
  ],
  'action.exempt-too-high': [422, 'The exempt rate is above the dividend rate.'],
  'action.fees-of-one': [
    422,
    'Fees are those of one portfolio. Choose the portfolio that they were charged to.',
  ],
  'action.dividend-type': [422, 'Record a dividend that is paid in shares as a scrip dividend.'],
  'action.kind-fixed': [
    422,
    'The kind and the security of a recorded event cannot change. Cancel it and record it again.',
  ],
  'action.no-elections': [422, '{title} leaves nothing to choose.'],
  'action.election-portfolio': [422, '{portfolio} has no entitlement of {title}.'],
  'action.election-too-much': [
    422,
    '{portfolio} is entitled to {entitled|share|shares}. Subscribed, sold and lapsed come to {elected}.',
  ],
  'action.additional-too-early': [
    422,
    '{portfolio} may apply for additional shares only where it subscribes.',
  ],
  'action.last-day': [
    422,
    'The last day was {date}: what was not elected until then has lapsed. For what was elected in time enter its day, which is not after the last one.',
  ],
  'action.allotted-already': [409, '{portfolio} was allotted its shares already.'],
  'action.kept-too-much': [
    422,
    '{portfolio} has {recorded|share|shares} recorded for {title}, which now gives at most {most}. Take out its elections and allotment, or correct the event.',
  ],
  'action.kept-too-late': [
    422,
    'The election of {portfolio} for {title} is of {date}, after the last day {last}. Take it out, or correct the event.',
  ],
  'action.nothing-kept': [409, 'Nothing is recorded for {title} in {whose}.'],
  'action.not-subscribed': [422, '{portfolio} has not subscribed, so there is nothing to allot.'],
  'action.allot-too-much': [422, '{portfolio} applied for {applied|share|shares}. No more can be allotted.'],
  'action.portfolio-needed': [422, 'Please choose a portfolio.'],
  'action.nothing-due': [409, 'Nothing is outstanding of {title} for {portfolio}.'],
  'action.receive-too-much': [422, 'At most {outstanding} is outstanding of {title} for {portfolio}.'],
  'action.amount-zero': [422, 'The amount must be at least 0.01.'],
  'action.date-in-future': [422, 'The date {date} is after today.'],
  'action.date-before': [422, 'The date {date} is before {what} {before}.'],
  'action.price-needed': [
    422,
    'Enter the first-day price of {symbol}: {title} takes the shares out at what came for them.',
  ],
  'action.account-needed': [
    422,
    'Choose a settlement account: {portfolio} has none that the money of {title} could go through.',
  ],
  'action.lots-needed': [
    422,
    '{portfolio} picks its lots: please name under Elections the lots that its {shares|share|shares} come from.',
  ],
  'action.method-needed': [422, 'Assign a costing method to {portfolio} first: {title} takes shares out.'],
  'action.transfer-same': [422, 'Shares are moved to another portfolio than the one that gives them.'],
  'action.transfer-treatment': [
    422,
    '{from} is kept at {fromTreatment} and {to} at {toTreatment}. Shares cannot be moved between them.',
  ],
  'action.transfer-price': [
    422,
    '{from} and {to} belong to different entities: enter the price that the shares are sold at.',
  ],
  'dividend-tax.entity-unknown': [422, 'No portfolio names the entity {entity}.'],
  'action.needed': [
    422,
    '{title} cannot be taken back: without it {portfolio} would hold less than nothing of {symbol} on {date}. Delete first what was recorded later: {later}.',
  ],
  'action.needed-by': [422, '{title} cannot be taken back: {later} rests on it. Reverse that first.'],
  'action.ipo-shares': [422, 'The total investment is less than one share at {price}.'],
} as const
