import type { ApprovalRequest } from '@em/contract/approvals/approvals'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual, withRole } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import { RequestModal } from './RequestModal.tsx'

const computed = (hash: string, gross: string): ApprovalRequest['submitted'] => ({
  facts: {
    trades: [],
    lines: [],
    checks: [],
    whole: {
      trades: {
        count: 100_000,
        gross,
        fees: '11200.00',
        net: '1011200.00',
        cost_out: null,
        capital_gain: null,
        sha256: hash,
      },
      lines: { count: 1_021_526, amount: gross, sha256: hash },
      accounts: [
        { account_code: '1100', account_name: 'Investments', debit: gross, credit: '0.00' },
        { account_code: '2100', account_name: 'Payable to brokers', debit: '0.00', credit: '1011200.00' },
      ],
    },
  },
  counts: { trades: 100_000, lines: 1_021_526 },
  records: [],
  preview: null,
  hash: hash.repeat(64),
  computedAt: '2026-11-20T04:00:00.000Z',
})
const request = (more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  id: 2,
  number: 'APR-000002',
  act: 'batches.record',
  summary: 'Record many trades',
  title: 'Import november.csv (100,000 trades, gross 1,000,000.00)',
  state: 'waiting',
  maker: { id: 9, name: 'Kamal Silva' },
  submittedAt: '2026-11-20T04:00:00.000Z',
  expiresAt: '2026-11-27',
  endedAt: null,
  amount: 1_000_000,
  portfolios: ['GROW'],
  rules: [{ name: 'Trades', version: 1 }],
  approvals: { given: 0, needed: 1 },
  isMine: false,
  mayDecide: true,
  needsSignIn: false,
  isCollected: false,
  jobId: 5,
  sent: { params: {}, query: {}, body: null },
  submitted: computed('a', '1000000.00'),
  now: null,
  differs: [],
  refusal: null,
  steps: [],
  letInByMaker: [],
  approvers: ['Nadeesha Perera'],
  ...more,
})
const nothing = () => undefined
const open = () =>
  show(<RequestModal id={2} onClose={nothing} onNext={nothing} onPrevious={nothing} onDecided={nothing} />)

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: false }))
afterEach(closeSession)

it('shows the sums of a large act by account', async () => {
  network({ ...usual, 'GET /approvals/2': { body: request() } })
  open()
  const [accounts] = await screen.findAllByLabelText('All 1,021,526 ledger lines by account')
  expect(within(accounts as HTMLElement).getByText('1100 Investments')).toBeTruthy()
  expect(within(accounts as HTMLElement).getAllByText('1,011,200.00').length).toBeGreaterThan(0)
  expect(screen.getByText('LKR 11,200.00')).toBeTruthy()
})

it('Look again: long work is run by its job, cannot be approved meanwhile, and shows the figures of now', async () => {
  let polls = 0
  const later = request({
    now: computed('b', '1000500.00'),
    differs: ['Gross of all trades 1,000,000.00, now 1,000,500.00'],
  })
  const asked = network({
    ...usual,
    'GET /approvals/2': ({ path }) => {
      if (path.includes('again=1')) polls = 1
      else if (polls > 0) polls += 1
      // The job takes a moment.
      return { body: polls > 1 ? later : request() }
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Look again' }))
  expect(screen.getByText(/It is being calculated again/)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Approve' }).disabled).toBe(true)
  expect(await screen.findByText(/now 1,000,500\.00/, {}, { timeout: 5_000 })).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Approve' }).disabled).toBe(false),
  )
  expect(asked.filter(({ path }) => path.includes('again=1'))).toHaveLength(1)
})

it('is withdrawn by its maker, without a reason where there is none', async () => {
  const asked = network({
    ...usual,
    'GET /approvals/2': { body: request({ isMine: true, mayDecide: false }) },
    'POST /approvals/2/withdraw': { body: request({ state: 'withdrawn' }) },
  })
  openSession({ token: 't', user: withRole('Dealer'), kept: false })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  const asking = await screen.findByRole('dialog', { name: 'Withdraw APR-000002' })
  await user.click(within(asking).getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('APR-000002 is withdrawn: nothing of it was done.')).toBeTruthy()
  expect(asked.find(({ path }) => path.endsWith('/withdraw'))?.body).toEqual({ reason: null })
})

it('can be withdrawn, with a reason, only by a user who writes the rules', async () => {
  const asked = network({
    ...usual,
    'GET /approvals/2': { body: request() },
    'POST /approvals/2/withdraw': { body: request({ state: 'withdrawn' }) },
  })
  const { user, unmount } = open()
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
  const asking = await screen.findByRole('dialog', { name: 'Withdraw APR-000002' })
  await user.click(within(asking).getByRole('button', { name: 'Withdraw' }))
  expect(await within(asking).findByText(/5 or more characters/)).toBeTruthy()
  await user.type(within(asking).getByLabelText(/^Reason/), 'He has left the firm')
  await user.click(within(asking).getByRole('button', { name: 'Withdraw' }))
  await waitFor(() =>
    expect(asked.find(({ path }) => path.endsWith('/withdraw'))?.body).toEqual({
      reason: 'He has left the firm',
    }),
  )
  unmount()
  openSession({ token: 't', user: withRole('Approver'), kept: false })
  open()
  await screen.findByRole('button', { name: 'Approve' })
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull()
})
