import type { EventLine, EventSums, MarketClaim } from '@em/contract/corporate-actions/event-reports'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followServerDay } from '../../../lib/dates.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { claimsReport } from './claims-report.tsx'
import EventsScreen from './EventsScreen.tsx'
import { NO_FILTERS } from './event-lines.ts'
import { eventsReport } from './events-report.tsx'

beforeEach(() => {
  followServerDay('2026-11-20')
  openSession({ token: 't', user: nadeesha, kept: true })
  window.history.replaceState(null, '', '/#/corporate-actions/events-report')
  // The page has no layout here: the table of rows needs a height to draw any.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1_400)
})
afterEach(() => {
  cleanup()
  closeSession()
})

const line = (changes: Partial<EventLine> = {}): EventLine => ({
  action: 12,
  kind: 'dividend',
  state: 'processed',
  title: 'Dividend 3.25 a share',
  securityCode: 'JKH.N0000',
  securityName: 'John Keells Holdings PLC',
  portfolioId: 'GROWTH',
  portfolioName: 'Growth Fund',
  ex_date: '2026-11-02',
  payment_date: '2026-11-16',
  shares_held: 20_000,
  entitled_shares: 0,
  gross: 65_000,
  tax: 9750,
  net: 55_250,
  expected: 55_250,
  booked: 55_250,
  difference: 0,
  received: 55_000,
  assumed: 0,
  written_off: 0,
  open: 250,
  money: 'part',
  ...changes,
})
const due = line({
  action: 13,
  title: 'Dividend 2.00 a share',
  state: 'announced',
  booked: 0,
  difference: -55_250,
  received: 0,
  open: 55_250,
  money: 'expected',
})
const rows = [line(), due]
const sums: EventSums = {
  lines: 2,
  differing: 1,
  gross: 130_000,
  tax: 19_500,
  net: 110_500,
  expected: 110_500,
  booked: 55_250,
  difference: -55_250,
  received: 55_000,
  assumed: 0,
  written_off: 0,
  open: 55_500,
}
const claim = (changes: Partial<MarketClaim> = {}): MarketClaim => ({
  action: 12,
  kind: 'dividend',
  title: 'Dividend 3.25 a share',
  securityCode: 'JKH.N0000',
  portfolioId: 'GROWTH',
  portfolioName: 'Growth Fund',
  ex_date: '2026-11-02',
  record_date: '2026-11-03',
  trade: 7,
  deal_number: 'BUY-20261030-101500',
  side: 'buy',
  trade_date: '2026-10-30',
  settlement_date: '2026-11-09',
  settled_on: null,
  broker: 'Asia Securities (Pvt) Ltd',
  quantity: 1000,
  shares: 0,
  gross: 3250,
  tax: 487.5,
  net: 2762.5,
  state: 'open',
  ...changes,
})
const sale = claim({
  trade: 8,
  side: 'sell',
  deal_number: 'SELL-20261030-101500',
  gross: -1300,
  tax: -195,
  net: -1105,
})
const answers = {
  ...usual,
  'GET /portfolios': { body: [] },
  'GET /equities': { body: [] },
  'GET /corporate-action-reports/events': { body: rows, headers: { 'X-Total-Count': '2' } },
  'GET /corporate-action-reports/event-sums': { body: sums },
  'GET /corporate-action-reports/claims': { body: [claim(), sale] },
}
const card = (label: string) => screen.getByText(label).parentElement?.textContent

describe('Events Report', () => {
  it('shows each event with its state and the sums of all, and says what is booked otherwise', async () => {
    const log = network(answers)
    const { user } = show(<EventsScreen />)
    expect(await screen.findByText('Dividend 2.00 a share')).toBeTruthy()
    expect(screen.getByText('Due: process')).toBeTruthy()
    expect(screen.getByText('Part received')).toBeTruthy()
    await waitFor(() => expect(card('Booked (LKR)')).toContain('55,250.00'))
    expect(card('Open (LKR)')).toContain('55,500.00')
    expect(screen.getByText(/1 line is booked otherwise than expected/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show it' }))
    await waitFor(() => expect(log.some(({ path }) => /events\?.*only=differing/.test(path))).toBe(true))
  })

  it('lists the claims of unsettled trades, says that nothing is posted, and which are open', async () => {
    const log = network(answers)
    const { user } = show(<EventsScreen />)
    await user.click(await screen.findByRole('radio', { name: 'Claims (2 open)' }))
    expect(await screen.findByText('BUY-20261030-101500')).toBeTruthy()
    expect(screen.getByText('On the broker')).toBeTruthy()
    expect(screen.getByText('Against us')).toBeTruthy()
    expect(screen.getByText(/Nothing is posted for a claim/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Filter/ }).closest('button') as HTMLElement)
    await user.click(await screen.findByRole('combobox', { name: 'Show' }))
    expect(screen.queryByRole('option', { name: 'Booked otherwise than expected' })).toBeNull()
    await user.click(await screen.findByRole('option', { name: 'Still open' }))
    await waitFor(() =>
      expect(log.filter(({ path }) => path.includes('claims?state=open')).length).toBeGreaterThan(0),
    )
  })

  it('says what would be here where there is none', async () => {
    network({
      ...answers,
      'GET /corporate-action-reports/events': { body: [], headers: { 'X-Total-Count': '0' } },
      'GET /corporate-action-reports/event-sums': { body: { ...sums, lines: 0, differing: 0 } },
      'GET /corporate-action-reports/claims': { body: [] },
    })
    const { user } = show(<EventsScreen />)
    expect(await screen.findByText('No events yet')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Claims' }))
    expect(await screen.findByText('No claims')).toBeTruthy()
  })

  it('exports what it shows with its totals', () => {
    const by = { asOf: '2026-11-20', by: 'Nadeesha' }
    const text = JSON.stringify(eventsReport(rows, { ...NO_FILTERS, kind: 'dividend' }, by))
    for (const part of ['Dividend 2.00 a share', '-55250', '110500', 'Due: process', '"Kind"'])
      expect(text).toContain(part)
    const claims = JSON.stringify(claimsReport([claim(), sale], NO_FILTERS, by))
    for (const part of ['Total on the broker', '2762.5', 'Total against us', '1657.5'])
      expect(claims).toContain(part)
  })
})
