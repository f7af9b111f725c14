import type { JobLine } from '@em/contract/jobs'
import { screen, within } from '@testing-library/react'
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
  createdAt: '2026-06-15T04:00:00.000Z',
  startedAt: null,
  endedAt: null,
  ...more,
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
