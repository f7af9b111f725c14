import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { EditTrade } from './EditTrade.tsx'
import { trade } from './testing.ts'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(() => {
  cleanup()
  closeSession()
})

const SUMS = { quantity: 1000, cost: 202745.6, charges: 2245.6 }
const preview = {
  dryRun: true,
  figures: { grossValue: 200500, totalFees: 2245.6, netValue: 202745.6 },
  price: 200.5,
  sale: null,
  position: { before: SUMS, after: SUMS },
  postings: [],
  consequences: {
    affectedSales: 0,
    sales: [],
    gainsByMonth: [],
    lotsRematched: 0,
    affectedEntitlements: 0,
    entitlements: [],
  },
  warnings: [],
}

it('asks for the reason where the trade was paid, before anything is sent', async () => {
  const paid = trade('buy')
  const asked = network({
    ...usual,
    'GET /trades/3': { body: { ...paid, trade: { ...paid.trade, paid: 202745.6 } } },
    'GET /accounts': { body: [] },
    'GET /brokers': { body: [] },
    'PUT /transaction-entries/buy/3': ({ path }) => ({
      body: path.includes('dryRun') ? preview : paid.trade,
    }),
  })
  const { user } = show(<EditTrade id={3} onClose={() => undefined} />)
  await user.type(await screen.findByLabelText(/^Description/), 'Agreed by telephone')
  await user.click(screen.getByRole('button', { name: 'Show what would change' }))
  await user.click(await screen.findByRole('button', { name: 'Save correction' }))
  expect(screen.getByText(/^Nothing is saved yet/).textContent).toMatch(
    /^Nothing is saved yet\. This is what correcting buy \S+ would change\. /,
  )
  expect(screen.getByText('Enter the reason: this trade has been paid.')).toBeTruthy()
  const saves = () => asked.filter(({ method, path }) => method === 'PUT' && !path.includes('dryRun'))
  expect(saves()).toEqual([])
  await user.type(screen.getByLabelText(/^Reason/), 'Wrong note')
  await user.click(screen.getByRole('button', { name: 'Save correction' }))
  expect(await screen.findByText(/corrected\./)).toBeTruthy()
  expect(saves()[0]?.body).toMatchObject({ reason: 'Wrong note' })
})
