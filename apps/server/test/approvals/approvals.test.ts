/** Writes that wait for another person: kept, looked at, decided once, carried out as what was approved. */
import { approvalDelegations, approvalRules, approvals } from '@em/contract/approvals/approvals'
import type { Order } from '@em/contract/orders/orders'
import { sells } from '@em/contract/trades/sells'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { switchOff } from '../../src/features/approvals/switch-off.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { approve, approver, decide, listed, requestOf, rule, waits } from '../support/approvals.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'
import { auditOf, memoryIsOver } from '../support/identity.ts'
import { oneBehindTheOther } from '../support/locks.ts'
import { lockBooks } from '../support/own-entity.ts'
import { recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'

/** Status and code, for a refusal. */
const refused = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

const TODAY = '2026-06-18'
let api: Api
let books: Books
let rewind: () => Promise<void>
let second: { token: string; user: { id: number } }
let third: { token: string; user: { id: number } }
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
  second = await approver(api)
  third = await approver(api)
  rewind = await rewindable(api)
})
beforeEach(async () => {
  await rewind()
  api.settings.signup = 'open'
  api.clock.set(`${TODAY}T05:00:00Z`)
})

const key = (value: string) => ({ headers: { 'idempotency-key': value } })
const tradesCount = async () =>
  (await api.database.query<{ n: number }>('SELECT count(*) AS n FROM trades'))[0]?.n
const BUYS = ['trades.save-buy', 'trades.enter-buy']

