/** Looking at what waits again: it leaves no trace, ends with its job, and what was released is not asked for again. */
import { approvals } from '@em/contract/approvals/approvals'
import type { Order } from '@em/contract/orders/orders'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { verify } from '@em/contract/verify/verify'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { approve, approver, decide, requestOf, rule, waits } from '../support/approvals.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { waitingForLock } from '../support/locks.ts'
import { lockBooks } from '../support/own-entity.ts'
import { recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'

const TODAY = '2026-06-18'
let api: Api
let books: Books
let rewind: () => Promise<void>
let second: { token: string; user: { id: number } }
let dealer: { token: string }
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  second = await approver(api)
  dealer = await personWith(api, { roles: ['Dealer'] })
  rewind = await rewindable(api)
})
beforeEach(async () => {
  await rewind()
  api.settings.signup = 'open'
  api.clock.set(`${TODAY}T05:00:00Z`)
})

const counted = async (sql: string) =>
  (await api.database.query<{ n: number }>(`SELECT count(*) AS n ${sql}`))[0]?.n

/** An import of a few rows that waits for approval; its request and job. */
async function importWaits(): Promise<{ id: number; job: number }> {
  await rule(api, ['batches.record'])
  const row = {
    side: 'buy',
    symbol: 'JKH.N0000',
    tradeDate: '2026-06-15',
    settlementDate: '2026-06-17',
    quantity: 10,
    price: 20,
  }
  const { approvalId: id } = waits(
    await api.call('POST /trade-batches', {
      body: {
        source: 'import',
        defaults: {
          portfolioId: 'GROW',
          brokerName: 'Asia Securities (Pvt) Ltd',
          settlementAccount: books.bank,
        },
        rows: [1, 2, 3].map((at) => ({ ...row, contractNumber: `L-${at}` })),
      },
    }),
  )
  return { id, job: (await requestOf(api, id)).body.jobId }
}

/** Does something while the import is being looked at again: its job is in the middle of it. */
async function whilePreviewed(id: number, act: () => Promise<unknown>): Promise<void> {
  const holder = new pg.Client(api.fresh.admin)
  await holder.connect()
  try {
    await holder.query('BEGIN; LOCK TABLE em.trades IN SHARE ROW EXCLUSIVE MODE')
    await api.call(approvals.get, { params: { id }, query: { again: 1 }, token: second.token })
    await waitingForLock(holder)
    const done = act()
    await new Promise((passed) => setTimeout(passed, 200))
    await holder.query('COMMIT')
    await done
  } finally {
    await holder.end()
  }
}
const jobState = async (job: number) => (await api.call<{ status: string }>(`GET /jobs/${job}`)).body.status

test('its job is cancelled while a user previews it again: it ends at once, in words', async () => {
  const { id, job } = await importWaits()
  await whilePreviewed(id, () => api.call(`DELETE /jobs/${job}`))
  await expect.poll(async () => (await requestOf(api, id)).body.state).toBe('returned')
  expect((await requestOf(api, id)).body.steps.at(-1)).toMatchObject({
    what: 'returned',
    reason: 'It was cancelled.',
  })
  expect(await jobState(job)).toBe('cancelled')
  expect(await counted('FROM trades')).toBe(0)
})

test('it is withdrawn while a user previews it again: it stays withdrawn, and its job waits for nothing', async () => {
  const { id, job } = await importWaits()
  await whilePreviewed(id, async () => {
    expect((await decide(api, 'withdraw', id)).body.state).toBe('withdrawn')
  })
  await expect.poll(() => jobState(job)).toBe('cancelled')
  expect((await requestOf(api, id)).body.state).toBe('withdrawn')
  expect(await counted("FROM jobs WHERE status = 'held'")).toBe(0)
})

