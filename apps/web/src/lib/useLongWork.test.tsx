import type { JobLine } from '@em/contract/jobs/jobs'
import { openings } from '@em/contract/openings/openings'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nadeesha, network, usual } from '../testing/network.ts'
import { show } from '../testing/page.tsx'
import { Running } from '../ui/Running.tsx'
import { closeSession, openSession } from './session.ts'
import { isCancelled, useLongWork } from './useLongWork.ts'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(closeSession)
afterEach(() => localStorage.clear())

const job: JobLine = {
  id: 4,
  kind: 'openings.record-lots',
  owner: { id: 7, name: 'Nadeesha Perera' },
  status: 'running',
  dryRun: false,
  cancelling: false,
  progress: { done: 500, of: 2000, words: 'Recording the lots' },
  error: null,
  file: null,
  approvalId: null,
  createdAt: '2026-06-15T04:00:00.000Z',
  startedAt: null,
  endedAt: null,
}
const RECORD = 'POST /openings/MAIN/lots'
const input = {
  params: { portfolio: 'MAIN' },
  query: {},
  body: { openingDate: '2026-01-01', fileName: null, rows: [{}] },
}

let outcomes: string[] = []
beforeEach(() => {
  outcomes = []
})

function Recording() {
  const failed = (from: string) => (error: unknown) =>
    void outcomes.push(`${from} ${isCancelled(error) ? 'cancelled' : String(error)}`)
  const work = useLongWork(openings.recordLots, 'opening-lots.MAIN', {
    onFound: (reply) => void outcomes.push(`found ${(reply as { id: number }).id}`),
    onFoundFailed: failed('found'),
  })
  return (
    <>
      <button
        type="button"
        onClick={() =>
          void work
            .run(input)
            .then((reply) => outcomes.push(`ran ${reply && 'id' in reply ? reply.id : ''}`), failed('ran'))
        }
      >
        Record
      </button>
      {work.busy && (
        <Running job={work.job} words={(said) => `${said ?? 'Running'}.`} onCancel={work.cancel} />
      )}
    </>
  )
}

test('work that takes longer is watched to its end, and reported once', async () => {
  let now: object = { ...job, resultStatus: null, result: null }
  network({ ...usual, [RECORD]: { status: 202, body: { jobId: 4 } }, 'GET /jobs/4': () => ({ body: now }) })
  const { user } = show(<Recording />)
  await user.click(screen.getByRole('button', { name: 'Record' }))
  expect(await screen.findByText('Recording the lots. 500 of 2,000.')).toBeTruthy()
  now = { ...job, status: 'done', resultStatus: 201, result: { id: 12 } }
  await waitFor(() => expect(outcomes).toEqual(['ran 12']))
  expect(screen.queryByRole('status')).toBeNull()
  expect(localStorage.getItem('em.user-7.job.opening-lots.MAIN')).toBeNull()
})

test('after a reload it is found again, and the screen that began it reports no more', async () => {
  let now: object = { ...job, resultStatus: null, result: null }
  network({ ...usual, [RECORD]: { status: 202, body: { jobId: 4 } }, 'GET /jobs/4': () => ({ body: now }) })
  const { user, unmount } = show(<Recording />)
  await user.click(screen.getByRole('button', { name: 'Record' }))
  await screen.findByText('Recording the lots. 500 of 2,000.')
  unmount()
  show(<Recording />)
  expect(await screen.findByText('Recording the lots. 500 of 2,000.')).toBeTruthy()
  now = { ...job, status: 'done', resultStatus: 201, result: { id: 12 } }
  await waitFor(() => expect(outcomes).toEqual(['found 12']))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})

test('it is cancelled on request, and says so', async () => {
  let now: object = { ...job, resultStatus: null, result: null }
  const asked = network({
    ...usual,
    [RECORD]: { status: 202, body: { jobId: 4 } },
    'GET /jobs/4': () => ({ body: now }),
    'DELETE /jobs/4': () => {
      now = { ...job, status: 'cancelled', resultStatus: null, result: null }
      return { body: now }
    },
  })
  const { user } = show(<Recording />)
  await user.click(screen.getByRole('button', { name: 'Record' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel the job' }))
  expect(await screen.findByText('Is being cancelled')).toBeTruthy()
  await waitFor(() => expect(outcomes).toEqual(['ran cancelled']))
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('where the connection is lost it is found by the next visit', async () => {
  let now: object | null = { ...job, resultStatus: null, result: null }
  network({
    ...usual,
    [RECORD]: { status: 202, body: { jobId: 4 } },
    'GET /jobs/4': () => (now === null ? 'unreachable' : { body: now }),
  })
  const { user, unmount } = show(<Recording />)
  await user.click(screen.getByRole('button', { name: 'Record' }))
  await screen.findByText('Recording the lots. 500 of 2,000.')
  now = null
  await waitFor(() => expect(outcomes).toHaveLength(1))
  unmount()
  now = { ...job, status: 'done', resultStatus: 201, result: { id: 12 } }
  show(<Recording />)
  await waitFor(() => expect(outcomes.at(-1)).toBe('found 12'))
})

test('a refusal that asks for a yes is asked about also where it comes late', async () => {
  const locked = {
    status: 422,
    error: 'x',
    code: 'period.locked',
    message: 'The books are locked through 31 May 2026.',
  }
  const asked = network({
    ...usual,
    [RECORD]: ({ path }) =>
      path.includes('openPeriod') ? { status: 201, body: { id: 12 } } : { status: 202, body: { jobId: 4 } },
    'GET /jobs/4': { body: { ...job, status: 'failed', error: locked, resultStatus: null, result: null } },
  })
  const { user } = show(<Recording />)
  await user.click(screen.getByRole('button', { name: 'Record' }))
  await user.click(await screen.findByRole('button', { name: /open day/i }))
  await waitFor(() => expect(outcomes).toEqual(['ran 12']))
  expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/api/openings/MAIN/lots',
    '/api/openings/MAIN/lots?openPeriod=1',
  ])
})
