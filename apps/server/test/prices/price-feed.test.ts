import { feed } from '@em/contract/prices/price-feed'
import { prices } from '@em/contract/prices/prices'
import { tradeSummaries } from '@em/contract/prices/trade-summary'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { exchangeAt, type FeedLimits } from '../../src/features/prices/exchange/exchange-client.ts'
import { readByClock } from '../../src/features/prices/exchange/feed.ts'
import { priceFeed } from '../../src/features/prices/feed/price-feed.ts'
import { readSettings } from '../../src/platform/settings.ts'
import { type Api, startApi } from '../support/api.ts'
import { accessEngineering, type ExchangeStub, exchangeStub, noonOf } from '../support/exchange-stub.ts'
import { oneBehindTheOther } from '../support/locks.ts'
import { recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'

const DAY = '2026-07-16'

let exchange: ExchangeStub
let api: Api
let rewind: () => Promise<void>
beforeAll(async () => {
  exchange = await exchangeStub()
  api = await startApi({ today: DAY, settings: { PRICE_FEED_URL: exchange.url } })
  rewind = await rewindable(api)
})
afterAll(() => exchange.close())
beforeEach(async () => {
  for (const call of ['marketSummery', 'marketStatus', 'tradeSummary']) exchange.answer(call, null)
  exchange.asked.length = 0
  await rewind()
})

const rows = (...changes: object[]) =>
  exchange.answer('tradeSummary', {
    reqTradeSummery: changes.map((change) => ({ ...accessEngineering, ...change })),
  })
const read = () =>
  api.call<{ code: string; message: string; tradeDate: string; rows: number; added: number }>(feed.read)
const list = () => api.ask(tradeSummaries.list, { query: {} })

describe('prices read from the exchange', () => {
  test('are kept as the exchange gives them, and the status says when', async () => {
    expect(await read()).toMatchObject({
      status: 201,
      body: { tradeDate: DAY, rows: 1, added: 1, changed: 0, closed: true },
    })
    expect(await list()).toMatchObject([
      {
        trade_date: DAY,
        symbol: 'AEL.N0000',
        company_name: 'ACCESS ENGINEERING PLC',
        share_volume: 481_526,
        trade_volume: 81,
        previous_close: 76.2,
        open: 76.8,
        high: 77,
        low: 76,
        last_trade: 76.9,
        close: 76.9,
        change_rs: 0.7,
        change_percent: 0.9186,
        source: 'feed',
        version: 1,
      },
    ])
    const status = await api.ask(feed.status)
    expect(status).toMatchObject({
      byClock: false,
      failed: null,
      last: { tradeDate: DAY, rows: 1, added: 1 },
    })
    expect(exchange.asked.map(({ call, method }) => `${method} ${call}`)).toEqual([
      'POST marketSummery',
      'POST marketStatus',
      'POST tradeSummary',
    ])
  })

  test('change by the next version, and stay where nothing changed', async () => {
    await read()
    expect((await read()).body).toMatchObject({ added: 0, changed: 0 })
    rows({ price: 77 })
    expect((await read()).body).toMatchObject({ added: 0, changed: 1 })
    expect(await list()).toMatchObject([{ last_trade: 77, version: 2 }])
  })

  test('leave out what has no price, was traded on another day or comes twice', async () => {
    rows(
      {},
      { price: 70 },
      { symbol: 'OLD.N0000', lastTradedTime: noonOf('2026-07-15') },
      { symbol: 'ZERO.N0000', price: 0 },
      { symbol: 'NULL.N0000', price: null },
      { symbol: ' ', price: 5 },
      {
        symbol: 'THIN.N0000',
        open: 0,
        high: 0,
        low: '',
        closingPrice: null,
        previousClose: 0,
        name: null,
        lastTradedTime: null,
      },
    )
    expect((await read()).body).toMatchObject({ rows: 2, added: 2 })
    const [, thin] = (await list()).toSorted((a, b) => a.symbol.localeCompare(b.symbol))
    expect(thin).toMatchObject({ open: null, high: null, low: null, close: null, previous_close: null })
  })

  test("give way to an uploaded summary's, and replace typed ones", async () => {
    await recordPrices(api, DAY, { 'AEL.N0000': 70 })
    rows({}, { symbol: 'JKH.N0000', price: 20 })
    expect((await read()).body).toMatchObject({ rows: 2, added: 1, changed: 0 })
    expect(await list()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ symbol: 'AEL.N0000', last_trade: 70, source: 'summary' }),
        expect.objectContaining({ symbol: 'JKH.N0000', last_trade: 20, source: 'feed' }),
      ]),
    )
  })

  test('are refused on a day that was signed off', async () => {
    await api.ask(prices.signOff, { query: {}, params: { date: DAY } })
    expect(await read()).toMatchObject({ status: 409, body: { code: 'prices.signed-off' } })
  })

  test('are looked at without keeping anything', async () => {
    const preview = await api.call(feed.read, { query: { dryRun: '1' } })
    expect(preview.body).toMatchObject({ added: 1 })
    expect(await list()).toEqual([])
    expect((await api.ask(feed.status)).last).toBeNull()
  })
})

