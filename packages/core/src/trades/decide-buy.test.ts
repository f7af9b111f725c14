import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_TARIFFS } from '../fee-tariffs/tariff.ts'
import { CSE_HOLIDAYS } from '../holidays/cse-holidays.ts'
import { marketCalendar } from '../holidays/market-calendar.ts'
import { imbalances } from '../ledger/lines.ts'
import { isRejection } from '../rejections.ts'
import { addDays } from '../values/dates.ts'
import { MONEY_MAX } from '../values/decimal.ts'
import { dealNumber } from './deal-number.ts'
import { type BuyContext, type BuyDecision, type BuyRequest, buyEvent, decideBuy } from './decide-buy.ts'
import { buyFigures, sellFigures } from './figures.ts'

const tariff = DEFAULT_TARIFFS[0]!
const request: BuyRequest = {
  quantity: 100_000n,
  price: 100_000n,
  tradeDate: '2026-03-31',
  settlementDate: '2026-04-06',
  costOfFundsRate: 100_000n,
  brokerId: null,
  settlementAccountId: 5,
}
const context: BuyContext = {
  today: '2026-04-02',
  calendar: marketCalendar(CSE_HOLIDAYS),
  portfolio: { id: 1, name: 'Growth', status: 'Active', accountingTreatment: 'FVTPL' },
  equity: { id: 2, symbol: 'COMB.N0000', companyName: 'Commercial Bank of Ceylon PLC', isActive: true },
  tariff,
  contractNumberRepeated: false,
}

function decided(request: BuyRequest, context: BuyContext): BuyDecision {
  const outcome = decideBuy(request, context)
  if (isRejection(outcome)) throw new Error(outcome.code)
  return outcome
}

describe('figures of a trade', () => {
  it('a buy of 1,000,000.00 nets 1,011,200.00 and costs 277.04 a day at 10 %', () => {
    const terms = { quantity: 100_000n, price: 100_000n, tariff, costOfFundsRate: 100_000n }
    expect(buyFigures(terms)).toMatchObject({
      side: 'buy',
      gross: 100_000_000n,
      totalFees: 1_120_000n,
      net: 101_120_000n,
      feeSource: 'schedule',
      stepUp: null,
      moneyGenerationCost: 27_704n,
    })
  })

  it('a sale of 1,000,000.00 nets 988,800.00 and costs its holding days', () => {
    const terms = { quantity: 100_000n, price: 100_000n, tariff, costOfFundsRate: 100_000n, holdingDays: 30 }
    expect(sellFigures(terms)).toMatchObject({
      side: 'sell',
      net: 98_880_000n,
      moneyGenerationCost: 812_712n,
    })
  })

  it('posts fees as charged and keeps the computed ones with them', () => {
    const fees = {
      brokerage: 500_000n,
      cse: 84_000n,
      cds: 12_000n,
      clearing: 12_000n,
      sec: 72_000n,
      stl: 300_000n,
    }
    const figures = buyFigures({ ...request, tariff, feesAsCharged: { source: 'contract', fees } })
    expect(figures).toMatchObject({ fees, totalFees: 980_000n, net: 100_980_000n, feeSource: 'contract' })
    expect(figures.computedFees?.brokerage).toBe(640_000n)
  })

  it('a bulk buy states the gross value and shows gross / quantity as its price', () => {
    const figures = buyFigures({ quantity: 3_000n, gross: 4_600_000n, tariff, costOfFundsRate: null })
    expect(figures).toMatchObject({ gross: 4_600_000n, price: 153_333n, moneyGenerationCost: 0n })
  })
})