describe('a buy under a rule', () => {
  beforeEach(async () => {
    await rule(api, BUYS)
  })

  test('waits, is in no book, and is recorded after approval as its maker entered it', async () => {
    const { approvalId: id, number, expiresAt, rules, state } = waits(await books.buy({}, key('K-1')))
    expect({ number, expiresAt, state }).toEqual({
      number: 'APR-000001',
      expiresAt: '2026-06-25',
      state: 'waiting',
    })
    expect(rules).toEqual(['Rule on trades.save-buy, trades.enter-buy'])
    expect(await tradesCount()).toBe(0)
    // The same key and body is the same request; another body is refused.
    expect(waits(await books.buy({}, key('K-1'))).approvalId).toBe(id)
    expect(refused(await books.buy({ quantity: 1 }, key('K-1')))).toEqual([422, 'idempotency.other-body'])
    const { body: seen } = await requestOf(api, id, second.token)
    expect(seen).toMatchObject({
      act: 'trades.save-buy',
      amount: 1_000_000,
      portfolios: ['GROW'],
      mayDecide: true,
      isMine: false,
      differs: [],
      submitted: {
        facts: {
          trades: [
            { side: 'buy', symbol: 'JKH.N0000', quantity: 100_000, gross: '1000000.00', net: '1011200.00' },
          ],
          lines: expect.arrayContaining([
            expect.objectContaining({ account_code: '1100', debit: '1000000.00' }),
          ]),
        },
      },
    })
    const done = await approve(api, id, second.token)
    expect(done.body).toMatchObject({ state: 'done', approvals: { given: 1, needed: 1 } })
    expect(done.body.steps.map(({ what }) => what)).toEqual(['submitted', 'approved', 'carried-out'])
    expect(await tradesCount()).toBe(1)
    const again = await books.buy({}, key('K-1'))
    expect(again.status).toBe(201)
    expect(again.headers['idempotent-replayed']).toBe('true')
    const [trade] = await api.database.query<{ recorded_by: number }>(
      'SELECT recorded_by FROM trade_versions',
    )
    expect(trade?.recorded_by).toBe(api.user.id)
    expect((await auditOf(api, 'trades.buy')).map((row) => row.user_id)).toEqual([api.user.id])
    expect((await auditOf(api, 'approvals.approve')).map((row) => row.user_id)).toEqual([second.user.id])
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('is never decided by its maker, by who has no right, or twice', async () => {
    const { approvalId: id } = waits(await books.buy())
    const hash = (await requestOf(api, id)).body.submitted.hash
    expect(refused(await decide(api, 'approve', id, { seen: hash }))).toEqual([403, 'approval.own'])
    const member = await approver(api, { roles: ['Member'] })
    expect(refused(await decide(api, 'approve', id, { seen: hash }, member.token))).toEqual([
      403,
      'approval.not-yours',
    ])
    expect((await approve(api, id, second.token)).status).toBe(200)
    expect(refused(await decide(api, 'approve', id, { seen: hash }, third.token))).toEqual([
      409,
      'approval.not-waiting',
    ])
    expect(refused(await decide(api, 'reject', id, { reason: 'Too late' }, third.token))).toEqual([
      409,
      'approval.not-waiting',
    ])
    expect(await tradesCount()).toBe(1)
  })

  test('rejected: nothing is done, and its key answers that it ended', async () => {
    const { approvalId: id } = waits(await books.buy({}, key('K-2')))
    const { body } = await decide(api, 'reject', id, { reason: 'Wrong broker' }, second.token)
    expect(body).toMatchObject({
      state: 'rejected',
      steps: [{ what: 'submitted' }, { what: 'rejected', reason: 'Wrong broker' }],
    })
    const ended = await books.buy({}, key('K-2'))
    expect(refused(ended)).toEqual([409, 'approval.ended'])
    expect(ended.body.message).toContain('Wrong broker')
    expect(await tradesCount()).toBe(0)
  })

  test('withdrawn by its maker alone', async () => {
    const { approvalId: id } = waits(await books.buy())
    expect(refused(await decide(api, 'withdraw', id, {}, second.token))).toEqual([403, 'approval.maker-only'])
    expect((await decide(api, 'withdraw', id)).body.state).toBe('withdrawn')
    expect(refused(await decide(api, 'approve', id, { seen: '0'.repeat(64) }, second.token))).toEqual([
      409,
      'approval.not-waiting',
    ])
  })

  test('expires after its market days', async () => {
    const { approvalId: id } = waits(await books.buy({}, key('K-3')))
    api.clock.set('2026-06-26')
    expect((await listed(api, { of: 'for-me' }, second.token)).length).toBe(0)
    expect((await requestOf(api, id)).body.state).toBe('expired')
    expect(refused(await decide(api, 'approve', id, { seen: '0'.repeat(64) }, second.token))).toEqual([
      409,
      'approval.not-waiting',
    ])
    expect(refused(await books.buy({}, key('K-3')))).toEqual([409, 'approval.ended'])
  })

  test('its deal number, and a day that was left out, are those of the submission', async () => {
    const { approvalId: id } = waits(await books.buy())
    const deal = (await requestOf(api, id)).body.title
    api.clock.set('2026-06-22')
    expect((await approve(api, id, second.token)).body.state).toBe('done')
    const [trade] = await api.database.query<{ deal_number: string }>('SELECT deal_number FROM trades')
    expect(deal).toBe(`Buy 100,000 JKH.N0000 at 10.00 for GROW (${trade?.deal_number})`)
    expect(trade?.deal_number).toMatch(/^BUY-20260618-/)
  })

  test('a preview says who would approve it', async () => {
    const preview = await books.buy({}, { query: { dryRun: 1 } })
    expect(preview.status).toBe(200)
    expect(JSON.parse(String(preview.headers['x-approval']))).toEqual({
      rules: ['Rule on trades.save-buy, trades.enter-buy'],
      approvers: ['Nimal Perera', 'Nimal Perera'],
    })
  })

  test('asked first, a write that would wait says so and leaves nothing; a key whose request waits answers it', async () => {
    const first = { 'x-approval': 'ask' }
    const asked = await books.buy({}, { headers: first })
    expect([refused(asked), (asked.body as Refused).message]).toEqual([
      [409, 'approval.asks'],
      'This will wait for approval by Nimal Perera or Nimal Perera (Rule on trades.save-buy, trades.enter-buy).',
    ])
    expect(await listed(api)).toEqual([])
    expect(await auditOf(api, 'trades.buy')).toEqual([])
    const { approvalId: id } = waits(await books.buy({}, key('K-F')))
    const again = { headers: { ...key('K-F').headers, ...first } }
    expect(waits(await books.buy({}, again)).approvalId).toBe(id)
    // Where no rule asks, it is saved.
    const [{ id: ruleId } = { id: 0 }] = (await api.call<{ id: number }[]>(approvalRules.list)).body
    const body = { name: 'Off', acts: BUYS, approvals: 1, isOn: false, version: 1 }
    expect((await api.call(approvalRules.change, { params: { id: ruleId }, body })).status).toBe(200)
    expect((await books.buy({ contractNumber: 'C-9' }, { headers: first })).status).toBe(201)
  })

  test.each(['approve', 'reject'] as const)(
    'approved while another wants to %s it: it ends once',
    async (what) => {
      const { approvalId: id } = waits(await books.buy())
      const seen = (await requestOf(api, id)).body.submitted.hash
      const [first, other] = await oneBehindTheOther(
        api,
        () => decide(api, 'approve', id, { seen }, second.token),
        () => decide(api, what, id, what === 'approve' ? { seen } : { reason: 'Wrong broker' }, third.token),
      )
      expect([first.status, first.body.state]).toEqual([200, 'done'])
      expect(other.status).toBe(409)
      expect(await tradesCount()).toBe(1)
      expect(await verifyBooks(api.database)).toEqual([])
    },
  )

  test('approved while its rule is switched off, or asks for two from now on: it is carried out once, by the rule of its submission', async () => {
    for (const now of [{ isOn: false }, { approvals: 2, isOn: true }]) {
      const acts = [...BUYS]
      const { id: ruleId, version } = await rule(api, acts, { name: JSON.stringify(now) })
      const { approvalId: id } = waits(await books.buy({ contractNumber: JSON.stringify(now) }))
      const seen = (await requestOf(api, id)).body.submitted.hash
      const before = (await tradesCount()) ?? 0
      const change = () =>
        api.call(approvalRules.change, {
          params: { id: ruleId },
          body: { name: 'Changed', acts, approvals: 1, version, ...now },
        })
      const [changed, done] = await oneBehindTheOther(api, change, () =>
        decide(api, 'approve', id, { seen }, second.token),
      )
      expect([changed.status, done.status, done.body.state]).toEqual([200, 200, 'done'])
      expect(await tradesCount()).toBe(before + 1)
    }
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('by a maker who was disabled meanwhile: returned with the sentence', async () => {
    const dealer = await approver(api, { roles: ['Dealer'] })
    const { approvalId: id } = waits(await books.buy({}, { token: dealer.token }))
    const { body: seen } = await requestOf(api, id, second.token)
    await api.call(`PUT /users/${dealer.user.id}`, { body: { isActive: false } })
    const { body } = await decide(api, 'approve', id, { seen: seen.submitted.hash }, second.token)
    expect(body.state).toBe('returned')
    expect(body.steps.at(-1)).toMatchObject({ what: 'returned' })
    expect(await tradesCount()).toBe(0)
  })
})

describe('the terms of a rule', () => {
  test('from an amount on, for a portfolio alone', async () => {
    await rule(api, BUYS, { atLeast: 1_000_000, portfolios: ['GROW'] })
    expect((await books.buy({ quantity: 99_999, contractNumber: 'C-1' })).status).toBe(201)
    expect((await books.buy({ quantity: 100_000, contractNumber: 'C-2' })).status).toBe(202)
    expect((await books.buy({ portfolioId: 'HOLD', contractNumber: 'C-3' })).status).toBe(201)
  })

  test('two approvals: by two people, of the same figures', async () => {
    await rule(api, BUYS, { approvals: 2 })
    const { approvalId: id } = waits(await books.buy())
    expect((await approve(api, id, second.token)).body).toMatchObject({
      state: 'waiting',
      approvals: { given: 1, needed: 2 },
    })
    const seen = (await requestOf(api, id)).body.submitted.hash
    expect(refused(await decide(api, 'approve', id, { seen }, second.token))).toEqual([
      403,
      'approval.same-person',
    ])
    expect((await approve(api, id, third.token)).body.state).toBe('done')
    expect(await tradesCount()).toBe(1)
  })

  test('a rule that no user could satisfy is refused, and so is taking the last approver away', async () => {
    const body = { name: 'Three', acts: BUYS, approvals: 2 }
    api.settings.signup = 'closed'
    expect((await api.call(approvalRules.create, { body })).status).toBe(201)
    // The administrator and two approvers decide: with one of them fewer the administrator's own requests find one.
    const disable = (id: number) => api.call<Refused>(`PUT /users/${id}`, { body: { isActive: false } })
    expect((await disable(third.user.id)).status).toBe(422)
    expect((await disable(third.user.id)).body.code).toBe('approval.nobody')
    expect(refused(await books.buy({}, { token: second.token }))).toEqual([403, 'rights.missing'])
  })

  test('an act that is none, and an open sign-up, are refused', async () => {
    const create = (body: object) => api.call<Refused>(approvalRules.create, { body })
    expect(refused(await create({ name: 'A', acts: BUYS, approvals: 1 }))).toEqual([
      422,
      'approval.sign-up-open',
    ])
    api.settings.signup = 'closed'
    expect(refused(await create({ name: 'A', acts: ['identity.login'], approvals: 1 }))).toEqual([
      422,
      'approval.acts',
    ])
    expect(refused(await create({ name: 'A', acts: BUYS, approvals: 3 }))).toEqual([400, 'request.invalid'])
  })

  test('the sets are loaded once', async () => {
    api.settings.signup = 'closed'
    const load = (set: string) => api.call<{ name: string }[]>(approvalRules.load, { body: { set } })
    expect((await load('money')).body.map(({ name }) => name)).toEqual([
      'Payments',
      'Bank details of accounts and brokers',
      'Users and roles',
      'Locks, year closings and reopened periods',
      'Manual entries and write-offs',
      'Prices changed by hand',
    ])
    expect((await load('full-desk')).body.map(({ name }) => name)).toEqual([
      'Trades',
      'Corporate actions',
      'Valuation runs',
      'Registers',
    ])
    expect((await load('money')).body).toEqual([])
    expect((await books.buy()).status).toBe(202)
  })
})

describe('delegation', () => {
  test('the delegate decides for the approver while the delegation lasts, within his own portfolios', async () => {
    await rule(api, BUYS)
    const delegate = await approver(api, { roles: ['Dealer'] })
    const narrow = await approver(api, { roles: ['Dealer'], changes: [] })
    for (const to of [delegate, narrow]) {
      const body = { to: to.user.id, from: TODAY, until: '2026-06-20', reason: 'On leave' }
      expect((await api.call(approvalDelegations.create, { body, token: second.token })).status).toBe(201)
    }
    const { approvalId: id } = waits(await books.buy())
    expect((await listed(api, { of: 'for-me' }, delegate.token)).map((row) => row.id)).toEqual([id])
    expect((await requestOf(api, id, narrow.token)).body.mayDecide).toBe(false)
    expect(refused(await approve(api, id, narrow.token))).toEqual([403, 'approval.not-yours'])
    const { body } = await approve(api, id, delegate.token)
    expect(body.state).toBe('done')
    expect(body.steps.find(({ what }) => what === 'approved')).toMatchObject({ for: 'Nimal Perera' })
    const other = waits(await books.buy({ contractNumber: 'C-9' }))
    api.clock.set('2026-06-22')
    expect((await requestOf(api, other.approvalId, delegate.token)).status).toBe(404)
  })
})

describe('the result of a request', () => {
  const SALE = {
    symbol: 'JKH.N0000',
    companyName: 'John Keells Holdings PLC',
    portfolioId: 'GROW',
    contractNumber: '80011',
  }
  const sell = (sent: object = {}) =>
    api.call<Refused>(sells.save, {
      body: {
        ...SALE,
        quantity: 400,
        price: 28,
        tradeDate: '2026-06-16',
        settlementDate: '2026-06-18',
        settlementAccount: books.bank,
        brokerName: 'Asia Securities (Pvt) Ltd',
        ...sent,
      },
    })

  /** The worked example A1: 1,000 at 20.00 held; a late buy moves the cost that the sale takes out. */
  test('A1: a late buy makes it stale; what differs is named, and the new figures are approved', async () => {
    await books.bought({ quantity: 1_000, price: 20, tradeDate: '2026-06-10', settlementDate: '2026-06-12' })
    await rule(api, ['sells.save'])
    const { approvalId: id } = waits(await sell())
    const { body: first } = await requestOf(api, id, second.token)
    expect(first.submitted.facts.trades).toMatchObject([
      {
        side: 'sell',
        gross: '11200.00',
        fees: '125.43',
        net: '11074.57',
        cost_out: '8000.00',
        capital_gain: '3200.00',
      },
    ])
    await books.bought({
      quantity: 200,
      price: 21,
      contractNumber: 'C-2',
      tradeDate: '2026-06-11',
      settlementDate: '2026-06-15',
    })
    const stale = await decide(api, 'approve', id, { seen: first.submitted.hash }, second.token)
    expect(refused(stale)).toEqual([409, 'approval.stale'])
    expect(stale.body.message).toContain('Cost out 8,000.00, now 8,066.67')
    const { body: now } = await requestOf(api, id, second.token)
    expect(now.state).toBe('waiting')
    expect(now.differs).toEqual(
      expect.arrayContaining(['Cost out 8,000.00, now 8,066.67', 'Gain 3,200.00, now 3,133.33']),
    )
    expect(now.differs.join()).not.toContain('Net')
    expect((await approve(api, id, second.token)).body.state).toBe('done')
    // It never stood at 8,000.00: no difference was posted.
    const [entries] = await api.database.query<{ n: number }>(
      "SELECT count(*) AS n FROM journal_entries e JOIN trades t ON t.id = e.trade_id WHERE t.side = 'sell' AND e.kind = 'correction'",
    )
    expect(entries?.n).toBe(0)
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('a later trade that it only moves does not make it stale', async () => {
    await books.bought({ quantity: 1_000, price: 20, tradeDate: '2026-06-10', settlementDate: '2026-06-12' })
    await rule(api, ['sells.save'])
    const { approvalId: id } = waits(await sell())
    const seen = (await requestOf(api, id)).body.submitted.hash
    await books.bought({
      quantity: 50,
      price: 30,
      contractNumber: 'C-2',
      tradeDate: '2026-06-17',
      settlementDate: '2026-06-19',
    })
    expect((await decide(api, 'approve', id, { seen }, second.token)).body.state).toBe('done')
  })

  test('A4: its period was locked meanwhile: returned; sent again it posts on the first open day', async () => {
    await rule(api, ['trades.save-buy'])
    const { approvalId: id } = waits(
      await books.buy({ tradeDate: '2026-05-29', settlementDate: '2026-06-02' }),
    )
    const { body: entities } =
      await api.call<{ id: number; name: string; version: number }[]>('GET /entities')
    const entity = entities.find(({ name }) => name === 'Test Fund')
    const lock = await lockBooks(api, entity?.id ?? 0, '2026-05-31', 'Closed')
    expect(lock.status).toBe(201)
    const returned = await approve(api, id, second.token)
    expect(returned.body.state).toBe('returned')
    expect(returned.body.steps.at(-1)?.reason).toMatch(/locked/)
    const again = waits(
      await books.buy(
        { tradeDate: '2026-05-29', settlementDate: '2026-06-02' },
        { query: { openPeriod: 1 } },
      ),
    )
    expect((await approve(api, again.approvalId, second.token)).body.state).toBe('done')
    const [moved] = await api.database.query(
      'SELECT entry_date, moved_from FROM journal_entries WHERE moved_from IS NOT NULL',
    )
    expect(moved).toEqual({ entry_date: '2026-06-01', moved_from: '2026-05-29' })
  })

  test('two approvals: the second sees what the first saw, or the first lapses', async () => {
    await books.bought({ quantity: 1_000, price: 20, tradeDate: '2026-06-10', settlementDate: '2026-06-12' })
    await rule(api, ['sells.save'], { approvals: 2 })
    const { approvalId: id } = waits(await sell())
    expect((await approve(api, id, second.token)).body.approvals.given).toBe(1)
    await books.bought({
      quantity: 200,
      price: 21,
      contractNumber: 'C-2',
      tradeDate: '2026-06-11',
      settlementDate: '2026-06-15',
    })
    const { body: now } = await requestOf(api, id, third.token)
    expect(refused(await decide(api, 'approve', id, { seen: now.now?.hash }, third.token))).toEqual([
      409,
      'approval.stale',
    ])
    const { body: lapsed } = await requestOf(api, id, third.token)
    expect([lapsed.approvals.given, lapsed.steps.at(-1)?.what]).toEqual([0, 'lapsed'])
    expect((await approve(api, id, third.token)).body.approvals.given).toBe(1)
    expect((await approve(api, id, second.token)).body.state).toBe('done')
  })
})

describe('secrets, people and bank details', () => {
  test('an invitation: only its maker gets the link, once', async () => {
    await rule(api, ['users.invite'])
    const { approvalId: id } = waits(
      await api.call('POST /users/invitations', { body: { email: 'new@example.com', roles: ['Member'] } }),
    )
    // The link of a run that was rolled back is neither kept nor shown to the approver.
    const { body: request } = await requestOf(api, id, second.token)
    expect([request.submitted.preview, request.now?.preview ?? null]).toEqual([null, null])
    expect(JSON.stringify(request)).not.toContain('set-password')
    const approved = await approve(api, id, second.token)
    expect(approved.body).toMatchObject({ state: 'approved', isCollected: true })
    const known = () => api.database.query("SELECT FROM users WHERE email = 'new@example.com'")
    expect(await known()).toHaveLength(0)
    expect(refused(await decide(api, 'collect', id, {}, second.token))).toEqual([403, 'approval.maker-only'])
    const collected = await api.call<{ answer: { path: string } } & Refused>(
      `POST /approvals/${id}/collect`,
      { body: {} },
    )
    expect(collected.status).toBe(200)
    const token = collected.body.answer.path.split('/').at(-1) ?? 'none'
    expect(token.length).toBeGreaterThan(20)
    expect(await known()).toHaveLength(1)
    expect(refused(await decide(api, 'collect', id))).toEqual([409, 'approval.nothing-to-collect'])
    const stored = await api.database.query<{ text: string }>(
      'SELECT (r.*)::text AS text FROM approval_requests r UNION ALL SELECT (j.*)::text FROM jobs j UNION ALL SELECT (a.*)::text FROM audit a',
    )
    expect(stored.filter(({ text }) => text.includes(token) || text.includes('set-password'))).toEqual([])
  })

  test('bank details need a sign-in of the last minutes, and no user decides about himself', async () => {
    await rule(api, ['settlement-accounts.update', 'users.change'])
    const { approvalId: bank } = waits(
      await api.call(`PUT /accounts/${books.bank}`, { body: { account_number: '9999' } }),
    )
    await api.database.query(
      "UPDATE sessions SET created_at = now() - interval '16 minutes' WHERE user_id = $1",
      [second.user.id],
    )
    expect(refused(await approve(api, bank, second.token))).toEqual([403, 'approval.sign-in-again'])
    const { body: seen } = await requestOf(api, bank, third.token)
    expect(seen.submitted.records).toMatchObject([
      { changes: [{ label: 'Account Number', before: '7001', after: '9999' }] },
    ])
    expect((await approve(api, bank, third.token)).body.state).toBe('done')
    const { approvalId: about } = waits(
      await api.call(`PUT /users/${third.user.id}`, { body: { roles: ['Approver', 'Dealer'] } }),
    )
    expect(refused(await approve(api, about, third.token))).toEqual([403, 'approval.about-you'])
  })
})

describe('long work', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      side: 'buy',
      symbol: 'JKH.N0000',
      tradeDate: '2026-06-15',
      settlementDate: '2026-06-17',
      quantity: 10,
      price: 20,
      contractNumber: `L-${at}`,
    }))
  const send = (count: number) =>
    api.call('POST /trade-batches', {
      body: {
        source: 'import',
        defaults: {
          portfolioId: 'GROW',
          brokerName: 'Asia Securities (Pvt) Ltd',
          settlementAccount: books.bank,
        },
        rows: rows(count),
      },
      headers: { 'idempotency-key': 'L' },
    })

  test('an import waits as one, is looked at again, and is carried out by its job', async () => {
    await rule(api, ['batches.record'])
    const { approvalId: id } = waits(await send(30))
    const { body } = await requestOf(api, id, second.token)
    expect(body).toMatchObject({
      title: 'Import of rows (30 trades, gross 6,000.00)',
      amount: 6_000,
      submitted: { counts: { trades: 30 } },
    })
    await books.bought({ contractNumber: 'C-5' })
    await api.call(approvals.get, { params: { id }, query: { again: 1 } })
    await expect.poll(async () => (await requestOf(api, id)).body.now?.hash).toBe(body.submitted.hash)
    expect(await tradesCount()).toBe(1)
    expect((await approve(api, id, second.token)).body).toMatchObject({ state: 'done' })
    expect(await tradesCount()).toBe(31)
    expect((await send(30)).status).toBe(201)
    expect(await tradesCount()).toBe(31)
  })
})

describe('an order beyond a hard limit', () => {
  const limit = () =>
    api.call('POST /limits', {
      body: {
        code: 'ONE',
        name: 'One security',
        kind: 'share',
        measure: 'percent-of-securities',
        subject: { type: 'security', id: 'JKH.N0000' },
        scope: { type: 'portfolio', id: 'GROW' },
        bound: 10,
        unit: 'percent',
        operator: 'above',
        hardness: 'hard',
        warning: 90,
        effectiveFrom: '2026-01-01',
      },
    })
  const order = (token?: string) =>
    api.call<{ id: number; state: string } & Refused>('POST /orders', {
      body: {
        portfolioId: 'GROW',
        symbol: 'JKH.N0000',
        side: 'buy',
        quantity: 50_000,
        limitPrice: 10,
        validUntil: '2026-06-19',
        reason: 'Wanted all the same',
      },
      ...(token !== undefined && { token }),
    })

  test('waits for a release without any rule, and is approved by it', async () => {
    await books.bought()
    await recordPrices(api, '2026-06-17', { 'JKH.N0000': 10 })
    expect((await limit()).status).toBe(201)
    const { approvalId: id, rules } = waits(await order())
    expect(rules).toEqual(['Beyond a hard limit'])
    const { body } = await requestOf(api, id, second.token)
    expect(body.submitted.facts.checks).toEqual([{ limit: 'ONE', state: 'exceeded' }])
    expect((await approve(api, id, second.token)).body.state).toBe('done')
    const { body: orders } =
      await api.call<{ id: number; state: string; releasedBy: string }[]>('GET /orders')
    expect(orders.map(({ state }) => state)).toEqual(['approved'])
    // Its maker reads who released it, not that he approved it himself.
    const { body: released } = await api.call<Order>(`GET /orders/${orders[0]?.id}`)
    const by = body.approvers.find((name) => name === released.releasedBy)
    expect([by, orders[0]?.releasedBy]).toEqual([released.releasedBy, released.releasedBy])
    expect(released.steps.map(({ what, approval }) => [what, approval])).toEqual([
      ['proposed', null],
      ['approved', { number: body.number, by, isRelease: true }],
    ])
  })

  test('is refused where no other user could release it', async () => {
    await books.bought()
    await recordPrices(api, '2026-06-17', { 'JKH.N0000': 10 })
    expect((await limit()).status).toBe(201)
    for (const { user } of [second, third])
      await api.call(`PUT /users/${user.id}`, { body: { isActive: false } })
    expect(refused(await order())).toEqual([422, 'limit.refused'])
  })
})

describe('the check of the books', () => {
  const asOwner = async (sql: string) => {
    const client = new pg.Client(api.fresh.admin)
    await client.connect()
    await client.query('SET search_path = em; SET session_replication_role = replica')
    await client.query(sql)
    await client.end()
  }

  test('finds an act under a rule without its request, and one that its maker approved', async () => {
    await rule(api, BUYS)
    const { approvalId: id } = waits(await books.buy())
    expect((await approve(api, id, second.token)).body.state).toBe('done')
    expect(await verifyBooks(api.database)).toEqual([])
    await asOwner(`UPDATE approval_steps SET by_user = ${api.user.id} WHERE what = 'approved'`)
    expect((await verifyBooks(api.database)).map(({ place, expected }) => [place, expected])).toEqual([
      ['APR-000001', 'at least 1'],
    ])
    await asOwner("DELETE FROM approval_steps WHERE what = 'carried-out'")
    expect((await verifyBooks(api.database)).map(({ what }) => what)).toEqual(
      expect.arrayContaining(['trades.save-buy', 'state']),
    )
  })

  test('a person with some portfolios records under a rule, and another releases it', async () => {
    const [grow] = await api.database.query<{ id: number }>(
      "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
    )
    const dealer = await approver(api, { roles: ['Dealer'], sees: [grow?.id ?? 0] })
    await rule(api, BUYS)
    const { approvalId: id } = waits(await books.buy({}, { token: dealer.token }))
    expect((await requestOf(api, id, dealer.token)).body).toMatchObject({
      isMine: true,
      portfolios: ['GROW'],
    })
    expect((await approve(api, id, second.token)).body.state).toBe('done')
    expect(await verifyBooks(api.database)).toEqual([])
  })

  test('all rules are switched off on the machine, in the audit trail', async () => {
    await rule(api, BUYS)
    await expect(switchOff(api.database, '')).rejects.toThrow('check the marked fields')
    expect(await switchOff(api.database, 'The approver has left')).toEqual([
      'Rule on trades.save-buy, trades.enter-buy',
    ])
    expect(await verifyBooks(api.database)).toEqual([])
    await memoryIsOver()
    expect((await books.buy()).status).toBe(201)
    expect(await auditOf(api, 'approval-rules.off')).toMatchObject([
      { user_id: null, after: { reason: 'The approver has left' } },
    ])
  })
})
