import { FEES, laterDate, neededDate, neededPrice, paidOut, SHARES_HELD } from '../field.ts'
import { amountOf, figure, PRICE, priceText } from '../figures.ts'
import { describe, feesOfOne } from '../kind.ts'

export const tender = describe({
  kind: 'tender',
  word: 'Tender offer',
  many: 'tender offers',
  ex: 'Effective Date',
  due: ['Tender offer', 'Tender'],
  gives: { shares: true, money: true },
  moves: 'given',
  elects: {
    choices: { sell: 'Tender' },
    from: 'announcement',
    unchosen: 'Without an election nothing is tendered.',
    givesLots: true,
  },
  last: { word: 'the last day of acceptance', beforeEx: true },
  fields: {
    offerPrice: neededPrice('Offer Price', { section: 'Offer' }),
    fees: FEES,
    announcementDate: laterDate('Announcement Date', 'announcement', { section: 'Dates' }),
    acceptanceDate: laterDate('Acceptance Date', 'last', { help: 'Last day of acceptance.' }),
    effectiveDate: neededDate('Effective Date', 'ex'),
    paymentDate: paidOut(),
    sharesHeld: SHARES_HELD,
  },
  title: ({ offerPrice }, symbol) => `Tender offer at ${priceText(offerPrice)} ${symbol}`,
  terms: ({ effectiveDate: exDate, paymentDate, offerPrice: price, fees }, { title }) => ({
    kind: 'tender',
    what: title,
    exDate,
    paymentDate,
    price,
    fees: fees ?? 0n,
    from: null,
    to: null,
  }),
  fault: feesOfOne,
  figures: (typed) => [
    figure(
      'Amount If All Are Tendered',
      'money',
      amountOf(typed.price('offerPrice'), typed.held, PRICE),
      'Shares Held x Offer Price',
    ),
  ],
})
