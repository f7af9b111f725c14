import { FRACTION_PRICE, laterDate, neededDate, paidOut, ratioPart, SHARES_HELD } from '../field.ts'
import { sharesScaled } from '../figures.ts'
import { CAPITAL_EX, describe, INTO } from '../kind.ts'

export const consolidation = describe({
  kind: 'consolidation',
  word: 'Reverse stock split',
  many: 'reverse stock splits',
  ex: 'Effective Date',
  due: ['Reverse split', 'Split'],
  gives: { shares: true, money: true },
  moves: 'scaled',
  rescales: true,
  ratio: 'into',
  notice: {
    heading: /consolidation\s+of\s+(?:\w+\s+)?shares|reverse\s+split/i,
    ex: CAPITAL_EX,
    ratio: { written: INTO, fields: ['ratioFrom', 'ratioTo'] },
    button: 'Record consolidation…',
    tab: 'Reverse Stock Split',
  },
  fields: {
    ratioFrom: ratioPart('Ratio From', 'Shares before.', { section: 'Ratio' }),
    ratioTo: ratioPart('Ratio To', 'Shares after: 10 into 1 gives one for ten.'),
    fractionPrice: FRACTION_PRICE,
    announcementDate: laterDate('Announcement Date', 'announcement', { section: 'Dates' }),
    effectiveDate: neededDate('Effective Date', 'ex'),
    paymentDate: paidOut('Payment Date of Fractions'),
    sharesHeld: SHARES_HELD,
  },
  title: ({ ratioFrom, ratioTo }, symbol) => `Consolidation ${ratioFrom} into ${ratioTo} ${symbol}`,
  terms: (
    { effectiveDate: exDate, paymentDate, ratioFrom: from, ratioTo: to, fractionPrice },
    { title },
  ) => ({
    kind: 'consolidation',
    what: title,
    exDate,
    paymentDate,
    from,
    to,
    fractionPrice,
  }),
  doubts: ({ ratioFrom, ratioTo }) =>
    ratioTo < ratioFrom
      ? []
      : [
          `${ratioFrom} into ${ratioTo} does not give fewer shares. A reverse stock split of ten shares into one is 10 into 1; more shares are a stock split.`,
        ],
  figures: sharesScaled,
  holdingAfter: ({ entitled }) => entitled,
})
