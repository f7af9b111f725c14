import { ACTIVITIES_MOST, type Activity, recentActivities } from '@em/contract/activities/recent-activities'
import { indexValues } from '@em/contract/indices/index-values'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, settleManually, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'

let api: Api
let books: Books
let held: OneHolding
let bought: number

const asked = (query: object = {}, token?: string) =>
  api.call<{ success: boolean; data: Activity[]; total: number; more: boolean }>(
    `GET /dashboard/recent-activities?${new URLSearchParams(query as Record<string, string>)}`,
    token === undefined ? {} : { token },
  )
const activities = async (query: object = {}, token?: string) => (await asked(query, token)).body.data
const short = ({ icon, status, symbol, portfolio }: Activity) => [icon, status, symbol, portfolio].join(' | ')

test('before anything was recorded there is nothing', async () => {
  const bare = await startApi({ today: '2026-06-15' })
  const answer = await bare.call('GET /dashboard/recent-activities')
  expect(answer.body).toEqual({ success: true, data: [], total: 0, more: false })
})

describe('the list of activities', () => {
  beforeAll(async () => {
    api = await startApi({ today: '2026-06-15' })
    books = await startBooks(api)
    await settleManually(books)
    await books.bought()
    held = await oneHolding(books, 'WAP')
    bought = (await held.buy('2026-06-01', 1_00_000, 12.5)).id
    await held.sell('2026-06-10', 500, 15)
    const changed = await held.change('buy', bought, {
      tradeDate: '2026-06-01',
      quantity: 90_000,
      price: 12.5,
      reason: 'Wrong slip',
    })
    expect(changed.status_).toBe(200)
    await recordPrices(api, '2026-06-12', { 'JKH.N0000': 21, 'COMB.N0000': 90 })
    await api.ask(indexValues.record, {
      params: { code: 'ASPI' },
      query: {},
      body: { rows: [{ date: '2026-06-12', value: '10000' }] } as never,
    })
  })

  test('is newest first, in words, with the user who recorded each activity', async () => {
    const rows = await activities()
    expect(rows.map(({ timestamp }) => timestamp)).toEqual(
      rows.map(({ timestamp }) => timestamp).toSorted((a, b) => (a < b ? 1 : -1)),
    )
    expect(rows.slice(0, 6).map(short)).toMatchInlineSnapshot(`
      [
        "MKT | Recorded |  | ",
        "MKT | Uploaded |  | ",
        "BUY | Corrected | JKH.N0000 | Holding 1",
        "SELL | Recorded | JKH.N0000 | Holding 1",
        "BUY | Recorded | JKH.N0000 | Holding 1",
        "PORT | Assigned |  | Holding 1",
      ]
    `)
    expect(
      rows.slice(0, 6).map(({ details, id }) => `${id.replace(/\d{8}/, 'DAY')}: ${details}`),
    ).toMatchInlineSnapshot(`
      [
        "INDEX-1: All Share Price Index: 1 value, typed",
        "PRICES-1: Trade summary: 2 prices of 12 Jun 2026",
        "BUY-DAY-120000-2: Bought 90,000 at 12.5000, net LKR 11,37,600.00, trade date 01 Jun 2026, reason: Wrong slip",
        "SELL-DAY-120000: Sold 500 at 15.0000, net LKR 7,416.00, trade date 10 Jun 2026",
        "BUY-DAY-120000-2: Bought 1,00,000 at 12.5000, net LKR 12,64,000.00, trade date 01 Jun 2026",
        "H1: Costing method assigned",
      ]
    `)
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    expect(rows.every(({ by }) => by !== '')).toBe(true)
  })

  test('carries the figures of what was recorded, and whether it was bought or sold', async () => {
    const figures = ({ action, quantity, price, value, amount }: Activity) => [
      action,
      quantity,
      price,
      value,
      amount,
    ]
    expect((await activities({ limit: 6 })).map(figures)).toEqual([
      [null, null, null, null, null],
      [null, null, null, null, null],
      ['BUY', 90_000, 12.5, 1_125_000, 1_137_600],
      ['SELL', 500, 15, 7_500, 7_416],
      ['BUY', 100_000, 12.5, 1_250_000, 1_264_000],
      [null, null, null, null, null],
    ])
  })

  test('each type is a part of the whole; there are no dividends and corporate actions yet', async () => {
    const { total } = (await asked({ limit: 500 })).body
    const of = async (type: string) => (await asked({ type, limit: 500 })).body
    const parts = await Promise.all(['trade', 'portfolio_change', 'market_event'].map(of))
    for (const [at, type] of ['trade', 'portfolio_change', 'market_event'].entries()) {
      expect(parts[at]?.data.length).toBeGreaterThan(0)
      expect(parts[at]?.data.every((one) => one.type === type)).toBe(true)
    }
    expect(parts.reduce((all, part) => all + part.total, 0)).toBe(total)
    expect([(await of('dividend')).total, (await of('corporate_action')).total]).toEqual([0, 0])
    expect((await asked({ type: 'nothing' })).status).toBe(400)
  })

  test('pages together are the whole, and each contains the total count', async () => {
    const { data, total } = (await asked({ limit: 500 })).body
    const pages = []
    for (let page = 1; page <= Math.ceil(total / 4); page += 1) {
      const answer = await asked({ limit: 4, page })
      expect([answer.body.total, answer.headers['x-total-count']]).toEqual([total, String(total)])
      pages.push(...answer.body.data)
    }
    expect(pages).toEqual(data)
    expect((await asked({ limit: 4, page: 500 })).body).toMatchObject({ data: [], total })
  })

  test('days go back from now by the time of recording', async () => {
    const all = (await asked({ limit: 500 })).body.total
    expect((await asked({ days: 1, limit: 500 })).body.total).toBe(all)
    await api.database.transaction((tx) =>
      tx.query(
        `INSERT INTO price_sets (act_id, source, trade_date, rows, added, changed, removed, recorded_by, recorded_at)
         VALUES (1, 'typed', '2026-01-05', 1, 1, 0, 0, 1, now() - interval '10 days')`,
      ),
    )
    expect((await asked({ days: 7, limit: 500 })).body.total).toBe(all)
    expect((await asked({ days: 30, limit: 500 })).body.total).toBe(all + 1)
  })

  test('a settlement and a deletion join the trade under Trades', async () => {
    const failed = await api.call('POST /settlements/fail', {
      body: { items: [{ tradeId: bought, date: '2026-06-02' }] },
    })
    expect(failed.status).toBe(201)
    const gone = (await held.buy('2026-06-11', 7, 12.5)).id
    expect((await held.remove('buy', gone)).status_).toBe(200)
    const rows = await activities({ type: 'trade', limit: 500 })
    expect(rows.slice(0, 3).map((one) => `${short(one)}: ${one.details}`)).toMatchInlineSnapshot(`
      [
        "BUY | Deleted | JKH.N0000 | Holding 1: Bought 7 at 12.5000, net LKR 88.47, trade date 11 Jun 2026",
        "BUY | Recorded | JKH.N0000 | Holding 1: Bought 7 at 12.5000, net LKR 88.47, trade date 11 Jun 2026",
        "BUY | Failed | JKH.N0000 | Holding 1: Settlement, failed on 02 Jun 2026",
      ]
    `)
  })

  test('a mark-to-market run shows its result for a portfolio, a reversal its reason', async () => {
    const run = await api.call<{ id: number }>('POST /mark-to-market/runs', {
      body: { date: '2026-06-12', portfolioId: held.portfolioId },
    })
    expect(run.status).toBe(201)
    const back = await api.call(`POST /mark-to-market/runs/${run.body.id}/reverse`, {
      body: { reason: 'Wrong price' },
    })
    expect(back.status).toBe(201)
    const rows = await activities({ type: 'market_event', limit: 2 })
    expect(rows.map((one) => `${short(one)}: ${one.details}`)).toMatchInlineSnapshot(`
      [
        "MKT | Reversed |  | Holding 1: Mark-to-market run of 12 Jun 2026 reversed, reason: Wrong price",
        "MKT | Valued |  | Holding 1: Mark-to-market run of 12 Jun 2026: fair value LKR 18,79,500.00, posted LKR 7,60,750.00",
      ]
    `)
  })

  test('a user who sees some portfolios gets the activities of these portfolios and of the market only', async () => {
    const [grow] = await api.database.query<{ id: number }>(
      "SELECT id FROM portfolios WHERE portfolio_id = 'GROW'",
    )
    const { token } = await personWith(api, { sees: [grow?.id ?? 0] })
    const rows = await activities({ limit: 500 }, token)
    const mine = (await activities({ limit: 500 })).filter(
      ({ portfolio, type }) => portfolio === 'Growth Fund' || (type === 'market_event' && portfolio === ''),
    )
    expect(rows).toEqual(mine)
    expect(rows.length).toBeGreaterThan(4)
    expect((await activities({ limit: 500 })).some(({ portfolio }) => portfolio === 'Holding Fund')).toBe(
      true,
    )
  })

  test('a deleted portfolio is listed for a user who sees all portfolios', async () => {
    const gone = await api.ask(portfolios.routes.create, {
      body: {
        portfolioId: 'GONE',
        portfolioName: 'Gone Fund',
        portfolioType: 'Equity Portfolio',
        entity: 'Test Fund',
        fundManager: 'N. Perera',
        baseCurrency: 'LKR',
        status: 'Active',
      } as never,
    })
    await api.call(`DELETE /portfolios/${(gone as { id: number }).id}`)
    const rows = await activities({ type: 'portfolio_change', limit: 2 })
    expect(rows.map(({ status, portfolio, id }) => [status, portfolio, id])).toEqual([
      ['Deleted', 'Gone Fund', 'GONE'],
      ['Created', 'Gone Fund', 'GONE'],
    ])
    const { token } = await personWith(api, { sees: [] })
    expect((await activities({ type: 'portfolio_change' }, token)).length).toBe(0)
  })

  test('a dividend shows its amount after tax', async () => {
    const send = async (where: string, body: object) => {
      const answer = await api.call<{ id: number }>(where, { body })
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      return answer.body
    }
    const dividend = await send('POST /corporate-actions', {
      kind: 'dividend',
      securityCode: 'JKH.N0000',
      portfolioId: held.portfolioId,
      announcementDate: '2026-06-12',
      exDividendDate: '2026-06-12',
      recordDate: '2026-06-12',
      paymentDate: '2026-06-15',
      dividendRate: 0.5,
    })
    await send(`POST /corporate-actions/${dividend.id}/process`, {})
    const rows = await activities({ type: 'dividend' })
    // 89,500 x 0.50 less 15 %.
    expect(rows.map(({ icon, status, amount, value }) => [icon, status, amount, value])).toEqual([
      ['DIV', 'Processed', 38_037.5, null],
      ['DIV', 'Announced', 38_037.5, null],
    ])
  })

  test('activities of a kind that a user may not read are left out', async () => {
    const role = await api.call('PUT /roles/Holder', { body: { rights: ['holdings.read', 'prices.read'] } })
    expect(role.status).toBe(200)
    const { token } = await personWith(api, { roles: ['Holder'] })
    const types = new Set((await activities({ limit: 500 }, token)).map(({ type }) => type))
    expect([...types]).toEqual(['market_event'])
  })
})

test('only so many are listed, and it is said that there are more', async () => {
  const many = await startApi({ today: '2026-06-15' })
  await many.database.transaction((tx) =>
    tx.query(
      `INSERT INTO price_sets (act_id, source, trade_date, rows, added, changed, removed, recorded_by)
       SELECT 1, 'typed', '2026-01-05', 1, 1, 0, 0, 1 FROM generate_series(1, $1)`,
      [ACTIVITIES_MOST + 3],
    ),
  )
  const read = async (page: number) =>
    (await many.ask(recentActivities, { query: { page, limit: 1000 } as never })) as {
      data: Activity[]
      total: number
      more: boolean
    }
  const last = await read(ACTIVITIES_MOST / 1000)
  expect([last.total, last.more, last.data.length]).toEqual([ACTIVITIES_MOST, true, 1000])
  expect((await read(ACTIVITIES_MOST / 1000 + 1)).data).toEqual([])
})
