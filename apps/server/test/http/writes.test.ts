/** Writes that are carried out outside a request, by the name of their route. */

import { isRight, rightOf } from '@em/contract/identity/rights'
import type { ApiError } from '@em/contract/kit/errors'
import { allRoutes } from '@em/contract/registry'
import { beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../src/platform/authorize.ts'
import type { HeldWrite } from '../../src/platform/http/writes.ts'
import type { Refusal } from '../../src/platform/refusal.ts'
import { type Api, startApi } from '../support/api.ts'
import { auditOf } from '../support/identity.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})

const by = (...rights: SignedIn['rights'] extends ReadonlySet<infer R> ? R[] : never): SignedIn => ({
  id: api.user.id,
  sessionId: 0,
  rights: new Set(rights),
  roles: [],
  portfolios: { see: 'all', change: 'all' },
})
const write = (name: string) => api.writes.get(name) as HeldWrite
const manner = (more: object = {}) => ({ dryRun: false, requestId: 'a job', ...more })
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: Refusal) => error,
  )
const holiday = { body: { date: '2027-03-01', name: 'A day off', type: 'Bank Holiday' } }
const count = async () => (await api.call<unknown[]>('GET /holidays?search=A day off')).body.length

test('every route that changes something with a right is there by its name', () => {
  const wanted = allRoutes.filter(({ needs }) => isRight(needs) && rightOf(needs).changes)
  expect(wanted.filter(({ name }) => !api.writes.has(name)).map(({ name }) => name)).toEqual([])
  for (const [name, { route }] of api.writes) expect(route.name).toBe(name)
})

test('a preview goes through the write path, and a route without previews refuses one', async () => {
  const previewed = allRoutes.filter(({ dryRunStatus }) => dryRunStatus !== null)
  const unseen = [...api.writes.keys()].filter((name) => !previewed.some((route) => route.name === name))
  expect(unseen).toEqual([])
  const without = allRoutes.filter((route) => route.method !== 'GET' && route.dryRunStatus === null)
  expect(without.map(({ name }) => name)).toEqual([
    'identity.signup',
    'identity.login',
    'identity.set-password',
    'limits.what-if',
    'jobs.cancel',
    'jobs.retry',
    'accounting-exports.tie',
    'report-schedules.run',
    'approvals.approve',
    'approvals.collect',
  ])
  for (const route of without) {
    const answer = await api.call<ApiError>(route, {
      params: { id: 1 },
      query: { dryRun: '1' },
      ...(route.method === 'POST' && { body: {} }),
    })
    expect([route.name, answer.status, answer.body.details?.[0]?.field]).toEqual([route.name, 400, 'dryRun'])
  }
})

test('is carried out as by a request: once for a key, as a preview, with its audit row', async () => {
  const create = write('holidays.create')
  const actor = by('registers.change')
  const before = await count()
  expect((await create.run(actor, holiday, manner({ dryRun: true }))).status).toBe(200)
  expect(await count()).toBe(before)
  const done = await create.run(actor, holiday, manner({ idempotencyKey: 'one' }))
  expect([done.status, done.replayed]).toEqual([201, false])
  const again = await create.run(actor, holiday, manner({ idempotencyKey: 'one' }))
  expect([again.answer, again.replayed]).toEqual([done.answer, true])
  // The request with the same key and body is the same write.
  const asked = await api.call('POST /holidays', { ...holiday, headers: { 'idempotency-key': 'one' } })
  expect([asked.status, asked.body, asked.headers['idempotent-replayed']]).toEqual([201, done.answer, 'true'])
  expect(await count()).toBe(before + 1)
  expect((await auditOf(api, 'holidays.create')).length).toBe(1)
})

test('is checked as a request is, and refused without its right', async () => {
  const create = write('holidays.create')
  const invalid = await refusalOf(create.run(by('registers.change'), { body: {} }, manner()))
  expect(invalid?.code).toBe('request.invalid')
  expect((await refusalOf(create.parse({ body: {} })))?.details).toEqual(invalid?.details)
  const missing = await refusalOf(create.run(by('registers.read'), holiday, manner()))
  expect([missing?.status, missing?.code]).toEqual([403, 'rights.missing'])
})

test('a user who may only draft entries posts none, and leaves an audit row', async () => {
  const entry = {
    date: '2026-06-01',
    description: 'Bank charges',
    lines: [
      { account_code: '1010', debit: 5, credit: 0 },
      { account_code: '2900', debit: 0, credit: 5 },
    ],
  }
  const create = write('journal.create')
  const posted = await refusalOf(create.run(by('journal.draft'), { body: entry }, manner()))
  expect([posted?.code, posted?.message]).toEqual([
    'rights.missing',
    'You need the right "Post and reverse journal entries" for this. Ask an administrator.',
  ])
  expect((await auditOf(api, 'rights.refused')).at(-1)?.entity_id).toBe('journal.create')
  const drafted = await create.run(by('journal.draft'), { body: { ...entry, status: 'Draft' } }, manner())
  expect(drafted.status).toBe(201)
})
