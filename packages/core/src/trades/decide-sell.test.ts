import { describe, expect, it } from 'vitest'
import { EMPTY_CHAIN, type SaleResult } from '../chains/chain-event.ts'
import { DEFAULT_TARIFFS } from '../fee-tariffs/tariff.ts'
import { CSE_HOLIDAYS } from '../holidays/cse-holidays.ts'
import { marketCalendar } from '../holidays/market-calendar.ts'
import { imbalances } from '../ledger/lines.ts'
import { isRejection } from '../rejections.ts'
import { goOn } from '../testing/grow.ts'
import {
  decideSell,
  type SellContext,
  type SellDecision,
  type SellRequest,
  saleEvent,
  sellEntriesOf,
} from './decide-sell.ts'

const request: SellRequest = {
  quantity: 100_000n,
  price: 100_000n,
  tradeDate: '2026-03-31',
  settlementDate: '2026-04-06',
  costOfFundsRate: 100_000n,
  brokerId: null,
  settlementAccountId: 5,
}
const context: SellContext = {
  today: '2026-04-02',
  calendar: marketCalendar(CSE_HOLIDAYS),
  portfolio: { id: 1, name: 'Growth', status: 'Active', accountingTreatment: 'FVTPL' },
  equity: { id: 2, symbol: 'COMB.N0000', companyName: 'Commercial Bank of Ceylon PLC', isActive: true },
  tariff: DEFAULT_TARIFFS[0]!,
  contractNumberRepeated: false,
  method: 'FIFO',
}

function decided(request: SellRequest, context: SellContext): SellDecision {
  const outcome = decideSell(request, context)
  if (isRejection(outcome)) throw new Error(outcome.code)
  return outcome
}

describe('deciding on a sale', () => {
  it('answers what it fetches: 1,000,000.00 less 11,200.00', () => {
    const { figures, treatment, warnings } = decided(request, context)
    expect(figures).toMatchObject({ gross: 100_000_000n, totalFees: 1_120_000n, net: 98_880_000n })
    expect([treatment, warnings]).toEqual(['FVTPL', []])
  })

  it('takes an inactive security, for it must be possible to let it go', () => {
    expect(decided(request, { ...context, equity: { ...context.equity, isActive: false } }).kind).toBe('sell')
  })

  it('takes a step-up above 100 million: 102,000,000.00 costs 1,132,250.00', () => {
    const { figures } = decided({ ...request, quantity: 10_200_000n }, context)
    expect(figures).toMatchObject({ totalFees: 113_225_000n, stepUp: { totalStepUpFees: 113_225_000n } })
  })

  it('posts fees as charged, even above the gross value: the net is then owed', () => {
    const fees = { brokerage: 5_000n, cse: 0n, cds: 0n, clearing: 0n, sec: 0n, stl: 0n }
    const small = {
      ...request,
      quantity: 1n,
      price: 100_000n,
      feesAsCharged: { source: 'contract' as const, fees },
    }
    const decision = decided(small, context)
    expect(decision.figures).toMatchObject({ gross: 1_000n, net: -4_000n, feeSource: 'contract' })
    const entries = sellEntriesOf(decision, small, context, { costOut: 900n, chargesOut: 0n })
    for (const entry of entries) expect(imbalances(entry.lines).size).toBe(0)
  })

  // The rows walk down the documented order: each case also breaks every rule below it.
  const bad = { quantity: 0n, price: 0n, tradeDate: '2026-05-01', settlementDate: '2026-04-30' }
  it.each<[string, Partial<SellRequest>, Partial<SellContext>]>([
    ['portfolio.not-active', bad, { method: null, portfolio: { ...context.portfolio, status: 'Closed' } }],
    ['costing-method.missing', bad, { method: null }],
    ['trade.quantity-not-positive', bad, {}],
    ['trade.price-too-small', { ...bad, quantity: 1n }, {}],
    ['trade.gross-too-small', { ...bad, quantity: 1n, price: 49n }, {}],
    ['trade.gross-too-large', { ...bad, quantity: 10n ** 12n, price: 10_001n }, {}],
    ['trade.date-in-future', { ...bad, quantity: 1n, price: 10_000n }, {}],
    ['trade.not-a-market-day', { tradeDate: '2026-04-01', settlementDate: '2026-03-01' }, {}],
    ['trade.settlement-before-trade', { settlementDate: '2026-03-30' }, {}],
  ])('%s', (code, badRequest, badContext) => {
    expect(decideSell({ ...request, ...badRequest }, { ...context, ...badContext })).toMatchObject({
      kind: 'rejection',
      code,
    })
  })

  it('refuses what was sold before the opening positions, and takes what was sold on their day', () => {
    const since = (openingDate: string) =>
      decideSell(request, { ...context, portfolio: { ...context.portfolio, openingDate } })
    expect(since('2026-03-31').kind).toBe('sell')
    expect(since('2026-04-01')).toMatchObject({ kind: 'rejection', code: 'trade.before-opening' })
  })

  it('warns of a repeated contract number and an assumed treatment', () => {
    const portfolio = { ...context.portfolio, accountingTreatment: 'Amortized Cost' }
    expect(decided(request, { ...context, portfolio, contractNumberRepeated: true }).warnings).toEqual([
      'contract-number.repeated',
      'treatment.assumed-fvtpl',
    ])
  })

  it('becomes an event of its chain and, with what the chain takes out, its entries', () => {
    const bought = {
      kind: 'buy' as const,
      id: '1',
      sequence: 1,
      tradeDate: '2026-03-02',
      settlementDate: '2026-03-04',
      quantity: 100_000n,
      price: 90_000n,
      cost: 90_000_000n,
      charges: 1_008_000n,
      costOfFundsRate: null,
    }
    const decision = decided(request, context)
    const event = saleEvent(request, decision.figures, { id: '2', sequence: 2 })
    expect(event).not.toHaveProperty('allocations')
    const held = goOn('FIFO', EMPTY_CHAIN, bought)
    if (isRejection(held)) throw new Error(held.code)
    const sold = goOn('FIFO', held.state, event)
    if (isRejection(sold)) throw new Error(sold.code)
    const [result] = sold.sales as [SaleResult]
    expect(result).toMatchObject({ costOut: 90_000_000n, capitalGain: 10_000_000n, holdingDays: 33 })
    const [trade, settlement] = sellEntriesOf(decision, request, context, result)
    const sides = (entry = trade) => entry?.lines.map((line) => [line.role, line.debit - line.credit])
    expect(sides()).toContainEqual(['investment', -90_000_000n])
    expect(sides()).toContainEqual(['realized-gain', -10_000_000n])
    expect(sides(settlement)).toEqual([
      ['cash', 98_880_000n],
      ['receivable', -98_880_000n],
    ])
  })

  it('keeps allocations for cherry picking', () => {
    const allocations = [{ lotId: '1', quantity: 100_000n }]
    const picked = { ...request, allocations }
    const decision = decided(picked, { ...context, method: 'CHERRY' })
    expect(saleEvent(picked, decision.figures, { id: '2', sequence: 2 })).toMatchObject({ allocations })
  })
})
