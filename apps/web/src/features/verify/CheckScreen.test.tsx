import type { JobLine } from '@em/contract/jobs/jobs'
import type { BooksReport } from '@em/contract/verify/verify'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { App } from '../../app/App.tsx'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
// Loaded with the test, so that no wait of it is spent on loading.
import '../../app/Shell.tsx'
import './CheckScreen.tsx'

beforeEach(() => {
  window.history.replaceState(null, '', '/#/administration/check-the-books')
  openSession({ token: 't', user: nadeesha, kept: true })
})
afterEach(closeSession)
afterEach(() => localStorage.clear())

const report: BooksReport = {
  toLookAt: [],
  at: '2026-06-15T04:00:00.000Z',
  checked: [
    { name: 'lots', count: 1_200 },
    { name: 'daily balances', count: 300 },
  ],
  found: 0,
  differences: [],
}
const job = (more: Partial<JobLine>): JobLine => ({
  id: 4,
  kind: 'verify.check',
  owner: { id: 7, name: 'Nadeesha Perera' },
  status: 'running',
  dryRun: false,
  cancelling: false,
  progress: { done: 3, of: 40, words: 'Positions and postings of MGF' },
  error: null,
  file: null,
  approvalId: null,
  createdAt: '2026-06-15T04:00:00.000Z',
  startedAt: null,
  endedAt: null,
  ...more,
})

test('says what a check answers, shows how far one is, then what was found, by whom and when', async () => {
  let [last, now]: [object | null, object] = [null, { ...job({}), resultStatus: null, result: null }]
  const asked = network({
    ...usual,
    'GET /verify': () => ({ body: { last, working: null } }),
    'POST /verify': { status: 202, body: { jobId: 4 } },
    'GET /jobs/4': () => ({ body: now }),
  })
  const { user } = show(<App />)
  expect(await screen.findByText('The books have not been checked within 30 days')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Check' }))
  expect(await screen.findByText('Positions and postings of MGF. 3 of 40.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel the job' })).toBeTruthy()
  last = { by: 'Nadeesha Perera', endedAt: report.at, report }
  now = { ...job({ status: 'done' }), resultStatus: 200, result: report }
  expect(
    await screen.findByText(/^No differences in 1,500 records\. Checked by Nadeesha Perera/),
  ).toBeTruthy()
  expect(screen.getByText('Daily balances')).toBeTruthy()
  expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/verify'])
})

test('differences are in a table with what to do', async () => {
  const differences = [
    { check: 'lots', place: 'MGF JKH.N0000', what: 'remaining_cost', stored: '401.00', expected: '400.00' },
  ]
  network({
    ...usual,
    'GET /verify': {
      body: {
        last: { by: null, endedAt: report.at, report: { ...report, found: 1_204, differences } },
        working: null,
      },
    },
  })
  show(<App />)
  expect(await screen.findByText(/^1,204 differences\./)).toBeTruthy()
  expect(screen.getByText('First 1 of 1,204 differences')).toBeTruthy()
  expect(screen.getByText('401.00')).toBeTruthy()
  expect(
    screen.getByText('The records are intact, a stored figure is not. Send this list to support.'),
  ).toBeTruthy()
})

test("another person's check is shown while it works, and is not mine to end", async () => {
  network({
    ...usual,
    'GET /verify': { body: { last: null, working: job({ owner: { id: 9, name: 'Ruwan Silva' } }) } },
  })
  show(<App />)
  expect(
    await screen.findByText(/^Ruwan Silva is checking the books: Positions and postings of MGF/),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel the job' })).toBeNull()
})
