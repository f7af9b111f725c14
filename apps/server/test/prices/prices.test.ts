import { prices, type SheetRow } from '@em/contract/prices/prices'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'
import { uploadSummary } from '../support/upload.ts'

const DAY = '2026-06-12'
let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-06-15' })
  books = await startBooks(api)
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

const sheet = (date = DAY) => api.ask(prices.sheet, { params: { date } })
const row = async (symbol: string, date = DAY): Promise<SheetRow | undefined> =>
  (await sheet(date)).rows.find((one) => one.symbol === symbol)
const record = (rows: object[], query: object = {}, date = DAY, more: object = {}) =>
  api.call(prices.record, { params: { date }, query, body: { rows, ...more } })

describe('a new book is priced from nothing', () => {
  beforeEach(async () => {
    const held = await oneHolding(books, 'WAP')
    await held.buy('2026-01-05', 1000, 20)
  })

  test('the sheet lists what is held, without a price', async () => {
    expect(await sheet()).toMatchObject({
      date: DAY,
      marketDay: DAY,
      signedOff: null,
      missing: 1,
      rows: [{ symbol: 'JKH.N0000', quantity: 1000, previous: null, price: null }],
    })
  })

  test('a typed price counts, keeps who typed it, and is corrected as the next version', async () => {
    const first = await record([{ symbol: 'jkh.n0000', last_trade: '22.10', close: 22 }])
    expect([first.status, first.body]).toEqual([
      200,
      { date: DAY, added: 1, changed: 0, removed: 0, unchanged: 0 },
    ])
    expect(await row('JKH.N0000')).toMatchObject({
      price: { last_trade: 22.1, close: 22, source: 'typed', version: 1, recorded_by: 'Nimal Perera' },
    })
    expect((await record([{ symbol: 'JKH.N0000', last_trade: 22.2, close: 22 }])).body).toMatchObject({
      changed: 1,
    })
    expect((await record([{ symbol: 'JKH.N0000', last_trade: 22.2 }])).body).toMatchObject({ unchanged: 1 })
    expect(await row('JKH.N0000')).toMatchObject({ price: { last_trade: 22.2, version: 2 } })
    expect(await sheet()).toMatchObject({ missing: 0 })
  })

  test("yesterday's price is shown next to it, with its age in market days; it counts until there is another", async () => {
    await record([{ symbol: 'JKH.N0000', last_trade: 22.1 }])
    expect(await row('JKH.N0000', '2026-06-15')).toMatchObject({
      previous: { trade_date: DAY, last_trade: 22.1, market_days: 1 },
      price: null,
    })
    expect(await row('JKH.N0000', '2026-06-11')).toMatchObject({ previous: null })
  })

  test('a price that is taken back does not count any more', async () => {
    await record([{ symbol: 'JKH.N0000', last_trade: 22.1 }])
    expect((await record([{ symbol: 'JKH.N0000', last_trade: null }])).body).toMatchObject({ removed: 1 })
    expect(await row('JKH.N0000')).toMatchObject({ price: null })
    expect((await record([{ symbol: 'JKH.N0000', last_trade: 22.1 }])).body).toMatchObject({ added: 1 })
    expect(await row('JKH.N0000')).toMatchObject({ price: { version: 3 } })
  })

  test('a company code without its class is the security that has it', async () => {
    const done = await record([{ symbol: 'jkh', last_trade: 22.1 }], {}, DAY, { source: 'pasted' })
    expect([done.status, done.body]).toMatchObject([200, { added: 1 }])
    expect(await row('JKH.N0000')).toMatchObject({ price: { last_trade: 22.1 } })
    const twice = await record([
      { symbol: 'JKH', last_trade: 22.1 },
      { symbol: 'JKH.N0000', last_trade: 22.2 },
    ])
    expect(twice.body).toMatchObject({ code: 'prices.unknown-symbol' })
    const unlisted = await record([{ symbol: 'HNB', last_trade: 22.1 }])
    expect(unlisted.body).toMatchObject({
      details: [{ field: 'rows.1.symbol', message: 'HNB is not in the Equity Master.' }],
    })
  })

  test('a misspelt company is answered with the nearest of the Equity Master', async () => {
    const refused = await record([{ symbol: 'Jon Keels Holding', last_trade: 22.1 }])
    expect([refused.status, refused.body]).toMatchObject([
      422,
      {
        code: 'prices.unknown-symbol',
        details: [
          {
            field: 'rows.1.symbol',
            message:
              'Jon Keels Holding is not in the Equity Master. The nearest: JKH.N0000 (John Keells Holdings PLC).',
          },
        ],
      },
    ])
  })

  test('a price far from the last one is asked about, and recorded once it was agreed to', async () => {
    await record([{ symbol: 'JKH.N0000', last_trade: 20 }], {}, '2026-06-11')
    const asked = await record([{ symbol: 'JKH.N0000', last_trade: 22.01 }])
    expect([asked.status, asked.body]).toMatchObject([
      409,
      {
        code: 'prices.unusual',
        message: '1 price is unusual: JKH.N0000 at 22.01, more than 10 % from 20.00. Record all the same?',
      },
    ])
    expect(await row('JKH.N0000')).toMatchObject({ price: null })
    expect((await record([{ symbol: 'JKH.N0000', last_trade: 22 }])).status).toBe(200)
    expect((await record([{ symbol: 'JKH.N0000', last_trade: 22.01 }], { acceptUnusual: '1' })).status).toBe(
      200,
    )
    // A price that is recorded already is not asked about again.
    expect((await record([{ symbol: 'JKH.N0000', last_trade: 22.01 }])).status).toBe(200)
  })

  test('a price outside the range that the exchange gives is asked about with that range', async () => {
    const header =
      'Company Name,Symbol,Share Volume,Trade Volume,Previous Close (Rs.),Open (Rs.),High (Rs.),Low (Rs.),**Last Trade (Rs.)'
    await uploadSummary(
      api,
      `${header}\nJOHN KEELLS HOLDINGS PLC,JKH.N0000,10,1,20.00,20.10,20.40,19.90,20.20`,
      { tradeDate: DAY },
    )
    expect((await record([{ symbol: 'JKH.N0000', last_trade: 20.5 }])).body).toMatchObject({
      message:
        "1 price is unusual: JKH.N0000 at 20.50, outside the day's range 19.90 to 20.40. Record all the same?",
    })
  })

  test("a typed last trade keeps the exchange's other figures, and its own change", async () => {
    await api.database.query('SELECT 1')
    await recordPrices(api, DAY, { 'JKH.N0000': 20 })
    await record([{ symbol: 'JKH.N0000', last_trade: 20.5 }])
    expect(await api.database.query('SELECT version, last_trade, company_name FROM prices')).toEqual([
      { version: 2, last_trade: '20.5000', company_name: 'John Keells Holdings PLC' },
    ])
  })
})

