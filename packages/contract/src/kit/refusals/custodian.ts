/** Refusals of safekeeping accounts and of what custodians send: status and sentence, see `refusals` in errors.ts. */
export const custodianRefusals = {
  'custodian.kind': [
    415,
    'The file is no message of a custodian that is read here: {reason} MT535, MT544 to MT547, semt.002, sese.025 and sese.026 are read.',
  ],
  'custodian.unreadable': [422, 'Message {message} of the file cannot be read. {field}: {reason}'],
  'custodian.account': [
    422,
    '{accounts} is not in Safekeeping Accounts, or not active. Please add it there and upload the file again.',
  ],
  'custodian.future': [422, 'The file says {date}, which is after today. Upload it on that day.'],
  'custodian.portfolio-elsewhere': [
    409,
    'All shares of {portfolio} stand in the safekeeping account {account}. Please take it out there first.',
  ],
  'custodian.accepted': [409, 'Line {line} was accepted already: {deal} was confirmed by it.'],
  'custodian.no-proposal': [422, 'Line {line} proposes nothing to confirm.'],
  'custodian.changed': [409, 'What line {line} proposes has changed. Please look at it again.'],
  'custodian.no-break': [422, '{symbol} in {account} is no difference of this file.'],
  'custodian.security-known': [422, 'Line {line} means {symbol}: its ISIN stands in the Equity Master.'],
} as const satisfies Record<string, readonly [number, string]>
