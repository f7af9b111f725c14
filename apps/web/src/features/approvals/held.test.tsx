import { batches } from '@em/contract/batches/batches'
import { brokers } from '@em/contract/brokers/brokers'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { call, isHeld, messageOf, problemOf } from '../../lib/api.ts'
import { askedOf } from '../../lib/held.ts'
import { closeSession, openSession } from '../../lib/session.ts'
import { type Asked, nadeesha, network, usual } from '../../testing/network.ts'
import { show } from '../../testing/page.tsx'
import BrokerScreen from '../brokers/BrokerScreen.tsx'

const accepted = {
  approvalId: 12,
  number: 'APR-000012',
  state: 'waiting',
  rules: ['Bank details of accounts and brokers'],
  expiresAt: '2026-11-27',
}
const path = brokers.routes.list.path

beforeEach(() => openSession({ token: 't', user: nadeesha, kept: false }))
afterEach(closeSession)

it('a write that waits is no success and no error of its own', async () => {
  network({ [`POST ${path}`]: { status: 202, body: accepted } })
  const held = await call(brokers.routes.create, { body: {} as never }).catch((error: unknown) => error)
  expect(isHeld(held)).toBe(true)
  expect(problemOf(held, 'Failed')).toBeNull()
  expect(messageOf(held, 'Failed')).toBe('Submitted for approval: APR-000012.')
})

it('long work that is held ends as a write that waits', async () => {
  network({
    [`POST ${batches.record.path}`]: { status: 202, body: { jobId: 5 } },
    'GET /jobs/5': { body: { id: 5, status: 'held', approvalId: 12 } },
  })
  const held = await call(batches.record, { body: {} as never }).catch((error: unknown) => error)
  expect(isHeld(held)).toBe(true)
})

/** Asked first, it says that it would wait; else it waits. */
const asksFirst = (asked: Asked) =>
  asked.headers.get('X-Approval') === 'ask'
    ? {
        status: 409,
        body: {
          error: 'Conflict',
          code: 'approval.asks',
          message: 'This will wait for approval by Nimal Perera (Bank details of accounts and brokers).',
        },
      }
    : { status: 202, body: accepted }

it('a write without a preview says before the click that it will wait, and is submitted once the person agrees', async () => {
  const sent = network({ ...usual, [`GET ${path}`]: { body: [] }, [`POST ${path}`]: asksFirst })
  const { user } = show(<BrokerScreen />)
  await user.click((await screen.findAllByRole('button', { name: /^Add broker/i }))[0] as HTMLElement)
  const adding = await screen.findByRole('dialog')
  await user.type(within(adding).getByLabelText(/^Broker Name|^Name/), 'Asha')
  const posts = () =>
    sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('X-Approval'))
  const ask = async () => {
    await user.click(within(adding).getByRole('button', { name: /^Save/ }))
    const asking = await screen.findByRole('dialog', { name: 'Submit for approval?' })
    expect(within(asking).getByText(/^This will wait for approval by Nimal Perera/)).toBeTruthy()
    return asking
  }
  await user.click(within(await ask()).getByRole('button', { name: 'Cancel' }))
  // The typed values stay.
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Submit for approval?' })).toBeNull())
  expect((within(adding).getByLabelText(/^Broker Name|^Name/) as HTMLInputElement).value).toBe('Asha')
  expect(posts()).toEqual(['ask'])
  await user.click(within(await ask()).getByRole('button', { name: 'Submit' }))
  expect((await screen.findAllByText(/Submitted for approval APR-000012/)).length).toBeGreaterThan(0)
  expect(posts()).toEqual(['ask', 'ask', null])
})

it('what a preview has said is not asked again', async () => {
  const headers = { 'X-Approval': JSON.stringify({ rules: ['Trades'], approvers: ['Nimal Perera'] }) }
  const sent = network({
    [`POST ${path}`]: (asked: Asked) =>
      asked.path.includes('dryRun') ? { body: {}, headers } : asksFirst(asked),
  })
  await call(brokers.routes.create, { body: {} as never, query: { dryRun: '1' } as never })
  const held = await call(brokers.routes.create, { body: {} as never }).catch((error: unknown) => error)
  expect(isHeld(held)).toBe(true)
  expect(sent).toHaveLength(2)
})

it('the dialog that sent it closes as after a save, and the notice leads to the request', async () => {
  network({
    ...usual,
    [`GET ${path}`]: { body: [] },
    [`POST ${path}`]: { status: 202, body: accepted },
  })
  const { user } = show(<BrokerScreen />)
  await user.click((await screen.findAllByRole('button', { name: /^Add broker/i }))[0] as HTMLElement)
  const adding = await screen.findByRole('dialog')
  await user.type(within(adding).getByLabelText(/^Broker Name|^Name/), 'Asha Securities')
  await user.click(within(adding).getByRole('button', { name: /^Save/ }))
  expect((await screen.findAllByText(/Submitted for approval APR-000012/)).length).toBeGreaterThan(0)
  expect(screen.getAllByRole('link', { name: 'Request' }).at(-1)?.getAttribute('href')).toBe(
    '#/administration/approvals?request=12',
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a preview names who would approve', async () => {
  const asked = { rules: ['Trades'], approvers: ['Nimal Perera'] }
  network({ [`POST ${path}`]: { body: { dryRun: true }, headers: { 'X-Approval': JSON.stringify(asked) } } })
  const preview = await call(brokers.routes.create, { body: {} as never })
  expect(askedOf(preview)).toEqual(asked)
})
