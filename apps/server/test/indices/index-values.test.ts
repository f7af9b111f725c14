/** Indices: a register with the exchange's own first, values in versions, sector weights from a day on. */
import { type IndexLatest, indexValues } from '@em/contract/indices/index-values'
import { marketIndices } from '@em/contract/indices/market-indices'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { personWith } from '../support/identity.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' })
  rewind = await rewindable(api)
})
beforeEach(() => rewind())
const record = (rows: object[], query: object = {}, code = 'ASPI', more: object = {}) =>
  api.call<Record<string, unknown>>(indexValues.record, { params: { code }, query, body: { rows, ...more } })
const list = (code = 'ASPI', query: object = {}) =>
  api.ask(indexValues.list, { params: { code }, query } as never)
const latest = async (code = 'ASPI'): Promise<IndexLatest | undefined> =>
  (await api.ask(indexValues.latest)).find((one) => one.code === code)

test('a new installation has the exchange’s indices first, then the regional ones and economic indicators; without a value each says so', async () => {
  const found = await api.ask(indexValues.latest)
  expect(found.map(({ code }) => code)).toEqual([
    'ASPI',
    'S&P SL20',
    'NIFTY 50',
    'SENSEX',
    'BANK NIFTY',
    'VIX',
    'GOLD',
    'CRUDE OIL',
    'USD/INR',
    '10Y BOND',
  ])
  expect(found[0]).toEqual({
    code: 'ASPI',
    name: 'All Share Price Index',
    kind: 'Market',
    sector: null,
    date: null,
    value: null,
    totalReturn: null,
    previous: null,
    change: null,
    changePercent: null,
    weightsFrom: null,
  })
})

describe('values', () => {
  test('are recorded in any order, with their total return, and show the newest and its change', async () => {
    const done = await record([
      { date: '2026-06-12', value: '21,500.00'.replace(',', ''), totalReturn: 30_100 },
      { date: '2026-06-11', value: 21_400, totalReturn: 30_000 },
    ])
    expect([done.status, done.body]).toEqual([
      200,
      { code: 'ASPI', added: 2, changed: 0, removed: 0, unchanged: 0 },
    ])
    expect(await latest()).toMatchObject({
      date: '2026-06-12',
      value: 21_500,
      totalReturn: 30_100,
      previous: 21_400,
      change: 100,
      changePercent: 0.4673,
    })
    expect(await list()).toMatchObject([
      { date: '2026-06-12', value: 21_500, version: 1, source: 'typed', recorded_by: 'Nimal Perera' },
      { date: '2026-06-11' },
    ])
    expect(await list('ASPI', { to: '2026-06-11' })).toHaveLength(1)
    expect(await list('s&p sl20')).toEqual([])
  })

  test('a correction is the next version; a value that is taken back is gone; a value that is recorded already changes nothing', async () => {
    await record([{ date: '2026-06-12', value: 21_500, totalReturn: 30_100 }])
    expect((await record([{ date: '2026-06-12', value: 21_500 }])).body).toMatchObject({ unchanged: 1 })
    expect((await record([{ date: '2026-06-12', value: 21_600 }])).body).toMatchObject({ changed: 1 })
    expect(await list()).toMatchObject([{ value: 21_600, totalReturn: 30_100, version: 2 }])
    expect((await record([{ date: '2026-06-12' }])).body).toMatchObject({ removed: 1 })
    expect(await list()).toEqual([])
    expect((await record([{ date: '2026-06-12', value: 21_700 }])).body).toMatchObject({ added: 1 })
    expect(await list()).toMatchObject([{ version: 4, totalReturn: null }])
    expect(await api.database.query('SELECT count(*)::int AS count FROM index_value_versions')).toEqual([
      { count: 4 },
    ])
  })

  test('a move of more than 10 % is asked about, against the value before it in time', async () => {
    await record([{ date: '2026-06-10', value: 20_000 }])
    expect((await record([{ date: '2026-06-11', value: 22_000 }])).status).toBe(200)
    const asked = await record([
      { date: '2026-06-15', value: 30_000 },
      { date: '2026-06-12', value: 22_100 },
    ])
    expect([asked.status, asked.body]).toMatchObject([
      409,
      {
        code: 'indices.unusual',
        message:
          '1 value moves by more than 10 %: 15 Jun 2026 at 30,000.00, after 22,100.00. Record all the same?',
      },
    ])
    expect(await list()).toHaveLength(2)
    expect((await record([{ date: '2026-06-15', value: 30_000 }], { acceptUnusual: '1' })).status).toBe(200)
    // Recording an earlier value checks the move of that value alone, not that of the recorded value after it.
    expect((await record([{ date: '2026-06-09', value: 5_000 }])).status).toBe(200)
  })

  test('a preview leaves nothing', async () => {
    expect((await record([{ date: '2026-06-12', value: 5 }], { dryRun: '1' })).body).toMatchObject({
      added: 1,
    })
    expect(await list()).toEqual([])
  })

  test.each([
    ['a day to come', [{ date: '2026-06-16', value: 1 }], 422, 'prices.not-over'],
    [
      'a day twice',
      [
        { date: '2026-06-12', value: 1 },
        { date: '2026-06-12', value: 2 },
      ],
      400,
      'request.invalid',
    ],
    ['nothing', [{ date: '2026-06-12', value: 0 }], 400, 'request.invalid'],
    ['no row', [], 400, 'request.invalid'],
  ])('%s is refused and leaves nothing', async (_, rows, status, code) => {
    const refused = await record([...rows])
    expect([refused.status, refused.body]).toMatchObject([status, { code }])
    expect(await api.database.query('SELECT 1 FROM index_value_sets')).toEqual([])
  })

  test('an index that is not there is 404; one with values is not deleted', async () => {
    expect((await record([{ date: '2026-06-12', value: 1 }], {}, 'NONE')).status).toBe(404)
    await record([{ date: '2026-06-12', value: 1 }])
    const aspi = (await api.ask(marketIndices.routes.list, { query: {} })).find(({ code }) => code === 'ASPI')
    const gone = await api.call(marketIndices.routes.remove, { params: { id: aspi?.id }, query: {} })
    expect([gone.status, gone.body]).toMatchObject([409, {}])
  })
})

