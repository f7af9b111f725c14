import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import PriceSheetScreen from './PriceSheetScreen.tsx'

const row = {
  symbol: 'JKH.N0000',
  company_name: 'John Keells Holdings PLC',
  quantity: 100,
  previous: null,
  price: null,
}
const sheet = (date: string) => ({ date, marketDay: '2026-11-13', signedOff: null, missing: 1, rows: [row] })

const open = (date: string) => {
  window.history.replaceState(null, '', `/#/valuation-and-mtm/market-price-feed?date=${date}`)
  network({
    ...usual,
    [`GET /prices/${date}`]: { body: sheet(date) },
    'POST /prices/read-file': {
      body: {
        tradeDate: '2026-11-12',
        problems: [],
        rows: [{ symbol: 'JKH.N0000', last_trade: 20, close: null }],
      },
    },
  })
  return show(<PriceSheetScreen />)
}

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

it('a day without a market leads to the prices that count, without fields that cannot be filled', async () => {
  open('2026-11-15')
  await screen.findByRole('button', { name: 'Show them' })
  expect(screen.queryByLabelText('Last trade of JKH.N0000')).toBeNull()
})

it("puts no price of another day's file into the sheet", async () => {
  const { user } = open('2026-11-13')
  const field = await screen.findByLabelText<HTMLInputElement>('Last trade of JKH.N0000')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await user.upload(input as HTMLInputElement, new File(['Symbol,Price'], 'prices.csv'))
  await screen.findByText(/^The file says 12 Nov 2026, and this is the sheet of 13 Nov 2026/)
  expect(field.value).toBe('')
})
