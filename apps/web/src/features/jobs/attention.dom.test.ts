import type { JobLine } from '@em/contract/jobs/jobs'
import { afterEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { jobsAttention } from './attention.ts'

afterEach(closeSession)

const failed = (id: number, kind: string, code: string, status: number): JobLine => ({
  id,
  kind,
  owner: { id: 7, name: 'Nadeesha Perera' },
  status: 'failed',
  dryRun: false,
  cancelling: false,
  progress: { done: 0, of: 0, words: null },
  error: { error: 'x', message: `Failed by ${code}.`, code, status },
  file: null,
  approvalId: null,
  createdAt: new Date().toISOString(),
  startedAt: null,
  endedAt: new Date().toISOString(),
})
type Context = Parameters<typeof jobsAttention.load>[0]
const notesOf = async (...jobs: JobLine[]) => {
  openSession({ token: 't', user: nadeesha, kept: true })
  network({ ...usual, 'GET /jobs': { body: jobs } })
  return (await jobsAttention.load({ signal: new AbortController().signal } as Context)).map(
    ({ title, detail }) => [title, detail],
  )
}

it('leaves a refused import to Import History, which the books say themselves', async () => {
  expect(await notesOf(failed(1, 'batches.record', 'batch.rows', 422))).toEqual([])
  expect(await notesOf(failed(1, 'trade-documents.record', 'document.rows', 422))).toEqual([])
})

it('says what broke down, and what has no history of its own', async () => {
  expect(await notesOf(failed(1, 'batches.record', 'job.crashed', 500))).toEqual([
    ['1 job failed', 'Failed by job.crashed.'],
  ])
  expect(
    await notesOf(
      failed(2, 'valuations.run', 'period.locked', 409),
      failed(1, 'batches.record', 'batch.rows', 422),
    ),
  ).toEqual([['1 job failed', 'Failed by period.locked.']])
})
