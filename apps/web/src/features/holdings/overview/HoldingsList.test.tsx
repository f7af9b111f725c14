import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../../../testing/page.tsx'
import { HoldingsList } from './HoldingsList.tsx'

const totalReturn = {
  realizedGain: 0,
  fractions: 0,
  unrealizedGain: 600,
  dividends: 0,
  fees: 0,
  sellingFees: 0,
  withheldTax: 0,
  writtenOff: 0,
  financing: 0,
  heldFinancing: 0,
  total: 600,
}
const holding = {
  symbol: 'JKH.N0000',
  companyName: 'John Keells Holdings PLC',
  quantity: 300,
  avgPrice: 10,
  currentPrice: 12,
  marketValue: 3_600,
  cost: 3_000,
  pnl: 600,
  pnlPercentage: 20,
  today: { change: -30, percent: -0.8264 },
  totalReturn,
  weight: 100,
  sector: 'Other',
  unpriced: false,
  derived: false,
}

it('each holding says symbol, value, quantity, the day’s change and total return, and opens', async () => {
  const open = vi.fn()
  const { user } = show(
    <HoldingsList
      holdings={[holding, { ...holding, symbol: 'NEW.N0000', today: null, unpriced: true }]}
      onOpen={open}
    />,
  )
  const [first, second] = screen.getAllByRole('button')
  expect(first?.textContent).toBe('JKH.N00003,600300 sharestoday −0.83% return +600')
  expect(second?.textContent).toBe('NEW.N00003,600 at cost300 sharestoday –none return +600')
  if (first) await user.click(first)
  expect(open).toHaveBeenCalledWith(holding)
})
