import type { ApprovalRequest, ApprovalRow } from '@em/contract/approvals/approvals'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession, session } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import ApprovalsScreen from './ApprovalsScreen.tsx'

const HASH = 'a'.repeat(64)
const LATER = 'b'.repeat(64)

const row = (id: number, more: Partial<ApprovalRow> = {}): ApprovalRow => ({
  id,
  number: `APR-${String(id).padStart(6, '0')}`,
  act: 'trades.save-buy',
  summary: 'Record a buy',
  title: `Trade BUY-${id}`,
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
  jobId: id,
  ...more,
})

const computed = (hash: string): ApprovalRequest['submitted'] => ({
  facts: {
    trades: [
      {
        side: 'buy',
        symbol: 'JKH.N0000',
        portfolio: 'GROW',
        quantity: 100_000,
        price: '10.0000',
        gross: '1000000.00',
        fees: '11200.00',
        net: '1011200.00',
        cost_out: null,
        capital_gain: null,
      },
    ],
    lines: [
      {
        date: '2026-11-20',
        account_code: '1100',
        account_name: 'Investments',
        portfolio: 'GROW',
        debit: '1000000.00',
        credit: '0.00',
      },
    ],
    checks: [],
  },
  counts: { trades: 1, lines: 1 },
  records: [
    {
      kind: 'Trade',
      name: 'Trade BUY-2',
      what: 'Buy recorded',
      changes: [{ field: 'quantity', label: 'Quantity', before: '', after: '100,000' }],
    },
  ],
  preview: { warnings: ['The price is far from the last trade.'] },
  hash,
  computedAt: '2026-11-20T04:00:00.000Z',
})

const request = (more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  ...row(2),
  sent: { params: {}, query: {}, body: { contractNumber: 'C-1' } },
  submitted: computed(HASH),
  now: null,
  differs: [],
  refusal: null,
  steps: [
    {
      what: 'submitted',
      at: '2026-11-20T04:00:00.000Z',
      by: 'Kamal Silva',
      for: null,
      reason: null,
      hash: HASH,
    },
  ],
  letInByMaker: [],
  approvers: ['Nadeesha Perera'],
  ...more,
})

const list = { 'GET /approvals': { body: [row(3), row(2), row(1)], headers: { 'X-Total-Count': '3' } } }
const done = request({ state: 'done', approvals: { given: 1, needed: 1 } })
const sentTo = (asked: ReturnType<typeof network>, path: string) =>
  asked.filter((one) => one.path === `/api${path}`).map(({ body }) => body)

beforeEach(() => {
  openSession({ token: 't', user: nadeesha, kept: false })
  window.history.replaceState(null, '', '/#/administration/approvals')
})
afterEach(closeSession)

it('shows one request with all that it would do, and approves what is shown', async () => {
  const asked = network({
    ...usual,
    ...list,
    'GET /approvals/2': { body: request() },
    'POST /approvals/2/approve': { body: done },
  })
  const { user } = show(<ApprovalsScreen />)
  expect(await screen.findByRole('tab', { name: 'For me (3)' })).toBeTruthy()
  await user.click(await screen.findByText('Trade BUY-2'))
  const open = await screen.findByRole('dialog')
  for (const text of ['JKH.N0000', '1,011,200.00', '1100 Investments, GROW', '0 of 1', 'Kamal Silva'])
    expect((await within(open).findAllByText(text)).length).toBeGreaterThan(0)
  expect(within(open).getByText('The price is far from the last trade.')).toBeTruthy()
  await user.click(within(open).getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('APR-000002 is approved and carried out.')).toBeTruthy()
  expect(sentTo(asked, '/approvals/2/approve')).toEqual([{ seen: HASH }])
})

it('goes through the list by keys, opens, and asks before a key approves', async () => {
  const asked = network({
    ...usual,
    ...list,
    'GET /approvals/3': { body: request({ ...row(3) }) },
    'GET /approvals/2': { body: request() },
    'POST /approvals/2/approve': { body: done },
  })
  const { user } = show(<ApprovalsScreen />)
  await screen.findByText('Trade BUY-2')
  await user.keyboard('j')
  await user.keyboard('j')
  await user.keyboard('k')
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'APR-000003' })).toBeTruthy()
  await user.keyboard('j')
  expect(await screen.findByRole('dialog', { name: 'APR-000002' })).toBeTruthy()
  await screen.findByText('Trade', { selector: 'h2' })
  await user.keyboard('a')
  const question = await screen.findByRole('dialog', { name: 'Approve APR-000002?' })
  expect(sentTo(asked, '/approvals/2/approve')).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(sentTo(asked, '/approvals/2/approve')).toEqual([{ seen: HASH }]))
})

