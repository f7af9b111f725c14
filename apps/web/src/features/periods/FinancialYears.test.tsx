import type { Entity } from '@em/contract/periods/periods'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { Years } from './FinancialYears.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(() => {
  cleanup()
  closeSession()
})

const entity: Entity = {
  id: 4,
  name: 'Growth Trust',
  is_general: false,
  year_end_month: 3,
  common_year_end_month: 3,
  share_gains_tax: null,
  locked_through: null,
  first_open_day: null,
  last_closed: null,
  portfolios: [{ portfolioId: 'GRW', portfolioName: 'Growth Fund' }],
  version: 1,
}
const year = (year_end: string, status: string, unclosed: number) => ({
  year_end,
  status,
  result: 100,
  unclosed,
})

it('offers to close the earliest open year alone, and says of a later one which comes first', async () => {
  const years = [
    year('2027-03-31', 'running', 5),
    year('2026-03-31', 'open', 7),
    year('2025-03-31', 'open', 9),
    year('2024-03-31', 'closed', 0),
  ]
  network({ ...usual, 'GET /entities/4/years': { body: { years, closings: [] } } })
  show(<Years entity={entity} onYearEnd={() => undefined} />)
  await screen.findByText('Close the year to 31 Mar 2025 first')
  const rows = screen.getAllByRole('row').slice(1)
  const offered = rows.map((row) => within(row).queryByRole('button', { name: 'Close year' }) !== null)
  expect(offered).toEqual([false, false, true, false])
  expect(rows[1]?.textContent).toContain('Close the year to 31 Mar 2025 first')
})
