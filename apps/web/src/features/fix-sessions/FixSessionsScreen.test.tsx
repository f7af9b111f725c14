import type { FormingOfSession } from '@em/contract/fix-sessions/fix-forming'
import type { FixMessageRow, FixSessionState } from '@em/contract/fix-sessions/fix-sessions'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeSession, openSession } from '../../lib/session.ts'
import { nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import FixSessionsScreen from './FixSessionsScreen.tsx'

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: true }))
afterEach(() => {
  cleanup()
  closeSession()
})

const state: FixSessionState = {
  id: 3,
  name: 'Drop copy',
  broker: 'ABC Securities',
  state: 'connected',
  since: '2026-11-26T05:00:00Z',
  reason: null,
  turned: { by: 'Nadeesha Perera', at: '2026-11-26T04:59:00Z' },
  day: '2026-11-26',
  nextIn: 9,
  nextOut: 4,
  gap: { from: 9, to: 11, since: '2026-11-26T05:10:00Z' },
  unfinished: null,
  gapsClosed: 0,
  messages: 8,
  executions: 3,
  faults: 1,
  lastIn: '2026-11-26T05:10:00Z',
  lastOut: '2026-11-26T05:10:00Z',
}
const message: FixMessageRow = {
  id: 71,
  day: '2026-11-26',
  at: '2026-11-26T05:10:00Z',
  direction: 'in',
  number: 8,
  type: '8',
  name: 'Execution report',
  text: 'Fill: buy 333 JKH.N0000 at 10.10, E-501',
  fault: null,
  sha256: 'ab12',
  raw: '8=FIXT.1.1|35=8|17=E-501|',
}

it('shows an open gap, the executions, and the bytes of one', async () => {
  network({
    ...usual,
    'GET /fix-sessions/states': { body: [state] },
    'GET /fix-sessions/3/days': {
      body: [{ day: '2026-11-26', executions: 3, missing: [], application: [] }],
    },
    'GET /fix-sessions/3/messages': { body: [message] },
  })
  const { user } = show(<FixSessionsScreen />)
  expect(await screen.findByText('Open: 9 to 11')).toBeTruthy()
  await user.click(await screen.findByText('Fill: buy 333 JKH.N0000 at 10.10, E-501'))
  expect(await screen.findByText('8=FIXT.1.1|35=8|17=E-501|')).toBeTruthy()
})

it('shows another day, and forms its contracts only knowing what is missing', async () => {
  const days = [
    { day: '2026-11-26', executions: 3, missing: [], application: [] },
    {
      day: '2026-11-25',
      executions: 2,
      missing: [{ from: 5, to: 7 }],
      application: [{ applId: 'DC1', from: 90, to: 92 }],
    },
  ]
  const asked = network({
    ...usual,
    'GET /fix-sessions/states': { body: [state] },
    'GET /fix-sessions/3/days': { body: days },
    'GET /fix-sessions/3/messages': { body: [message] },
    'POST /fix-sessions/3/document': {
      status: 201,
      body: { id: 9, kind: 'drop-copy', fileName: 'x', lines: 2 },
    },
  })
  const { user } = show(<FixSessionsScreen />)
  const day = await screen.findByRole('combobox', { name: /^Day/ })
  await user.click(day)
  await user.click(await screen.findByRole('option', { name: '25 Nov 2026 (2, gap)' }))
  expect(
    await screen.findByText(/25 Nov 2026: message numbers 5 to 7, ApplSeqNum 90 to 92 of DC1 did not come/),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Form Contracts' }))
  const question = await screen.findByRole('dialog', { name: 'Form contracts without the missing messages?' })
  await user.click(within(question).getByRole('button', { name: 'Form Contracts' }))
  await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1))
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
    day: '2026-11-25',
    despiteMissing: true,
  })
  expect(asked.some(({ path }) => path.includes('/messages') && path.includes('day=2026-11-25'))).toBe(true)
})

