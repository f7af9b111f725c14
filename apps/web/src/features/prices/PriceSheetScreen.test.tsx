import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { type Asked, nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import PriceSheetScreen from './PriceSheetScreen.tsx'

const row = {
  symbol: 'JKH.N0000',
  company_name: 'John Keells Holdings PLC',
  quantity: 100,
  previous: null,
  price: null,
}
const sheet = (date: string) => ({
  date,
  marketDay: '2026-11-13',
  closed: null,
  signedOff: null,
  missing: 1,
  rows: [row],
})

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

it('asks how a file writes its numbers, and proposes the nearest of the sheet for a misspelt company', async () => {
  const sent: unknown[] = []
  window.history.replaceState(null, '', '/#/valuation-and-mtm/market-price-feed?date=2026-11-13')
  network({
    ...usual,
    'GET /prices/2026-11-13': { body: sheet('2026-11-13') },
    'POST /prices/read-file': ({ body }: Asked) => {
      const { decimalMark } = body as { decimalMark?: string }
      sent.push(decimalMark)
      const message = 'Is “1.000” a number with a decimal point or with a decimal comma?'
      const question = { field: 'decimalMark', example: '1.000', sender: 'a list' }
      if (decimalMark === undefined)
        return { status: 422, body: { error: message, message, code: 'file.decimal-mark', question } }
      const row = { line: 2, symbol: 'Jon Keels Holdings', last_trade: 1_000, close: null }
      return { body: { tradeDate: null, problems: [], rows: [row] } }
    },
  })
  const { user } = show(<PriceSheetScreen />)
  const field = await screen.findByLabelText<HTMLInputElement>('Last trade of JKH.N0000')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await user.upload(input as HTMLInputElement, new File(['Company,Price'], 'list.csv'))
  await user.click(await screen.findByRole('button', { name: 'A comma (1.234,56), in list.csv' }))
  await user.click(await screen.findByRole('button', { name: 'John Keells Holdings PLC (JKH.N0000)' }))
  expect(field.value).toBe('1000')
  expect(sent).toEqual([undefined, ','])
  // The next list of the same columns is asked about again, with the last answer marked.
  await user.upload(input as HTMLInputElement, new File(['Company,Price'], 'next.csv'))
  await screen.findByText(/you chose: A comma/)
  expect(sent).toEqual([undefined, ',', undefined])
})
