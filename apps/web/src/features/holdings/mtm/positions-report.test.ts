import { expect, it } from 'vitest'
import { type PositionRow, positionColumns } from './position-columns.tsx'
import { positionsReport } from './positions-report.ts'

/** Only what the totals add up. */
const position = (projected: number) =>
  ({
    quantity: 1,
    costValue: 0,
    grossSales: 0,
    charges: 0,
    chargesOnSales: 0,
    projectedSalesProceeds: projected,
    costOfFunds: 0,
    projectedSalesWithCOF: projected,
    unrealizedGainLoss: 0,
    unrealizedProfitLoss: '0',
  }) as PositionRow

it('adds up to the cent: 0.1 and 0.2 are 0.3 in the file as on the screen', () => {
  const rows = [position(0.1), position(0.2)]
  const of = {
    portfolioId: 'P1',
    portfolioName: 'Nimal',
    date: '2026-11-20',
    by: 'Nadeesha',
    chosen: new Map(),
  }
  const column = positionColumns.findIndex(({ header }) => header === 'Projected Sales Proceeds')
  const totals = positionsReport(rows, of).tables[0]?.rows.at(-1)
  expect([totals?.level, totals?.cells[column]]).toEqual(['total', '0.3'])
})
