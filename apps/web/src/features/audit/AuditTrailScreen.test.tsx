import type { AuditTold } from '@em/contract/books/audit'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import AuditTrailScreen from './AuditTrailScreen.tsx'

beforeEach(() => {
  openSession({ token: 't', user: nadeesha, kept: true })
  window.location.hash = '#/reporting-and-compliance/audit-trail'
})
afterEach(() => {
  cleanup()
  closeSession()
})

const ROW: AuditTold = {
  id: 9,
  at: '2026-06-10T05:00:00Z',
  by: 'Nadeesha Perera',
  action: 'Corrected',
  entity: 'trade',
  kind: 'Trade',
  entity_id: '3',
  record: 'BUY-3',
  reason: 'Contract note',
  changes: [
    { field: 'quantity', label: 'Quantity', before: '6,332', after: '6,832' },
    { field: 'description', label: 'Description', before: 'Typed', after: '' },
  ],
}

it('lists who changed what, opens the fields before and after, and asks for one kind', async () => {
  const log = network({ ...usual, 'GET /audit-trail': { body: [ROW] } })
  const { user } = show(<AuditTrailScreen />)
  await user.click(await screen.findByText('Quantity: 6,332 \u2192 6,832; Description: Typed \u2192 empty'))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/Nadeesha Perera, .*Reason: Contract note/)).toBeTruthy()
  const cells = within(dialog)
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    .filter((row) => row.length > 0)
  expect(cells).toEqual([
    ['Quantity', '6,332', '6,832'],
    ['Description', 'Typed', '\u2013'],
  ])
  window.location.hash = '#/reporting-and-compliance/audit-trail?kind=brokers'
  window.dispatchEvent(new HashChangeEvent('hashchange'))
  await waitFor(() => expect(log.some(({ path }) => path.includes('entity=brokers'))).toBe(true))
})
