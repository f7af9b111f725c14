import type { TradeRow } from '@em/contract/trades/transactions'
import { expect, it } from 'vitest'
import { blotterReport, sideTotal } from './trade-blotter.ts'

const SUMS = { trades: 2, buys: 2, sells: 0, openings: 0, bought: 0, sold: 0, fees: 0, gain: 0 }
const STATES = { pending: 0, partSettled: 0, overdue: 0, failed: 0 }

it('sums each side to the cent: fees come on top of a buy and off a sale', () => {
  const bought = sideTotal('buy', { ...SUMS, ...STATES, bought: 1_011_200.3, fees: 11_200.1 })
  const sold = sideTotal('sell', { ...SUMS, ...STATES, sells: 1, sold: 593_280, fees: 6_720.05 })
  expect([bought.gross, bought.trades]).toEqual(['1000000.2', 2])
  expect([sold.gross, sold.trades]).toEqual(['600000.05', 1])
  const of = { from: '2026-06-17', to: '2026-06-17', facts: [] }
  const rows = [{ deal_number: 'BUY-1', side: 'buy', gross_value: 5 } as TradeRow]
  const report = blotterReport({ rows, all: 3, totals: [bought, sold], ...of }, 'Nimal Perera')
  const cells = report.tables[0]?.rows.map((row) => [row.level, row.cells[1], row.cells[7]])
  expect(cells).toEqual([
    ['row', 'BUY-1', 5],
    ['total', 'Bought, 2', '1000000.2'],
    ['total', 'Sold, 1', '600000.05'],
  ])
  expect(report.facts).toContainEqual({ label: 'Trades', value: 'the first 1 of 3' })
})