test('a refused preview leaves no row of the maker in the audit trail', async () => {
  await rule(api, ['trades.save-buy', 'trades.enter-buy'])
  const { approvalId: id } = waits(
    await books.buy({ tradeDate: '2026-05-29', settlementDate: '2026-06-02' }, { token: dealer.token }),
  )
  const { body: entities } = await api.call<{ id: number; name: string }[]>('GET /entities')
  await lockBooks(api, entities.find(({ name }) => name === 'Test Fund')?.id ?? 0, '2026-05-31', 'Closed')
  expect((await requestOf(api, id, second.token)).body.refusal).toMatch(/locked/)
  expect(await counted("FROM audit WHERE action = 'writes.refused'")).toBe(0)
  expect(
    (await books.buy({ tradeDate: '2026-05-29', settlementDate: '2026-06-02' }, { token: dealer.token }))
      .status,
  ).toBe(409)
  expect(await counted("FROM audit WHERE action = 'writes.refused'")).toBe(1)
})

test('the preview of a job says that the write would wait, at once and when it is asked for later', async () => {
  await rule(api, ['batches.record'])
  const sent = {
    query: { dryRun: 1 },
    body: {
      source: 'import',
      defaults: {
        portfolioId: 'GROW',
        brokerName: 'Asia Securities (Pvt) Ltd',
        settlementAccount: books.bank,
      },
      rows: [
        {
          side: 'buy',
          symbol: 'JKH.N0000',
          tradeDate: '2026-06-15',
          settlementDate: '2026-06-17',
          quantity: 10,
          price: 20,
          contractNumber: 'P-1',
        },
      ],
    },
  }
  const asked = { rules: ['Rule on batches.record'], approvers: [expect.stringContaining('Perera')] }
  const preview = await api.call('POST /trade-batches', sent)
  expect([preview.status, JSON.parse(String(preview.headers['x-approval']))]).toEqual([200, asked])
  const [job] = await api.database.query<{ id: number }>('SELECT max(id) AS id FROM jobs')
  const again = await api.call(`GET /jobs/${job?.id}`)
  expect(JSON.parse(String(again.headers['x-approval']))).toEqual(asked)
})

test('long work that a rule can ask for says so before it begins, and leaves no job', async () => {
  await rule(api, ['reconciliation.auto-match'], { name: 'Matching' })
  const sent = { params: { id: 1 }, headers: { 'x-approval': 'ask' }, body: {} }
  const asked = await api.call<{ code: string; message: string }>(reconciliation.autoMatch, sent)
  expect([asked.status, asked.body.code]).toEqual([409, 'approval.may-ask'])
  expect(asked.body.message).toMatch(
    /^This will wait for approval by .*Perera.* where the rule Matching asks for it\.$/,
  )
  expect(await api.database.query('SELECT FROM jobs')).toEqual([])
})

