/** Requests found by act, number and title; whom one can delegate to; what a lock's checklist says of requests that wait. */
import { approvalDelegations } from '@em/contract/approvals/approvals'
import { audit } from '@em/contract/audit/audit'
import { periods } from '@em/contract/periods/periods'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { approve, approver, decide, listed, requestOf, rule, waits } from '../support/approvals.ts'
import { type Books, startBooks } from '../support/books.ts'

const TODAY = '2026-06-18'
let api: Api
let books: Books
let second: { token: string; user: { id: number } }
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  books = await startBooks(api)
  second = await approver(api)
  await rule(api, ['trades.save-buy', 'trades.enter-buy'])
})

const checks = async (through: string) => {
  const held = (await api.ask(periods.list)).find(({ portfolios }) =>
    portfolios.some(({ portfolioId }) => portfolioId === 'GROW'),
  )
  const points = await api.ask(periods.checks, { params: { id: held?.id ?? 0 }, query: { through } })
  return points.find(({ what }) => what === 'approvals')
}

test('requests are found by the feature or call, by number and by title', async () => {
  const { approvalId: id, number } = waits(await books.buy())
  const ids = async (query: object) => (await listed(api, query, second.token)).map((row) => row.id)
  expect(await ids({ acts: 'orders,trades' })).toEqual([id])
  expect(await ids({ acts: 'trades.save-buy' })).toEqual([id])
  expect(await ids({ acts: 'orders,trades.enter-buy' })).toEqual([])
  expect(await ids({ search: number.toLowerCase() })).toEqual([id])
  expect(await ids({ search: 'buy-20260618' })).toEqual([id])
  expect(await ids({ search: '%' })).toEqual([])
})

test('a lock lists the requests dated by its day, until they are decided', async () => {
  const [{ id } = { id: 0 }] = await listed(api, { state: 'waiting' }, second.token)
  const dated = (await api.database.query<{ dated: string }>('SELECT dated::text FROM approval_requests'))[0]
    ?.dated
  expect(await checks('2026-05-31')).toMatchObject({ state: 'clear' })
  expect(await checks(dated ?? TODAY)).toMatchObject({
    state: 'open',
    count: 1,
    message: expect.stringContaining('APR-000001'),
  })
  expect((await approve(api, id, second.token)).body.state).toBe('done')
  expect(await checks(dated ?? TODAY)).toMatchObject({ state: 'clear' })
})

test('a user who may decide gets the active users to delegate to, without himself', async () => {
  const { body } = await api.call<{ id: number; name: string }[]>(approvalDelegations.people, {
    token: second.token,
  })
  expect(body.map(({ id }) => id)).toContain(api.user.id)
  expect(body.map(({ id }) => id)).not.toContain(second.user.id)
  expect(Object.keys(body[0] ?? {}).toSorted()).toEqual(['id', 'name'])
})

test('an auditor reads who asked and who approved, of his portfolios; requests about people only who reads their acts', async () => {
  const auditor = await approver(api, { roles: ['Auditor'] })
  const narrow = await approver(api, { roles: ['Auditor'], sees: [], changes: [] })
  const [bought] = await listed(api, { search: 'buy' }, auditor.token)
  const { body } = await requestOf(api, bought?.id ?? 0, auditor.token)
  expect(body.steps.map(({ what, by }) => [what, by !== null])).toEqual([
    ['submitted', true],
    ['approved', true],
    ['carried-out', true],
  ])
  expect(body.mayDecide).toBe(false)
  expect(await listed(api, {}, narrow.token)).toEqual([])
  expect((await requestOf(api, body.id, narrow.token)).status).toBe(404)
  await rule(api, ['users.invite'])
  const invited = await api.call('POST /users/invitations', {
    body: { email: 'kamala@example.lk', roles: ['Member'] },
  })
  const { approvalId: id } = waits(invited)
  expect((await requestOf(api, id, auditor.token)).status).toBe(404)
  expect((await listed(api, {}, auditor.token)).map((row) => row.id)).not.toContain(id)
  expect((await requestOf(api, id, second.token)).status).toBe(200)
})

test('an invited user without a password decides nothing yet: a rule needs active users', async () => {
  const away = { email: 'ruwan@example.lk', roles: ['Approver'] }
  api.settings.signup = 'closed'
  const asked = await api.call('POST /users/invitations', { body: away })
  expect((await approve(api, waits(asked).approvalId, second.token)).body.state).toBe('approved')
  expect((await decide(api, 'collect', waits(asked).approvalId)).status).toBe(200)
  const { approvers } = (await requestOf(api, waits(await books.buy({ contractNumber: 'C-77' })).approvalId))
    .body
  // The administrator and the second person, and the one who asks is one of them.
  expect(approvers).toEqual(['Nimal Perera'])
})

test('the audit trail finds a submission and an approval by the request that they came with', async () => {
  const asked = await books.buy({ contractNumber: 'C-78' })
  const { approvalId: id } = waits(asked)
  const approved = await approve(api, id, second.token)
  expect(approved.body.state).toBe('done')
  const acts = async ({ headers }: { headers: Record<string, unknown> }) => {
    const query = { request: String(headers['x-request-id']), about: 'everything' }
    const { body } = await api.call<{ action: string }[]>(audit.list, { query })
    return body.map(({ action }) => action).toSorted()
  }
  expect(await acts(asked)).toEqual(['Submitted for approval'])
  // The act of the maker, and the approval.
  expect(await acts(approved)).toEqual(['Approved', 'Buy recorded'])
})
