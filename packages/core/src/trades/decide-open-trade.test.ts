import { describe, expect, test } from 'vitest'
import { isRejection } from '../rejections.ts'
import { decideOpenTrade, type OpenTradeRequest, openBuyEvent } from './decide-open-trade.ts'

const portfolio = { id: 1, name: 'Growth Fund', status: 'Active', accountingTreatment: 'FVTPL' }
const equity = { id: 2, symbol: 'JKH.N0000', companyName: 'John Keells', isActive: true }
const context = { portfolio, equity, openingDate: '2026-04-01' }
const request: OpenTradeRequest = {
  side: 'buy',
  quantity: 500n,
  price: 200_000n,
  fees: 11_200n,
  tradeDate: '2026-03-30',
  settlementDate: '2026-04-02',
  brokerId: null,
  settlementAccountId: 7,
}
function decided(more: Partial<OpenTradeRequest> = {}, treatment = 'FVTPL') {
  const decision = decideOpenTrade(
    { ...request, ...more },
    { ...context, portfolio: { ...portfolio, accountingTreatment: treatment } },
  )
  if (isRejection(decision)) throw new Error(decision.code)
  return decision.entries.map(({ entryDate, kind, lines }) => [
    entryDate,
    kind,
    ...lines.map(({ role, debit, credit }) => `${role} ${debit - credit}`),
  ])
}

describe('a trade that was open when the books began', () => {
  test.each([
    ['FVTPL', 'capital'],
    ['FVOCI', 'transaction-costs'],
  ])('%s: a purchase, its fees on %s', (treatment, role) => {
    expect(decided({}, treatment)).toEqual([
      ['2026-04-01', 'opening', 'investment 1000000', `${role} 11200`, 'payable -1011200'],
      ['2026-04-02', 'settlement', 'payable 1011200', 'cash -1011200'],
    ])
  })

  test('a sale: what is to come after its fees', () => {
    expect(decided({ side: 'sell' })).toEqual([
      ['2026-04-01', 'opening', 'receivable 988800', 'capital -988800'],
      ['2026-04-02', 'settlement', 'cash 988800', 'receivable -988800'],
    ])
  })

  test('the lot of a purchase is dated on the opening date, with the dates of the trade', () => {
    const figures = { quantity: 500n, price: 200_000n, gross: 1_000_000n, net: 1_011_200n, fees: 11_200n }
    expect(openBuyEvent(request, figures, '2026-04-01', { id: '9', sequence: 9 })).toMatchObject({
      kind: 'opening',
      tradeDate: '2026-04-01',
      boughtOn: '2026-03-30',
      settlementDate: '2026-04-02',
      cost: 1_000_000n,
      charges: 11_200n,
    })
  })

  test.each<[string, Partial<OpenTradeRequest>, string]>([
    ['dealt on the opening date', { tradeDate: '2026-04-01' }, 'tradeDate'],
    ['settled before it', { settlementDate: '2026-03-31' }, 'settlementDate'],
    ['a sale that its fees eat up', { side: 'sell', fees: 1_000_000n }, 'fees'],
    ['a gross value of nothing', { price: 0n }, 'price'],
  ])('refused: %s', (_, more, field) => {
    expect(decideOpenTrade({ ...request, ...more }, context)).toMatchObject({ kind: 'rejection', field })
  })

  test('refused where the portfolio is not active', () => {
    const closed = { ...context, portfolio: { ...portfolio, status: 'Closed' } }
    expect(decideOpenTrade(request, closed)).toMatchObject({ code: 'portfolio.not-active' })
  })
})
