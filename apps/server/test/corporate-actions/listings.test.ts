/** Vector 5.8: new shares of a bonus or scrip dividend are held from XD and can be sold from their allotment, by whatever call. */
import type { CorporateActionDetail } from '@em/contract/corporate-actions/corporate-actions'
import { holdings } from '@em/contract/holdings/holdings'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { apart } from '../support/own-entity.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-25' })
  books = await startBooks(api)
})

const BONUS = { kind: 'bonus', ratioFrom: 1, ratioTo: 4, exDate: '2026-03-03', allotmentDate: '2026-03-12' }
const REFUSED =
  'Only 1003 shares can be sold or transferred on 10 Mar 2026, not 1004: 250 new shares are not listed yet. Those of Bonus 1 for 4 JKH.N0000 can be sold from 12 Mar 2026.'

async function processed(of: OneHolding, form: object): Promise<number> {
  const made = await api.call<CorporateActionDetail & Refused>('POST /corporate-actions', {
    body: { securityCode: 'JKH.N0000', portfolioId: of.portfolioId, ...form },
  })
  expect([made.status, made.body.message]).toEqual([201, undefined])
  const done = await api.call<Refused>(`POST /corporate-actions/${made.body.id}/process`, { body: {} })
  expect([done.status, done.body.message]).toEqual([200, undefined])
  return made.body.id
}
const change = (of: OneHolding, id: number, form: object) =>
  api.call<Refused>(`PUT /corporate-actions/${id}`, {
    body: { securityCode: 'JKH.N0000', portfolioId: of.portfolioId, ...form },
  })
const total = (of: OneHolding, asOf: string) =>
  ask(api, holdings.totalQuantity, { query: { portfolioId: of.portfolioId, symbol: 'JKH.N0000', asOf } })
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])
const withBonus = async (form: object = BONUS) => {
  const of = await oneHolding(books, 'FIFO')
  const bought = await of.buy('2026-01-05', 1_003, 10)
  return { of, bought, id: await processed(of, form) }
}

test('1,003 held, bonus 250: 1,253 are valued from XD, 1,003 can be sold until the allotment, then all', async () => {
  const { of } = await withBonus()
  expect(await of.position()).toMatchObject({ quantity: 1_253 })
  const waiting = [{ quantity: 250, event: 'Bonus 1 for 4 JKH.N0000', from: '2026-03-12' }]
  expect(await total(of, '2026-03-02')).toEqual({
    total_quantity: 1_003,
    sellable_quantity: 1_003,
    not_listed: [],
  })
  expect(await total(of, '2026-03-03')).toEqual({
    total_quantity: 1_253,
    sellable_quantity: 1_003,
    not_listed: waiting,
  })
  expect(await total(of, '2026-03-11')).toMatchObject({ sellable_quantity: 1_003 })
  expect(await total(of, '2026-03-12')).toEqual({
    total_quantity: 1_253,
    sellable_quantity: 1_253,
    not_listed: [],
  })
  const refused = await of.sell('2026-03-10', 1_004, 12)
  expect(refused).toMatchObject({ status_: 422, code: 'lots.not-listed', message: REFUSED })
  expect((await of.sell('2026-03-10', 1_003, 12)).status_).toBe(201)
  expect(await total(of, '2026-03-11')).toMatchObject({ total_quantity: 250, sellable_quantity: 0 })
  expect((await of.sell('2026-03-11', 1, 12)).status_).toBe(422)
  expect((await of.sell('2026-03-12', 250, 12)).status_).toBe(201)
  await clean()
})

test('whichever way a sale is recorded: the calculation, a correction, in bulk, in a file', async () => {
  const { of } = await withBonus()
  const common = {
    companyName: 'John Keells Holdings PLC',
    symbol: 'JKH.N0000',
    portfolioId: of.portfolioId,
    brokerName: 'Some broker',
    settlementAccount: books.bank,
    tradeDate: '2026-03-10',
    settlementDate: '2026-03-12',
  }
  const calculated = await api.call<{ refusal: { message: string } }>(
    'POST /trade-summary/calculate-sell-transaction',
    {
      body: { ...common, quantity: 1_004, soldPrice: 12 },
    },
  )
  expect(JSON.stringify(calculated.body)).toContain(REFUSED)
  const sold = await of.sell('2026-03-16', 1_004, 12)
  expect(sold.status_).toBe(201)
  const earlier = await of.change('sell', sold.id, {
    tradeDate: '2026-03-10',
    quantity: 1_004,
    soldPrice: 12,
  })
  expect(earlier).toMatchObject({ status_: 422, message: REFUSED })
  expect(
    (await of.change('sell', sold.id, { tradeDate: '2026-03-10', quantity: 1_003, soldPrice: 12 })).status_,
  ).toBe(200)
  expect((await of.remove('sell', sold.id)).status_).toBe(200)
  const bulk = await api.call<Refused>('POST /trade-summary/save-bulk-sell-transaction', {
    body: { ...common, quantity: 1_004, soldPrice: 12, contractNumber: 'BULK' },
  })
  expect([bulk.status, bulk.body.message]).toEqual([422, REFUSED])
  const submitted = await api.call<Refused>('POST /trade-batches', {
    body: {
      source: 'import',
      defaults: { portfolioId: of.portfolioId, brokerName: 'Some broker', settlementAccount: books.bank },
      rows: [1_000, 4].map((quantity, at) => ({
        row: at + 2,
        side: 'sell',
        symbol: 'JKH.N0000',
        tradeDate: '2026-03-10',
        settlementDate: '2026-03-12',
        quantity,
        price: 12,
        contractNumber: `ROW-${at}`,
      })),
    },
  })
  expect([submitted.status, JSON.stringify(submitted.body)]).toEqual([
    422,
    expect.stringContaining(
      'Only 3 shares can be sold or transferred on 10 Mar 2026, not 4: 250 new shares are not listed yet.',
    ),
  ])
  await clean()
})

