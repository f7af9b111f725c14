import type { IndexLatest } from '@em/contract/indices/index-values'
import type { MarketSummary, Mover } from '@em/contract/market-summary/market-summary'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { App } from '../../app/App.tsx'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
// Loaded with the test, so that no wait of it is spent on loading.
import '../../app/Shell.tsx'
import './MarketSummaryScreen.tsx'

const index = (code: string, kind: IndexLatest['kind'], more: Partial<IndexLatest> = {}): IndexLatest => ({
  code,
  name: code,
  kind,
  sector: null,
  date: null,
  value: null,
  totalReturn: null,
  previous: null,
  change: null,
  changePercent: null,
  weightsFrom: null,
  ...more,
})
const indices = [
  index('ASPI', 'Market', {
    date: '2026-06-12',
    value: 12912.07,
    previous: 12845.33,
    change: 66.74,
    changePercent: 0.5196,
  }),
  index('S&P SL20', 'Market'),
  index('SENSEX', 'Regional', { date: '2026-06-11', value: 81442.9, change: -10, changePercent: -0.01 }),
  index('VIX', 'Regional'),
  index('USD/INR', 'Indicator', { date: '2026-06-12', value: 84.1234 }),
  index('GOLD', 'Indicator'),
]
const sums = {
  securities: 3,
  advanced: 1,
  declined: 2,
  unchanged: 0,
  notCompared: 0,
  shareVolume: 12_50_000,
  trades: 1204,
  turnover: 123_45_67_890.5,
  equalChange: 1.25,
  weightedChange: -0.5,
}
const mover = (symbol: string, change: number, more: Partial<Mover> = {}): Mover => ({
  symbol,
  company_name: `${symbol} PLC`,
  known: true,
  sector: 'Energy',
  last_trade: 1234.5,
  change_rs: change,
  change_percent: change,
  share_volume: 950,
  trade_volume: 12,
  turnover: 25_00_000,
  ...more,
})
const full: MarketSummary = {
  date: '2026-06-12',
  newest: '2026-06-15',
  previous: '2026-06-11',
  next: '2026-06-15',
  indices,
  market: { ...sums, unknown: 1 },
  sectors: [
    {
      sector: 'Energy',
      known: true,
      share: 80,
      ...sums,
      topStocks: [
        { symbol: 'LIOC.N0000', company_name: 'Lanka IOC PLC', change_percent: 1.25, turnover: 2_500_000 },
        { symbol: 'NEW.N0000', company_name: null, change_percent: null, turnover: 10 },
      ],
    },
    { sector: null, known: true, share: 15, ...sums, topStocks: [] },
    { sector: null, known: false, share: 5, ...sums, topStocks: [] },
  ],
  gainers: [mover('UP.N0000', 5)],
  losers: [mover('DOWN.N0000', -4, { known: false })],
  mostActive: { byVolume: [mover('MANY.N0000', 1)], byTurnover: [mover('DEAR.N0000', 1)] },
  trend: [{ date: '2026-06-12', ...sums }],
}
const empty: MarketSummary = {
  ...full,
  date: null,
  newest: null,
  previous: null,
  next: null,
  market: null,
  sectors: [],
  gainers: [],
  losers: [],
  mostActive: { byVolume: [], byTurnover: [] },
  trend: [],
}

const open = (summary: MarketSummary, query = '', announced: readonly object[] = []) => {
  window.history.replaceState(null, '', `/#/dashboard/market-summary${query}`)
  const asked = network({
    ...usual,
    'GET /market-summary': { body: summary },
    'GET /announcements': { body: announced },
  })
  return { asked, ...show(<App />) }
}
const tab = (name: string) => screen.findByRole('tab', { name })

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

it('has the five tabs, and a card for each index: its value and whose day it is, or No data', async () => {
  open(full)
  await screen.findByText('12,912.07')
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Market Overview',
    'Sector Performance',
    'Top Movers',
    'Market Statistics',
    'News & Events',
  ])
  expect(screen.getByText('+66.74').parentElement?.textContent).toBe('+66.74 (+0.52%)')
  expect(screen.getByText('81,442.90')).toBeTruthy()
  expect(screen.getByText('11 Jun 2026')).toBeTruthy()
  const cards = screen.getAllByText('No data').map((found) => found.closest('div, tr')?.textContent)
  expect(cards).toEqual(['S&P SL20No dataColombo Stock Exchange', 'GOLDNo data–none–none'])
  expect(screen.getByText(/regional index has/).closest('details')?.textContent).toBe(
    '1 regional index has no valuesVIX. Enter their values in Index Values.',
  )
})

