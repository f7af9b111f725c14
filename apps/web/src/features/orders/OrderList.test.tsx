import type { OrderRow } from '@em/contract/orders/orders'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { OrderList } from './OrderList.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(() => {
  cleanup()
  closeSession()
})

const orderOf = (id: number): OrderRow => ({
  id,
  number: `ORD-${String(id).padStart(6, '0')}`,
  version: 1,
  state: 'approved',
  side: 'buy',
  symbol: 'JKH.N0000',
  company_name: 'John Keells Holdings PLC',
  quantity: 100,
  amount: null,
  limitPrice: null,
  broker: null,
  validUntil: '2026-11-30',
  reason: null,
  portfolios: ['GROW'],
  filled: 0,
  filledGross: 0,
  averagePrice: null,
  proposedBy: 'Nadeesha Perera',
  proposedAt: '2026-11-26T05:00:00Z',
  releasedBy: null,
})

it('loads older orders before they are in sight and says how many there are', async () => {
  const second = Promise.withResolvers<void>()
  network({
    ...usual,
    'GET /orders': async ({ path }) =>
      path.includes('cursor=2')
        ? await second.promise.then(() => ({ body: [orderOf(1)], headers: { 'X-Total-Count': '3' } }))
        : { body: [orderOf(3), orderOf(2)], headers: { 'X-Total-Count': '3', 'X-Next-Cursor': '2' } },
  })
  show(<OrderList tab="all" search="" />)
  await screen.findByText('ORD-000003')
  expect(screen.getByText('3 orders')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Order/ })).toBeNull()
  second.resolve()
  await screen.findByText('ORD-000001')
})

it('an order that another person released says so, with the request, and not that its maker approved it', async () => {
  const row = { ...orderOf(4), releasedBy: 'Nimal Silva' }
  const step = { version: 1, at: '2026-11-26T05:00:00Z', by: 'Nadeesha Perera', reason: null }
  const order = {
    ...row,
    shares: [],
    checks: [],
    fills: [],
    fitting: [],
    steps: [
      { ...step, what: 'proposed', approval: null },
      {
        ...step,
        what: 'approved',
        at: '2026-11-26T05:01:00Z',
        approval: { number: 'APR-000007', by: 'Nimal Silva', isRelease: true },
      },
      {
        ...step,
        what: 'placed',
        at: '2026-11-26T05:02:00Z',
        approval: { number: 'APR-000008', by: 'Kamala Silva', isRelease: false },
      },
    ],
  }
  network({ ...usual, 'GET /orders': { body: [row] }, 'GET /orders/4': { body: order } })
  const { user } = show(<OrderList tab="all" search="" />)
  expect(await screen.findByText('Released')).toBeTruthy()
  await user.click(screen.getByText('ORD-000004'))
  expect(await screen.findByText('Released beyond a limit')).toBeTruthy()
  expect(screen.getByText('Nimal Silva (APR-000007)')).toBeTruthy()
  expect(screen.getByText('Nadeesha Perera, approved by Kamala Silva (APR-000008)')).toBeTruthy()
})

it('an order comes first, then what it exceeds; what only comes near is folded', async () => {
  const check = { limit: 'ONE', measured: 'Growth Fund', value: 1 }
  const order = {
    ...orderOf(5),
    state: 'proposal',
    shares: [],
    steps: [],
    fills: [],
    fitting: [],
    checks: [
      { ...check, state: 'exceeded', text: 'JKH: 12 % of net assets; One issuer asks for at most 10 %.' },
      { ...check, state: 'warning', text: 'Cash is near its minimum.' },
      { ...check, state: 'unknown', text: 'The issued shares are not known.' },
    ],
  }
  network({ ...usual, 'GET /orders': { body: [orderOf(5)] }, 'GET /orders/5': { body: order } })
  const { user } = show(<OrderList tab="all" search="" />)
  await user.click(await screen.findByText('ORD-000005'))
  const exceeded = await screen.findByText(/^JKH: 12 %/)
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([exceeded.textContent])
  const FOLLOWS = Node.DOCUMENT_POSITION_FOLLOWING
  expect(screen.getByText('Buy 100 JKH.N0000').compareDocumentPosition(exceeded) & FOLLOWS).toBe(FOLLOWS)
  const folded = screen.getByText('2 further checks, not exceeded').closest('details')
  expect(folded?.open).toBe(false)
  expect(folded?.textContent).toContain('Cash is near its minimum.')
})
