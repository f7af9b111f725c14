import type { AuditRow } from '@em/contract/audit/audit'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual, withRole } from '../../testing/network.ts'
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

const ROW: AuditRow = {
  id: 9,
  at: '2026-06-10T05:00:00Z',
  by: 'Nadeesha Perera',
  action: 'Corrected',
  entity: 'trade',
  kind: 'Trade',
  entity_id: '3',
  record: 'BUY-3',
  reason: 'Contract note',
  request: 'req-7',
  address: null,
  changes: [
    { field: 'quantity', label: 'Quantity', before: '6,332', after: '6,832' },
    { field: 'description', label: 'Description', before: 'Typed', after: '' },
  ],
}

it('says how many rows are loaded while there are more, and how many there are once all came', async () => {
  network({
    ...usual,
    'GET /audit-trail': ({ path }) =>
      path.includes('cursor=')
        ? new Promise(() => undefined)
        : { body: [ROW], headers: { 'X-Next-Cursor': 'more' } },
  })
  const { unmount } = show(<AuditTrailScreen />)
  expect(await screen.findByText('1 row loaded')).toBeTruthy()
  unmount()
  network({ ...usual, 'GET /audit-trail': { body: [ROW] } })
  show(<AuditTrailScreen />)
  expect(await screen.findByText('1 row')).toBeTruthy()
})