describe('deciding on a buy', () => {
  it('needs a tariff of its date unless the fees are stated as charged', () => {
    const withoutTariff = { ...context, tariff: null }
    expect(decideBuy(request, withoutTariff)).toMatchObject({
      code: 'tariff.missing',
      facts: { date: request.tradeDate },
      field: 'tradeDate',
    })
    const none = { brokerage: 0n, cse: 0n, cds: 0n, clearing: 0n, sec: 0n, stl: 0n }
    const charged = { ...request, feesAsCharged: { source: 'manual' as const, fees: { ...none, stl: 300n } } }
    expect(decided(charged, withoutTariff).figures).toMatchObject({
      totalFees: 300n,
      computedFees: null,
      stepUp: null,
    })
  })

  it('answers the figures and both entries', () => {
    const { figures, entries, treatment, warnings } = decided(request, context)
    expect([figures.net, treatment, warnings]).toEqual([101_120_000n, 'FVTPL', []])
    expect(entries.map((entry) => [entry.kind, entry.entryDate, entry.lines.length])).toEqual([
      ['trade', '2026-03-31', 8],
      ['settlement', '2026-04-06', 2],
    ])
  })

  // The rows walk down the documented order: each case also breaks every rule below it.
  const bad = { quantity: 0n, price: 0n, tradeDate: '2026-05-01', settlementDate: '2026-04-30' }
  const inactive = { ...context.equity, isActive: false }
  it.each<[string, Partial<BuyRequest>, Partial<BuyContext>]>([
    [
      'portfolio.not-active',
      bad,
      { equity: inactive, portfolio: { ...context.portfolio, status: 'Suspended' } },
    ],
    ['equity.inactive', bad, { equity: inactive }],
    ['trade.quantity-not-positive', bad, {}],
    ['trade.price-too-small', { ...bad, quantity: 1n }, {}],
    ['trade.gross-too-small', { ...bad, quantity: 1n, price: 49n }, {}],
    ['trade.gross-too-large', { ...bad, quantity: 10n ** 12n, price: 10_000n }, {}],
    ['trade.date-in-future', { ...bad, quantity: 1n, price: 10_000n }, {}],
    ['trade.not-a-market-day', { tradeDate: '2026-04-01', settlementDate: '2026-03-01' }, {}],
    ['trade.settlement-before-trade', { settlementDate: '2026-03-30' }, {}],
  ])('%s', (code, badRequest, badContext) => {
    expect(decideBuy({ ...request, ...badRequest }, { ...context, ...badContext })).toMatchObject({
      kind: 'rejection',
      code,
    })
  })

  it('gives the request that the sentence needs', () => {
    expect(decideBuy({ ...request, tradeDate: '2026-04-01' }, context)).toMatchObject({
      facts: { date: '2026-04-01', reason: 'Bak Full Moon Poya Day' },
      field: 'tradeDate',
    })
  })

  it('asks no calendar that is not kept, and takes a trade of today that settles today', () => {
    const today = { ...request, tradeDate: '2026-04-01', settlementDate: '2026-04-01' }
    expect(decided(today, { ...context, calendar: null, today: '2026-04-01' }).kind).toBe('buy')
  })

  it('warns of a repeated contract number and an assumed treatment', () => {
    const odd = {
      ...context,
      contractNumberRepeated: true,
      portfolio: { ...context.portfolio, accountingTreatment: 'HTM' },
    }
    expect(decided(request, odd).warnings).toEqual(['contract-number.repeated', 'treatment.assumed-fvtpl'])
    const opened = (openingDate: string) => ({ ...context, portfolio: { ...context.portfolio, openingDate } })
    expect(decided(request, opened(request.tradeDate)).warnings).toEqual([])
    expect(decided(request, opened(addDays(request.tradeDate, 1))).warnings).toEqual(['buy.before-opening'])
  })

  it('refuses or books to the cent, whatever the quantity and price', () => {
    const quantity = fc.bigInt({ min: 1n, max: 10n ** 12n })
    const price = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 7n }), fc.bigInt({ min: 1n, max: 10n ** 16n }))
    fc.assert(
      fc.property(
        quantity,
        price,
        fc.constantFrom('FVTPL', 'FVOCI'),
        (quantity, price, accountingTreatment) => {
          const portfolio = { ...context.portfolio, accountingTreatment }
          const outcome = decideBuy({ ...request, quantity, price }, { ...context, portfolio })
          if (isRejection(outcome)) {
            expect(['trade.gross-too-small', 'trade.gross-too-large']).toContain(outcome.code)
            return
          }
          expect(outcome.figures.net <= MONEY_MAX).toBe(true)
          for (const entry of outcome.entries) expect(imbalances(entry.lines).size).toBe(0)
        },
      ),
    )
  })

  it('becomes an event of its chain', () => {
    const { figures } = decided(request, context)
    expect(buyEvent(request, figures, { id: '42', sequence: 42 })).toEqual({
      kind: 'buy',
      id: '42',
      sequence: 42,
      tradeDate: '2026-03-31',
      settlementDate: '2026-04-06',
      quantity: 100_000n,
      price: 100_000n,
      cost: 100_000_000n,
      charges: 1_120_000n,
      costOfFundsRate: 100_000n,
    })
  })
})

describe('deal numbers', () => {
  const moment = { date: '2026-11-20', time: '09:43:38' }
  it.each([
    [undefined, 'BUY-20261120-094338'],
    [1, 'BUY-20261120-094338'],
    [2, 'BUY-20261120-094338-2'],
    [12, 'BUY-20261120-094338-12'],
  ])('of ordinal %s is %s', (ordinal, number) => {
    expect(dealNumber('BUY', moment, ordinal)).toBe(number)
  })
  it('of a bulk buy', () => expect(dealNumber('BULK-BUY', moment)).toBe('BULK-BUY-20261120-094338'))
})
