import type { Announcement, AnnouncementDetail } from '@em/contract/announcements/announcements'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { type Asked, nadeesha, network, usual, withRole } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import CorporateNoticesScreen from './CorporateNoticesScreen.tsx'
import MarketAnnouncementsScreen from './MarketAnnouncementsScreen.tsx'
import TradingUpdatesScreen from './TradingUpdatesScreen.tsx'

const dividend: Announcement = {
  id: 5,
  version: 1,
  title: 'First interim dividend',
  category: 'Dividend',
  kind: 'CASH DIVIDEND',
  company: 'John Keells Holdings PLC',
  symbol: 'JKH.N0000',
  date: '2026-06-12',
  time: '10:15',
  priority: 'High',
  summary: '<b>Rs. 0.50</b> per share',
  source: 'feed',
  recorded_at: '2026-06-12T05:00:00.000Z',
  recorded_by: 'Nadeesha Perera',
  attachments: ['notice.pdf'],
  held: ['JKH.N0000'],
}
const meeting: Announcement = {
  ...dividend,
  id: 6,
  title: 'Annual general meeting',
  category: 'AGM/EGM',
  priority: 'Low',
  summary: null,
  time: null,
  attachments: [],
  held: [],
}
const whole: AnnouncementDetail = {
  ...dividend,
  content: 'XD 22.Jun.2026\n<script>alert(1)</script>',
  files: [{ id: 9, file_name: 'notice.pdf', media_type: 'application/pdf', bytes: 2048 }],
  securities: [{ symbol: 'JKH.N0000', name: 'John Keells Holdings PLC', held: true }],
  document: 'https://cdn.cse.lk/cmt/notice.pdf',
}

const answers = (rows: readonly Announcement[], total = rows.length) => ({
  ...usual,
  'GET /announcements': { body: rows, headers: { 'X-Total-Count': String(total) } },
  'GET /announcements/5': { body: whole },
})
const open = (
  Screen: () => React.JSX.Element,
  more: Parameters<typeof network>[0] = answers([dividend, meeting]),
  query = '',
) => {
  window.history.replaceState(null, '', `/#/cse-announcements/corporate-notices${query}`)
  const asked = network(more)
  return { asked, ...show(<Screen />) }
}
const lists = (asked: readonly Asked[]) =>
  asked.map(({ path }) => path).filter((path) => path.startsWith('/api/announcements?'))

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)

