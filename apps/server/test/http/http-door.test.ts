import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { forgetOldKeys, throughTheDoor } from '../../src/platform/door.ts'
import { type Api, startApi } from '../support/api.ts'
import { waitingForLock } from '../support/locks.ts'
import { fillSmallBook, rightBodies } from '../support/small-book.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
  await fillSmallBook(api)
})

const BUY = 'POST /trade-summary/save-buy-transaction'
const keyed = (key: string) => ({ 'idempotency-key': key })
const buy = (changes: object = {}) => ({ ...rightBodies()['trades.save-buy'], ...changes })

/** How many rows each table holds: what a write may have left behind. */
async function census(): Promise<Record<string, number>> {
  const tables = await api.database.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'em' AND tablename <> 'schema_versions'",
  )
  const counts: [string, number][] = []
  for (const { name } of tables) {
    const [row] = await api.database.query<{ count: number }>(`SELECT count(*) FROM ${name}`)
    counts.push([name, row?.count ?? 0])
  }
  return Object.fromEntries(counts)
}
const change = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
      .filter(([, difference]) => difference !== 0),
  )

describe('the same request again', () => {
  test('with the same key answers the same and is carried out once', async () => {
    const first = await api.call(BUY, { body: buy(), headers: keyed('once') })
    const before = await census()
    // The same content in another order is the same request.
    const reordered = Object.fromEntries(Object.entries(buy()).toReversed())
    const again = await api.call(BUY, { body: reordered, headers: keyed('once') })
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(change(before, await census())).toEqual({})
  })

  test('twenty at once: one is carried out, the others answer the same or ask to wait', async () => {
    const before = await census()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.call(BUY, { body: buy(), headers: keyed('twenty') })),
    )
    const done = answers.filter(({ status }) => status === 201)
    const waiting = answers.filter(({ status }) => status === 409)
    expect(done.length + waiting.length).toBe(20)
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(waiting.every(({ body }) => body['code'] === 'idempotency.running')).toBe(true)
    expect(done.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    expect(change(before, await census())).toMatchObject({ trades: 1, idempotency_keys: 1, audit: 1 })
  })

  test('still running: 409', async () => {
    const other = new pg.Client(api.fresh.config)
    await other.connect()
    await other.query('BEGIN; LOCK TABLE em.equities IN ACCESS EXCLUSIVE MODE')
    const body = { name: 'Slow', symbol: 'SLOW.N0000' }
    const first = api.call('POST /equities', { body, headers: keyed('slow') })
    await waitingForLock(other)
    const second = await api.call('POST /equities', { body, headers: keyed('slow') })
    await other.query('COMMIT')
    await other.end()
    expect([second.status, second.body['code']]).toEqual([409, 'idempotency.running'])
    expect((await first).status).toBe(201)
  })

  test('with another body is refused, whatever record it was for', async () => {
    await api.call(BUY, { body: buy(), headers: keyed('other') })
    const before = await census()
    const other = await api.call(BUY, { body: buy({ quantity: 2000 }), headers: keyed('other') })
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency.other-body'])
    expect(change(before, await census())).toEqual({})
  })

  test('the key is the user’s own, and the route’s own', async () => {
    const stranger = await api.signUp()
    const body = { name: 'Own Key', symbol: 'OWNK.N0000' }
    expect((await api.call('POST /equities', { body, headers: keyed('own') })).status).toBe(201)
    const theirs = await api.call('POST /equities', { body, headers: keyed('own'), token: stranger.token })
    expect(theirs.status).toBe(409)
    expect(theirs.body['code']).toBe('record.duplicate')
    const broker = await api.call('POST /brokers', { body: { name: 'Own Key' }, headers: keyed('own') })
    expect(broker.status).toBe(201)
  })

  test('a refused request leaves its key free', async () => {
    const wrong = await api.call(BUY, { body: buy({ tradeDate: '2026-06-13' }), headers: keyed('free') })
    expect(wrong.status).toBe(422)
    expect((await api.call(BUY, { body: buy(), headers: keyed('free') })).status).toBe(201)
  })

  test('without a key it is another one', async () => {
    const before = await census()
    await api.call(BUY, { body: buy() })
    await api.call(BUY, { body: buy() })
    expect(change(before, await census())).toMatchObject({ trades: 2 })
  })
})