it('stops a session, and offers new numbers only while it is not connected', async () => {
  const waiting = {
    ...state,
    id: 4,
    name: 'Other',
    state: 'waiting' as const,
    since: null,
    gap: null,
    reason: 'The broker did not answer the logon.',
  }
  const asked = network({
    ...usual,
    'GET /fix-sessions/states': { body: [state, waiting] },
    'GET /fix-sessions/3/days': { body: [] },
    'GET /fix-sessions/3/messages': { body: [] },
    'POST /fix-sessions/3/stop': { body: { id: 3, running: false } },
    'POST /fix-sessions/4/start': { body: { id: 4, running: true } },
  })
  const { user } = show(<FixSessionsScreen />)
  await user.click(await screen.findByRole('button', { name: 'Stop Drop copy' }))
  expect(screen.queryByRole('button', { name: 'New Numbers Drop copy' })).toBeNull()
  expect(screen.getByText('The broker did not answer the logon.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'New Numbers Other' }))
  await user.click(await screen.findByRole('button', { name: 'New Numbers' }))
  const posts = asked.filter(({ method }) => method === 'POST')
  expect(posts.map(({ path }) => path)).toEqual(['/api/fix-sessions/3/stop', '/api/fix-sessions/4/start'])
  expect(posts[1]?.body).toEqual({ reset: true })
})

it('names a former day that ended without a logout, with its session and its messages', async () => {
  const day = { day: '2026-11-25', executions: 2, missing: [{ from: 28, to: null }], application: [] }
  network({
    ...usual,
    'GET /fix-sessions/states': {
      body: [{ ...state, gap: null, unfinished: { day: '2026-11-25', from: 28 } }],
    },
    'GET /fix-sessions/3/days': { body: [day] },
    'GET /fix-sessions/3/messages': { body: [message] },
  })
  show(<FixSessionsScreen />)
  expect(await screen.findByText('Not known: 25 Nov 2026 from 28')).toBeTruthy()
  expect(await screen.findByText(/ended without a logout. Whether the broker sent message 28/)).toBeTruthy()
})

const forming: FormingOfSession = {
  id: 3,
  name: 'Drop copy',
  isOn: true,
  time: '15:30',
  waitsForTradeFile: true,
  owner: 'Nadeesha Perera',
  version: 2,
  nextDay: '2026-11-27',
  days: [
    {
      day: '2026-11-26',
      at: '2026-11-26T10:00:00Z',
      state: 'blocked',
      executions: 3,
      documentId: null,
      unrecorded: 0,
      differing: 0,
      error: {
        error: 'Conflict',
        message: 'No trade file of 26 Nov 2026.',
        code: 'fix-session.no-trade-file',
      },
    },
    {
      day: '2026-11-25',
      at: '2026-11-25T10:00:00Z',
      state: 'part',
      executions: 9,
      documentId: 8,
      unrecorded: 2,
      differing: 1,
      error: null,
    },
  ],
}
const withForming = (of: readonly FormingOfSession[]) =>
  network({
    ...usual,
    'GET /fix-sessions/states': { body: [state] },
    'GET /fix-sessions/3/days': { body: [] },
    'GET /fix-sessions/3/messages': { body: [] },
    'GET /fix-sessions/forming': { body: of },
    'PUT /fix-sessions/3/forming': { body: forming },
  })

it('says when contracts are formed by the clock, as whom, and what is open of each day', async () => {
  withForming([forming])
  show(<FixSessionsScreen />)
  expect(
    await screen.findByText(
      'Each trading day at 15:30, as Nadeesha Perera, once the trade file of the day is here and agrees. Next on 27 Nov 2026.',
    ),
  ).toBeTruthy()
  expect(await screen.findByText('No trade file of 26 Nov 2026.')).toBeTruthy()
  expect(screen.getByText('2 contracts are not recorded, 1 differs from the books.')).toBeTruthy()
})

it('sets the forming up at a time after the close, and changes the version that was read', async () => {
  const asked = withForming([])
  const { user } = show(<FixSessionsScreen />)
  await user.click(await screen.findByRole('button', { name: 'Set Up' }))
  const form = await screen.findByRole('dialog', { name: 'Forming by the clock: Drop copy' })
  const time = within(form).getByRole('textbox', { name: /^Time of day/ })
  await user.clear(time)
  await user.type(time, '14:00')
  await user.click(within(form).getByRole('button', { name: 'Save' }))
  expect(await within(form).findByText('Please give a time after the close, from 14:30 on.')).toBeTruthy()
  await user.clear(time)
  await user.type(time, '16:00')
  await user.click(within(form).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true))
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    time: '16:00',
    waitsForTradeFile: true,
    isOn: true,
    version: null,
  })
})

it('shows ports, tags and sequence numbers without thousands separators', async () => {
  network({
    ...usual,
    'GET /fix-sessions/states': { body: [{ ...state, nextIn: 12_345, nextOut: 9_880 }] },
    'GET /fix-sessions/3/days': {
      body: [{ day: '2026-11-26', executions: 3, missing: [], application: [] }],
    },
    'GET /fix-sessions/3/messages': { body: [{ ...message, number: 12_344 }] },
  })
  const { user } = show(<FixSessionsScreen />)
  for (const number of ['12345', '9880', '12344']) expect(await screen.findByText(number)).toBeTruthy()
  await user.click((await screen.findAllByRole('button', { name: 'Add session' }))[0] as HTMLElement)
  const form = await screen.findByRole('dialog', { name: /FIX session/ })
  const port = within(form).getByRole<HTMLInputElement>('textbox', { name: /^Port/ })
  await user.type(port, '9,880')
  await user.tab()
  expect(port.value).toBe('9880')
})

it('says how to begin where there is no session', async () => {
  network(usual)
  show(<FixSessionsScreen />)
  expect(await screen.findByText('No FIX sessions yet')).toBeTruthy()
})
