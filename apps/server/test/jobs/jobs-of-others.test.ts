/** Jobs and earlier answers, of any user: a user sees of them what his present rights and portfolios allow. */
import type { Job, JobLine } from '@em/contract/jobs/jobs'
import type { ApiError } from '@em/contract/kit/errors'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { auditOf, personWith, refused } from '../support/identity.ts'

let api: Api
let books: Books
/** The id of the portfolio HOLD. */
let hold: number
let grow: number
beforeAll(async () => {
  api = await startApi()
  books = await startBooks(api)
  const rows = await api.database.query<{ id: number }>('SELECT id FROM portfolios ORDER BY portfolio_id')
  ;[grow, hold] = rows.map(({ id }) => id) as [number, number]
  const rights = ['users.read', 'users.manage', 'trades.read']
  await api.call('PUT /roles/Staff', { body: { rights } })
  await api.call('PUT /roles/Importing', { body: { rights: [...rights, 'imports.run'] } })
})

let contracts = 0
const rows = (more: object = {}) => {
  contracts += 1
  const row = { side: 'buy', symbol: 'JKH.N0000', tradeDate: '2026-06-15', quantity: 10, price: 5 }
  return {
    source: 'import',
    defaults: {
      portfolioId: 'HOLD',
      settlementAccount: books.bank,
      brokerName: 'Asia Securities (Pvt) Ltd',
    },
    rows: [{ ...row, contractNumber: `J-${contracts}`, ...more }],
  }
}
type Answer = Record<string, unknown> & ApiError
const send = (token: string, body: object, key?: string) =>
  api.call<Answer>('POST /trade-batches', {
    token,
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const list = async (token: string) => (await api.call<JobLine[]>('GET /jobs', { token })).body
const one = (token: string, id: unknown) => api.call<Job & ApiError>(`GET /jobs/${String(id)}`, { token })
const restrict = (id: number, body: object) => api.call(`PUT /users/${id}`, { body })

describe('jobs of others', () => {
  test('are shown to a user who manages users, if he may do such work himself, with all portfolios', async () => {
    const { token } = await personWith(api, {})
    expect((await send(token, rows())).status).toBe(201)
    expect((await send(token, rows({ symbol: 'NONE' }))).status).toBe(422)
    const [failed, done] = await list(token)
    const seenBy = async (roles: string[], sees?: number[]) => {
      const person = await personWith(api, { roles, ...(sees && { sees }) })
      const seen = await list(person.token)
      return [
        seen.map(({ id }) => id),
        (await one(person.token, done?.id)).status,
        (await api.call(`POST /jobs/${failed?.id}/retry`, { token: person.token })).status,
        (await api.call(`DELETE /jobs/${failed?.id}`, { token: person.token })).status,
      ]
    }
    expect(await seenBy(['Staff'])).toEqual([[], 404, 404, 404])
    expect(await seenBy(['Administrator'], [hold])).toEqual([[], 404, 404, 404])
    // A job that is tried again runs in the name of its owner: only he asks for it.
    expect(await seenBy(['Importing'])).toEqual([[failed?.id, done?.id], 200, 403, 409])
    expect((await one(api.token, done?.id)).body.result).toMatchObject({ portfolio: 'Holding Fund' })
  })

  test('are ended with an audit row that says who ended them, as one’s own', async () => {
    const { token, user } = await personWith(api, {})
    for (const by of [api.token, token]) {
      await api.database.query(
        "INSERT INTO jobs (kind, owner_id, body_hash, dry_run) VALUES ('batches.record', $1, '', false)",
        [user.id],
      )
      const [job] = await list(token)
      const { body } = await api.call<Job>(`DELETE /jobs/${job?.id}`, { token: by })
      expect(body.status).toBe('cancelled')
    }
    const [, own] = (await list(token)).map(({ id }) => String(id)).toReversed()
    const noted = (await auditOf(api, 'jobs.cancel')).map(({ user_id, entity_id }) => [user_id, entity_id])
    expect(noted).toEqual([
      [api.user.id, String(Number(own) - 1)],
      [user.id, own],
    ])
  })
})

describe('an earlier answer', () => {
  test('shows no more than the person sees now, by the job and by the key', async () => {
    const { token, user } = await personWith(api, {})
    const [imported, refusedRows] = [rows(), rows({ quantity: 0 })]
    expect((await send(token, imported, 'import')).status).toBe(201)
    expect((await send(token, refusedRows, 'refused')).status).toBe(422)
    const buy = () =>
      books.buy(
        { portfolioId: 'HOLD', contractNumber: 'K-1' },
        { token, headers: { 'idempotency-key': 'buy' } },
      )
    expect((await buy()).status).toBe(201)
    const [failed, done] = await list(token)
    const outside = [409, 'idempotency.outside']
    const answers = async () => ({
      buy: (await buy()).status,
      import: refused(await send(token, imported, 'import')),
      result: (await one(token, done?.id)).body.result,
      error: (await one(token, failed?.id)).body.error?.code,
      listed: (await list(token)).find(({ id }) => id === failed?.id)?.error?.code,
    })
    const whole = await answers()
    expect(whole).toMatchObject({ buy: 201, import: [201, undefined], error: 'batch.rows' })
    await restrict(user.id, { portfolios: { see: ['GROW'] } })
    expect(await answers()).toEqual({
      buy: 409,
      import: outside,
      result: null,
      error: 'job.outside',
      listed: 'job.outside',
    })
    expect(refused((await buy()) as never)).toEqual(outside)
    await restrict(user.id, { portfolios: { see: 'all', change: ['GROW'] } })
    expect(await answers()).toEqual(whole)
    await restrict(user.id, { roles: ['Auditor'] })
    const { body } = await one(token, done?.id)
    expect(body).toMatchObject({ status: 'done', result: null })
  })

  test('is answered again as long as what it was given with is seen', async () => {
    const { token, user } = await personWith(api, { sees: [grow, hold] })
    const imported = rows()
    expect((await send(token, imported, 'again')).status).toBe(201)
    const [job] = await list(token)
    await restrict(user.id, { portfolios: { see: ['GROW', 'HOLD'], change: ['HOLD'] } })
    expect((await send(token, imported, 'again')).status).toBe(201)
    expect((await one(token, job?.id)).body.result).toMatchObject({ portfolio: 'Holding Fund' })
    await restrict(user.id, { portfolios: { see: ['HOLD'] } })
    expect((await send(token, imported, 'again')).status).toBe(409)
    expect((await one(token, job?.id)).body.result).toBeNull()
  })
})
