import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import BuyScreen from '../buy/BuyScreen.tsx'

beforeEach(() => {
  openSession({ token: 't', user: nadeesha, kept: true })
  window.history.replaceState(null, '', '/#/trade-capture/buy?view=transactions')
})
afterEach(closeSession)

const buy = {
  id: 9,
  company_name: 'John Keells Holdings PLC',
  symbol: 'JKH.N0000',
  portfolio: 'Growth Fund',
  portfolioId: 'GRW',
  deal_number: 'BUY-20261120-094338',
  quantity: 100_000,
  price: 10,
  gross_value: 1_000_000,
  brokerage: 6400,
  cse_fees: 840,
  cds_fees: 120,
  clearing_fees: 120,
  sec: 720,
  stl: 3000,
  step_up: null,
  fee_source: 'contract',
  net_value: 1_011_200,
  trade_date: '2026-11-20',
  settlement_date: '2026-11-25',
  generate_payment: 'No',
  created_at: '2026-11-20T04:13:38.000Z',
}

describe('Submitted Transactions', () => {
  it('says what would be here while there is nothing', async () => {
    network({
      ...usual,
      'GET /portfolios': { body: [] },
      'GET /trade-summary/buy-transactions': { body: [] },
    })
    const { user } = show(<BuyScreen />)
    expect(await screen.findByText('No buy transactions submitted yet.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Record a buy' }))
    expect(await screen.findByRole('heading', { name: 'Buy Transaction Entry' })).toBeTruthy()
  })

  it('opens a buy with all its facts and the way to its entries; sorts in the database', async () => {
    const asked = network({
      ...usual,
      'GET /portfolios': { body: [] },
      'GET /trade-summary/buy-transactions': { body: [buy], headers: { 'X-Total-Count': '1' } },
    })
    const { user } = show(<BuyScreen />)
    await user.click(await screen.findByText('BUY-20261120-094338'))
    const detail = await screen.findByRole('dialog', { name: 'BUY-20261120-094338' })
    expect(detail.textContent).toContain('As charged')
    expect(detail.textContent).toContain('11,200.00')
    expect(screen.getByRole('link', { name: 'Journal entries' }).getAttribute('href')).toBe(
      '#/accounting-entries/general-ledger?search=BUY-20261120-094338',
    )
    expect(window.location.hash).toBe('#/trade-capture/buy?view=transactions&deal=BUY-20261120-094338')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: /Net Value/ }))
    await waitFor(() => expect(asked.some(({ path }) => path.includes('sort=-net_value'))).toBe(true))
  })
})
