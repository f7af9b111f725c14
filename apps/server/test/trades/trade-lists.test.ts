/** Lists of trades in any order, page by page. */
import { trades } from '@em/contract/trades/trades'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { startBooks } from '../support/books.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
  const books = await startBooks(api)
  const prices = ['10', '9.5', '10', '120.25', '9.5', '1000', '10']
  for (const [index, price] of prices.entries()) {
    await books.bought({ price, contractNumber: `C-${index}`, brokerName: index % 2 ? 'CAL' : 'asia' })
  }
})

type Row = Record<string, unknown> & { id: number }

async function pages(sort: string | undefined): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = await api.call<Row[]>(trades.buys, { query: { limit: 2, sort, cursor } })
    expect([page.status, page.headers['x-total-count']]).toEqual([200, '7'])
    rows.push(...page.body)
    cursor = page.headers['x-next-cursor'] as string | undefined
  } while (cursor !== undefined)
  return rows
}

describe('the list of buys', () => {
  const names = [
    'deal_number trade_date settlement_date symbol company_name portfolio contract_number broker_name',
    'payment_method account_name quantity price gross_value net_value total_fees id',
    'bought_price holding_cost capital_gain money_generation_cost profit_loss hdays',
  ]
  it.each(names.join(' ').split(' '))('sorts by %s, complete and without repeats', async (name) => {
    const up = await pages(name)
    expect(new Set(up.map(({ id }) => id)).size).toBe(7)
    expect((await pages(`-${name}`)).map(({ id }) => id)).toEqual(up.map(({ id }) => id).toReversed())
  })

  it('puts the smallest first, equal ones in the order of recording', async () => {
    const rows = await pages('price')
    expect(rows.map(({ price }) => price)).toEqual([9.5, 9.5, 10, 10, 10, 120.25, 1000])
    expect(rows.map((row) => row['contract_number'])).toEqual([
      'C-1',
      'C-4',
      'C-0',
      'C-2',
      'C-6',
      'C-3',
      'C-5',
    ])
    expect((await pages('broker_name')).map((row) => row['broker_name'])).toEqual([
      ...Array<string>(4).fill('asia'),
      ...Array<string>(3).fill('CAL'),
    ])
  })

  it('is newest first without an order', async () => {
    expect(await pages(undefined)).toEqual(await pages('-id'))
  })

  it.each(['nothing', '__proto__', 'v.net', '-'])('refuses to sort by %s', async (sort) => {
    expect(await api.call(trades.buys, { query: { sort } })).toMatchObject({ status: 400 })
  })

  const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
  it.each([
    'x',
    '12',
    cursorOf('id', '1'),
    cursorOf('-id', 'x', 1),
    cursorOf('net_value', '1', 1),
    cursorOf('-id', '1', 1.5),
  ])('refuses the cursor %s', async (cursor) => {
    expect(await api.call(trades.buys, { query: { cursor } })).toMatchObject({ status: 400 })
  })

  it.each(['from', 'to'])('refuses a %s that is no date', async (name) => {
    expect(await api.call(trades.buys, { query: { [name]: 'soon' } })).toMatchObject({ status: 400 })
    expect(await api.call(trades.buys, { query: { [name]: '2026-01-31' } })).toMatchObject({ status: 200 })
  })
})
