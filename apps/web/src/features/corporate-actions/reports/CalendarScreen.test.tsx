import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followServerDay } from '../../../lib/dates.ts'
import { closeSession, openSession } from '../../../lib/session.ts'
import { nadeesha, network, usual } from '../../../testing/network.ts'
import { show } from '../../../testing/page.tsx'
import { calendarEntry, entitlement, event } from '../shared/testing.ts'
import CalendarScreen from './CalendarScreen.tsx'

beforeEach(() => {
  followServerDay('2026-11-20')
  openSession({ token: 't', user: nadeesha, kept: true })
  window.history.replaceState(null, '', '/#/corporate-actions/calendar')
})
afterEach(() => {
  cleanup()
  closeSession()
})

const CALENDAR = 'GET /corporate-action-reports/calendar'
const entries = [
  calendarEntry(),
  calendarEntry({
    date: '2026-11-20',
    what: 'acceptance',
    action: 13,
    kind: 'rights',
    title: 'Rights 2 for 5',
    securityCode: 'COMB.N0000',
    amount: null,
  }),
  calendarEntry({
    date: '2026-12-02',
    what: 'settlement',
    action: null,
    kind: 'sell',
    title: '3 sales',
    securityCode: null,
    portfolios: 1,
    amount: 120,
  }),
]
const answers = {
  ...usual,
  'GET /portfolios': { body: [{ portfolioId: 'GROWTH', portfolioName: 'Growth Fund' }] },
  [CALENDAR]: { body: entries },
  'GET /corporate-actions/12': { body: event() },
  'GET /corporate-actions/12/entitlements': { body: [entitlement()], headers: { 'X-Total-Count': '1' } },
}
const asked = (log: readonly { path: string }[]) =>
  log.filter(({ path }) => path.includes('/calendar')).map(({ path }) => path.split('?')[1])

describe('the calendar', () => {
  it('shows whole weeks of this month, and opens the event of a day', async () => {
    const log = network(answers)
    const { user } = show(<CalendarScreen />)
    const payment = await screen.findByRole('button', { name: 'Pay JKH.N0000' })
    expect(asked(log)).toEqual(['from=2026-10-26&to=2026-12-06'])
    expect(payment.closest('td')?.querySelector('time')?.dateTime).toBe('2026-11-30')
    expect(screen.getByRole('button', { name: 'Accept COMB.N0000' }).closest('td')?.textContent).toContain(
      'today',
    )
    await user.click(payment)
    expect(await screen.findByRole('dialog', { name: /^Dividend 3.25 a share/ })).toBeTruthy()
    expect(window.location.hash).toContain('event=12')
  })

  it('goes from month to month and back to today, and leads from a settlement to its list', async () => {
    const log = network(answers)
    const { user } = show(<CalendarScreen />)
    await screen.findByRole('button', { name: 'Pay JKH.N0000' })
    await user.click(screen.getByRole('button', { name: 'Next month' }))
    expect(await screen.findByRole('heading', { name: 'December 2026' })).toBeTruthy()
    await waitFor(() => expect(asked(log)).toContain('from=2026-11-30&to=2027-01-03'))
    await user.click(screen.getByRole('button', { name: 'Today' }))
    expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: '3 sales' }))
    expect(window.location.hash).toBe(
      '#/settlement-and-accounting/settlement-instructions?status=all&from=2026-12-02&to=2026-12-02',
    )
  })

  it('as a list has the days of the month alone, of one portfolio', async () => {
    const log = network(answers)
    const { user } = show(<CalendarScreen />)
    await user.click(await screen.findByRole('radio', { name: 'Agenda' }))
    const day = await screen.findByRole('region', { name: 'Monday 30 November 2026' })
    expect(within(day).getByRole('button').textContent).toContain('55,250.00')
    expect(screen.queryByText('3 sales')).toBeNull()
    await user.click(screen.getByRole('combobox', { name: 'Portfolio' }))
    await user.click(await screen.findByRole('option', { name: 'Growth Fund' }))
    await waitFor(() => expect(asked(log).at(-1)).toBe('portfolioId=GROWTH&from=2026-10-26&to=2026-12-06'))
  })

  it('folds a full day, and says where nothing is due', async () => {
    const many = Array.from({ length: 6 }, (_, index) =>
      calendarEntry({ action: 20 + index, securityCode: `AAA${index}.N0000` }),
    )
    network({ ...answers, [CALENDAR]: { body: many } })
    const { user, unmount } = show(<CalendarScreen />)
    expect(await screen.findAllByRole('button', { name: /^Pay AAA/ })).toHaveLength(3)
    await user.click(screen.getByRole('button', { name: '3 more' }))
    expect(screen.getAllByRole('button', { name: /^Pay AAA/ })).toHaveLength(6)
    unmount()
    window.history.replaceState(null, '', '/#/corporate-actions/calendar?view=agenda')
    network({ ...answers, [CALENDAR]: { body: [] } })
    show(<CalendarScreen />)
    expect(await screen.findByText('Nothing is due in November 2026')).toBeTruthy()
  })

  it('saves a year from the shown month on as a calendar file', async () => {
    const log = network(answers)
    const saved: Blob[] = []
    URL.createObjectURL = vi.fn((blob: Blob) => {
      saved.push(blob)
      return 'blob:calendar'
    }) as typeof URL.createObjectURL
    URL.revokeObjectURL = vi.fn()
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { user } = show(<CalendarScreen />)
    await user.click(await screen.findByRole('button', { name: 'Download .ics' }))
    expect(await screen.findByText('3 dates from November 2026 to October 2027 saved.')).toBeTruthy()
    expect(asked(log)).toContain('from=2026-11-01&to=2027-10-31')
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe(
      'Corporate actions 2026-11 to 2027-10.ics',
    )
    expect(saved[0]?.type).toBe('text/calendar;charset=utf-8')
    const file = await new Promise<string>((done) => {
      const reader = new FileReader()
      reader.onload = () => done(String(reader.result))
      reader.readAsText(saved[0] as Blob)
    })
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(3)
    expect(file).toContain('UID:action-12-payment@localhost\r\n')
  })
})