describe('an order that was released', () => {
  beforeEach(async () => {
    await books.bought()
    await recordPrices(api, '2026-06-17', { 'JKH.N0000': 10 })
    const limit = {
      code: 'ONE',
      name: 'One security',
      kind: 'position',
      measure: 'shares',
      subject: { type: 'security', id: 'JKH.N0000' },
      scope: { type: 'portfolio', id: 'GROW' },
      bound: 120_000,
      unit: 'shares',
      operator: 'above',
      hardness: 'hard',
      warning: 90,
      effectiveFrom: '2026-01-01',
    }
    expect((await api.call('POST /limits', { body: limit })).status).toBe(201)
  })
  type Listed = { id: number; version: number; state: string }
  const order = async (by: string, maker = dealer.token) => {
    const { approvalId: id } = waits(
      await api.call<Refused>('POST /orders', {
        body: {
          portfolioId: 'GROW',
          symbol: 'JKH.N0000',
          side: 'buy',
          quantity: 50_000,
          limitPrice: 10,
          validUntil: '2026-06-19',
          reason: 'Wanted all the same',
        },
        token: maker,
      }),
    )
    expect((await requestOf(api, id)).body.title).toBe(
      'Order: buy 50,000 JKH.N0000 at 10.00 or better in Growth Fund',
    )
    expect((await approve(api, id, by)).body.state).toBe('done')
    const { body } = await api.call<Listed[]>('GET /orders')
    return body[0] as Listed
  }
  /** A user who decides requests and approves no orders. */
  const risk = async () => {
    await api.call('PUT /roles/Risk', {
      body: { rights: ['approvals.decide', 'orders.read'] },
    })
    return (await approver(api, { roles: ['Risk'] })).token
  }
  const approved = ({ id, version }: { id: number; version: number }) =>
    api.call<{ state: string; checks: object[] }>(`POST /orders/${id}/approve`, { body: { version } })
  test('is approved by the release, where the user who released it may approve orders', async () => {
    const released = await order(second.token)
    expect(released.state).toBe('approved')
    const { body } = await api.call<Order>(`GET /orders/${released.id}`)
    const names = { by: body.releasedBy, approval: { by: body.releasedBy, isRelease: true } }
    expect(body.steps).toMatchObject([{ what: 'proposed' }, { what: 'approved', ...names }])
    expect((await api.ask(verify.check)).found).toBe(0)
  })
  test('of a person with some portfolios is released by another with the same', async () => {
    const [grow] = await api.database.query<{ id: number }>(
      "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
    )
    const maker = await personWith(api, { roles: ['Dealer'], sees: [grow?.id ?? 0] })
    const near = await approver(api, { sees: [grow?.id ?? 0] })
    expect((await order(near.token, maker.token)).state).toBe('approved')
  })
  test('is approved without a second release, unless it has become worse', async () => {
    const first = await order(await risk())
    expect(first.state).toBe('proposal')
    const same = await approved(first)
    expect([same.status, same.body.state]).toEqual([200, 'approved'])
    expect(same.body.checks).toMatchObject([{ limit: 'ONE', state: 'exceeded', value: 150_000 }])
    await api.call(`POST /orders/${first.id}/cancel`, { body: { version: first.version } })
    // A buy in the meantime: the same order would now exceed the limit further.
    const other = await order(await risk())
    await books.bought({ quantity: 10_000, contractNumber: 'C-2' })
    expect(waits(await approved(other)).rules).toEqual(['Beyond a hard limit'])
  })
  test('asks again where its limit was tightened, and not where it was loosened', async () => {
    const released = await order(await risk())
    const bounded = async (bound: number, version: number) => {
      const change = { version, bound, effectiveFrom: TODAY }
      expect((await api.call('PUT /limits/ONE', { body: change })).status).toBe(200)
    }
    await bounded(110_000, 1)
    expect(waits(await approved(released)).rules).toEqual(['Beyond a hard limit'])
    await bounded(130_000, 2)
    expect((await approved(released)).body.state).toBe('approved')
  })
})

test('the check of the books lists approvals by people whom the maker let in', async () => {
  const { path } = (
    await api.call<{ path: string; id: number }>('POST /users/invitations', {
      body: { email: 'in@example.lk', first_name: 'Ina', last_name: 'Silva', roles: ['Approver'] },
    })
  ).body
  const secret = 'a better horse'
  await api.call('POST /auth/password-link', {
    body: { token: path.split('/').at(-1), new_password: secret },
    token: null,
  })
  const { body: entered } = await api.call<{ token: string }>('POST /auth/login', {
    body: { email: 'in@example.lk', password: secret },
    token: null,
  })
  await rule(api, ['trades.save-buy', 'trades.enter-buy'])
  const { approvalId: id } = waits(await books.buy())
  expect((await approve(api, id, entered.token)).body).toMatchObject({
    state: 'done',
    letInByMaker: ['Ina Silva'],
  })
  const report = await api.ask(verify.check)
  expect(report.found).toBe(0)
  expect(report.toLookAt).toEqual([
    {
      place: 'APR-000001',
      what: expect.stringMatching(/^approved by Ina Silva, whose account .+, who asked for it, let in$/),
    },
  ])
})
