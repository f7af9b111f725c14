/** Refusals of prices and their feed: status and sentence, see `refusals` in errors.ts. */
export const marketRefusals = {
  'holdings.too-many-lots': [
    422,
    'The portfolio has more than {limit} open lots on this day. Look at its securities one by one.',
  ],
  'prices.no-table': [
    422,
    'The file has no table with the columns Symbol and Last Trade. Please choose the trade summary as the exchange gives it.',
  ],
  'prices.date-missing': [400, 'Please select a date and file.'],
  'prices.other-day': [
    422,
    'The file says {found}, but the date selected is {date}. Select {found}, or choose the file of {date}.',
  ],
  'prices.not-over': [422, 'There are no prices of {date} yet: it is after today.'],
  'prices.no-market-day': [
    422,
    '{date} was no market day: {reason}. The market days next to it are {before} and {after}. Please select the day that the prices are of.',
  ],
  'prices.rows': [422, '{count|row|rows} of the file cannot be read. Nothing was saved.'],
  'prices.duplicate': [
    409,
    'Trade summaries for {date} are already uploaded: duplicates were detected for the same date and symbols. Contact an administrator or use a different date.',
  ],
  'prices.unusual': [409, '{count|price is|prices are} unusual: {list}. Record all the same?'],
  'prices.unknown-symbol': [
    422,
    '{count|row names|rows name} no security of the Equity Master. Nothing was saved.',
  ],
  'prices.priced': [
    409,
    '{count|security has|securities have} a price: {list}. A price counts, so the value is not kept at cost. Nothing was saved.',
  ],
  'prices.signed-off': [
    409,
    'The price sheet of {date} was signed off by {by}. Reopen it before you change its prices.',
  ],
  'prices.not-signed-off': [409, 'The price sheet of {date} is not signed off.'],
  'price-tolerances.board-unknown': [422, 'No security of the Equity Master is listed on the board {board}.'],
  'indices.unusual': [
    409,
    '{count|value moves|values move} by more than {over}: {list}. Record all the same?',
  ],
  'indices.weights': [422, 'The weights add up to {sum} %. Together the sectors of an index are 100 %.'],
  'performance.no-fund': [
    422,
    'The fund basis is not offered: Cash at Bank was negative on {date}, so that money was used which the books do not show.',
  ],
  'feed.unreachable': [
    502,
    'The exchange could not be read: {why}. Try again later; what it tells can be uploaded or typed meanwhile.',
  ],
  'feed.unexpected': [
    502,
    'The exchange answered in another form than expected ({call}: {what}). Nothing was saved; upload a file instead.',
  ],
  'feed.nothing': [409, 'The exchange has no prices of {date} yet.'],
  'announcements.rows': [422, '{count|row|rows} of the file cannot be read. Nothing was saved.'],
  'announcements.no-table': [
    422,
    'The file has no table with the columns Date, Title and Category. Please choose a file with these columns.',
  ],
  'announcements.duplicate': [
    409,
    'An announcement of {date} with this company and title is already recorded. Correct that one instead.',
  ],
  'prices.none': [404, 'There are no prices of {date}.'],
} as const satisfies Record<string, readonly [number, string]>
