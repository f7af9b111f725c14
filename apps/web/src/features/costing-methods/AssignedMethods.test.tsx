import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import CostingMethodScreen from './CostingMethodScreen.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

it('offers to remove a method only where that is possible', async () => {
  const row = { costing_method: 'WAP', assigned_at: '2026-01-02T00:00:00Z' }
  network({
    ...usual,
    'GET /portfolios': { body: [] },
    'GET /portfolio-costing-method': {
      body: [
        { ...row, portfolioId: 'NEW', portfolioName: 'New Fund', hasTrades: false },
        { ...row, portfolioId: 'GRW', portfolioName: 'Growth Fund', hasTrades: true },
      ],
    },
  })
  show(<CostingMethodScreen />)
  expect(await screen.findByRole('button', { name: 'Remove the method of NEW' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove the method of GRW' })).toBeNull()
})
