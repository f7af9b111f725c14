import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberPortfolio } from '../../lib/last-portfolio.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import ConfirmationScreen from '../broker-reports/confirmations/ConfirmationScreen.tsx'
import EquityCostScreen from './cost/EquityCostScreen.tsx'
import HoldingsScreen from './HoldingsScreen.tsx'
import ExposureScreen from './monitor/ExposureScreen.tsx'
import MtmScreen from './mtm/MtmScreen.tsx'

const portfolio = (portfolioId: string, portfolioName: string) => ({
  id: portfolioId.length,
  portfolioId,
  portfolioName,
  status: 'Active',
})
const [growth, income] = [portfolio('GRW', 'Growth Fund'), portfolio('INC', 'Income Fund')]
const answering = (...list: object[]) => network({ ...usual, 'GET /portfolios': { body: list } })

beforeEach(() => {
  window.history.replaceState(null, '', '/#/a/b')
  openSession({ token: 't', user: nadeesha, kept: true })
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  cleanup()
  closeSession()
  vi.restoreAllMocks()
})

const ofOne = [
  ['Portfolio Holdings', HoldingsScreen],
  ['Equity Cost', EquityCostScreen],
  ['Trade Confirmation', ConfirmationScreen],
] as const
const ofAll = [
  ['Mark-to-Market Valuation', MtmScreen],
  ['Sector/Exposure Analysis', ExposureScreen],
] as const
const shown = async () => (await screen.findByRole<HTMLInputElement>('combobox', { name: 'Portfolio' })).value

it.each(ofOne)('%s shows the last single portfolio where all were looked at since', async (_, Screen) => {
  rememberPortfolio('INC')
  rememberPortfolio('all')
  const asked = answering(growth, income)
  show(<Screen />)
  await waitFor(async () => expect(await shown()).toContain('Income Fund'))
  await waitFor(() => expect(asked.some(({ path }) => path.includes('INC'))).toBe(true))
  expect(screen.queryByText(/^Choose (your|a) portfolio$/)).toBeNull()
})

it.each([...ofOne, ...ofAll])('%s shows the only portfolio', async (_, Screen) => {
  answering(growth)
  show(<Screen />)
  await waitFor(async () => expect(await shown()).toContain('Growth Fund'))
})

it.each(ofAll)('%s shows all portfolios together where those were looked at', async (_, Screen) => {
  rememberPortfolio('INC')
  rememberPortfolio('all')
  answering(growth, income)
  show(<Screen />)
  await waitFor(async () => expect(await shown()).toBe('All portfolios'))
})

it('Mark-to-Market Valuation has its tab in the address', async () => {
  window.history.replaceState(
    null,
    '',
    '/#/valuation-and-mtm/mark-to-market-valuation?portfolio=GRW&tab=prices',
  )
  const position = {
    id: 1,
    companyName: 'John Keells Holdings PLC',
    symbol: 'JKH.N0000',
    quantity: 100,
    costPrice: 20,
    costValue: 2000,
    charges: 22.4,
    chargesOnSales: 23.52,
    grossSales: 2100,
    projectedSalesProceeds: 2076.48,
    costOfFunds: 0,
    projectedSalesWithCOF: 2076.48,
    unrealizedGainLoss: 100,
    gainLossPercentage: 5,
    marketPrice: 21,
    lastPriceUpdate: '2026-06-15',
    sector: 'Energy',
  }
  network({
    ...usual,
    'GET /portfolios': { body: [growth] },
    'GET /transaction-entries/portfolio/GRW/positions': { body: [position] },
  })
  const { user } = show(<MtmScreen />)
  await waitFor(() =>
    expect(screen.getByRole('radio', { name: 'Price Analysis' })).toHaveProperty('checked', true),
  )
  await user.click(screen.getByRole('radio', { name: 'Performance Analysis' }))
  expect(window.location.hash).toContain('tab=performance')
  await user.click(screen.getByRole('radio', { name: 'Overview' }))
  expect(window.location.hash).toBe('#/valuation-and-mtm/mark-to-market-valuation?portfolio=GRW')
})
