import type { Entity, LockCheck } from '@em/contract/periods/periods'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { LockDialog } from './LockDialog.tsx'
import { LockHistory } from './LockHistory.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(() => {
  cleanup()
  closeSession()
  localStorage.clear()
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
const point = (more: Partial<LockCheck>): LockCheck => ({
  what: 'drafts',
  title: 'Draft journal entries',
  state: 'clear',
  count: 0,
  amount: null,
  message: 'No draft is dated on or before 31 Oct 2026.',
  ...more,
})
const suspense = point({
  what: 'suspense',
  title: 'Suspense items',
  state: 'open',
  count: 2,
  message: '2 items are open on 31 Oct 2026.',
})
const server = (checks: LockCheck[], more: Parameters<typeof network>[0] = {}) =>
  network({
    ...usual,
    'GET /entities': { body: [entity, { ...entity, id: 1, name: 'General', is_general: true }] },
    'GET /entities/4/checks': { body: checks },
    'POST /entities/4/lock': { status: 201, body: { success: true, data: entity } },
    ...more,
  })

it('shows each point with its state and a way to it, the open ones first, and asks for a reason while one is open', async () => {
  const asked = server([
    point({}),
    suspense,
    point({ what: 'unpriced', title: 'Holdings without a price', state: 'open', count: 3 }),
    point({
      what: 'inter-portfolio',
      title: 'Inter-portfolio Clearing',
      state: 'open',
      count: null,
      amount: 12,
    }),
    point({ what: 'general', title: 'Lock of General', state: 'open', count: null }),
  ])
  const { user } = show(<LockDialog entity={entity} onClose={() => undefined} />)
  const list = within(await screen.findByRole('list', { name: 'Before locking' }))
  expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Suspense items2 openShow2 items are open on 31 Oct 2026.',
    expect.stringContaining('3 not valued'),
    expect.stringContaining('LKR 12.00'),
    expect.stringMatching(/OpenShow/),
    'Draft journal entriesClearShow',
  ])
  expect(screen.getByText(/4 of 5 points are open/)).toBeDefined()
  // The reason is in sight before the points, however many there are.
  const reason = screen.getByLabelText(/^Reason/)
  const points = screen.getByRole('list', { name: 'Before locking' })
  expect(reason.compareDocumentPosition(points) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const href = list.getByRole('link', { name: 'Show Suspense items' }).getAttribute('href')
  expect(href).toContain('view=suspense&asOf=2026-10-31&entity=4')
  expect(list.getByRole('link', { name: 'Show Lock of General' }).getAttribute('href')).toContain('entity=1')
  const button = screen.getByRole('button', { name: 'Lock through 31 Oct 2026' })
  await user.click(button)
  expect((await screen.findAllByText('Locking with open points needs a reason.')).length).toBeGreaterThan(0)
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  await user.type(screen.getByLabelText(/^Reason/), 'Bank answers in November')
  await user.click(button)
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      locked_through: '2026-10-31',
      reason: 'Bank answers in November',
      version: 1,
    }),
  )
})

it('opens the books by a written null', async () => {
  const locked = { ...entity, locked_through: '2026-09-30', first_open_day: '2026-10-01', version: 7 }
  const asked = server([point({})])
  const { user } = show(<LockDialog entity={locked} onClose={() => undefined} />)
  await user.click(screen.getByRole('button', { name: 'Open the books' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Open the books' })).getByRole('button', {
      name: 'Open the books',
    }),
  )
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      locked_through: null,
      reason: '',
      version: 7,
    }),
  )
})

it('locks without a reason where every point is clear', async () => {
  const asked = server([point({})])
  const { user } = show(<LockDialog entity={entity} onClose={() => undefined} />)
  await screen.findByRole('list', { name: 'Before locking' })
  await user.click(screen.getByRole('button', { name: 'Lock through 31 Oct 2026' }))
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true))
})

it('keeps the open points in the lock history', async () => {
  server([], {
    'GET /entities/4/locks': {
      body: [
        {
          id: 1,
          locked_through: '2026-10-31',
          was_locked_through: null,
          reason: 'Bank answers in November',
          open_points: [suspense],
          set_at: '2026-11-02T04:00:00.000Z',
          set_by: 'Nadeesha Perera',
        },
      ],
    },
  })
  show(<LockHistory entity={entity} onLock={() => undefined} />)
  expect(await screen.findByText('Locked with 1 open point')).toBeDefined()
  expect(screen.getByText('Suspense items: 2 items are open on 31 Oct 2026.')).toBeDefined()
})