describe('a refused save leaves nothing', () => {
  test.each([
    ['a name that no security has', [{ symbol: 'NONE', last_trade: 1 }], 422, 'prices.unknown-symbol'],
    [
      'a symbol twice',
      [
        { symbol: 'JKH.N0000', last_trade: 1 },
        { symbol: 'John Keells Holdings PLC', last_trade: 2 },
      ],
      422,
      'prices.unknown-symbol',
    ],
    ['a price of nothing', [{ symbol: 'JKH.N0000', last_trade: 0 }], 400, 'request.invalid'],
    ['a price below zero', [{ symbol: 'JKH.N0000', last_trade: -1 }], 400, 'request.invalid'],
    ['five decimals', [{ symbol: 'JKH.N0000', last_trade: '1.00001' }], 400, 'request.invalid'],
    ['no row', [], 400, 'request.invalid'],
  ])('%s', async (_, rows, status, code) => {
    const refused = await record([...rows])
    expect([refused.status, refused.body]).toMatchObject([status, { code }])
    expect(await api.database.query('SELECT 1 FROM price_sets')).toEqual([])
  })

  test.each([
    ['a day to come', '2026-06-16', 'prices.not-over'],
    ['a Sunday', '2026-06-14', 'prices.no-market-day'],
  ])('%s', async (_, date, code) => {
    const refused = await record([{ symbol: 'JKH.N0000', last_trade: 20 }], {}, date)
    expect([refused.status, refused.body]).toMatchObject([422, { code }])
  })

  test('a Poya day, named with the market days next to it', async () => {
    const refused = await record([{ symbol: 'JKH.N0000', last_trade: 20 }], {}, '2026-04-01')
    expect(refused.body).toMatchObject({
      code: 'prices.no-market-day',
      message: expect.stringContaining(
        '01 Apr 2026 was no market day: Bak Full Moon Poya Day. The market days next to it are 31 Mar 2026 and 02 Apr 2026.',
      ),
    })
    expect(await sheet('2026-04-01')).toMatchObject({
      marketDay: '2026-03-31',
      closed: { reason: 'Bak Full Moon Poya Day', before: '2026-03-31', after: '2026-04-02' },
    })
  })
})

test('a sheet that is signed off takes no price, typed or uploaded, until it is reopened', async () => {
  const one = [{ symbol: 'JKH.N0000', last_trade: 20 }]
  await record(one)
  expect(await api.ask(prices.signOff, { params: { date: DAY }, query: {} })).toMatchObject({
    signedOff: { by: 'Nimal Perera' },
  })
  const refused = await record([{ symbol: 'JKH.N0000', last_trade: 20.1 }])
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'prices.signed-off' }])
  expect((await api.call(prices.signOff, { params: { date: DAY }, query: {} })).status).toBe(409)
  expect(await api.ask(prices.reopen, { params: { date: DAY }, query: {} })).toMatchObject({
    signedOff: null,
  })
  expect((await record([{ symbol: 'JKH.N0000', last_trade: 20.1 }])).status).toBe(200)
  expect((await api.call(prices.reopen, { params: { date: DAY }, query: {} })).status).toBe(409)
})

test('a user who sees some portfolios sees the securities that they hold, and records no price', async () => {
  const held = await oneHolding(books, 'WAP')
  await held.buy('2026-01-05', 1000, 20)
  const { token } = await personWith(api, { sees: [] })
  const seen = await api.call<{ rows: SheetRow[] }>(prices.sheet, { params: { date: DAY }, token })
  expect(seen.body.rows).toEqual([])
  const refused = await api.call(prices.record, {
    params: { date: DAY },
    query: {},
    body: { rows: [{ symbol: 'JKH.N0000', last_trade: 20 }] },
    token,
  })
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'rights.scope' }])
})

test.each([
  [
    'with a header and names',
    'Company,Price\nJohn Keells Holdings PLC,"1,022.10"',
    'John Keells Holdings PLC',
  ],
  ['of two columns without a header', 'jkh.n0000;1022.10\nCOMB.N0000;98', 'JKH.N0000'],
])('a file %s is read', async (_, text, symbol) => {
  const read = await api.ask(prices.readFile, {
    body: { fileName: 'p.csv', data: Buffer.from(text).toString('base64') },
  })
  expect(read.problems).toEqual([])
  expect(read.rows[0]).toMatchObject({ symbol, last_trade: 1022.1 })
})
