/** Writes that wait for another person: kept, looked at, decided once, carried out as what was approved. */
import { approvalDelegations, approvalRules } from '@em/contract/books/approvals'
import { trades } from '@em/contract/books/trades'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { approve, approver, decide, listed, look, rule, waits } from '../support/approvals.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'
import { auditOf } from '../support/identity.ts'
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

  test('waits, is in no book, and stands after approval as its maker recorded it', async () => {
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
    const { body: seen } = await look(api, id, second.token)
    expect(seen).toMatchObject({
      act: 'trades.save-buy',
      amount: 1_000_000,
      portfolios: ['GROW'],
      mayDecide: true,
      isMine: false,
      differs: [],
      then: {
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
    const hash = (await look(api, id)).body.then.hash
    expect(refused(await decide(api, 'approve', id, { seen: hash }))).toEqual([403, 'approval.own'])
    const member = await approver(api, { roles: ['Member'] })
    expect((await decide(api, 'approve', id, { seen: hash }, member.token)).status).toBe(404)
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
    expect((await look(api, id)).body.state).toBe('expired')
    expect(refused(await decide(api, 'approve', id, { seen: '0'.repeat(64) }, second.token))).toEqual([
      409,
      'approval.not-waiting',
    ])
    expect(refused(await books.buy({}, key('K-3')))).toEqual([409, 'approval.ended'])
  })

  test('its deal number, and a day that was left out, are those of the submission', async () => {
    const { approvalId: id } = waits(await books.buy())
    const deal = (await look(api, id)).body.title
    api.clock.set('2026-06-22')
    expect((await approve(api, id, second.token)).body.state).toBe('done')
    const [trade] = await api.database.query<{ deal_number: string }>('SELECT deal_number FROM trades')
    expect(deal).toBe(`Trade ${trade?.deal_number}`)
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

  test('two at once: carried out once', async () => {
    const { approvalId: id } = waits(await books.buy())
    const seen = (await look(api, id)).body.then.hash
    const both = await Promise.all([
      decide(api, 'approve', id, { seen }, second.token),
      decide(api, 'approve', id, { seen }, third.token),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await tradesCount()).toBe(1)
  })

  test('by a maker who was disabled meanwhile: returned with the sentence', async () => {
    const dealer = await approver(api, { roles: ['Dealer'] })
    const { approvalId: id } = waits(await books.buy({}, { token: dealer.token }))
    const { body: seen } = await look(api, id, second.token)
    await api.call(`PUT /users/${dealer.user.id}`, { body: { isActive: false } })
    const { body } = await decide(api, 'approve', id, { seen: seen.then.hash }, second.token)
    expect(body.state).toBe('returned')
    expect(body.steps.at(-1)).toMatchObject({ what: 'returned' })
    expect(await tradesCount()).toBe(0)
  })
})

describe('what is asked for', () => {
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
    const seen = (await look(api, id)).body.then.hash
    expect(refused(await decide(api, 'approve', id, { seen }, second.token))).toEqual([
      403,
      'approval.same-person',
    ])
    expect((await approve(api, id, third.token)).body.state).toBe('done')
    expect(await tradesCount()).toBe(1)
  })

  test('a rule that nobody could satisfy is refused, and so is taking the last approver away', async () => {
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
  test('who stands in decides for the approver, while it lasts, within his own portfolios', async () => {
    await rule(api, BUYS)
    const stand = await approver(api, { roles: ['Dealer'] })
    const narrow = await approver(api, { roles: ['Dealer'], changes: [] })
    for (const to of [stand, narrow]) {
      const body = { to: to.user.id, from: TODAY, until: '2026-06-20', reason: 'On leave' }
      expect((await api.call(approvalDelegations.create, { body, token: second.token })).status).toBe(201)
    }
    const { approvalId: id } = waits(await books.buy())
    expect((await listed(api, { of: 'for-me' }, stand.token)).map((row) => row.id)).toEqual([id])
    expect((await look(api, id, narrow.token)).body.mayDecide).toBe(false)
    expect(refused(await approve(api, id, narrow.token))).toEqual([403, 'approval.not-yours'])
    const { body } = await approve(api, id, stand.token)
    expect(body.state).toBe('done')
    expect(body.steps.find(({ what }) => what === 'approved')).toMatchObject({ for: 'Nimal Perera' })
    const other = waits(await books.buy({ contractNumber: 'C-9' }))
    api.clock.set('2026-06-22')
    expect((await look(api, other.approvalId, stand.token)).status).toBe(404)
  })
})
