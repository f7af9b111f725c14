/**
 * A trade whose price is more than 3 % from the exchange's prices of its day (or of up to 5 market days before) is recorded with a
 * warning, never refused, on every write path: forms, bulk forms, submissions, a start from a sheet, documents. Beyond 10 % it has to be confirmed.
 * The register of price tolerances says other percentages, by board and day.
 */
import { batches } from '@em/contract/batches/batches'
import { type DocumentRecorded, tradeDocuments } from '@em/contract/documents/trade-documents'
import { equities } from '@em/contract/equities/equities'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { priceTolerances } from '@em/contract/price-tolerances/price-tolerances'
import { trades } from '@em/contract/trades/trades'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { counter } from '../support/counters.ts'
import { fill, tradeFileOf } from '../support/documents.ts'
import { personWith } from '../support/identity.ts'
import { oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'
import { uploadSummary } from '../support/upload.ts'

/** Monday; the exchange is open until Friday. */
const DAY = '2026-06-15'
let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-30' })
  books = await startBooks(api)
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

/** The exchange's prices of a day: last trade, high and low. */
const uploadPrice = async (
  tradeDate: string,
  last: number,
  high: number | '' = '',
  low: number | '' = '',
) => {
  const file = `Symbol,Last Trade,High,Low\nJKH.N0000,${last},${high},${low}`
  expect((await uploadSummary(api, file, { tradeDate })).status).toBe(201)
}
const RANGE = 'The price 205.00 is more than 10 % outside the range of 15 Jun 2026, 20.10 to 20.40.'
const LAST = 'The price 205.00 is more than 10 % from the last trade of 15 Jun 2026, 20.20.'
interface Answer {
  readonly [name: string]: unknown
  readonly id: number
}
const next = counter()
const held = () => oneHolding(books, 'WAP')

describe('a single trade', () => {
  test('a buy: preview and answer say the range that its price is outside of', async () => {
    await uploadPrice(DAY, 20.2, 20.4, 20.1)
    const of = await held()
    expect(await of.buy(DAY, 100, 205, {}, '?dryRun=1')).toMatchObject({
      status_: 200,
      warnings: [RANGE],
      checkPrice: true,
    })
    expect(await of.buy(DAY, 100, 205)).toMatchObject({ status_: 201, warnings: [RANGE] })
    // Up to 10 % a warning is only shown; within 3 % nothing is said.
    const near = await of.buy(DAY, 100, 22.44, {}, '?dryRun=1')
    expect([near['warnings'], near['checkPrice']]).toEqual([
      ['The price 22.44 is more than 3 % outside the range of 15 Jun 2026, 20.10 to 20.40.'],
      undefined,
    ])
    expect((await of.buy(DAY, 100, 18.09, {}, '?dryRun=1'))['checkPrice']).toBeUndefined()
    expect((await of.buy(DAY, 100, 18.0899, {}, '?dryRun=1'))['checkPrice']).toBe(true)
    const within = await of.buy(DAY, 100, 21.012, {}, '?dryRun=1')
    expect([within['warnings'], within['checkPrice']]).toEqual([[], undefined])
    expect((await of.buy(DAY, 100, 19.497))['warnings']).toBeUndefined()
    expect((await of.buy(DAY, 100, 19.4969))['warnings']).toHaveLength(1)
  })

  test('by the tolerance of its board on its day, else that of every board', async () => {
    await uploadPrice(DAY, 20, 20, 20)
    await uploadPrice('2026-06-16', 20, 20, 20)
    const [jkh] = await api.ask(equities.routes.list, { query: { search: 'JKH.N0000' } as never })
    const id = jkh?.id ?? 0
    const tolerance = (body: object) =>
      api.call<Answer>(priceTolerances.routes.create, { body: body as never })
    const every = { effectiveFrom: '2026-06-01', alertFrom: 20, askedFrom: 30 }
    expect((await tolerance({ ...every, board: 'Main Board' })).body).toMatchObject({
      code: 'price-tolerances.board-unknown',
      message: 'No security of the Equity Master is listed on the board Main Board.',
    })
    expect((await tolerance(every)).status).toBe(201)
    const of = await held()
    const said = async (day: string, price: number) => {
      const { warnings, checkPrice = false } = await of.buy(day, 100, price, {}, '?dryRun=1')
      return [...(warnings as string[]).map((one) => /more than (\S+ %)/.exec(one)?.[1]), checkPrice]
    }
    expect([await said(DAY, 24), await said(DAY, 24.01), await said(DAY, 26.01)]).toEqual([
      [false],
      ['20 %', false],
      ['30 %', true],
    ])
    // The security is on the board from the 16th on; rows of a board begin with their day.
    const move = { board: 'Main Board', effectiveFrom: '2026-06-16' }
    await api.ask(equities.routes.update, { params: { id }, body: move as never })
    const own = { ...every, board: ' main board ', alertFrom: 1.5, askedFrom: 2.5 }
    const made = await tolerance(own)
    expect(made.body, JSON.stringify(made.body)).toMatchObject({ board: 'Main Board', alertFrom: 1.5 })
    expect([await said(DAY, 20.5), await said('2026-06-16', 20.3), await said('2026-06-16', 20.31)]).toEqual([
      [false],
      [false],
      ['1.5 %', false],
    ])
    expect([await said('2026-06-16', 20.51), await said(DAY, 24.01)]).toEqual([
      ['2.5 %', true],
      ['20 %', false],
    ])
    expect((await tolerance(own)).body['message']).toBe(
      'A price tolerance of this board already begins on this date.',
    )
    const later = { ...own, effectiveFrom: '2026-06-20', alertFrom: 5, askedFrom: 4 }
    expect((await tolerance(later)).body['details']).toEqual([
      { field: 'askedFrom', message: 'Confirmation begins before the warning does.' },
    ])
    const { status, body } = await api.call<Answer>(priceTolerances.routes.update, {
      params: { id: made.body.id },
      body: { alertFrom: 3 } as never,
    })
    expect([status, body['details']]).toEqual([
      400,
      [{ field: 'askedFrom', message: 'Confirmation begins before the warning does.' }],
    ])
    // Typed prices are asked about from there on too, and the sheet says so.
    const typed = { rows: [{ symbol: 'JKH.N0000', last_trade: 20.6 }] }
    const asked = await api.call<Answer>('PUT /prices/2026-06-17', { body: typed })
    expect([asked.status, asked.body['message']]).toEqual([
      409,
      '1 price is unusual: JKH.N0000 at 20.60, more than 2.5 % from 20.00. Record all the same?',
    ])
    expect((await api.call('PUT /prices/2026-06-17?acceptUnusual=1', { body: typed })).status).toBe(200)
    const sheet = await api.call<{ rows: { symbol: string; price: unknown }[] }>('GET /prices/2026-06-17')
    expect(sheet.body.rows.find(({ symbol }) => symbol === 'JKH.N0000')?.price).toMatchObject({
      asked_from: 2.5,
      exceptions: ['large-move'],
    })
    const listed = await api.call<{ data: object[] }>('GET /trade-summary?trade_date=2026-06-17')
    expect(JSON.stringify(listed.body)).toContain('"asked_from":2.5,"exceptions":["large-move"]')
  })

  test('a sale, and a correction of it', async () => {
    await uploadPrice(DAY, 20.2)
    const of = await held()
    await of.buy('2026-06-01', 1_000, 20)
    expect(await of.sell(DAY, 100, 205, {}, '?dryRun=1')).toMatchObject({
      warnings: [LAST],
      checkPrice: true,
    })
    const sale = await of.sell(DAY, 100, 205)
    expect(sale).toMatchObject({ status_: 201, warnings: [LAST] })
    const body = { version: 1, tradeDate: DAY, soldPrice: 205.5, quantity: 100 }
    expect(await of.change('sell', sale.id, body, '?dryRun=1')).toMatchObject({
      warnings: [LAST.replace('205.00', '205.50')],
      checkPrice: true,
    })
    expect(await of.change('sell', sale.id, { ...body, soldPrice: 20.5 }, '?dryRun=1')).toMatchObject({
      warnings: [],
    })
  })

  test.each([
    ['the fifth market day after the price', '2026-06-22', 1],
    ['the sixth', '2026-06-23', 0],
    ['a day before the price', '2026-06-12', 0],
  ])('on %s', async (_, tradeDate, warnings) => {
    await uploadPrice(DAY, 20.2)
    const of = await held()
    const answer = await of.buy(tradeDate, 100, 205, {}, '?dryRun=1')
    expect(answer['warnings']).toHaveLength(warnings)
  })

  test('holidays are no market days', async () => {
    await uploadPrice(DAY, 20.2)
    const holiday = { date: '2026-06-17', name: 'A holiday', type: 'Exchange Closure', isRecurring: false }
    expect((await api.call('POST /holidays', { body: holiday })).status).toBe(201)
    const of = await held()
    expect((await of.buy('2026-06-23', 100, 205, {}, '?dryRun=1'))['warnings']).toHaveLength(1)
    expect((await of.buy('2026-06-24', 100, 205, {}, '?dryRun=1'))['warnings']).toEqual([])
  })

  test('a split whose ex date lies between the price and the trade takes the comparison away', async () => {
    await uploadPrice(DAY, 20.2)
    const of = await held()
    await of.buy('2026-06-01', 1_000, 20)
    const split = (effectiveDate: string) => ({
      kind: 'split',
      title: 'Split',
      securityCode: 'JKH.N0000',
      effectiveDate,
      ratioFrom: 1,
      ratioTo: 10,
    })
    const warned = async (day: string) => {
      const { warnings } = await of.buy(day, 100, 2.02, {}, '?dryRun=1')
      return (warnings as string[]).length
    }
    expect(await warned('2026-06-17')).toBe(1)
    const made = await api.call('POST /corporate-actions', { body: split('2026-06-17') })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    expect([await warned('2026-06-16'), await warned('2026-06-17'), await warned('2026-06-18')]).toEqual([
      1, 0, 0,
    ])
  })

  test('without a price of the security there is nothing to compare with', async () => {
    await recordPrices(api, DAY, { 'SAMP.N0000': 20.2 })
    expect(await (await held()).buy(DAY, 100, 205, {}, '?dryRun=1')).toMatchObject({ warnings: [] })
  })

  test('is said to who sees some portfolios only', async () => {
    await uploadPrice(DAY, 20.2)
    const [grow] = await api.ask(portfolios.routes.list, { query: { search: 'GROW' } as never })
    const person = await personWith(api, { sees: [(grow as { id: number }).id] })
    const body = { ...books.usual, price: 205 }
    const answer = await api.call<Answer>(trades.saveBuy, { body: body as never, token: person.token })
    expect([answer.status, answer.body['warnings']]).toEqual([201, [LAST]])
  })
})

test('both bulk forms, the buy by its gross value', async () => {
  await uploadPrice(DAY, 20.2)
  const { portfolioId, buy } = await held()
  await buy('2026-06-01', 1_000, 20)
  const { price: _, ...usual } = { ...books.usual, portfolioId, tradeDate: DAY, quantity: 100 } as Record<
    string,
    unknown
  >
  const bought = { ...usual, grossValue: 20_500 }
  const sold = { ...usual, soldPrice: 205 }
  for (const [route, body] of [
    [batches.saveBulkBuy, bought],
    [batches.saveBulkSell, sold],
  ] as const) {
    const preview = await api.call<Answer>(route, { body: body as never, query: { dryRun: '1' } })
    expect(preview.body, JSON.stringify(preview.body)).toMatchObject({ warnings: [LAST], checkPrice: true })
    expect((await api.call<Answer>(route, { body: body as never })).body).toMatchObject({ warnings: [LAST] })
  }
})

describe('many rows', () => {
  const submit = async (rows: object[], query = '') => {
    const { portfolioId } = await held()
    const defaults = { portfolioId, brokerName: 'Some broker', settlementAccount: books.bank }
    return api.call<Answer>(`POST /trade-batches${query}`, { body: { source: 'import', defaults, rows } })
  }
  const row = (more: object) => ({
    side: 'buy',
    symbol: 'JKH',
    tradeDate: DAY,
    quantity: 100,
    contractNumber: `W${next()}`,
    ...more,
  })
  const warning = (at: number) => ({ row: at, field: 'price', error: LAST, value: '205.00' })

  test('are shown row by row, in the check and in the answer, and do not stop the recording', async () => {
    await uploadPrice(DAY, 20.2)
    const rows = [
      row({ price: 20.2 }),
      row({ price: 205 }),
      row({ grossValue: 20_500 }),
      row({ price: 205, symbol: 'SAMP' }),
      row({ side: 'sell', price: 205 }),
      row({ price: 205, tradeDate: '2026-06-23' }),
    ]
    const expected = [warning(2), warning(3), warning(5)]
    expect((await submit(rows, '?dryRun=1')).body).toMatchObject({ ok: true, warnings: expected })
    const done = await submit(rows)
    expect([done.status, done.body['warnings']]).toEqual([201, expected])
    // The history is what was recorded; it does not judge again.
    expect((await api.call<Answer>(`GET /trade-batches/${done.body.id}`)).body['warnings']).toBeUndefined()
  })

  test('between the two percentages are only shown', async () => {
    await uploadPrice(DAY, 20.2)
    const rows = [row({ price: 20.9 }), row({ price: 205 })]
    const error = 'The price 20.90 is more than 3 % from the last trade of 15 Jun 2026, 20.20.'
    expect((await submit(rows, '?dryRun=1')).body['warnings']).toEqual([
      { row: 1, field: 'price', error, value: '20.90', isOnlyShown: true },
      warning(2),
    ])
  })

  test('without one say nothing', async () => {
    await uploadPrice(DAY, 20.2)
    expect((await submit([row({ price: 20.2 })], '?dryRun=1')).body).toMatchObject({ warnings: [] })
    expect((await submit([row({ price: 20.2 })])).body['warnings']).toBeUndefined()
  })

  test('a start from a sheet, also of an equity that it makes, whose price was loaded before', async () => {
    await recordPrices(api, DAY, { 'HNB.N0000': 20.2 })
    const body = {
      fileName: 'old trades.xlsx',
      portfolio: { ...STARTED, portfolioId: 'START', portfolioName: 'Started' },
      account: {
        payment_method: 'Bank Transfer',
        account_name: 'Account',
        account_number: '1',
        bank_name: 'My bank',
        branch_name: 'Colombo',
      },
      fields: ['tradeDate', 'side', 'companyName', 'quantity', 'price'],
      rows: [
        [DAY, 'B', 'HNB', 100, 20.2],
        [DAY, 'B', 'HNB', 100, 205],
      ],
    }
    const preview = await api.call<Answer>('POST /trade-batches/start?dryRun=1', { body })
    // Of two things that are odd about a price the exchange's goes first.
    expect(preview.body['warnings'], JSON.stringify(preview.body)).toEqual([
      {
        row: 1,
        field: 'price',
        error: 'Other rows of this security have a price of about 205.0000.',
        value: '20.2000',
      },
      warning(2),
    ])
    const done = await api.call<Answer>('POST /trade-batches/start', { body })
    expect([done.status, done.body['warnings']]).toEqual([201, [warning(2)]])
  })
})

const STARTED = {
  portfolioType: 'Equity Portfolio',
  entity: 'My company',
  fundManager: 'Me',
  baseCurrency: 'LKR',
  accountingTreatment: 'FVTPL',
}

test('a document: by the line, in the preview and in the answer', async () => {
  await uploadPrice(DAY, 20.2)
  const { portfolioId } = await held()
  const fills = [
    fill({ line: 1, contractNumber: '80001' }),
    fill({ line: 2, contractNumber: '80002', price: 2_050_000n }),
  ]
  const data = Buffer.from(tradeFileOf(fills), 'latin1').toString('base64')
  const file = { fileName: 'trades.txt', data }
  const { body } = await api.call<Answer>(tradeDocuments.upload, { body: { file } as never })
  for (const [query, status] of [
    [{ dryRun: '1' }, 200],
    [{}, 201],
  ] as const) {
    const done = await api.call<DocumentRecorded>(tradeDocuments.record, {
      params: { id: body.id },
      body: { portfolioId, brokerName: 'Asia Securities (Pvt) Ltd', settlementAccount: books.bank } as never,
      query,
    })
    expect([done.status, done.body.recorded, done.body.warnings], JSON.stringify(done.body)).toEqual([
      status,
      2,
      [{ row: 2, field: 'price', error: LAST, value: '205.00' }],
    ])
  }
})
