import { FEES, laterDate, neededDate, neededPrice, paidOut, ratioPart, SHARES_HELD } from '../field.ts'
import { amountOf, figure, minus, PRICE, priceText } from '../figures.ts'
import { describe, feesOfOne } from '../kind.ts'

export const buyback = describe({
  kind: 'buyback',
  word: 'Buyback',
  many: 'buybacks',
  ex: 'Effective Date',
  due: ['Buyback', 'Buyback'],
  gives: { shares: true, money: true },
  moves: 'given',
  elects: {
    choices: { sell: 'Sell back' },
    from: 'announcement',
    unchosen: 'Without an election the whole part is sold back.',
    givesLots: true,
  },
  fields: {
    ratioFrom: ratioPart('Ratio From', 'Shares bought back.', { section: 'Offer' }),
    ratioTo: ratioPart('Ratio To', 'Of every so many held.'),
    offerPrice: neededPrice('Offer Price'),
    fees: FEES,
    announcementDate: laterDate('Announcement Date', 'announcement', { section: 'Dates' }),
    effectiveDate: neededDate('Effective Date', 'ex'),
    paymentDate: paidOut(),
    sharesHeld: SHARES_HELD,
  },
  title: ({ ratioFrom, ratioTo, offerPrice }, symbol) =>
    `Buy-back ${ratioFrom} of ${ratioTo} at ${priceText(offerPrice)} ${symbol}`,
  terms: (form, { title }) => {
    const { effectiveDate: exDate, paymentDate, offerPrice: price, ratioFrom: from, ratioTo: to } = form
    return { kind: 'buyback', what: title, exDate, paymentDate, price, fees: form.fees ?? 0n, from, to }
  },
  fault: feesOfOne,
  figures: (typed) => {
    const taken = typed.partOfHeld()
    return [
      figure(
        'Shares Bought Back',
        'shares',
        taken,
        'Shares Held x Ratio From / Ratio To, rounded down',
        'entitled',
      ),
      figure(
        'Amount',
        'money',
        amountOf(typed.price('offerPrice'), taken, PRICE),
        'Shares Bought Back x Offer Price',
      ),
      figure(
        'New Holding',
        'shares',
        minus(typed.held, taken),
        'Shares Held - Shares Bought Back',
        'holding after',
      ),
    ]
  },
  holdingAfter: ({ held, entitled }) => held - entitled,
})
