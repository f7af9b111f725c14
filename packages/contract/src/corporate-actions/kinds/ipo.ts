import { appliedShares } from '@em/core/corporate-actions/plans/ipo'
import { z } from 'zod'
import { optionalText } from '../../kit/fields.ts'
import { field, neededDate, neededMoney, neededText, somePrice } from '../field.ts'
import { priceText } from '../figures.ts'
import { describe } from '../kind.ts'

/** How money of an application is paid. */
export const IPO_PAYMENT_METHODS = ['RTGS', 'SLIPS', 'CEFT', 'Online', 'Cheque', 'Other'] as const

const paymentMethod = z.enum(IPO_PAYMENT_METHODS, {
  error: `Must be one of: ${IPO_PAYMENT_METHODS.join(', ')}.`,
})

export const ipo = describe({
  kind: 'ipo',
  word: 'IPO application',
  many: 'IPO applications',
  ex: 'Applied Date',
  due: ['IPO application', 'Applied'],
  gives: { shares: true, money: true },
  allots: {
    applied: 'entitled',
    paid: 'the application',
    gross: 'Amount Paid',
    grossColumn: { header: 'Amount Paid' },
  },
  hasOwnScreen: true,
  ofOne: true,
  ignoresHolding: true,
  withoutHolders: true,
  // An application may be made before the offer opens.
  unordered: [['announcement', 'ex']],
  fields: {
    /** Left out where the shares have no symbol yet. */
    securityCode: field('text', 'Security Code', optionalText(20), { hidden: true }),
    companyName: neededText('Company Name', 200),
    ipoDate: neededDate('IPO Date', 'announcement'),
    appliedDate: neededDate('Applied Date', 'ex'),
    /** Only an application of before the books began, an open item, may be without it. */
    pricePerShare: somePrice('Price per Share'),
    totalInvestment: neededMoney('Total Investment'),
    paymentMethod: field('text', 'Payment Method', paymentMethod),
  },
  title: ({ companyName, pricePerShare: price }) => {
    const name = companyName.slice(0, 150)
    return price === null ? `Application ${name}` : `IPO ${name} at ${priceText(price)}`
  },
  terms: ({ appliedDate: exDate, pricePerShare: price, totalInvestment: invested }, { title, takenOn }) => ({
    kind: 'ipo',
    what: title,
    exDate,
    price,
    invested,
    takenOn: takenOn === null ? null : { on: takenOn },
  }),
  fault: ({ pricePerShare: price, totalInvestment: invested }) => {
    if (price === null)
      return {
        code: 'request.invalid',
        field: 'pricePerShare',
        message: 'Price per Share is required.',
      }
    return appliedShares({ invested, price }) === 0n
      ? { code: 'action.ipo-shares', field: 'totalInvestment', facts: { price: priceText(price) } }
      : null
  },
  securityName: ({ companyName }) => companyName,
})
