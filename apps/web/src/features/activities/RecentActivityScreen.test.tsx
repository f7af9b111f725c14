import type { Activity } from '@em/contract/activities/recent-activities'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { App } from '../../app/App.tsx'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { activitiesReport } from './activities-report.ts'
// Loaded with the test, so that no wait of it is spent on loading.
import '../../app/Shell.tsx'
import './RecentActivityScreen.tsx'

const activity = (id: string, more: Partial<Activity> = {}): Activity => ({
  key: id,
  type: 'trade',
  icon: 'BUY',
  action: 'BUY',
  symbol: 'JKH.N0000',
  portfolio: 'Growth Fund',
  timestamp: '2026-06-15T04:30:00.000Z',
  status: 'Recorded',
  quantity: 100_000,
  price: 20,
  value: 2_000_000,
  amount: 2_022_400,
  details: 'Bought 1,00,000 at 20.0000',
  id,
  by: 'Nadeesha Perera',
  ...more,
})
const market = activity('PRICES-1', {
  type: 'market_event',
  icon: 'MKT',
  symbol: '',
  portfolio: '',
  status: 'Uploaded',
})
const answer = (data: readonly Activity[], total = data.length, more = false) => ({
  body: { success: true, data, total, more },
})
const open = (reply: object, query = '') => {
  window.history.replaceState(null, '', `/#/dashboard/recent-activity${query}`)
  const asked = network({ ...usual, 'GET /dashboard/recent-activities': reply })
  return { asked, ...show(<App />) }
}
const paths = (asked: readonly { path: string }[]) =>
  asked.map(({ path }) => path).filter((path) => path.includes('recent-activities'))

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

it('lists each activity with its code, symbol, portfolio, time, status, details and ID, and counts them', async () => {
  open(answer([activity('BUY-20260615-000001'), market], 1204))
  expect(await screen.findByText('1,204 activities found')).toBeTruthy()
  const [buy, prices] = screen
    .getAllByRole('listitem')
    .filter((item) => item.textContent?.includes('Nadeesha'))
  expect(within(buy as HTMLElement).getByRole('link', { name: 'JKH.N0000' })).toBeTruthy()
  for (const text of [
    'BUY',
    'Growth Fund',
    'Recorded',
    'Bought 1,00,000 at 20.0000',
    'BUY-20260615-000001',
    '15 Jun 2026 10:00',
  ]) {
    expect(within(buy as HTMLElement).getByText(text)).toBeTruthy()
  }
  expect(within(prices as HTMLElement).getByText('MKT')).toBeTruthy()
  expect(within(prices as HTMLElement).queryByRole('link')).toBeNull()
  // Mail cannot be sent from here: nothing offers it.
  expect(screen.queryByText(/E-?mail/i)).toBeNull()
})

it.each([
  ['Processed', 'good'],
  ['Announced', 'info'],
  ['Cancelled', 'bad'],
  ['Failed', 'bad'],
  ['Lapsed', 'quiet'],
])('%s is shown as %s', async (status, tone) => {
  open(answer([activity('CA-1', { type: 'corporate_action', icon: 'CORP', status })]))
  expect((await screen.findByText(status)).getAttribute('data-tone')).toBe(tone)
})

it('asks for a type, and begins at the first page again', async () => {
  const { user, asked } = open(answer([activity('A')], 120), '?page=2')
  await screen.findByText('120 activities found')
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('div')?.textContent)).toEqual([
    'All',
    'Trades',
    'Dividends',
    'Corporate Actions',
    'Portfolio Changes',
    'Market Events',
  ])
  await user.click(screen.getByRole('radio', { name: 'Dividends' }))
  await waitFor(() =>
    expect(paths(asked)).toEqual([
      '/api/dashboard/recent-activities?page=2&limit=50',
      '/api/dashboard/recent-activities?type=dividend&page=1&limit=50',
    ]),
  )
})

it('filters that leave nothing say so in the words fixed for it, with a way back', async () => {
  const { user } = open(answer([]), '?type=dividend')
  expect(await screen.findByText('No activities found')).toBeTruthy()
  expect(screen.getByText('Try adjusting your filters')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(window.location.hash).toBe('#/dashboard/recent-activity')
})

it('where older ones are not listed, it is said', async () => {
  open(answer([activity('A')], 5000, true))
  expect(await screen.findByText('5,000 activities found. Only the newest 5,000 are listed.')).toBeTruthy()
})

it('a failure says what happened, with Retry', async () => {
  open({ status: 500, body: { message: 'Broken.', code: 'internal' } })
  expect(await screen.findByText('No activities found')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

it('a file holds what the filters leave', () => {
  const report = activitiesReport([activity('A'), market], {
    facts: [{ label: 'Type', value: 'All' }],
    more: true,
    by: 'Nadeesha Perera',
  })
  expect(report.tables[0]?.columns.map(({ header }) => header)).toEqual([
    'Time',
    'Type',
    'Symbol',
    'Portfolio',
    'Status',
    'Quantity',
    'Price',
    'Value',
    'Amount',
    'Details',
    'ID',
    'By',
  ])
  expect(report.tables[0]?.rows).toHaveLength(2)
  expect(report.notes).toEqual(['Only the newest 5,000 activities are listed.'])
})
