/** The export of the ledger as a job: saved at once, or watched on every tab and offered; refused, cancelled, out of reach. */
import type { ExportFile } from '@em/contract/exports/exports'
import type { JobLine } from '@em/contract/jobs/jobs'
import { notifications } from '@mantine/notifications'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { wasSaved } from '../exports/saved.ts'
import GeneralLedgerScreen from './GeneralLedgerScreen.tsx'

const saved: { name: string; blob: Blob }[] = []
beforeEach(() => {
  openSession({ token: 't', user: nadeesha, kept: true })
  window.location.hash = '#/accounting-entries/general-ledger?portfolio=GROWTH&search=JKH'
  localStorage.clear()
  saved.length = 0
  let blob = new Blob()
  URL.createObjectURL = (content) => {
    blob = content as Blob
    return 'blob:'
  }
  URL.revokeObjectURL = () => undefined
  // A browser would save it; jsdom would try to go there.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob })
  })
})
afterEach(() => {
  cleanup()
  closeSession()
  notifications.clean()
  vi.restoreAllMocks()
})

const FILE: ExportFile = {
  id: 31,
  file_name: 'General Ledger 2026-06-15.csv',
  media_type: 'text/csv; charset=utf-8',
  rows: 200_000,
  bytes: 52_428_800,
  kept_until: '2026-06-22T04:00:00.000Z',
}
const running: JobLine = {
  id: 5,
  kind: 'ledger.export',
  owner: { id: 7, name: 'Nadeesha Perera' },
  status: 'running',
  dryRun: false,
  cancelling: false,
  progress: { done: 50_000, of: 200_000, words: 'Reading the lines' },
  error: null,
  file: null,
  approvalId: null,
  createdAt: '2026-06-15T04:00:00.000Z',
  startedAt: null,
  endedAt: null,
}
const EXPORT = 'POST /general-ledger/exports'
const books = {
  ...usual,
  'GET /general-ledger': { body: [], headers: { 'X-Total-Count': '200000' } },
  'GET /general-ledger/summary': {
    body: { entries: 200_000, debits: 1, credits: 1, net: 0, stopped: false },
  },
  'GET /general-ledger/portfolios': { body: [] },
  'GET /chart-of-accounts': { body: [] },
  'GET /brokers': { body: [] },
  'GET /exports/31/file': { body: 'the lines' },
}
const button = async (name: string) => {
  const found = await screen.findByRole('button', { name })
  await waitFor(() => expect(found).toHaveProperty('disabled', false))
  return found
}

it('is saved at once where it is done at once, with the filters of the screen', async () => {
  const asked = network({ ...books, [EXPORT]: { status: 201, body: FILE } })
  const { user } = show(<GeneralLedgerScreen />)
  await user.click(await button('Export to CSV'))
  await screen.findByText('Exported 200,000 lines.')
  expect(saved.map(({ name }) => name)).toEqual([FILE.file_name])
  const sent = asked.find(({ method }) => method === 'POST')
  expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
  expect(sent?.body).toEqual({
    search: 'JKH',
    symbol: '',
    account_code: '',
    from: '',
    to: '',
    transaction_type: '',
    status: '',
    portfolio: '',
    portfolioId: 'GROWTH',
    broker: '',
    format: 'csv',
  })
})

it('that takes longer says how far it is, also where the screen was left, and is offered once it is ready', async () => {
  let job: object = { ...running, result: null }
  network({
    ...books,
    [EXPORT]: { status: 202, body: { jobId: 5 } },
    'GET /jobs/5': () => ({ body: job }),
  })
  const { user, rerender } = show(<GeneralLedgerScreen />)
  await user.click(await button('Export to CSV'))
  const note = await screen.findByText(/Exporting the ledger to CSV/)
  expect(note.textContent).toContain('50,000 of 200,000')
  // Another one may be asked for meanwhile.
  await button('Export to CSV')
  job = { ...running, progress: { ...running.progress, done: 150_000 }, result: null }
  await screen.findByText(/150,000 of 200,000/)
  rerender(<p>Another screen</p>)
  cleanup()
  const { user: later } = show(<p>Another screen</p>)
  expect(saved).toEqual([])
  job = { ...running, status: 'done', file: FILE, result: FILE, resultStatus: 201 }
  await screen.findByText(/General Ledger 2026-06-15\.csv: 200,000 lines, 50\.0 MB, kept until 22 Jun 2026/)
  await waitFor(() => expect(screen.queryByText(/Exporting the ledger/)).toBeNull())
  expect(wasSaved(FILE.id)).toBe(false)
  await later.click(screen.getByRole('button', { name: 'Save file' }))
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual([FILE.file_name]))
  await waitFor(() => expect(wasSaved(FILE.id)).toBe(true))
})

it('is cancelled from its message', async () => {
  let job: object = { ...running, result: null }
  const asked = network({
    ...books,
    [EXPORT]: { status: 202, body: { jobId: 5 } },
    'GET /jobs/5': () => ({ body: job }),
    'DELETE /jobs/5': () => {
      job = { ...running, status: 'cancelled', result: null }
      return { body: job }
    },
  })
  const { user } = show(<GeneralLedgerScreen />)
  await user.click(await button('Export to Excel'))
  await user.click(await screen.findByRole('button', { name: 'Cancel the job' }))
  await screen.findByText('The export was cancelled.')
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  expect(saved).toEqual([])
})

it('that is refused says why', async () => {
  const message = 'The filters leave 1,200,000 lines; a sheet holds 1,000,000. Please narrow them.'
  network({ ...books, [EXPORT]: { status: 422, body: { error: 'x', code: 'ledger.too-many', message } } })
  const { user } = show(<GeneralLedgerScreen />)
  await user.click(await button('Export to Excel'))
  expect((await screen.findByRole('alert')).textContent).toContain(message)
})

it('goes on at the server where that is out of reach, and leads to Jobs', async () => {
  let polls = 0
  network({
    ...books,
    [EXPORT]: { status: 202, body: { jobId: 5 } },
    'GET /jobs/5': () => {
      polls += 1
      return polls === 1 ? { body: { ...running, result: null } } : 'unreachable'
    },
  })
  const { user } = show(<GeneralLedgerScreen />)
  await user.click(await button('Export to Excel'))
  const note = await screen.findByText(/The export goes on there/)
  expect(within(note).getByRole('link', { name: 'Jobs' }).getAttribute('href')).toBe('#/administration/jobs')
})

it('of a user who signs out shows nothing to the next user', async () => {
  network({
    ...books,
    [EXPORT]: { status: 202, body: { jobId: 5 } },
    'GET /jobs/5': { body: { ...running, result: null } },
  })
  const { user } = show(<GeneralLedgerScreen />)
  await user.click(await button('Export to Excel'))
  await screen.findByText(/Exporting the ledger to Excel/)
  cleanup()
  closeSession()
  show(<p>Sign in</p>)
  await waitFor(() => expect(screen.queryByText(/Exporting the ledger/)).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})
