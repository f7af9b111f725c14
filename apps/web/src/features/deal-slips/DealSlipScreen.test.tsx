import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { remember } from '../../lib/remember.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
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
