/** The list of all trades: every order complete, its sums those of its rows, its dates real ones; and values by day. */
import { TRADE_SORTS } from '@em/contract/trades/transactions'
import { beforeAll, describe, expect, test } from 'vitest'
import { recalculateDue } from '../../src/features/value-history/recalculate.commands.ts'
import { type Api, startApi } from '../support/api.ts'
import { startBooks } from '../support/books.ts'
import { recordPrices } from '../support/prices.ts'

interface Row {
  id: number
  side: string
  status: string
  net_value: number
  total_fees: number
  capital_gain: number | null
}
interface Held {
  grossSales: number
  costValue: number
}
let api: Api
let usual: object
const post = async (path: string, body: object) => {
  const answer = await api.call<Row>(`POST /transaction-entries/${path}`, { body })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}
const dated = (day: string) => ({ tradeDate: `2026-06-${day}`, settlementDate: `2026-06-${day}` })

beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  const books = await startBooks(api)
  await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'FIFO' } })
  usual = { ...books.usual, quantity: 100 }
  await post('buy', { ...usual, ...dated('01'), price: 10.5 })
  await post('buy', { ...usual, ...dated('10'), price: 12, contractNumber: 'C-2', brokerName: 'Zed' })
  await post('buy', {
    ...usual,
    ...dated('02'),
    portfolioId: 'HOLD',
    symbol: 'SAMP.N0000',
    companyName: 'Sampath Bank PLC',
  })
  await post('sell', { ...usual, ...dated('15'), quantity: 150, soldPrice: 13, contractNumber: 'S-1' })
  await post('sell', { ...usual, ...dated('30'), quantity: 20, soldPrice: 9, contractNumber: 'S-2' })
  const wrong = await post('buy', { ...usual, ...dated('11'), contractNumber: 'C-4' })
  expect((await api.call(`DELETE /transaction-entries/buy/${wrong.id}`)).status).toBe(200)
  await recordPrices(api, '2026-06-05', { 'JKH.N0000': 15 })
  await recordPrices(api, '2026-06-20', { 'JKH.N0000': 30 })
})

const list = (query: object) => api.call<Row[]>('GET /trades', { query })

describe('the list of trades', () => {
  test.each(TRADE_SORTS.flatMap((name) => [name, `-${name}`]))('pages by %s are complete', async (sort) => {
    const whole = (await list({ sort })).body
    expect(whole).toHaveLength(5)
    const paged: Row[] = []
    for (const page of [1, 2, 3]) {
      const answer = await list({ sort, page, limit: 2 })
      expect(answer.headers['x-total-count']).toBe('5')
      paged.push(...answer.body)
    }
    expect(paged).toEqual(whole)
  })

  test.each(TRADE_SORTS.flatMap((name) => [name, `-${name}`]))('cursors by %s are complete', async (sort) => {
    const whole = (await list({ sort })).body
    const paged: Row[] = []
    let cursor: unknown
    for (let page = 1; page <= 3; page += 1) {
      const answer = await list({ sort, limit: 2, cursor })
      expect(answer.headers['x-total-count']).toBe(page === 1 ? '5' : undefined)
      cursor = answer.headers['x-next-cursor']
      expect(cursor === undefined).toBe(page === 3)
      paged.push(...answer.body)
    }
    expect(paged).toEqual(whole)
  })

  test('a page by cursor begins after its row, whatever is recorded or deleted meanwhile', async () => {
    const query = { limit: 2, side: 'buy' }
    const first = await list(query)
    const extra = { ...usual, quantity: 1, contractNumber: 'C-9', ...dated('25') }
    const { id } = await post('buy', extra)
    const second = await list({ ...query, cursor: first.headers['x-next-cursor'] })
    expect((await api.call(`DELETE /transaction-entries/buy/${id}`)).status).toBe(200)
    expect([...first.body, ...second.body]).toEqual((await list({ side: 'buy' })).body)
  })

  test('a cursor of another order, of nothing, or together with a page number is refused', async () => {
    const cursor = (await list({ limit: 2, sort: 'symbol' })).headers['x-next-cursor']
    expect(cursor).toEqual(expect.any(String))
    for (const query of [{ cursor }, { cursor: 'x' }, { cursor, sort: 'symbol', page: 2 }]) {
      expect(await list(query)).toMatchObject({ status: 400 })
    }
  })

  test.each([
    [{}, 5],
    [{ portfolioId: 'HOLD' }, 1],
    [{ side: 'sell' }, 2],
    [{ side: 'buy', symbol: 'jkh.n0000' }, 2],
    [{ from: '2026-06-02', to: '2026-06-15' }, 3],
    [{ from: '', to: ' ' }, 5],
    [{ search: 'sampath' }, 1],
    [{ search: 'holding fund' }, 1],
    [{ search: 's-2' }, 1],
    [{ broker: 'zed' }, 1],
    [{ batch: 1 }, 0],
  ])('%o leaves %i, and the sums are those of the rows', async (query, count) => {
    const rows = (await list(query)).body
    expect(rows).toHaveLength(count)
    const sum = (of: (row: Row) => number) =>
      Math.round(rows.reduce((total, row) => total + of(row), 0) * 100) / 100
    const on = (side: string) => (row: Row) => (row.side === side ? row.net_value : 0)
    expect((await api.call('GET /trades/summary', { query })).body).toEqual({
      trades: count,
      buys: rows.filter((row) => row.side === 'buy').length,
      sells: rows.filter((row) => row.side === 'sell').length,
      openings: 0,
      pending: rows.filter((row) => row.status === 'Pending').length,
      partSettled: 0,
      overdue: 0,
      failed: 0,
      bought: sum(on('buy')),
      sold: sum(on('sell')),
      fees: sum((row) => row.total_fees),
      gain: sum((row) => row.capital_gain ?? 0),
    })
  })

  test.each(['from', 'to'])('a %s that is no date is refused, naming the field', async (field) => {
    for (const path of ['GET /trades', 'GET /trades/summary']) {
      for (const value of ['soon', '2026-02-30', 'infinity']) {
        expect(await api.call(path, { query: { [field]: value } })).toMatchObject({
          status: 400,
          body: { details: [{ field, message: 'Must be a date like 2026-01-31.' }] },
        })
      }
    }
  })
})

