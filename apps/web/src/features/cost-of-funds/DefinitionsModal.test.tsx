import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { Definitions } from './DefinitionsModal.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

it('shows the history of a definition', async () => {
  const rates = { cost_of_funds: 12, tax_rate: 30, after_tax_cost_of_funds: 8.4 }
  const version = {
    number: 1,
    recorded_at: '2026-05-12T05:00:00Z',
    recorded_by: 'Nadeesha Perera',
    action: 'Created',
    act_id: 9,
    effective_from: null,
    changes: [{ field: 'tax_rate', label: 'Tax rate (%)', before: null, after: 30 }],
  }
  network({
    ...usual,
    'GET /cost-of-funds': {
      body: [{ id: 4, effective_date: '2026-05-01', created_at: '2026-05-12T05:00:00Z', ...rates }],
    },
    'GET /cost-of-funds/4/versions': { body: [version] },
  })
  const { user } = show(<Definitions />)
  const name = 'History of the definition for 01 May 2026'
  await user.click(await screen.findByRole('button', { name }))
  const dialog = await screen.findByRole('dialog', { name })
  expect(await within(dialog).findByText(/Version 1: Created/)).toBeTruthy()
  expect(within(dialog).getByText('Tax rate (%)')).toBeTruthy()
})
