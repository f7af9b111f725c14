import {
  FRACTION_PRICE,
  laterDate,
  neededDate,
  neededSecurity,
  paidOut,
  ratioPart,
  SHARES_HELD,
  somePrice,
} from '../field.ts'
import { sharesReceived } from '../figures.ts'
import { describe } from '../kind.ts'

export const spinOff = describe({
  kind: 'spin-off',
  word: 'Spin-off / demerger',
  many: 'spin-offs',
  ex: 'Effective Date',
  due: ['Spin-off', 'Spin-off'],
  gives: { shares: true, money: true },
  moves: 'added',
  rescales: true,
  keepsAges: true,
  fields: {
    newSecurityCode: neededSecurity('New Security Code', {
      section: 'Shares received',
      help: 'The security that is spun off.',
    }),
    ratioFrom: ratioPart('Ratio From', 'Shares received.'),
    ratioTo: ratioPart('Ratio To', 'For every so many held.'),
    parentPrice: somePrice('First-day Price of the Parent', {
      priceOf: 'held',
      toPlan: true,
      help: 'The cost is split by the two prices; blank takes those recorded.',
    }),
    firstDayPrice: somePrice('First-day Price', {
      priceOf: 'new',
      toPlan: true,
      help: 'Of the new share.',
    }),
    fractionPrice: FRACTION_PRICE,
    announcementDate: laterDate('Announcement Date', 'announcement', { section: 'Dates' }),
    effectiveDate: neededDate('Effective Date', 'ex'),
    paymentDate: paidOut('Payment Date of Fractions'),
    sharesHeld: SHARES_HELD,
  },
  title: ({ ratioFrom, ratioTo, newSecurityCode }, symbol) =>
    `Spin-off ${ratioFrom} ${newSecurityCode.toUpperCase()} for ${ratioTo} ${symbol}`,
  terms: (form, { title }) => {
    const { effectiveDate: exDate, paymentDate, ratioFrom: from, ratioTo: to } = form
    const { parentPrice, firstDayPrice, fractionPrice } = form
    if (parentPrice === null || firstDayPrice === null) return null
    const prices = { parentPrice, firstDayPrice, fractionPrice }
    return { kind: 'spin-off', what: title, exDate, paymentDate, from, to, ...prices }
  },
  figures: sharesReceived,
})
