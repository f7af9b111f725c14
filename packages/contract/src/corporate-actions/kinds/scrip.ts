import {
  DATES_LATER,
  flag,
  flagOn,
  isFilled,
  knownDate,
  laterDate,
  neededDate,
  PER_SHARE_SCALE,
  SHARES_HELD,
  somePercent,
  somePrice,
  someRate,
  someShares,
  someText,
  TAX_RATE,
} from '../field.ts'
import {
  type DerivedFigure,
  figure,
  forMoney,
  HUNDRED_PERCENT,
  netOf,
  PERCENT,
  percentText,
  perShareText,
  plus,
  priceText,
  sharesOf,
  type Typed,
} from '../figures.ts'
import { DIVIDEND_EX, describe, NEW_FOR_HELD } from '../kind.ts'

export const scrip = describe({
  kind: 'scrip',
  word: 'Scrip dividend',
  many: 'scrip dividends',
  ex: 'Ex-Dividend Date',
  gives: { shares: true, money: true },
  taxOn: 'ex',
  hasMemoTax: true,
  moves: 'added',
  rescales: true,
  isListed: true,
  notice: {
    heading: /scrip/i,
    ex: DIVIDEND_EX,
    // Announced in rupees a share; the form calls a percentage Dividend Rate.
    rate: 'ratePerShare',
    ratio: { written: NEW_FOR_HELD },
    button: 'Record scrip dividend…',
    tab: 'Scrip Dividend',
  },
  fields: {
    declarationDate: neededDate('Declaration Date', 'announcement', { section: 'Dates' }),
    exDividendDate: knownDate('Ex-Dividend Date', 'ex', { toPlan: true }),
    recordDate: knownDate('Record Date', 'record'),
    allotmentDate: knownDate('Allotment Date', 'allotment'),
    paymentDate: laterDate('Payment Date', 'payment', { help: 'Of what is left under one share.' }),
    datesToBeNotified: DATES_LATER,
    dividendType: someText('Dividend Type', 20, { section: 'Scrip dividend', start: 'Scrip' }),
    dividendRate: somePercent('Dividend Rate', {
      required: (typed) => !isFilled(typed, 'ratePerShare'),
      toPlan: ({ ratePerShare, issuePrice }) => ratePerShare === null || issuePrice === null,
      help: 'New shares for 100 held. Leave blank for a rate per share.',
    }),
    ratePerShare: someRate('Rate per Share', 1n, {
      help: 'Satisfied by shares at the issue price, after tax.',
    }),
    issuePrice: somePrice('Issue Price', { required: (typed) => isFilled(typed, 'ratePerShare') }),
    taxRate: TAX_RATE,
    asIncome: flag('Book as income', {
      help: 'At the issue price. Otherwise shares come in without an entry.',
    }),
    residualPaid: flagOn('Residual is paid out', { help: 'What is left of the dividend under one share.' }),
    bonusSharesReceived: someShares('Bonus Shares Received', { hidden: true }),
    updatedHolding: someShares('Updated Holding', { hidden: true }),
    sharesHeld: SHARES_HELD,
  },
  title: ({ ratePerShare, issuePrice, dividendRate }, symbol) =>
    ratePerShare !== null && issuePrice !== null
      ? `Scrip dividend ${perShareText(ratePerShare)} a share at ${priceText(issuePrice)} ${symbol}`
      : `Scrip dividend ${percentText(dividendRate ?? 0n)} % ${symbol}`,
  terms: (form, { title }) => {
    const { exDividendDate: exDate, ratePerShare: rate, issuePrice: price, dividendRate } = form
    const by =
      rate !== null && price !== null
        ? { rate, price }
        : dividendRate === null
          ? null
          : { percent: dividendRate }
    if (exDate === null || by === null) return null
    const { allotmentDate, paymentDate, taxRate, asIncome, residualPaid } = form
    const dates = { exDate, allotmentDate, paymentDate }
    return { kind: 'scrip', what: title, ...dates, by, taxRate, asIncome, residualPaid }
  },
  fault: ({ ratePerShare, issuePrice, dividendRate, asIncome }) => {
    const isByPrice = ratePerShare !== null && issuePrice !== null
    return !isByPrice && (dividendRate === null || dividendRate === 0n || asIncome)
      ? { code: 'action.dividend-or-scrip', field: 'dividendRate' }
      : null
  },
  figures: (typed) =>
    typed.read('ratePerShare', PER_SHARE_SCALE) === null ? byPercent(typed) : byPrice(typed),
})

function byPercent(typed: Typed): DerivedFigure[] {
  const bonus = sharesOf(typed.held, typed.read('dividendRate', PERCENT), HUNDRED_PERCENT)
  return withHolding(typed, bonus, 'Dividend Rate / 100 x Shares Held, rounded down')
}

function byPrice(typed: Typed): DerivedFigure[] {
  const gross = typed.amountPerShare('ratePerShare')
  const bonus = forMoney(netOf(gross, typed.read('taxRate', PERCENT)), typed.price('issuePrice'))
  return [
    figure('Gross Dividend', 'money', gross, 'Rate per Share x Shares Held'),
    ...withHolding(typed, bonus, 'The dividend after tax / Issue Price, rounded down.'),
  ]
}

const withHolding = (typed: Typed, bonus: bigint | null, how: string): DerivedFigure[] => [
  figure('Bonus Shares Received', 'shares', bonus, how, 'entitled'),
  figure(
    'Updated Holding',
    'shares',
    plus(typed.held, bonus),
    'Shares Held + Bonus Shares Received',
    'holding after',
  ),
]
