import { isFilled, laterDate, neededDate, someText } from '../field.ts'
import { describe } from '../kind.ts'

export const identity = describe({
  kind: 'identity',
  word: 'Change of name, ticker or ISIN',
  many: 'changes of name, ticker or ISIN',
  ex: 'Effective Date',
  due: ['Change of name, ticker or ISIN', 'Change'],
  gives: { shares: false, money: false },
  isNeverPaid: true,
  withoutHolders: true,
  fields: {
    newSecurityCode: someText('New Security Code', 20, {
      section: 'Change',
      required: (typed) => !isFilled(typed, 'newName') && !isFilled(typed, 'newIsin'),
      help: 'Leave blank where the ticker stays.',
    }),
    newName: someText('New Name', 200),
    newIsin: someText('New ISIN', 12),
    announcementDate: laterDate('Announcement Date', 'announcement', { section: 'Dates' }),
    effectiveDate: neededDate('Effective Date', 'ex'),
  },
  title: (_form, symbol) => `Change of name or symbol ${symbol}`,
  terms: ({ effectiveDate: exDate }, { title }) => ({ kind: 'identity', what: title, exDate }),
  renamedTo: ({ newSecurityCode: symbol, newName: name, newIsin: isin }) => ({ symbol, name, isin }),
})