describe('an exchange that', () => {
  test.each([
    [
      'has another form',
      'tradeSummary',
      { rows: [] },
      502,
      'feed.unexpected',
      'tradeSummary: reqTradeSummery',
    ],
    ['answers a page', 'tradeSummary', '<html>', 502, 'feed.unexpected', 'tradeSummary'],
    [
      'has a price that is a word',
      'tradeSummary',
      { reqTradeSummery: [{ symbol: 'A', price: 'x' }] },
      502,
      'feed.unexpected',
      'price',
    ],
    ['has nothing yet', 'tradeSummary', { reqTradeSummery: [] }, 409, 'feed.nothing', '16 Jul 2026'],
    [
      'gives a day to come',
      'marketSummery',
      { tradeDate: noonOf('2026-07-17') },
      422,
      'prices.not-over',
      '17 Jul 2026',
    ],
    ['does not know the call', 'marketStatus', undefined, 502, 'feed.unreachable', 'it answered 404'],
  ])('%s: the refusal says so, and nothing is kept', async (_, call, answer, status, code, words) => {
    exchange.answer(
      call,
      answer === undefined
        ? (response: { writeHead(status: number): { end(): void } }) => response.writeHead(404).end()
        : answer,
    )
    const answered = await read()
    expect(answered).toMatchObject({ status, body: { code, message: expect.stringContaining(words) } })
    expect(await list()).toEqual([])
    expect((await api.ask(feed.status)).failed).toMatchObject({ message: answered.body.message })
  })
})

describe('the client', () => {
  const limits: FeedLimits = { betweenMs: 60, timeoutMs: 300, bytesMax: 1_000, tries: 3, waitMs: 10 }
  const ask = (call = 'marketStatus') =>
    exchangeAt(`${exchange.url}/`, limits).ask(call, z.object({ status: z.string() }))

  test('leaves the exchange time between two calls', async () => {
    const client = exchangeAt(`${exchange.url}/`, limits)
    const began = performance.now()
    for (let round = 0; round < 3; round += 1) {
      await client.ask('marketStatus', z.unknown())
      // Counted from the beginning: between two arrivals is less where a busy machine let the first one wait. A timer may be a millisecond early.
      expect(performance.now() - began).toBeGreaterThan(round * (limits.betweenMs - 1))
    }
  })

  test('asks again where it may pass, and gives up after three tries', async () => {
    let switches = 0
    exchange.answer('marketStatus', (response: import('node:http').ServerResponse) => {
      switches += 1
      if (switches < 3) response.writeHead(503).end()
      else response.end('{"status":"Market Closed"}')
    })
    expect(await ask()).toEqual({ status: 'Market Closed' })
    switches = -3
    await expect(ask()).rejects.toMatchObject({ code: 'feed.unreachable' })
    expect(switches).toBe(0)
  })

  test.each([
    ['is silent', () => undefined, 'no answer within 0.3 seconds'],
    [
      'stops in the middle',
      (response: import('node:http').ServerResponse) => {
        response.writeHead(200)
        response.write('{"status":')
      },
      'no answer within 0.3 seconds',
    ],
    [
      'breaks off',
      (response: import('node:http').ServerResponse) => response.destroy(),
      'the connection failed',
    ],
    [
      'sends it elsewhere',
      (response: import('node:http').ServerResponse) =>
        response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'the connection failed',
    ],
    [
      'never ends',
      (response: import('node:http').ServerResponse) => {
        const more = setInterval(() => response.write('x'.repeat(500)), 5)
        response.on('close', () => clearInterval(more))
      },
      'its answer is larger than',
    ],
  ])('of an exchange that %s says so in time', async (_, answer, why) => {
    exchange.answer('marketStatus', answer)
    await expect(ask()).rejects.toMatchObject({
      code: 'feed.unreachable',
      message: expect.stringContaining(why),
    })
  })
})

describe('by the clock', () => {
  const due = () =>
    readByClock(priceFeed, {
      database: api.database,
      clock: api.clock,
      settings: readSettings({ PRICE_FEED_URL: exchange.url, PRICE_FEED_PAUSE_MS: '0' }),
    })

  test('nothing is read until a user turns it on, and no more after it is turned off', async () => {
    expect(await due()).toBeNull()
    await api.ask(feed.turn, { query: {}, body: { byClock: true } })
    expect(await due()).toBe('Read 1 price of 16 Jul 2026')
    expect(await api.ask(feed.status)).toMatchObject({ byClock: true, last: { byClock: true } })
    await api.ask(feed.turn, { query: {}, body: { byClock: false } })
    rows({ price: 80 })
    expect(await due()).toBeNull()
    expect(await list()).toMatchObject([{ last_trade: 76.9 }])
  })

  test('a day is read until it was over, and not on a day without a market', async () => {
    await api.ask(feed.turn, { query: {}, body: { byClock: true } })
    exchange.answer('marketStatus', { status: 'Regular Trading' })
    await due()
    rows({ price: 78 })
    exchange.answer('marketStatus', null)
    expect(await due()).toBe('Read 1 price of 16 Jul 2026')
    rows({ price: 79 })
    expect(await due()).toBeNull()
    api.clock.set('2026-07-18')
    exchange.asked.length = 0
    expect(await due()).toBeNull()
    expect(exchange.asked).toEqual([])
  })

  test('a failed reading is shown and tried again', async () => {
    await api.ask(feed.turn, { query: {}, body: { byClock: true } })
    exchange.answer('tradeSummary', {})
    await expect(due()).rejects.toMatchObject({ code: 'feed.unexpected' })
    expect((await api.ask(feed.status)).failed).not.toBeNull()
    exchange.answer('tradeSummary', null)
    expect(await due()).not.toBeNull()
    expect((await api.ask(feed.status)).failed).toBeNull()
  })

  test('two at once keep each price once', async () => {
    await api.ask(feed.turn, { query: {}, body: { byClock: true } })
    await oneBehindTheOther(api, due, due)
    expect(await list()).toMatchObject([{ version: 1 }])
  })
})
