/** The parts of a request are bounded before they are walked: fields, values, depth, single texts. Nothing here is measured in time. */
import { boundsOf, KEYS_MAX, TEXT_BYTES_MAX } from '@em/contract/kit/bounds'
import { allRoutes } from '@em/contract/registry'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, type Refused, startBooks } from '../support/books.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
})

const many = (fields: number) =>
  Object.fromEntries(Array.from({ length: fields }, (_, at) => [`field${at}`, at]))
const deep = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
const writes = allRoutes.filter(({ method }) => method === 'POST' || method === 'PUT')
const where = (route: (typeof writes)[number]) => `${route.method} ${route.path.replace(/:\w+/g, '1')}`

describe('every route that takes a body refuses', () => {
  test.each(writes.map((route) => [route.name, route] as const))('%s', async (_, route) => {
    const refusal = async (body: unknown) => {
      const { status, body: answer } = await api.call<Refused>(where(route), { body })
      return [status, answer.code, answer.details?.[0]]
    }
    const fields = (field: string) => [400, 'request.invalid', { field, message: 'Takes at most 60 fields.' }]
    expect(await refusal(many(61))).toEqual(fields('body'))
    expect(await refusal({ defaults: many(61) })).toEqual(fields('defaults'))
    expect(await refusal(`{"a":{${'"b":1,'.repeat(100)}"c":1}}`)).toEqual(fields('a'))
    // A list in a list, or longer where the contract names a longer one there.
    const most = Math.max(KEYS_MAX, boundsOf(route.body).lists[2] ?? 0)
    expect(await refusal({ a: [[1], Array(most + 1).fill(1)] })).toEqual([
      400,
      'request.invalid',
      { field: 'a.1', message: `Takes at most ${most.toLocaleString('en-US')} values.` },
    ])
    expect(await refusal(deep(9))).toEqual([
      400,
      'request.invalid',
      { field: Array(8).fill('a').join('.'), message: 'The request is nested deeper than 8 levels.' },
    ])
    expect((await refusal('['.repeat(100_000)))[0]).toBe(400)
    const { textBytes } = boundsOf(route.body)
    if (textBytes > TEXT_BYTES_MAX) return
    expect(await refusal(`{"a":"${'\\\\'.repeat(textBytes / 2 + 1)}"}`)).toEqual([
      400,
      'request.invalid',
      { field: 'a', message: 'A single value takes at most 64 KB.' },
    ])
  })
})

describe('an import', () => {
  const row = {
    side: 'buy',
    symbol: 'JKH.N0000',
    tradeDate: '2026-06-01',
    quantity: 10,
    price: 10,
    contractNumber: 'B-1',
    brokerName: 'Some broker',
    portfolioId: 'GROW',
    settlementAccount: 0,
  }
  const submit = async (more: object) => {
    const body = { source: 'import', rows: [{ ...row, settlementAccount: books.bank }], ...more }
    const answer = await api.call<Refused>('POST /trade-batches?dryRun=1', { body })
    return [answer.status, answer.body.details?.[0]?.field]
  }

  test('takes 60 fields in its defaults and in a row, and no more', async () => {
    expect(await submit({ defaults: many(60) })).toEqual([200, undefined])
    expect(await submit({ defaults: many(61) })).toEqual([400, 'defaults'])
    expect(await submit({ defaults: many(100_000) })).toEqual([400, 'defaults'])
    const most = { ...many(60 - Object.keys(row).length), ...row, settlementAccount: books.bank }
    expect(await submit({ rows: [most] })).toEqual([200, undefined])
    expect(await submit({ rows: [row, { ...most, one: 'more' }] })).toEqual([400, 'rows.1'])
    expect(await submit({ fields: Array(61).fill('x'), rows: [[1]] })).toEqual([400, 'fields'])
    expect(await submit({ fields: ['symbol'], rows: [Array(61).fill(1)] })).toEqual([400, 'rows.0'])
  })

  test('takes a hundred thousand rows, and no more', async () => {
    expect(await submit({ rows: Array(100_001).fill([]) })).toEqual([400, 'rows'])
    expect((await submit({ fields: ['symbol'], rows: Array(100_000).fill([]) }))[0]).toBe(200)
  })

  test('keeps the last of two columns with one name, as before', async () => {
    const fields = [...Object.keys(row), 'price']
    const values = [...Object.values({ ...row, settlementAccount: books.bank }), 20]
    const body = { source: 'import', fields, rows: [values] }
    const answer = await api.call<{ bought: number }>('POST /trade-batches?dryRun=1', { body })
    expect(answer.body.bought).toBe(200)
  })
})

test('a text that is longer than it can be with blanks around it is refused before it is looked at', async () => {
  const body = { name: `${' '.repeat(500)}Asha Securities${' '.repeat(400)}` }
  expect((await api.call('POST /brokers', { body })).status).toBe(201)
  const long = { name: `${' '.repeat(60_000)}x` }
  const refused = await api.call<Refused>('POST /brokers', { body: long })
  expect([refused.status, refused.body.details]).toEqual([
    400,
    [{ field: 'name', message: expect.stringMatching(/at most \d+ characters/) }],
  ])
})
