import {
  laterDate,
  neededDate,
  neededSecurity,
  paidOut,
  ratioPart,
  SHARES_HELD,
  somePrice,
  someRate,
} from '../field.ts'
import { figure, sharesReceived } from '../figures.ts'
import { describe } from '../kind.ts'

export const merger = describe({
  kind: 'merger',
  word: 'Merger or acquisition',
  many: 'mergers and acquisitions',
  ex: 'Effective Date',
  due: ['Merger', 'Merger'],
  gives: { shares: true, money: true },
  moves: 'replaced',
  fields: {
    newSecurityCode: neededSecurity('New Security Code', {
      section: 'Exchange',
      help: 'What the holders receive.',
    }),
    ratioFrom: ratioPart('Ratio From', 'Shares received.'),
    ratioTo: ratioPart('Ratio To', 'For every so many given.'),
    cashPerShare: someRate('Cash per Share', 0n),
    /** What the new share was worth on the first day. */
    firstDayPrice: somePrice('First-day Price', {
      priceOf: 'new',
      toPlan: true,
      help: 'Of the new share. Leave blank for the price recorded on that day.',
    }),
    announcementDate: laterDate('Announcement Date', 'announcement', { section: 'Dates' }),
    effectiveDate: neededDate('Effective Date', 'ex'),
    paymentDate: paidOut('Payment Date of Cash'),
    sharesHeld: SHARES_HELD,
  },
  title: ({ ratioFrom, ratioTo, newSecurityCode }, symbol) =>
    `Merger ${ratioFrom} ${newSecurityCode.toUpperCase()} for ${ratioTo} ${symbol}`,
  terms: (form, { title }) => {
    const { effectiveDate: exDate, paymentDate, ratioFrom: from, ratioTo: to, firstDayPrice } = form
    if (firstDayPrice === null) return null
    const cashPerShare = form.cashPerShare ?? 0n
    return { kind: 'merger', what: title, exDate, paymentDate, from, to, cashPerShare, firstDayPrice }
  },
  figures: (typed) => [
    ...sharesReceived(typed),
    figure('Cash', 'money', typed.amountPerShare('cashPerShare'), 'Cash per Share x Shares Held'),
  ],
})
