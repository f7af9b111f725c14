import { FRACTION_PRICE, laterDate, neededDate, paidOut, ratioPart, SHARES_HELD } from '../field.ts'
import { sharesScaled } from '../figures.ts'
import { CAPITAL_EX, describe, INTO } from '../kind.ts'

export const split = describe({
  kind: 'split',
  word: 'Stock split',
  many: 'stock splits',
  ex: 'Effective Date',
  due: ['Split', 'Split'],
  gives: { shares: true, money: true },
  moves: 'scaled',
  rescales: true,
  ratio: 'into',
  notice: {
    heading: /sub-?\s?division|(?:share|stock)\s+split|split\s+of\s+shares/i,
    ex: CAPITAL_EX,
    ratio: { written: INTO, fields: ['ratioFrom', 'ratioTo'] },
    button: 'Record split…',
    tab: 'Stock Split',
  },
  fields: {
    ratioFrom: ratioPart('Ratio From', 'Shares before.', { section: 'Ratio' }),
    ratioTo: ratioPart('Ratio To', 'Shares after: 1 into 3 gives three for each.'),
    fractionPrice: FRACTION_PRICE,
    announcementDate: laterDate('Announcement Date', 'announcement', { section: 'Dates' }),
    effectiveDate: neededDate('Effective Date', 'ex'),
    paymentDate: paidOut('Payment Date of Fractions'),
    sharesHeld: SHARES_HELD,
  },
  title: ({ ratioFrom, ratioTo }, symbol) => `Split ${ratioFrom} into ${ratioTo} ${symbol}`,
  terms: (
    { effectiveDate: exDate, paymentDate, ratioFrom: from, ratioTo: to, fractionPrice },
    { title },
  ) => ({
    kind: 'split',
    what: title,
    exDate,
    paymentDate,
    from,
    to,
    fractionPrice,
  }),
  doubts: ({ ratioFrom, ratioTo }) =>
    ratioTo > ratioFrom
      ? []
      : [
          `${ratioFrom} into ${ratioTo} does not give more shares. A stock split of one share into three is 1 into 3; fewer shares are a reverse stock split.`,
        ],
  figures: sharesScaled,
  holdingAfter: ({ entitled }) => entitled,
})
