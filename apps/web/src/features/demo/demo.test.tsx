import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { App } from '../../app/App.tsx'
import { closeSession, openSession, session } from '../../lib/session.ts'
import { healthy, nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
// Loaded with the test, so that no wait of it is spent on loading.
import '../../app/Shell.tsx'
import '../identity/ProfileModal.tsx'
import './DemoTour.tsx'

const ofDemo = { ...usual, 'GET /health': { body: { ...healthy, demo: true } } }
afterEach(closeSession)
afterEach(() => localStorage.clear())

const at = (hash: string) => window.history.replaceState(null, '', `/${hash}`)

it('a visitor of a demo looks around by one click; the files to try are offered before', async () => {
  at('')
  network({ ...ofDemo, 'POST /demo/look-around': { body: { token: 't', user: nadeesha } } })
  const { user } = show(<App />)
  const files = await screen.findAllByRole('link', { name: /\((PDF|CSV|FIN)\)$/ })
  expect(files.map((link) => link.getAttribute('href'))).toEqual([
    '/api/demo/samples/confirmation',
    '/api/demo/samples/trades',
    '/api/demo/samples/statement',
    '/api/demo/samples/custodian',
  ])
  await user.click(screen.getByRole('button', { name: 'Look around' }))
  expect(await screen.findByText('Demo date 20 Nov 2026')).toBeTruthy()
  expect(session()).toMatchObject({ token: 't', kept: false })
})

it('a refusal of the way in is said', async () => {
  at('')
  network({
    ...ofDemo,
    'POST /demo/look-around': { status: 403, body: { error: 'x', message: 'Your account is disabled.' } },
  })
  const { user } = show(<App />)
  await user.click(await screen.findByRole('button', { name: 'Look around' }))
  expect(await screen.findByText('Your account is disabled.')).toBeTruthy()
})

it('the tour opens each stop, keeps how far one is, and comes back from the profile once it was closed', async () => {
  at('#/administration/jobs')
  openSession({ token: 't', user: nadeesha, kept: true })
  network(ofDemo)
  const { user, unmount } = show(<App />)
  const tour = await screen.findByRole('region', { name: 'First-hour tour' })
  expect(within(tour).getAllByRole('listitem')).toHaveLength(6)
  expect(within(tour).getByText(/^Open a row of the holdings/)).toBeTruthy()
  await user.click(within(tour).getByRole('button', { name: /A late trade/ }))
  expect(window.location.hash).toBe('#/trade-capture/transactions?search=ASEC%2F26%2F90017')
  expect(within(tour).getByText(/^This buy of 12 October/)).toBeTruthy()
  unmount()

  const again = show(<App />)
  const shown = await screen.findByRole('region', { name: 'First-hour tour' })
  expect(
    within(shown).getByRole('button', { name: 'A late trade, opened' }).getAttribute('aria-current'),
  ).toBe('step')
  await again.user.click(within(shown).getByRole('button', { name: 'Close the tour' }))
  expect(screen.queryByRole('region', { name: 'First-hour tour' })).toBeNull()
  await again.user.click(screen.getByRole('button', { name: 'User Profile - Nadeesha Perera' }))
  await again.user.click(await screen.findByRole('button', { name: 'Show the tour' }))
  expect(await screen.findByRole('region', { name: 'First-hour tour' })).toBeTruthy()
})

it('nothing of it is on a server of real books', async () => {
  at('#/administration/jobs')
  openSession({ token: 't', user: nadeesha, kept: true })
  network(usual)
  show(<App />)
  await screen.findByRole('heading', { name: 'Jobs', level: 1 })
  expect(screen.queryByText(/^Demo date/)).toBeNull()
  expect(screen.queryByRole('region', { name: 'First-hour tour' })).toBeNull()
})
