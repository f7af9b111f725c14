import type { CostAndMarket, ExceptionRow } from '@em/contract/reports/cost-and-market'
import type { Investment, StatementOfInvestments } from '@em/contract/reports/statement-of-investments'
import { chosenBySymbol } from '@em/paper/at-cost'
import { expect, it } from 'vitest'
import { positionsReport } from '../holdings/mtm/positions-report.ts'
import { costAndMarketReport } from './cost-and-market-report.ts'
import { statementReport } from './statement-report.ts'

const FILTERS = { entity: '', portfolio: '', date: '2026-06-15' }
const BY = { by: 'Nadeesha Perera' }
const chosen = chosenBySymbol([
  { symbol: 'SAMP.N0000', by: 'Nimal Perera', at: '2026-06-15T04:30:00.000Z' },
  { symbol: 'JKH.N0000', by: 'Nimal Perera', at: '2026-06-15T04:30:00.000Z' },
])
const NOTE = 'At cost for now, no market price: SAMP.N0000, as Nimal Perera chose on 15 Jun 2026 10:00.'
const sum = { holdings: 0, amount: 0 }
/** One has a price of the day, the other has none. */
const rows = [
  { symbol: 'JKH.N0000', price: 210.5 },
  { symbol: 'SAMP.N0000', price: null },
]

const statement = {
  asOf: '2026-06-15',
  rows: rows as Investment[],
  treatments: [],
  sectors: [],
  ties: [],
  total: { cost: 0, capitalised: 0, fair_value: 0, unrealized: 0, share: null },
  netAssets: 0,
  valuation: { message: null },
} as unknown as StatementOfInvestments
const exceptions = {
  asOf: '2026-06-15',
  rows: rows as ExceptionRow[],
  threshold: 20,
  holdings: 2,
  below: sum,
  above: sum,
  prices: sum,
  level3: sum,
} as CostAndMarket

it('reports on paper and in a workbook name what is at cost for now', () => {
  expect(statementReport(statement, FILTERS, { ...BY, chosen }).notes).toContain(NOTE)
  expect(costAndMarketReport(exceptions, FILTERS, { ...BY, chosen }).notes).toContain(NOTE)
  const none = { ...BY, chosen: chosenBySymbol([]) }
  expect(statementReport(statement, FILTERS, none).notes).not.toContain(NOTE)
  expect(costAndMarketReport(exceptions, FILTERS, none).notes).not.toContain(NOTE)
})

it('so do the positions of mark-to-market', () => {
  const positions = rows.map(({ symbol, price }) => ({ symbol, unpriced: price === null })) as never[]
  const of = { portfolioId: 'P1', portfolioName: 'Growth Fund', date: '2026-06-15', ...BY }
  expect(positionsReport(positions, { ...of, chosen }).notes?.[0]).toBe(NOTE)
  expect(positionsReport([], { ...of, chosen }).notes).toHaveLength(1)
})