it('shows what has changed where the figures are stale, and approves those of now', async () => {
  window.history.replaceState(null, '', '/#/administration/approvals?view=for-me&request=2')
  let isStale = true
  const message = 'APR-000002 comes to something else by now: the figures that you saw are not those of now.'
  const asked = network({
    ...usual,
    ...list,
    'GET /approvals/2': () => ({
      body: asked.some(({ method }) => method === 'POST')
        ? request({ now: computed(LATER), differs: ['Net 1,011,200.00, now 1,011,300.00'] })
        : request(),
    }),
    'POST /approvals/2/approve': () => {
      if (!isStale) return { body: done }
      isStale = false
      return { status: 409, body: { error: 'Conflict', message, code: 'approval.stale', details: [] } }
    },
  })
  const { user } = show(<ApprovalsScreen />)
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(await screen.findByText('Net 1,011,200.00, now 1,011,300.00')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(sentTo(asked, '/approvals/2/approve')).toEqual([{ seen: HASH }, { seen: LATER }]),
  )
})

it('asks for the password again where a fresh sign-in is needed, and approves with the new session', async () => {
  window.history.replaceState(null, '', '/#/administration/approvals?view=for-me&request=2')
  const refusal = { error: 'Forbidden', message: 'Sign in again.', code: 'approval.sign-in-again' }
  const asked = network({
    ...usual,
    ...list,
    'GET /approvals/2': { body: request({ needsSignIn: true }) },
    'POST /auth/login': { body: { success: true, token: 'fresh', user: nadeesha } },
    'POST /approvals/2/approve': ({ headers }) =>
      headers.get('Authorization') === 'Bearer fresh' ? { body: done } : { status: 403, body: refusal },
  })
  const { user } = show(<ApprovalsScreen />)
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  const again = await screen.findByRole('dialog', { name: 'Sign in again' })
  await user.type(within(again).getByLabelText('Password'), 'a better horse')
  await user.click(within(again).getByRole('button', { name: 'Sign in and approve' }))
  expect(await screen.findByText('APR-000002 is approved and carried out.')).toBeTruthy()
  expect(session()?.token).toBe('fresh')
  expect(sentTo(asked, '/auth/login')).toEqual([
    { email: nadeesha.email, password: 'a better horse', keep: false },
  ])
})

it('rejects with a reason of five letters or more', async () => {
  window.history.replaceState(null, '', '/#/administration/approvals?view=for-me&request=2')
  const asked = network({
    ...usual,
    ...list,
    'GET /approvals/2': { body: request() },
    'POST /approvals/2/reject': { body: request({ state: 'rejected' }) },
  })
  const { user } = show(<ApprovalsScreen />)
  await user.click(await screen.findByRole('button', { name: 'Reject' }))
  const asking = await screen.findByRole('dialog', { name: 'Reject APR-000002' })
  await user.type(within(asking).getByLabelText(/^Reason/), 'No')
  await user.click(within(asking).getByRole('button', { name: 'Reject' }))
  expect(await within(asking).findByText(/5 or more characters/)).toBeTruthy()
  await user.type(within(asking).getByLabelText(/^Reason/), 't the right broker')
  await user.click(within(asking).getByRole('button', { name: 'Reject' }))
  expect(await screen.findByText('APR-000002 is rejected: nothing of it was done.')).toBeTruthy()
  expect(sentTo(asked, '/approvals/2/reject')).toEqual([{ reason: 'Not the right broker' }])
})

it('cannot be approved where it would be refused now, nor by its maker, who withdraws it', async () => {
  window.history.replaceState(null, '', '/#/administration/approvals?view=mine&request=2')
  network({
    ...usual,
    ...list,
    'GET /approvals/2': { body: request({ isMine: true, mayDecide: false, refusal: 'Shares are missing.' }) },
  })
  show(<ApprovalsScreen />)
  expect(await screen.findByText(/Would be refused now: Shares are missing\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})