test('old answers are forgotten, others are not', async () => {
  const body = { name: 'Kept', symbol: 'KEPT.N0000' }
  await api.call('POST /equities', { body, headers: keyed('kept') })
  await api.database.query(
    `INSERT INTO idempotency_keys (user_id, route, key, body_hash, status, answer, created_at)
     SELECT $1, 'old', n::text, '', 201, '{}', now() - interval '31 days' FROM generate_series(1, 5001) n`,
    [api.user.id],
  )
  await forgetOldKeys(api.database)
  const left = await api.database.query<{ route: string }>('SELECT DISTINCT route FROM idempotency_keys')
  expect(left.map(({ route }) => route)).not.toContain('old')
  expect((await api.call('POST /equities', { body, headers: keyed('kept') })).status).toBe(201)
})

describe('every write', () => {
  test('leaves one audit row: who, what, before and after, and the request', async () => {
    const made = await api.call('POST /brokers', { body: { name: 'Audited' } })
    const id = made.body['id'] as number
    const changed = await api.call(`PUT /brokers/${id}`, { body: { phone: '011', version: 1 } })
    await api.call(`DELETE /brokers/${id}`)
    const rows = await api.database.query<Record<string, unknown>>(
      'SELECT user_id, before, after, request_id FROM audit WHERE entity_id = $1 AND entity ILIKE $2 ORDER BY id',
      [String(id), 'broker%'],
    )
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({ user_id: api.user.id, before: null, after: { name: 'Audited' } })
    expect(rows[1]).toMatchObject({ before: { phone: null }, after: { phone: '011' } })
    expect(rows[1]?.['request_id']).toBe(changed.headers['x-request-id'])
    expect(rows[2]).toMatchObject({ before: { name: 'Audited' }, after: null })
  })

  test('that is refused or fails leaves nothing', async () => {
    const before = await census()
    expect((await api.call('POST /brokers', { body: { name: 'Asha Securities' } })).status).toBe(409)
    expect((await api.call(BUY, { body: buy({ portfolio: 'None', portfolioId: '' }) })).status).toBe(404)
    const fails = throughTheDoor(
      api.database,
      { route: 'test', actor: { id: api.user.id }, status: 201, idempotencyKey: 'fails' },
      async (tx) => {
        await tx.query("INSERT INTO brokers (name) VALUES ('Half done')")
        throw new Error('in the middle')
      },
    )
    await expect(fails).rejects.toThrow('in the middle')
    expect(change(before, await census())).toEqual({})
  })

  test('without its audit row does not happen', async () => {
    const before = await census()
    const done = throughTheDoor(
      api.database,
      { route: 'test', actor: { id: api.user.id }, status: 201 },
      async (tx) => {
        await tx.query("INSERT INTO brokers (name) VALUES ('Without an act')")
        return { answer: {}, audit: { action: null as unknown as string, entity: 'brokers', entityId: 1 } }
      },
    )
    await expect(done).rejects.toMatchObject({ code: '23502' })
    expect(change(before, await census())).toEqual({})
  })
})

describe('a preview', () => {
  test.each([
    [BUY, 'trades.save-buy'],
    ['POST /equities', 'equities.create'],
    ['POST /portfolios', 'portfolios.create'],
    ['POST /journal-entries', 'journal.create'],
    ['POST /cost-of-funds', 'cost-of-funds.create'],
  ])('of %s answers what it would do and writes nothing', async (where, name) => {
    const before = await census()
    const sent = { body: rightBodies(3)[name], query: { dryRun: 1 } }
    const answer = await api.call(where, { ...sent, headers: keyed('preview') })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).length).toBeGreaterThan(0)
    expect(change(before, await census())).toEqual({})
    // Nor is the key used up.
    const real = await api.call(where, { body: sent.body, headers: keyed('preview') })
    expect(real.status).toBe(201)
  })

  test('under the key of a save is computed anew, not answered from what was kept', async () => {
    const body = buy({ contractNumber: 'PREVIEW-OF-A-SAVE' })
    const saved = await api.call(BUY, { body, headers: keyed('saved first') })
    expect(saved.status).toBe(201)
    const preview = await api.call(BUY, { body, headers: keyed('saved first'), query: { dryRun: 1 } })
    expect(preview.status).toBe(200)
    expect(preview.headers['idempotent-replayed']).toBeUndefined()
    expect(preview.body).toMatchObject({ dryRun: true })
    const other = buy({ contractNumber: 'PREVIEW-OF-A-SAVE', quantity: 7 })
    const varied = await api.call(BUY, { body: other, headers: keyed('saved first'), query: { dryRun: 1 } })
    expect(varied.status).toBe(200)
    expect(varied.body).not.toEqual(preview.body)
  })

  test('is refused like the write itself', async () => {
    const answer = await api.call(BUY, { body: buy({ tradeDate: '2026-06-13' }), query: { dryRun: 1 } })
    expect([answer.status, answer.body['code']]).toEqual([422, 'trade.not-a-market-day'])
  })
})