describe('the list', () => {
  it('shows each announcement as a card, its texts as texts', async () => {
    open(CorporateNoticesScreen)
    expect(await screen.findByText('2 notices')).toBeTruthy()
    const list = screen.getByRole('list', { name: 'Corporate Notices' })
    const [first, second] = within(list).getAllByRole('listitem')
    for (const text of [
      'Dividend',
      'High',
      'John Keells Holdings PLC · JKH.N0000',
      '<b>Rs. 0.50</b> per share',
      'Held: JKH.N0000',
      '1 attachment',
    ])
      expect(within(first as HTMLElement).getByText(text)).toBeTruthy()
    expect(first?.textContent).toContain('12 Jun 2026 10:15')
    expect(within(second as HTMLElement).queryByText(/Held|attachment/)).toBeNull()
  })

  it('asks for its board, and for what is filtered, and keeps that in the address', async () => {
    const { asked, user } = open(CorporateNoticesScreen)
    await screen.findByText('2 notices')
    expect(lists(asked)).toEqual(['/api/announcements?board=notices&limit=50'])
    await user.selectOptions(screen.getByLabelText('Category'), 'AGM/EGM')
    await user.selectOptions(screen.getByLabelText('Date Range'), '30')
    await waitFor(() =>
      expect(lists(asked).at(-1)).toBe(
        '/api/announcements?board=notices&category=AGM%2FEGM&days=30&limit=50',
      ),
    )
    expect(window.location.hash).toContain('days=30')
    await user.type(screen.getByLabelText('Search'), 'keells')
    await waitFor(() => expect(lists(asked).at(-1)).toContain('search=keells'))
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
    await waitFor(() => expect(window.location.hash).toBe('#/cse-announcements/corporate-notices'))
  })

  it('offers the categories and dates of the specification', async () => {
    open(MarketAnnouncementsScreen)
    await screen.findByText('2 announcements')
    const choices = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map((option) => option.textContent)
    expect(choices('Category')).toEqual([
      'All Categories',
      'Market Updates',
      'New Listings',
      'Trading Updates',
      'Regulatory Updates',
      'Corporate Actions',
    ])
    expect(choices('Date Range')).toEqual(['All Dates', 'Last 7 days', 'Last 30 days', 'Last 90 days'])
    expect(choices('Priority')).toEqual(['All Priorities', 'High', 'Medium', 'Low'])
    expect(screen.queryByRole('link', { name: /Official announcements/ })).toBeNull()
  })

  it('has no choice of category where there is one, and a link to the exchange next to notices', async () => {
    const { unmount } = open(TradingUpdatesScreen)
    await screen.findByText('2 announcements')
    expect(screen.queryByLabelText('Category')).toBeNull()
    unmount()
    open(CorporateNoticesScreen)
    const link = await screen.findByRole('link', { name: /Official announcements/ })
    expect(link.getAttribute('href')).toBe('https://www.cse.lk/announcements')
    expect(link.getAttribute('rel')).toContain('noopener')
  })

  it('says in the words fixed for it that it failed, and tries again', async () => {
    let fails = true
    const { user } = open(CorporateNoticesScreen, {
      ...answers([]),
      'GET /announcements': () =>
        fails ? { status: 403, body: { message: 'No.', code: 'x' } } : { body: [dividend] },
    })
    expect(await screen.findByText('Error Loading Corporate Notices')).toBeTruthy()
    expect(screen.getByText('Failed to load corporate notices')).toBeTruthy()
    fails = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('First interim dividend')).toBeTruthy()
  })

  it('distinguishes an empty list from filters that match nothing', async () => {
    const { user } = open(MarketAnnouncementsScreen, answers([]), '?days=7')
    expect(await screen.findByText('Try adjusting your filters')).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: 'Clear Filters' })[0] as HTMLElement)
    expect(await screen.findByText(/appear here once one is recorded/)).toBeTruthy()
  })

  it('goes on where more follow', async () => {
    const { user } = open(MarketAnnouncementsScreen, {
      ...answers([]),
      'GET /announcements': ({ path }) =>
        path.includes('cursor=next')
          ? { body: [meeting], headers: { 'X-Total-Count': '2' } }
          : { body: [dividend], headers: { 'X-Total-Count': '2', 'X-Next-Cursor': 'next' } },
    })
    await user.click(await screen.findByRole('button', { name: 'Show More' }))
    expect(await screen.findByText('Annual general meeting')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull()
  })
})

describe('one of them', () => {
  it('opens whole with its files and its document, as text, and closes by its button', async () => {
    const { user } = open(CorporateNoticesScreen)
    await user.click(await screen.findByRole('button', { name: 'First interim dividend' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText(/<script>alert\(1\)<\/script>/)).toBeTruthy()
    expect(window.location.hash).toContain('announcement=5')
    expect(within(dialog).getByRole('button', { name: 'Download notice.pdf' })).toBeTruthy()
    expect(
      within(dialog)
        .getByRole('link', { name: /Document of the exchange/ })
        .getAttribute('href'),
    ).toBe('https://cdn.cse.lk/cmt/notice.pdf')
    const close = within(dialog).getAllByRole('button', { name: 'Close' })
    await user.click(close.at(-1) as HTMLElement)
    await waitFor(() => expect(window.location.hash).not.toContain('announcement='))
  })

  it('leads to the form of the dividend that it announces, for who may record one', async () => {
    const first = open(CorporateNoticesScreen, undefined, '?announcement=5')
    await first.user.click(await screen.findByRole('button', { name: 'Record dividend…' }))
    expect(window.location.hash).toBe('#/corporate-actions/dividend?new=dividend&announcement=5')
    first.unmount()
    openSession({ token: 't', user: withRole('Auditor'), kept: true })
    open(CorporateNoticesScreen, undefined, '?announcement=5')
    await screen.findByText(/<script>alert\(1\)<\/script>/)
    expect(screen.queryByRole('button', { name: /^Record/ })).toBeNull()
  })

  it('offers no form where nothing of its company is held', async () => {
    const held = whole.securities.map((one) => ({ ...one, held: false }))
    open(
      CorporateNoticesScreen,
      { ...answers([dividend]), 'GET /announcements/5': { body: { ...whole, securities: held } } },
      '?announcement=5',
    )
    await screen.findByText(/<script>alert\(1\)<\/script>/)
    expect(screen.queryByRole('button', { name: /^Record/ })).toBeNull()
  })

  it('is corrected by its version, and what is not wanted is not sent', async () => {
    const { asked, user } = open(
      CorporateNoticesScreen,
      { ...answers([dividend]), 'PUT /announcements/5': { body: { ...whole, version: 2 } } },
      '?announcement=5',
    )
    await user.click(await screen.findByRole('button', { name: 'Correct' }))
    const title = await screen.findByLabelText(/^Title/)
    await user.clear(title)
    await user.type(title, 'Second interim dividend')
    await user.type(screen.getByLabelText(/^Reason/), 'Misread')
    await user.click(screen.getByRole('button', { name: 'Save Correction' }))
    await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true))
    expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      title: 'Second interim dividend',
      category: 'Dividend',
      date: '2026-06-12',
      time: '10:15',
      version: 1,
      reason: 'Misread',
    })
  })

  it('shows how an earlier version read', async () => {
    const { user } = open(
      CorporateNoticesScreen,
      {
        ...answers([dividend]),
        'GET /announcements/5': { body: { ...whole, version: 2 } },
        'GET /announcements/5/versions': {
          body: [2, 1].map((version) => ({
            ...whole,
            version,
            is_removed: false,
            reason: null,
            summary: version === 1 ? 'Rs. 0.40 per share' : whole.summary,
          })),
        },
      },
      '?announcement=5',
    )
    await user.click(await screen.findByRole('button', { name: 'Show earlier versions' }))
    expect(await screen.findByText('Summary: Rs. 0.40 per share')).toBeTruthy()
  })
})

