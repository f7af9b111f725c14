import { expect, it } from 'vitest'
import { holdingCosts, lotRows } from './lot-rows.ts'

const lot = (id: number, left: number, cost: number, charges: number) => ({
  id,
  deal_number: `D${id}`,
  contract_number: null,
  is_opening: false,
  trade_date: '2026-05-04',
  settlement_date: '2026-05-06',
  price: 20,
  quantity: left,
  left,
  cost,
  charges,
  days: 42,
})
const answer = {
  asOf: '2026-06-15',
  costing_method: 'WAP' as const,
  holdings: [
    {
      symbol: 'JKH.N0000',
      companyName: 'John Keells Holdings PLC',
      quantity: 1_100,
      cost: 22_916.67,
      charges: 256.67,
      marketPrice: 25.5,
      lots: [lot(1, 600, 12_000, 134.4), lot(2, 500, 11_250, 126)],
    },
  ],
}

it('lists each lot with its cost per share, fees included', () => {
  expect(lotRows(answer).map(({ id, costPerShare, marketPrice }) => [id, costPerShare, marketPrice])).toEqual(
    [
      [1, '20.2240', 25.5],
      [2, '22.7520', 25.5],
    ],
  )
})

it('sets the cost of the lots against that of the books, to the cent', () => {
  expect(holdingCosts(answer)).toMatchObject([
    { lots: 2, cost: 22_916.67, lotCost: '23250', difference: '-333.33' },
  ])
})