it('writes figures with Indian grouping and in short form, exact on hover, and says what is an estimate', async () => {
  open(full)
  const turnover = await screen.findByText('123.46 Cr')
  expect(turnover.title).toBe('1,23,45,67,890.50')
  expect(screen.getByText('12.50 L').title).toBe('12,50,000')
  expect(screen.getByText('An estimate')).toBeTruthy()
  expect(screen.getByText(/Turnover is an estimate: shares traded x last trade/)).toBeTruthy()
  expect(screen.getByText('84.1234')).toBeTruthy()
  expect(screen.getByText('1 not in the Equity Master')).toBeTruthy()
})

it('movers: a known symbol leads to its security, the most active are by turnover or by share volume', async () => {
  const { user } = open(full)
  await user.click(await tab('Top Movers'))
  expect(window.location.hash).toContain('tab=movers')
  const gainers = await screen.findByRole('region', { name: 'Gainers' })
  expect(within(gainers).getByRole('link', { name: 'UP.N0000' })).toBeTruthy()
  const losers = screen.getAllByRole('region', { name: 'Losers' })[0] as HTMLElement
  expect(within(losers).queryByRole('link')).toBeNull()
  expect(within(losers).getByText('−4.00%')).toBeTruthy()
  expect(screen.getByText('DEAR.N0000')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'By share volume' }))
  expect(await screen.findByText('MANY.N0000')).toBeTruthy()
  expect(screen.queryByText('DEAR.N0000')).toBeNull()
})

it('sectors: securities without one and securities not in the Equity Master are rows of their own', async () => {
  open(full, '?tab=sectors')
  expect(await screen.findByText('No sector')).toBeTruthy()
  expect(screen.getByText('Not in the Equity Master')).toBeTruthy()
  expect(screen.getByText('LIOC.N0000 +1.25%, NEW.N0000')).toBeTruthy()
})

it('news: what was announced on the day, each with the way to the whole', async () => {
  const { asked } = open(full, '?tab=news', [
    {
      id: 7,
      title: 'Interim dividend',
      category: 'Dividend',
      company: 'JKH PLC',
      time: '10:15',
      priority: 'High',
    },
    { id: 8, title: 'Circular', category: 'Trading Updates', company: null, time: null, priority: 'Low' },
  ])
  const link = await screen.findByRole('link', { name: 'Interim dividend' })
  expect(link.getAttribute('href')).toBe('#/cse-announcements/corporate-notices?announcement=7')
  expect(screen.getByRole('link', { name: 'Circular' }).getAttribute('href')).toBe(
    '#/cse-announcements/market-announcements?announcement=8',
  )
  expect(screen.getByText('Dividend · JKH PLC')).toBeTruthy()
  expect(screen.getByText('High impact')).toBeTruthy()
  expect(screen.getByText('Low impact')).toBeTruthy()
  expect(asked.map(({ path }) => path)).toContain(`/api/announcements?date=${full.date}&limit=200`)
})

it('news: an empty state that says so', async () => {
  open(full, '?tab=news')
  expect(await screen.findByText('No news or events')).toBeTruthy()
})

it('the days around are a click away, and the newest', async () => {
  const { user, asked } = open(full, '?date=2026-06-12')
  await user.click(await screen.findByRole('button', { name: 'Previous market day' }))
  await waitFor(() => expect(asked.map(({ path }) => path)).toContain('/api/market-summary?date=2026-06-11'))
  await user.click(screen.getByRole('button', { name: 'Newest: 15 Jun 2026' }))
  expect(window.location.hash).toBe('#/dashboard/market-summary')
})

it('without any prices: what would be here, and the way to upload', async () => {
  open(empty)
  expect(await screen.findByText('No Data Found')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Upload Trade Summary' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Export to Excel' })).toHaveProperty('disabled', true)
})

it('a day without prices leads to the nearest day before', async () => {
  const { user } = open(
    { ...empty, date: '2026-06-13', newest: '2026-06-15', previous: '2026-06-12' },
    '?date=2026-06-13',
  )
  expect(await screen.findByText('No trade summary of 13 Jun 2026')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show 12 Jun 2026' }))
  expect(window.location.hash).toContain('date=2026-06-12')
})

it('says what failed, with Retry', async () => {
  window.history.replaceState(null, '', '/#/dashboard/market-summary')
  network({
    ...usual,
    'GET /market-summary': { status: 500, body: { message: 'Broken.', code: 'internal' } },
  })
  show(<App />)
  expect(await screen.findByText('Failed to load the market summary')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})
