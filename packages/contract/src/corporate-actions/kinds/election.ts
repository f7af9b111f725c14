import { laterDate, neededDate, neededPrice, neededRate, SHARES_HELD, TAX_RATE } from '../field.ts'
import { figure, forMoney, netOf, PERCENT, perShareText } from '../figures.ts'
import { describe } from '../kind.ts'

export const election = describe({
  kind: 'election',
  word: 'Dividend with a choice',
  many: 'dividends with a choice',
  ex: 'Ex-Dividend Date',
  gives: { shares: true, money: true },
  taxOn: 'payment',
  warnsOfSecond: true,
  elects: {
    choices: { subscribe: 'Take in shares' },
    from: 'ex',
    unchosen: 'Without an election the dividend is paid in money.',
    lapses: true,
  },
  last: { word: 'The last day of the election' },
  fields: {
    ratePerShare: neededRate('Rate per Share', { section: 'Dividend' }),
    issuePrice: neededPrice('Issue Price', { help: 'Of shares taken instead of money.' }),
    taxRate: TAX_RATE,
    announcementDate: laterDate('Announcement Date', 'announcement', { section: 'Dates' }),
    exDividendDate: neededDate('Ex-Dividend Date', 'ex'),
    recordDate: laterDate('Record Date', 'record'),
    electionDate: neededDate('Election Date', 'last', { help: 'Last day to choose shares.' }),
    allotmentDate: laterDate('Allotment Date', 'allotment'),
    paymentDate: neededDate('Payment Date', 'payment'),
    sharesHeld: SHARES_HELD,
  },
  title: ({ ratePerShare }, symbol) =>
    `Dividend ${perShareText(ratePerShare)} a share, cash or shares ${symbol}`,
  terms: (form, { title }) => ({
    kind: 'election',
    what: title,
    exDate: form.exDividendDate,
    lastDate: form.electionDate,
    allotmentDate: form.allotmentDate,
    paymentDate: form.paymentDate,
    rate: form.ratePerShare,
    price: form.issuePrice,
    taxRate: form.taxRate,
  }),
  figures: (typed) => {
    const gross = typed.amountPerShare('ratePerShare')
    const net = netOf(gross, typed.read('taxRate', PERCENT))
    return [
      figure('Gross Dividend', 'money', gross, 'Rate per Share x Shares Held'),
      figure(
        'Shares If All Are Chosen',
        'shares',
        forMoney(net, typed.price('issuePrice')),
        'The dividend after tax / Issue Price, rounded down.',
      ),
    ]
  },
})
