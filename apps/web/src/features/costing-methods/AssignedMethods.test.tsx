import { COSTING_METHOD_LABELS } from '@em/contract/costing-methods/costing-methods'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import CostingMethodScreen from './CostingMethodScreen.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

it('shows what method a portfolio had over time', async () => {
  const row = { costing_method: 'WAP', assigned_at: '2026-01-02T00:00:00Z', hasTrades: true }
  const version = {
    number: 1,
    recorded_at: '2026-01-02T04:30:00Z',
    recorded_by: 'Nadeesha Perera',
    action: 'Assigned',
    act_id: 9,
    effective_from: null,
    changes: [{ field: 'costing_method', label: 'Costing method', before: null, after: 'WAP' }],
  }
  network({
    ...usual,
    'GET /portfolios': { body: [] },
    'GET /portfolio-costing-method': { body: [{ ...row, portfolioId: 'GRW', portfolioName: 'Growth Fund' }] },
    'GET /portfolio-costing-method/GRW/versions': { body: [version] },
  })
  const { user } = show(<CostingMethodScreen />)
  await user.click(await screen.findByRole('button', { name: 'History of the method of GRW' }))
  const dialog = await screen.findByRole('dialog', { name: 'History of the method of GRW' })
  expect(await within(dialog).findByText(/Version 1: Assigned/)).toBeTruthy()
  expect(within(dialog).getByText(COSTING_METHOD_LABELS.WAP)).toBeTruthy()
})

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
