import type { JobLine } from '@em/contract/jobs/jobs'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { App } from '../../app/App.tsx'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
// Loaded with the test, so that no wait of it is spent on loading.
import '../../app/Shell.tsx'
import './JobsScreen.tsx'

afterEach(closeSession)

const job = (id: number, status: JobLine['status'], more: Partial<JobLine> = {}): JobLine => ({
  id,
  kind: 'batches.record',
  owner: { id: 7, name: 'Nadeesha Perera' },
  status,
  dryRun: false,
  cancelling: false,
  progress: { done: 0, of: 0, words: null },
  error: null,
  file: null,
  approvalId: null,
  createdAt: '2026-06-15T04:00:00.000Z',
  startedAt: null,
  endedAt: null,
  ...more,
})

it('a job of a schedule has no owner, and is not tried again', async () => {
  window.history.replaceState(null, '', '/#/administration/jobs')
  openSession({ token: 't', user: nadeesha, kept: true })
  const error = { error: 'x', message: 'It was broken off twice.', code: 'job.crashed', status: 500 }
  network({
    ...usual,
    'GET /jobs': {
      body: [
        job(1, 'done', {
          kind: 'schedule.recurring',
          owner: null,
          progress: { done: 0, of: 0, words: 'Made 2 drafts' },
        }),
        job(2, 'failed', { kind: 'schedule.tidy', owner: null, error }),
      ],
    },
  })
  show(<App />)
  expect(await screen.findByText('Recurring entries')).toBeTruthy()
  expect(screen.getByText('Made 2 drafts')).toBeTruthy()
  expect(screen.getAllByText('Schedule')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
})

it('shows how far each job is, cancels one after a question and tries a failed one again', async () => {
  window.history.replaceState(null, '', '/#/administration/jobs')
  openSession({ token: 't', user: nadeesha, kept: true })
  let first = job(1, 'running', { progress: { done: 500, of: 2000, words: 'Recording' } })
  const failed = { error: 'x', message: 'The file holds no rows.', code: 'batch.empty', status: 422 }
  const asked = network({
    ...usual,
    'GET /jobs': () => ({ body: [first, job(2, 'failed', { kind: 'batches.undo', error: failed })] }),
    'DELETE /jobs/1': () => {
      first = { ...first, cancelling: true }
      return { body: { ...first, resultStatus: null, result: null } }
    },
    'POST /jobs/2/retry': { body: { ...job(2, 'waiting'), resultStatus: null, result: null } },
  })
  const { user } = show(<App />)
  expect(await screen.findByText('Recording: 500 of 2,000')).toBeTruthy()
  expect(screen.getByText('The file holds no rows.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel Import of trades' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel the job' }))
  expect(await screen.findByText('Is being cancelled')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel Import of trades' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again Undoing an import' }))
  expect(await screen.findByText('The job is tried again.')).toBeTruthy()
  expect(
    asked.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
  ).toEqual(['DELETE /api/jobs/1', 'POST /api/jobs/2/retry'])
})

const FILE = {
  id: 31,
  file_name: 'General Ledger 2026-06-15.xlsx',
  media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  rows: 1_234,
  bytes: 204_800,
  kept_until: '2026-06-22T04:00:00.000Z',
}
const done = { kind: 'ledger.export', file: FILE, endedAt: new Date().toISOString() }

it('gives the file of an own export, with what it is and until when it is kept; not that of others', async () => {
  window.history.replaceState(null, '', '/#/administration/jobs')
  openSession({ token: 't', user: nadeesha, kept: true })
  URL.createObjectURL = () => 'blob:'
  const asked = network({
    ...usual,
    'GET /jobs': {
      body: [job(1, 'done', done), job(2, 'done', { ...done, owner: { id: 8, name: 'Sunil Silva' } })],
    },
    'GET /exports/31/file': { body: 'the lines' },
  })
  const { user } = show(<App />)
  const facts = '1,234 lines, 200.0 KB, kept until 22 Jun 2026'
  expect(await screen.findAllByText(facts)).toHaveLength(2)
  const [download, ...others] = screen.getAllByRole('button', { name: `Download ${FILE.file_name}` })
  expect(others).toEqual([])
  await user.click(download as HTMLElement)
  await waitFor(() => expect(asked.filter(({ path }) => path === '/api/exports/31/file')).toHaveLength(1))
})

it('the bell lists a finished export until its file is saved', async () => {
  window.history.replaceState(null, '', '/#/administration/jobs')
  localStorage.clear()
  openSession({ token: 't', user: nadeesha, kept: true })
  URL.createObjectURL = () => 'blob:'
  const sunil = { id: 8, name: 'Sunil Silva' }
  const old = new Date(Date.now() - 25 * 60 * 60_000).toISOString()
  network({
    ...usual,
    'GET /jobs': {
      body: [
        job(1, 'done', done),
        job(2, 'done', { ...done, file: { ...FILE, id: 32 }, owner: sunil }),
        job(3, 'done', { ...done, file: { ...FILE, id: 33 }, endedAt: old }),
      ],
    },
    'GET /exports/31/file': { body: 'the lines' },
  })
  const { user } = show(<App />)
  await user.click(await screen.findByRole('button', { name: 'Notifications (1)' }))
  expect(await screen.findByText('1 export is ready')).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(
    (await screen.findAllByRole('button', { name: `Download ${FILE.file_name}` }))[0] as HTMLElement,
  )
  expect(await screen.findByRole('button', { name: 'Notifications' })).toBeTruthy()
})
