import { divideHalfAway } from '@em/core/values/decimal'
import { z } from 'zod'
import { optional } from '../../kit/fields.ts'
import {
  DATES_LATER,
  field,
  isFilled,
  knownDate,
  laterDate,
  neededDate,
  neededPrice,
  ratioPart,
  SHARES_HELD,
  someMoney,
  somePrice,
  someShares,
  someText,
  type TypedForm,
} from '../field.ts'
import { amountOf, figure, PRICE, priceText } from '../figures.ts'
import { describe, NEW_FOR_HELD } from '../kind.ts'

const isSubscribed = (typed: TypedForm) => typed['subscribed'] === 'Yes'

export const rights = describe({
  kind: 'rights',
  word: 'Rights issue',
  many: 'rights issues',
  ex: 'Ex-Rights Date',
  due: ['XR', 'XR'],
  gives: { shares: true, money: true },
  warnsOfSecond: true,
  rescales: true,
  isNeverPaid: true,
  elects: {
    choices: { subscribe: 'Subscribe', sell: 'Sell', lapse: 'Lapse', additional: 'Additional' },
    from: 'ex',
    unchosen: 'What is not elected lapses the day after the last day.',
    lapses: true,
    isPaid: true,
  },
  allots: {
    applied: 'elected',
    paid: 'the payment',
    gross: 'Cost of All Rights',
    grossColumn: {
      header: 'Cost of All',
      hidden: true,
      hint: 'Of all rights of the entitlement at the offer price',
    },
  },
  unordered: [['ex', 'record']],
  last: { word: 'The subscription end' },
  notice: {
    heading: /rights\s+issue|issue\s+of\s+rights/i,
    ex: /\bXR\b|\bex-?\s?rights?\b/gi,
    price: 'offerPrice',
    ratio: { written: NEW_FOR_HELD, fields: ['rightsRatioFrom', 'rightsRatioTo'] },
    button: 'Record rights issue…',
    tab: 'Rights Issue',
  },
  fields: {
    rightsRatioFrom: ratioPart('Rights Ratio From', 'New shares offered.', { section: 'Offer' }),
    rightsRatioTo: ratioPart('Rights Ratio To', 'For every so many held.'),
    offerPrice: neededPrice('Offer Price'),
    cumPrice: somePrice('Cum Price', { help: 'Leave blank for the last price before XR.' }),
    rightsSymbol: someText('Rights Symbol', 20, {
      help: 'Leave blank for the symbol of the share with R.',
    }),
    announcementDate: neededDate('Announcement Date', 'announcement', { section: 'Dates' }),
    recordDate: knownDate('Record Date', 'record'),
    exRightsDate: knownDate('Ex-Rights Date', 'ex', { toPlan: true }),
    subscriptionStart: knownDate('Subscription Start', 'subscriptionStart'),
    subscriptionEnd: knownDate('Subscription End', 'last', {
      help: 'Last day of acceptance and payment.',
    }),
    renunciationDate: laterDate('Renunciation Date', 'renunciation', { help: 'Last day to renounce.' }),
    allotmentDate: laterDate('Allotment Date', 'allotment'),
    datesToBeNotified: DATES_LATER,
    subscribed: field('choice', 'Subscribed', optional(z.enum(['Yes', 'No'])), {
      section: 'Subscription',
      choices: ['Yes', 'No'],
      single: true,
      help: 'Leave blank until it is decided.',
    }),
    subscribedQty: someShares('Subscribed Quantity', {
      single: true,
      when: isSubscribed,
      required: (typed) => isSubscribed(typed) && isFilled(typed, 'portfolio'),
    }),
    amountPaid: someMoney('Amount Paid', { single: true, when: isSubscribed }),
    allottedShares: someShares('Allotted Shares', { single: true, when: isSubscribed }),
    eligibleShares: someShares('Eligible Shares', { hidden: true }),
    sharesHeld: SHARES_HELD,
  },
  title: ({ rightsRatioFrom, rightsRatioTo, offerPrice }, symbol) =>
    `Rights ${rightsRatioFrom} for ${rightsRatioTo} at ${priceText(offerPrice)} ${symbol}`,
  terms: (form, { title }) => {
    const { exRightsDate: exDate, subscriptionEnd: lastDate, offerPrice: price } = form
    const { rightsRatioFrom: from, rightsRatioTo: to } = form
    return exDate === null ? null : { kind: 'rights', what: title, exDate, lastDate, from, to, price }
  },
  compared: ({ eligibleShares }, { entitled }) =>
    eligibleShares === null || Number(eligibleShares) === entitled
      ? []
      : [`Eligible shares typed in: ${eligibleShares}; the books entitle to ${entitled}.`],
  subscribed: ({ subscribed, subscribedQty }) => (subscribed === 'Yes' ? subscribedQty : null),
  offer: (form) => ({
    from: form.rightsRatioFrom,
    to: form.rightsRatioTo,
    price: form.offerPrice,
    cumPrice: form.cumPrice,
    rightsSymbol: form.rightsSymbol,
  }),
  figures: (typed) => {
    const [from, to] = [typed.part('rightsRatioFrom'), typed.part('rightsRatioTo')]
    const [offer, cum] = [typed.price('offerPrice'), typed.price('cumPrice')]
    const terp =
      from === null || to === null || offer === null || cum === null
        ? null
        : divideHalfAway(to * cum + from * offer, from + to)
    const value = terp === null || offer === null ? null : terp > offer ? terp - offer : 0n
    return [
      figure(
        'Eligible Shares',
        'shares',
        typed.partOfHeld('rightsRatioFrom', 'rightsRatioTo'),
        'Shares Held x Rights Ratio From / To, rounded down',
        'entitled',
      ),
      figure(
        'Amount Payable',
        'money',
        amountOf(offer, typed.shares('subscribedQty'), PRICE),
        'Subscribed Quantity x Offer Price',
      ),
      figure(
        'Theoretical Ex-rights Price',
        'price',
        terp,
        '(Ratio To x Cum Price + Ratio From x Offer Price) / (Ratio From + Ratio To)',
      ),
      figure('Value of a Right', 'price', value, 'Theoretical ex-rights price - Offer Price, at least 0'),
    ]
  },
})
