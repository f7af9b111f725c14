import type { ValuedHolding } from '@em/contract/holdings/holdings'
import { expect, it } from 'vitest'
import { chosenBySymbol } from './at-cost.ts'
import { dailyReport, dailyRows } from './daily-holdings.ts'

const holding = (changes: Partial<ValuedHolding>): ValuedHolding => ({
  id: 1,
  companyName: 'John Keells Holdings PLC',
  symbol: 'JKH.N0000',
  sector: null,
  quantity: 100,
  costPrice: 10,
  costValue: 1_000,
  charges: 11.2,
  marketPrice: 30,
  lastPriceUpdate: '2026-06-12',
  unpriced: false,
  derived: false,
  grossSales: 3_000,
  chargesOnSales: 33.6,
  projectedSalesProceeds: 2_966.4,
  costOfFunds: 0,
  projectedSalesWithCOF: 2_966.4,
  unrealizedGainLoss: 2_000,
  gainLossPercentage: 200,
  ...changes,
})

const NONE = chosenBySymbol([])
const AT_COST = { symbol: 'SAMP.N0000', by: 'Kamala Silva', at: '2026-06-15T04:30:00.000Z' }

it('weighs what is held by its value, marks what has no price, and sums up to the cent', () => {
  const holdings = [
    holding({}),
    holding({
      id: 2,
      symbol: 'SAMP.N0000',
      marketPrice: null,
      unpriced: true,
      costValue: 1_000.1,
      grossSales: 1_000,
      unrealizedGainLoss: -0.1,
    }),
    holding({ id: 3, quantity: 0, grossSales: 0 }),
  ]
  const rows = dailyRows(holdings, NONE)
  expect(rows.map(({ symbol, weight }) => [symbol, weight])).toEqual([
    ['JKH.N0000', 75],
    ['SAMP.N0000', 25],
  ])
  const of = { portfolioId: 'GROW', portfolioName: 'Growth Fund', date: '2026-06-15', by: 'Nimal Perera' }
  const report = dailyReport(rows, { ...of, chosen: NONE })
  expect(report.facts).toContainEqual({ label: 'Without a price', value: '1, at cost' })
  const table = report.tables[0]?.rows.map(({ cells }) => cells) ?? []
  expect(table[1]?.[6]).toBe('No price: at cost')
  expect(table.at(-1)).toEqual([
    'Portfolio Totals',
    null,
    null,
    null,
    '2000.1',
    null,
    null,
    '4000',
    '1999.9',
    100,
  ])
  expect(report.notes).toHaveLength(1)
  const chosen = chosenBySymbol([AT_COST])
  const atCost = dailyReport(dailyRows(holdings, chosen), { ...of, chosen })
  expect(atCost.notes?.[0]).toBe(
    'At cost for now, no market price: SAMP.N0000, as Kamala Silva chose on 15 Jun 2026 10:00.',
  )
  expect(atCost.tables[0]?.rows[1]?.cells[6]).toBe('No price: at cost for now')
})

it('of all portfolios names each, sums each up and weighs against the whole', () => {
  const in_ = (portfolioId: string, changes: Partial<ValuedHolding>) => ({
    ...holding(changes),
    portfolioId,
    portfolioName: `Fund ${portfolioId}`,
  })
  const rows = dailyRows(
    [
      in_('A', {}),
      in_('A', { id: 2, symbol: 'SAMP.N0000', grossSales: 1_000, unrealizedGainLoss: -0.1 }),
      in_('B', { grossSales: 4_000 }),
    ],
    NONE,
  )
  const of = { portfolioId: 'all', portfolioName: 'All portfolios', all: true }
  const report = dailyReport(rows, { ...of, date: '2026-06-15', by: 'Nimal Perera', chosen: NONE })
  expect(report.subtitle).toEqual(['All portfolios', 'As of 15 Jun 2026'])
  const shown = report.tables[0]?.rows.map(({ level, cells }) => [level, cells[0], cells[8], cells[10]])
  expect(shown).toEqual([
    ['row', 'Fund A', 3_000, 37.5],
    ['row', 'Fund A', 1_000, 12.5],
    ['subtotal', 'Fund A', '4000', 50],
    ['row', 'Fund B', 4_000, 50],
    ['subtotal', 'Fund B', '4000', 50],
    ['total', 'Totals', '8000', 100],
  ])
})
