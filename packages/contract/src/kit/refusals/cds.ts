/** Refusals of CDS accounts and their statements: status and sentence, see `refusals` in errors.ts. */
export const cdsRefusals = {
  'cds.still-used': [
    409,
    '{account} cannot stop serving {portfolio}: {uses} of the portfolio stand in it. Place or release them first.',
  ],
  'cds.not-served': [
    422,
    '{account} does not serve the portfolio {portfolio}. Add it in CDS Accounts first.',
  ],
  'cds.portfolio-needed': [
    422,
    '{account} serves {count|portfolio|portfolios}. Please name the one whose shares these are.',
  ],
  'cds.one-at-a-time': [422, 'Part of the shares can be placed for one trade at a time.'],
  'cds.part-too-large': [422, 'The trade has only {quantity|share|shares}.'],
  'cds.future': [422, 'The date {date} is after today.'],
  'cds.pledge-too-large': [
    422,
    '{account} has {free|free share|free shares} of {symbol} on {date}: fewer than {quantity}.',
  ],
  'cds.released': [409, 'The pledge was released already on {date}.'],
  'cds.release-before': [422, 'The release {date} is before the pledge of {pledged}.'],
  'cds.columns': [422, 'The file has no column for: {missing}. Please choose the columns.'],
  'cds.date-missing': [400, 'Please enter the statement date: the file does not say it.'],
  'cds.other-day': [422, 'The file says {found}, but the date entered is {date}.'],
  'cds.rows': [422, '{count|row|rows} of the statement cannot be used. Nothing was saved.'],
  'cds.no-break': [422, '{symbol} in {account} is no break of this comparison.'],
} as const satisfies Record<string, readonly [number, string]>