describe('sector weights', () => {
  const weigh = (weights: object[], effectiveFrom = '2026-01-01') =>
    api.call<Record<string, unknown>>(indexValues.recordWeights, {
      params: { code: 'ASPI' },
      query: {},
      body: { effectiveFrom, weights },
    })
  const BANKS = { sector: 'Financial Services', weight: 60 }
  const REST = { sector: 'Other', weight: 40 }

  test('apply from a day on, newest first; a second set of a day goes before the first', async () => {
    expect((await weigh([BANKS, REST])).status).toBe(200)
    await weigh(
      [
        { ...BANKS, weight: '55.25' },
        { ...REST, weight: 44.75 },
      ],
      '2026-04-01',
    )
    await weigh(
      [
        { ...BANKS, weight: 50 },
        { ...REST, weight: 50 },
      ],
      '2026-04-01',
    )
    const sets = await api.ask(indexValues.weights, { params: { code: 'ASPI' } })
    expect(sets.map(({ effectiveFrom, weights }) => [effectiveFrom, weights[0]?.weight])).toEqual([
      ['2026-04-01', 50],
      ['2026-04-01', 55.25],
      ['2026-01-01', 60],
    ])
    expect(await latest()).toMatchObject({ weightsFrom: '2026-01-01' })
  })

  test('are 100 % together, each sector once', async () => {
    const short = await weigh([BANKS])
    expect([short.status, short.body]).toMatchObject([
      422,
      { message: 'The weights add up to 60 %. Together the sectors of an index are 100 %.' },
    ])
    expect((await weigh([BANKS, BANKS])).status).toBe(400)
    expect((await weigh([{ sector: 'Nothing', weight: 100 }])).status).toBe(400)
    expect((await weigh([{ ...BANKS, weight: 60.05 }, REST])).status).toBe(200)
  })
})

test('a user who sees some portfolios reads indices and records none', async () => {
  const { token } = await personWith(api, { sees: [] })
  expect(await api.ask(indexValues.latest, { token } as never)).toHaveLength(10)
  const refused = await api.call(indexValues.record, {
    params: { code: 'ASPI' },
    query: {},
    body: { rows: [{ date: '2026-06-12', value: 1 }] },
    token,
  })
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'rights.scope' }])
})