it('who only reads is offered nothing that writes', async () => {
  closeSession()
  openSession({ token: 't', user: withRole('Auditor'), kept: true })
  open(CorporateNoticesScreen, answers([dividend]), '?announcement=5')
  expect(await screen.findByRole('button', { name: 'Download notice.pdf' })).toBeTruthy()
  for (const name of [
    'Add Announcement',
    'Upload File',
    'Correct',
    'Take Back',
    'Attach file',
    'Delete notice.pdf',
  ])
    expect(screen.queryByRole('button', { name, hidden: true })).toBeNull()
})

it('a file is looked at before it is uploaded, and its faults are named line by line', async () => {
  let wrong = true
  const { asked, user } = open(MarketAnnouncementsScreen, {
    ...answers([]),
    'POST /announcements/upload': () =>
      wrong
        ? {
            status: 422,
            body: {
              code: 'announcements.rows',
              message: '1 row of the file cannot be read. Nothing was saved.',
              details: [{ field: 'Date', message: 'Line 3: “x” is no date.' }],
            },
          }
        : { status: 201, body: { rows: 2, added: 1, changed: 1, unchanged: 0 } },
  })
  await user.click(await screen.findByRole('button', { name: 'Upload File' }))
  await screen.findByRole('dialog')
  const choose = async () =>
    user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
      new File(['Date,Title,Category'], 'week.csv'),
    )
  await choose()
  expect(await screen.findByText('Line 3: “x” is no date.')).toBeTruthy()
  wrong = false
  await choose()
  expect(await screen.findByText('2 announcements: 1 new, 1 changed, 0 as recorded already.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Upload 2 announcements' }))
  await waitFor(() =>
    expect(asked.filter(({ path }) => path.includes('upload')).map(({ path }) => path)).toEqual([
      '/api/announcements/upload?dryRun=1',
      '/api/announcements/upload?dryRun=1',
      '/api/announcements/upload',
    ]),
  )
})

it('the feed says what it did last and what it missed, and is read on request', async () => {
  const status = {
    byClock: false,
    turned: null,
    host: 'www.cse.lk',
    last: {
      rows: 40,
      added: 3,
      changed: 1,
      missed: 'news/web: it answered 404.',
      at: '2026-06-12T05:00:00.000Z',
      by: 'Nadeesha Perera',
      byClock: false,
    },
    failed: null,
  }
  const { asked, user } = open(MarketAnnouncementsScreen, {
    ...answers([]),
    'GET /announcement-feed': { body: status },
    'POST /announcement-feed': { status: 201, body: { rows: 41, added: 1, changed: 0, missed: null } },
  })
  await user.click(await screen.findByRole('button', { name: 'Exchange Feed' }))
  expect(await screen.findByText(/40 announcements, 3 new, 1 changed/)).toBeTruthy()
  expect(screen.getByText(/Not all could be read/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Read Now' }))
  await waitFor(() =>
    expect(asked.some(({ method, path }) => method === 'POST' && path === '/api/announcement-feed')).toBe(
      true,
    ),
  )
})