test.each(['capital_gain', 'profit_loss', 'bought_price', 'holding_cost', 'hdays'])(
  'the sells by %s: pages by cursor are complete, greatest first on demand',
  async (field) => {
    const sells = async (sort: string) => {
      const rows: Record<string, number>[] = []
      let cursor: unknown
      do {
        const query = { sort, limit: 1, cursor }
        const answer = await api.call<Record<string, number>[]>('GET /trade-summary/sell-transactions', {
          query,
        })
        expect([answer.status, answer.headers['x-total-count']]).toEqual([200, '2'])
        rows.push(...answer.body)
        cursor = answer.headers['x-next-cursor']
      } while (cursor !== undefined)
      return rows.map((row) => row[field] as number)
    }
    const up = await sells(field)
    expect(up).toHaveLength(2)
    expect(up[0]).toBeLessThan(up[1] as number)
    expect(await sells(`-${field}`)).toEqual(up.toReversed())
  },
)

test.each(['GROW', 'HOLD', 'all'])(
  'the value on each day is that of the holdings of %s then',
  async (portfolioId) => {
    await recalculateDue(api.database, api.clock.today())
    const { body } = await api.call<{ data: { date: string; value: number; cost: number }[] }>(
      'GET /portfolios/value-history',
      { query: { portfolioId, timeRange: '1M' } },
    )
    expect(body.data.length).toBeGreaterThan(18)
    // HOLD was bought once, on its first day.
    const costs = new Set(body.data.map(({ cost }) => cost))
    expect(costs.size).toBeGreaterThan(portfolioId === 'HOLD' ? 0 : 1)
    const codes = portfolioId === 'all' ? ['GROW', 'HOLD'] : [portfolioId]
    for (const { date, value, cost } of body.data) {
      const held = await Promise.all(
        codes.map(
          async (code) =>
            (
              await api.call<Held[]>(`GET /transaction-entries/portfolio/${code}/positions`, {
                query: { asOf: date },
              })
            ).body,
        ),
      )
      const sum = (field: keyof Held) =>
        Math.round(held.flat().reduce((total, row) => total + row[field] * 100, 0)) / 100
      expect([date, value, cost]).toEqual([date, sum('grossSales'), sum('costValue')])
    }
  },
)
