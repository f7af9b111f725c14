import type { AuditRow } from '@em/contract/books/audit'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
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
  network({ ...usual, 'GET /audit-trail': { body: [ROW], headers: { 'X-Next-Cursor': 'more' } } })
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
