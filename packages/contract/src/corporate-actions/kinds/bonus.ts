import {
  DATES_LATER,
  FRACTION_PRICE,
  knownDate,
  laterDate,
  paidOut,
  ratioPart,
  SHARES_HELD,
} from '../field.ts'
import { sharesAdded } from '../figures.ts'
import { CAPITAL_EX, describe, NEW_FOR_HELD } from '../kind.ts'

export const bonus = describe({
  kind: 'bonus',
  word: 'Bonus / capitalisation',
  many: 'bonus issues',
  ex: 'Ex Date',
  gives: { shares: true, money: true },
  moves: 'added',
  rescales: true,
  ratio: 'added',
  isListed: true,
  notice: {
    // Of bonus and rights in one heading the rights are meant.
    heading: /^(?!.*(?:rights\s+issue|issue\s+of\s+rights)).*(?:capitali[sz]ation\s+of\s+reserves|bonus)/is,
    ex: CAPITAL_EX,
    ratio: { written: NEW_FOR_HELD, fields: ['ratioFrom', 'ratioTo'] },
    button: 'Record bonus issue…',
    tab: 'Bonus / Capitalisation',
  },
  fields: {
    ratioFrom: ratioPart('Ratio From', 'New shares.', { section: 'Ratio' }),
    ratioTo: ratioPart('Ratio To', 'For every so many held.'),
    fractionPrice: FRACTION_PRICE,
    announcementDate: laterDate('Announcement Date', 'announcement', { section: 'Dates' }),
    exDate: knownDate('Ex Date', 'ex', { toPlan: true }),
    recordDate: laterDate('Record Date', 'record'),
    allotmentDate: laterDate('Allotment Date', 'allotment', {
      help: 'The new shares can be sold from then on.',
    }),
    paymentDate: paidOut('Payment Date of Fractions'),
    datesToBeNotified: DATES_LATER,
    sharesHeld: SHARES_HELD,
  },
  title: ({ ratioFrom, ratioTo }, symbol) => `Bonus ${ratioFrom} for ${ratioTo} ${symbol}`,
  terms: (form, { title }) => {
    const { exDate, allotmentDate, ratioFrom: from, ratioTo: to, fractionPrice } = form
    if (exDate === null) return null
    const paymentDate = form.paymentDate ?? allotmentDate
    return { kind: 'bonus', what: title, exDate, paymentDate, allotmentDate, from, to, fractionPrice }
  },
  figures: (typed) => sharesAdded(typed, 'Bonus Shares'),
})