it('lists who changed what, opens the fields before and after, and asks for one kind', async () => {
  const log = network({ ...usual, 'GET /audit-trail': { body: [ROW] } })
  const { user } = show(<AuditTrailScreen />)
  await user.click(await screen.findByText('Quantity: 6,332 \u2192 6,832; Description: Typed \u2192 empty'))
  const dialog = await screen.findByRole('dialog')
  for (const text of ['Nadeesha Perera', 'Reason: Contract note', 'req-7'])
    expect(within(dialog).getByText(text)).toBeTruthy()
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

it('asks for days, a person and a text, and searches on where a page found nothing', async () => {
  window.location.hash =
    '#/reporting-and-compliance/audit-trail?search=asha&from=2026-06-01&to=2026-06-30&person=7'
  const log = network({
    ...usual,
    'GET /audit-trail': { body: [], headers: { 'X-Next-Cursor': '5' } },
    'GET /audit-trail/people': { body: [{ id: 7, name: 'Nadeesha Perera' }] },
  })
  const { user } = show(<AuditTrailScreen />)
  await user.click(await screen.findByRole('button', { name: 'Search earlier rows' }))
  const asked = () => log.filter(({ path }) => path.includes('/audit-trail?')).map(({ path }) => path)
  await waitFor(() => expect(asked().some((path) => path.includes('cursor=5'))).toBe(true))
  for (const part of ['search=asha', 'from=2026-06-01', 'to=2026-06-30', 'person=7']) {
    expect(asked()[0]).toContain(part)
  }
})

const DOWNLOAD: AuditRow = {
  ...ROW,
  id: 10,
  action: 'Downloaded',
  entity: 'download',
  kind: 'Download',
  record: 'note.pdf',
  reason: null,
  changes: [],
}

it('shows what people did besides the books to who may see it', async () => {
  window.location.hash = '#/reporting-and-compliance/audit-trail?about=people'
  network({
    ...usual,
    'GET /audit-trail': { body: [ROW] },
    'GET /audit-trail/acts-of-people': { body: [DOWNLOAD] },
    'GET /audit-trail/people': { body: [] },
  })
  const { unmount } = show(<AuditTrailScreen />)
  expect(await screen.findByText('note.pdf')).toBeTruthy()
  unmount()
  openSession({ token: 't', user: withRole('Auditor'), kept: true })
  const { user } = show(<AuditTrailScreen />)
  expect(await screen.findByText('BUY-3')).toBeTruthy()
  await user.click(screen.getByRole('combobox', { name: 'About' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Books',
    'Installation',
  ])
})

it('shows the history of one record under its name, and all that one request did', async () => {
  window.location.hash = '#/reporting-and-compliance/audit-trail?kind=trade&record=3'
  const log = network({ ...usual, 'GET /audit-trail': { body: [ROW] } })
  const { user } = show(<AuditTrailScreen />)
  expect(await screen.findByText(/History of BUY-3/)).toBeTruthy()
  await user.click(await screen.findByText('Corrected'))
  await user.click(await screen.findByRole('button', { name: 'All of this request' }))
  await waitFor(() => expect(log.some(({ path }) => path.includes('request=req-7'))).toBe(true))
  const asked = log.filter(({ path }) => path.includes('/audit-trail?')).map(({ path }) => path)
  expect(asked[0]).toContain('entity=trade')
  expect(asked[0]).toContain('record=3')
  expect(asked.at(-1)).not.toContain('record=')
  await user.click(await screen.findByRole('button', { name: 'Show all acts' }))
  await waitFor(() => expect(screen.queryByText(/What one request did/)).toBeNull())
})

it('is filtered by what was done, who did it, kind, days and request as they are chosen, and all of it is cleared', async () => {
  const log = network({
    ...usual,
    'GET /audit-trail': { body: [ROW] },
    'GET /audit-trail/people': { body: [{ id: 7, name: 'Nadeesha Perera' }] },
    'GET /audit-trail/acts': {
      body: [
        { act: 'Corrected', part: 'books' },
        { act: 'Signed in', part: 'people' },
      ],
    },
  })
  const { user } = show(<AuditTrailScreen />)
  await screen.findByText('BUY-3')
  const choose = async (label: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: label }))
    fireEvent.click(await screen.findByRole('option', { name: option }))
  }
  const last = () => log.filter(({ path }) => path.includes('/audit-trail?')).at(-1)?.path ?? ''
  await choose('What', 'Corrected')
  await waitFor(() => expect(last()).toContain('act=Corrected'))
  await choose('Person', 'Nadeesha Perera')
  await waitFor(() => expect(last()).toContain('person=7'))
  await choose('Kind', 'Requests for approval')
  await waitFor(() => expect(last()).toContain('entity=approval'))
  for (const name of ['Date from', 'Date to']) {
    const day = screen.getByRole('textbox', { name })
    await user.type(day, '2026-06-10')
    await user.tab()
  }
  await waitFor(() => expect(last()).toContain('from=2026-06-10&to=2026-06-10'))
  await user.type(screen.getByPlaceholderText('Request id'), 'req-7{Enter}')
  await waitFor(() => expect(last()).toContain('request=req-7'))
  for (const part of ['act=Corrected', 'person=7', 'entity=approval', 'from=2026-06-10'])
    expect(last()).toContain(part)
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
  await waitFor(() => expect(window.location.hash).toBe('#/reporting-and-compliance/audit-trail'))
  // Acts of users are in another part, with its own kinds.
  await user.click(screen.getByRole('combobox', { name: 'What' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Corrected'])
})

it('is exported as a job with the filters that are set', async () => {
  window.location.hash =
    '#/reporting-and-compliance/audit-trail?act=Corrected&kind=trade&record=3&from=2026-06-01'
  const log = network({
    ...usual,
    'GET /audit-trail': { body: [ROW] },
    'POST /audit-trail/exports': { status: 202, body: { jobId: 5 } },
    'GET /jobs/5': {
      body: { id: 5, status: 'failed', error: { status: 503, message: 'Stopped.', code: 'server.busy' } },
    },
  })
  const { user } = show(<AuditTrailScreen />)
  await screen.findByText('BUY-3')
  await user.click(screen.getByRole('button', { name: 'Export to CSV' }))
  expect(await screen.findByText(/Failed to export to CSV|Stopped\./)).toBeTruthy()
  const sent = log.find(({ method }) => method === 'POST')
  expect(sent?.body).toMatchObject({
    act: 'Corrected',
    entity: 'trade',
    record: '3',
    from: '2026-06-01',
    about: 'books',
    format: 'csv',
  })
})
