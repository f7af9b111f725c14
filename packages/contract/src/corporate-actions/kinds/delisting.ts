import { laterDate, neededDate, paidOut, SHARES_HELD, someRate } from '../field.ts'
import { figure } from '../figures.ts'
import { describe } from '../kind.ts'

export const delisting = describe({
  kind: 'delisting',
  word: 'Delisting',
  many: 'delistings',
  ex: 'Effective Date',
  due: ['Delisting', 'Delisted'],
  gives: { shares: false, money: true },
  moves: 'given',
  fields: {
    pricePerShare: someRate('Price per Share', 0n, {
      section: 'Delisting',
      help: 'Leave blank where the shares are worthless.',
    }),
    announcementDate: laterDate('Announcement Date', 'announcement'),
    effectiveDate: neededDate('Effective Date', 'ex'),
    paymentDate: paidOut(),
    sharesHeld: SHARES_HELD,
  },
  title: (_form, symbol) => `Delisting ${symbol}`,
  terms: ({ effectiveDate: exDate, paymentDate, pricePerShare }, { title }) => ({
    kind: 'delisting',
    what: title,
    exDate,
    paymentDate,
    pricePerShare: pricePerShare ?? 0n,
  }),
  figures: (typed) => [
    figure('Amount', 'money', typed.amountPerShare('pricePerShare'), 'Shares Held x Price per Share'),
  ],
})
