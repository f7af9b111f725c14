import { z } from 'zod'
import {
  DATES_LATER,
  field,
  flag,
  knownDate,
  neededDate,
  neededRate,
  SHARES_HELD,
  someMoney,
  someRate,
  TAX_RATE,
} from '../field.ts'
import { cents, figure, perShareText } from '../figures.ts'
import { DIVIDEND_EX, describe } from '../kind.ts'

const dividendType = z.preprocess(
  (value) => value ?? 'Cash',
  z.enum(['Cash', 'Scrip']),
) as unknown as z.ZodType<'Cash' | 'Scrip', string | null | undefined>

export const dividend = describe({
  kind: 'dividend',
  word: 'Dividend',
  many: 'dividends',
  ex: 'Ex-Dividend Date',
  gives: { shares: false, money: true },
  taxOn: 'payment',
  warnsOfSecond: true,
  notice: {
    heading: /^(?!.*scrip).*dividend/is,
    ex: DIVIDEND_EX,
    rate: 'dividendRate',
    button: 'Record dividend…',
    tab: 'Dividend',
  },
  fields: {
    announcementDate: neededDate('Announcement Date', 'announcement', { section: 'Dates' }),
    exDividendDate: knownDate('Ex-Dividend Date', 'ex', { toPlan: true }),
    recordDate: knownDate('Record Date', 'record'),
    paymentDate: knownDate('Payment Date', 'payment'),
    datesToBeNotified: DATES_LATER,
    dividendType: field('choice', 'Dividend Type', dividendType, {
      section: 'Dividend',
      choices: ['Cash', 'Scrip'],
      always: true,
      start: 'Cash',
    }),
    dividendRate: neededRate('Dividend Rate'),
    exemptRate: someRate('Exempt Rate', 0n, { help: 'What of the rate bears no tax.' }),
    taxRate: TAX_RATE,
    taxWithheld: someMoney('Tax Withheld', {
      help: 'As on the voucher; compared with what the rate gives.',
    }),
    recoveryOfCost: flag('Recovery of cost', { help: 'Gives back cost: no income, no tax.' }),
    sharesHeld: SHARES_HELD,
  },
  title: ({ recoveryOfCost, dividendRate }, symbol) =>
    `${recoveryOfCost ? 'Recovery of cost' : 'Dividend'} ${perShareText(dividendRate)} a share ${symbol}`,
  terms: (form, { title, takenOn }) =>
    form.exDividendDate === null
      ? null
      : {
          kind: 'dividend',
          what: title,
          exDate: form.exDividendDate,
          paymentDate: form.paymentDate,
          rate: form.dividendRate,
          exemptRate: form.exemptRate ?? 0n,
          taxRate: form.taxRate,
          recoveryOfCost: form.recoveryOfCost,
          takenOn: takenOn === null ? null : { on: takenOn, shares: form.sharesHeld ?? 0n },
        },
  fault: (form) =>
    form.exemptRate !== null && form.exemptRate > form.dividendRate
      ? { code: 'action.exempt-too-high', field: 'exemptRate' }
      : form.dividendType === 'Scrip'
        ? { code: 'action.dividend-type', field: 'dividendType' }
        : null,
  compared: ({ taxWithheld }, { tax }) =>
    taxWithheld === null || taxWithheld === tax
      ? []
      : [`Tax withheld typed in: ${cents(taxWithheld)}; by the rate it is ${cents(tax)}.`],
  figures: (typed) => [
    figure(
      'Dividend Amount Payable',
      'money',
      typed.amountPerShare('dividendRate'),
      'Dividend Rate x Shares Held',
    ),
  ],
})