test('an allotment to be notified: not before it is entered, and moved only as far as sales allow', async () => {
  const { of, id } = await withBonus({ ...BONUS, allotmentDate: null })
  expect(await total(of, '2026-03-25')).toMatchObject({
    sellable_quantity: 1_003,
    not_listed: [{ quantity: 250, from: null }],
  })
  expect(await of.sell('2026-03-24', 1_004, 12)).toMatchObject({
    status_: 422,
    message:
      'Only 1003 shares can be sold or transferred on 24 Mar 2026, not 1004: 250 new shares are not listed yet. Those of Bonus 1 for 4 JKH.N0000 can be sold once its allotment date is entered and has come.',
  })
  expect((await change(of, id, BONUS)).status).toBe(200)
  expect((await of.sell('2026-03-16', 1_004, 12)).status_).toBe(201)
  await clean()
  const later = await change(of, id, { ...BONUS, allotmentDate: '2026-03-17' })
  expect([later.status, later.body.message]).toEqual([422, expect.stringContaining('SELL-')])
  expect((await change(of, id, { ...BONUS, allotmentDate: '2026-03-16' })).status).toBe(200)
  await clean()
})

test('a book that already contains such a sale is changed like any other', async () => {
  const { of, id } = await withBonus()
  const sold = await of.sell('2026-03-16', 1_100, 12)
  // As it was recorded before there was a rule: the allotment comes after the sale.
  await api.database.query(`UPDATE corporate_actions SET allotment_date = '2026-03-20' WHERE id = $1`, [id])
  await api.database.query(
    `INSERT INTO action_versions (act_id, action_id, version, form, reason, recorded_by)
     SELECT 1, action_id, 2, form || '{"allotmentDate": "2026-03-20"}', 'Old', recorded_by FROM action_versions WHERE action_id = $1`,
    [id],
  )
  await api.database.query('UPDATE corporate_actions SET version = 2 WHERE id = $1', [id])
  await api.database.query(`UPDATE action_events SET listed_on = '2026-03-20' WHERE action_id = $1`, [id])
  await api.database.query(`UPDATE chains SET unlisted_until = '2026-03-20' WHERE portfolio_id = $1`, [of.id])
  await clean()
  expect((await of.buy('2026-02-10', 4, 10)).status_).toBe(201)
  expect((await of.buy('2026-03-24', 4, 10)).status_).toBe(201)
  expect((await of.sell('2026-03-24', 10, 12)).status_).toBe(201)
  expect(
    (await of.change('sell', sold.id, { tradeDate: '2026-03-16', quantity: 1_100, soldPrice: 13 })).status_,
  ).toBe(200)
  expect((await of.sell('2026-03-17', 1, 12)).status_).toBe(422)
  await clean()
})

test('shares of a scrip dividend, as income too, and none of a split', async () => {
  for (const asIncome of [false, true]) {
    const { of } = await withBonus({
      kind: 'scrip',
      declarationDate: '2026-02-20',
      exDividendDate: '2026-03-03',
      allotmentDate: '2026-03-12',
      ratePerShare: 2,
      issuePrice: 10,
      asIncome,
    })
    expect(await total(of, '2026-03-11')).toMatchObject({ total_quantity: 1_173, sellable_quantity: 1_003 })
    expect((await of.sell('2026-03-11', 1_004, 12)).status_).toBe(422)
    expect((await of.sell('2026-03-12', 1_004, 12)).status_).toBe(201)
  }
  const { of } = await withBonus({ kind: 'split', ratioFrom: 1, ratioTo: 3, effectiveDate: '2026-03-03' })
  expect((await of.sell('2026-03-03', 3_009, 12)).status_).toBe(201)
  await clean()
})

test.each([
  ['within an entity', {}],
  ['between entities', { transferPrice: 12 }],
])('a transfer %s moves listed shares only', async (_, price) => {
  const { of } = await withBonus()
  const taker = 'transferPrice' in price ? (await apart(books, 'FIFO')).of : await oneHolding(books, 'FIFO')
  const transfer = async (quantity: number, transferDate: string) => {
    const made = await api.call<CorporateActionDetail & Refused>('POST /corporate-actions', {
      body: {
        kind: 'transfer',
        securityCode: 'JKH.N0000',
        portfolioId: of.portfolioId,
        toPortfolio: taker.portfolioId,
        quantity,
        transferDate,
        ...price,
      },
    })
    return api.call<Refused>(`POST /corporate-actions/${made.body.id}/process`, { body: {} })
  }
  const refused = await transfer(1_004, '2026-03-10')
  expect([refused.status, refused.body.code]).toEqual([422, 'lots.not-listed'])
  expect(refused.body.message).toContain('250 new shares are not listed yet')
  expect((await transfer(1_003, '2026-03-10')).status).toBe(200)
  expect((await transfer(250, '2026-03-12')).status).toBe(200)
  expect(await taker.position()).toMatchObject({ quantity: 1_253 })
  await clean()
})
