import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { remember } from '../../../lib/remember.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import DealSlipScreen from './DealSlipScreen.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(() => {
  cleanup()
  closeSession()
})

it('lists what was begun and not saved in each form, and opens that form', async () => {
  for (const name of ['buy', 'sell', 'bulk-buy', 'bulk-sell']) {
    const values = { symbol: `OF-${name}`, companyName: 'A company', quantity: '100' }
    remember(`draft.${name}`, { at: '2026-11-20T05:00:00Z', values: { values, filling: {} } })
  }
  network({
    ...usual,
    'GET /trades': { body: [], headers: { 'X-Total-Count': '0' } },
    'GET /trades/summary': { status: 500, body: { message: 'x', code: 'server.fault', error: 'x' } },
  })
  const { user } = show(<DealSlipScreen />)
  const card = await screen.findByRole('button', { name: /OF-bulk-sell/ })
  expect(screen.getAllByRole('button', { name: /Not saved yet/ })).toHaveLength(4)
  await user.click(card)
  expect(window.location.hash).toBe('#/batch-transaction-import/bulk-sell-entry')
})

it('counts proposals and what is not saved as drafts', async () => {
  remember('draft.buy', {
    at: '2026-11-20T05:00:00Z',
    values: { values: { symbol: 'JKH.N0000', quantity: '1' } },
  })
  const asked = network({
    ...usual,
    'GET /trades': { body: [], headers: { 'X-Total-Count': '0' } },
    'GET /trades/summary': { status: 500, body: { message: 'x', code: 'server.fault', error: 'x' } },
    'GET /orders': ({ path }) => ({
      body: [],
      headers: { 'X-Total-Count': path.includes('state=proposal&') ? '12' : '40' },
    }),
  })
  show(<DealSlipScreen />)
  expect(await screen.findByText('12 proposals, 1 not saved')).toBeDefined()
  expect(screen.getByText('13')).toBeDefined()
  expect(asked.some(({ path }) => /state=proposal&.*limit=1/.test(path))).toBe(true)
})

const SUMMARY = {
  trades: 14,
  buys: 10,
  sells: 4,
  bought: 1_000,
  sold: 400,
  pending: 2,
  partSettled: 0,
  overdue: 1,
  failed: 0,
}
const tile = (label: string) =>
  [...document.querySelectorAll('[data-stat]')]
    .map((one) => [...one.children].map((part) => part.textContent))
    .find(([name]) => name === label)?.[1]

it('counts filled orders as completed and open ones as pending, as the tabs list them', async () => {
  const counts: Record<string, string> = { filled: '5', 'approved,placed,part-filled': '7', proposal: '0' }
  network({
    ...usual,
    'GET /trades': { body: [], headers: { 'X-Total-Count': '0' } },
    'GET /trades/summary': { body: SUMMARY },
    'GET /orders': ({ path }) => ({
      body: [],
      headers: {
        'X-Total-Count': counts[new URL(path, 'http://x').searchParams.get('state') ?? ''] ?? '40',
      },
    }),
  })
  show(<DealSlipScreen />)
  expect(await screen.findByText('11 trades, 5 orders')).toBeDefined()
  expect(screen.getByText('3 trades, 7 orders, 1 overdue')).toBeDefined()
  expect(
    [tile('Deal slips'), tile('Completed'), tile('Pending')].map((text) => text?.match(/\d+/)?.[0]),
  ).toEqual(['14', '16', '10'])
})

it('counts trades alone where no order is there', async () => {
  network({
    ...usual,
    'GET /trades': { body: [], headers: { 'X-Total-Count': '0' } },
    'GET /trades/summary': { body: { ...SUMMARY, overdue: 0 } },
    'GET /orders': { body: [], headers: { 'X-Total-Count': '0' } },
  })
  show(<DealSlipScreen />)
  expect(await screen.findByText('Due today or later')).toBeDefined()
  expect(screen.getByText('Settled, or assumed to be')).toBeDefined()
})
