/** CDS accounts: a register, the portfolios of an account, the shares in it, and the pledged ones. */
import { cds } from '@em/contract/cds/cds'
import { cdsAccounts } from '@em/contract/cds/cds-accounts'
import { settlements } from '@em/contract/settlements/settlements'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cdsAccountOf } from '../../src/features/cds/accounts/main-accounts.queries.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { auditOf, personWith } from '../support/identity.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
let main: number
let other: number

const account = async (account_number: string, more: object = {}) =>
  (
    await ask(api, cdsAccounts.routes.create, {
      body: { participant: 'ABC', account_number, category: 'LC', holder_name: 'Test Fund', ...more },
    })
  ).id
const serve = (id: number, rows: object[]) =>
  api.call<Refused & { portfolioId: string; isMain: boolean; mainFrom: string | null }[]>(cds.setPortfolios, {
    params: { id },
    body: { portfolios: rows },
  })
const holdings = async (id: number, date?: string) =>
  (await ask(api, cds.holdings, { params: { id }, query: { date } })).rows
const pledge = (body: object) =>
  api.call<Refused & { id: number }>(cds.pledge, {
    body: {
      account: main,
      symbol: 'JKH.N0000',
      pledgedOn: '2026-06-15',
      pledgee: 'Sampath Bank PLC',
      ...body,
    },
  })
const idOf = async (code: string) =>
  (await api.database.query<{ id: number }>('SELECT id FROM portfolios WHERE portfolio_id = $1', [code]))[0]
    ?.id ?? 0

let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: '2026-06-18' })
  books = await startBooks(api)
  main = await account('1001')
  other = await account('1002')
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

describe('the register', () => {
  test('prints the number, without zeros before it, and keeps each once', async () => {
    const made = await api.call<Refused & { account: string; portfolios: string }>(
      cdsAccounts.routes.create,
      {
        body: {
          participant: 'xyz',
          account_number: '000123',
          category: 'LI',
          joint_number: '01',
          holder_name: 'N. Perera',
          joint_holders: 'S. Perera',
        },
      },
    )
    expect([made.status, made.body]).toMatchObject([
      201,
      { account: 'XYZ-123-LI/01', portfolios: '', joint_holders: 'S. Perera' },
    ])
    const again = await api.call<Refused>(cdsAccounts.routes.create, {
      body: {
        participant: 'XYZ',
        account_number: '123',
        category: 'LI',
        joint_number: '01',
        holder_name: 'Another',
      },
    })
    expect([again.status, again.body.code]).toEqual([409, 'record.duplicate'])
  })

  test.each([
    ['participant', 'AB'],
    ['account_number', '12345678901'],
    ['account_number', '12A'],
    ['joint_number', '1'],
    ['category', 'XX'],
  ])('refuses the %s %s', async (field, value) => {
    const body = { participant: 'ABC', account_number: '9', category: 'LI', holder_name: 'A', [field]: value }
    const answer = await api.call<Refused>(cdsAccounts.routes.create, { body })
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, field])
  })

  test('an account that serves a portfolio is not deleted', async () => {
    await serve(main, [{ portfolio: 'GROW' }])
    const answer = await api.call<Refused>(cdsAccounts.routes.remove, { params: { id: main }, query: {} })
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'CDS account ABC-1001-LC/00 is in use and cannot be deleted. Dependencies: 1 portfolio.',
    ])
  })
})

describe('the portfolios of an account', () => {
  test('the first account of a portfolio is its main one; another one takes over from a day on', async () => {
    expect((await ask(api, cds.without, {})).map(({ portfolioId }) => portfolioId)).toEqual(['GROW', 'HOLD'])
    expect((await serve(main, [{ portfolio: 'GROW' }, { portfolio: 'HOLD' }])).body).toMatchObject([
      { portfolioId: 'GROW', isMain: true, mainFrom: null },
      { portfolioId: 'HOLD', isMain: true, mainFrom: null },
    ])
    expect(await ask(api, cds.without, {})).toEqual([])
    expect((await serve(other, [{ portfolio: 'GROW' }])).body).toMatchObject([
      { portfolioId: 'GROW', isMain: false },
    ])
    await serve(other, [{ portfolio: 'Growth Fund', main: true, mainFrom: '2026-06-17' }])
    const grow = await idOf('GROW')
    const mainOn = async (day: string | null) => (await cdsAccountOf(api.database, [grow], day)).get(grow)
    expect(await mainOn('2026-06-16')).toEqual({ id: main, number: 'ABC-1001-LC/00' })
    expect(await mainOn('2026-06-17')).toEqual({ id: other, number: 'ABC-1002-LC/00' })
    expect(await mainOn(null)).toEqual({ id: other, number: 'ABC-1002-LC/00' })
    // Saving the account before, as it is shown, changes nothing of what was.
    await serve(main, [{ portfolio: 'GROW' }, { portfolio: 'HOLD', main: true }])
    expect(await mainOn('2026-06-16')).toMatchObject({ id: main })
    // Another day for the same account, and back to the one before from a day on.
    await serve(other, [{ portfolio: 'GROW', main: true, mainFrom: '2026-06-16' }])
    expect(await mainOn('2026-06-16')).toMatchObject({ id: other })
    await serve(main, [
      { portfolio: 'GROW', main: true, mainFrom: '2026-06-18' },
      { portfolio: 'HOLD', main: true },
    ])
    expect([
      await mainOn('2026-06-15'),
      await mainOn('2026-06-17'),
      await mainOn('2026-06-18'),
    ]).toMatchObject([{ id: main }, { id: other }, { id: main }])
    // A portfolio with accounts has a main one.
    await serve(main, [{ portfolio: 'GROW' }, { portfolio: 'HOLD', main: true }])
    expect(await mainOn('2026-06-18')).toMatchObject({ id: other })
    // Before the first day of its first account too.
    await serve(main, [{ portfolio: 'HOLD' }])
    expect(await mainOn('2020-01-01')).toEqual({ id: other, number: 'ABC-1002-LC/00' })
    expect(await auditOf(api, 'cds-accounts.portfolios')).toHaveLength(8)
  })

  test('a portfolio with pledged or placed shares stays', async () => {
    await serve(main, [{ portfolio: 'GROW' }])
    await serve(other, [{ portfolio: 'GROW' }])
    const bought = await books.bought({ tradeDate: '2026-06-11', settlementDate: '2026-06-15' })
    expect((await pledge({ quantity: 10 })).status).toBe(201)
    await ask(api, cds.place, { body: { ids: [bought.id], account: other, quantity: 5 } })
    expect((await serve(main, [])).body.message).toContain('1 pledge of the portfolio stand in it')
    expect((await serve(other, [])).body.message).toContain('1 placed trade of the portfolio stand in it')
  })
})

describe('the shares in an account', () => {
  beforeEach(async () => {
    await serve(main, [{ portfolio: 'GROW' }, { portfolio: 'HOLD' }])
    await serve(other, [{ portfolio: 'GROW' }])
  })

  test('is what its portfolios hold: by trade date, settled, pledged and free, on any day', async () => {
    await books.bought({ tradeDate: '2026-06-11', settlementDate: '2026-06-15', quantity: 1_000 })
    await books.bought({
      tradeDate: '2026-06-17',
      settlementDate: '2026-06-19',
      quantity: 300,
      contractNumber: 'C-2',
    })
    await books.bought({
      portfolioId: 'HOLD',
      tradeDate: '2026-06-12',
      settlementDate: '2026-06-16',
      quantity: 40,
      contractNumber: 'C-3',
    })
    expect((await pledge({ portfolio: 'GROW', quantity: 200 })).status).toBe(201)
    const row = { symbol: 'JKH.N0000', pledged: 0 }
    expect(await holdings(main)).toMatchObject([
      {
        ...row,
        portfolioId: 'GROW',
        quantity: 1_300,
        unsettled_buys: 300,
        settled: 1_000,
        pledged: 200,
        free: 800,
      },
      { ...row, portfolioId: 'HOLD', quantity: 40, unsettled_buys: 0, settled: 40, free: 40 },
    ])
    expect(await holdings(main, '2026-06-12')).toMatchObject([
      { portfolioId: 'GROW', quantity: 1_000, unsettled_buys: 1_000, settled: 0, pledged: 0 },
      { portfolioId: 'HOLD', quantity: 40, unsettled_buys: 40, settled: 0 },
    ])
    expect(await holdings(other)).toEqual([])
    const coming = await api.call<Refused>(cds.holdings, {
      params: { id: main },
      query: { date: '2026-06-19' },
    })
    expect(coming.body.code).toBe('cds.future')
  })

  test('a trade placed in another account is held there, in part or whole, and follows the main one again', async () => {
    const { id } = await books.bought({
      tradeDate: '2026-06-11',
      settlementDate: '2026-06-15',
      quantity: 1_006,
    })
    const assign = (body: object) =>
      api.call<Refused & { placed: number }>(cds.place, {
        body: { ids: [id], quantity: null, ...body } as never,
      })
    const both = async () => [
      (await holdings(main)).map(({ settled }) => settled),
      (await holdings(other)).map(({ settled }) => settled),
    ]
    expect((await assign({ account: other, quantity: 503 })).body).toEqual({ placed: 1 })
    expect(await both()).toEqual([[503], [503]])
    const events = await ask(api, cds.events, { query: { portfolio: 'GROW', symbol: 'JKH.N0000' } })
    expect(events).toMatchObject([
      { id, quantity: 1_006, account: 'ABC-1002-LC/00', placed_quantity: 503, isPlaced: true },
    ])
    await assign({ account: other })
    expect(await both()).toEqual([[], [1_006]])
    expect(await assign({})).toMatchObject({ status: 400, body: { details: [{ field: 'account' }] } })
    await assign({ account: null })
    expect(await both()).toEqual([[1_006], []])
    expect((await assign({ account: other, quantity: 1_007 })).body.code).toBe('cds.part-too-large')
    expect((await assign({ ids: [id + 1_000], account: other })).body.code).toBe('record.missing')
    await serve(other, [])
    expect((await assign({ account: other })).body.code).toBe('cds.not-served')
  })

  test('shares of a sale that has not settled are still there; a settlement that failed or was moved has not moved its shares', async () => {
    await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
    await books.bought({ tradeDate: '2026-06-01', settlementDate: '2026-06-03', quantity: 1_000 })
    const { usual } = books
    const sold = await api.call('POST /transaction-entries/sell', {
      body: { ...usual, quantity: 250, soldPrice: 11, tradeDate: '2026-06-17', settlementDate: '2026-06-19' },
    })
    expect(sold.status).toBe(201)
    const late = { tradeDate: '2026-06-11', settlementDate: '2026-06-15' }
    const failed = await books.bought({ ...late, quantity: 100, contractNumber: 'C-2' })
    const moved = await books.bought({ ...late, quantity: 30, contractNumber: 'C-3' })
    const row = { quantity: 880, unsettled_sales: 250 }
    expect(await holdings(main)).toMatchObject([{ ...row, unsettled_buys: 0, settled: 1_130 }])
    await ask(api, settlements.fail, { body: { items: [{ tradeId: failed.id, date: '2026-06-15' }] } })
    await ask(api, settlements.reschedule, { body: { items: [{ tradeId: moved.id, date: '2026-06-22' }] } })
    expect(await holdings(main)).toMatchObject([{ ...row, unsettled_buys: 130, settled: 1_000 }])
  })

  test('a placed part of a sale leaves its account on the day of the trade; shares move on the day that was paid', async () => {
    await api.call('POST /portfolio-costing-method', { body: { portfolioId: 'GROW', costing_method: 'WAP' } })
    await books.bought({ tradeDate: '2026-06-01', settlementDate: '2026-06-03', quantity: 1_000 })
    const late = { tradeDate: '2026-06-11', settlementDate: '2026-06-15' }
    const sold = await api.call<{ id: number }>('POST /transaction-entries/sell', {
      body: { ...books.usual, ...late, quantity: 250, soldPrice: 11, contractNumber: 'C-2' },
    })
    await ask(api, cds.place, { body: { ids: [sold.body.id], account: other, quantity: 100 } })
    const on = async (date: string) =>
      [await holdings(main, date), await holdings(other, date)].map((rows) =>
        rows.map(({ quantity, unsettled_buys, unsettled_sales, settled }) => [
          quantity,
          unsettled_buys,
          unsettled_sales,
          settled,
        ]),
      )
    expect(await on('2026-06-10')).toEqual([[[1_000, 0, 0, 1_000]], []])
    // 150 of the sale are in the main account, 100 in the other one.
    expect(await on('2026-06-12')).toEqual([[[850, 0, 150, 1_000]], [[-100, 0, 100, 0]]])
    expect(await on('2026-06-15')).toEqual([[[850, 0, 0, 850]], [[-100, 0, 0, -100]]])
    const bought = await books.bought({ ...late, quantity: 30, contractNumber: 'C-3' })
    await ask(api, settlements.confirm, { body: { items: [{ tradeId: bought.id, date: '2026-06-17' }] } })
    expect((await on('2026-06-16'))[0]).toEqual([[880, 30, 0, 850]])
    expect((await on('2026-06-17'))[0]).toEqual([[880, 0, 0, 880]])
  })
})

describe('pledges', () => {
  beforeEach(async () => {
    await serve(main, [{ portfolio: 'GROW' }])
    await books.bought({ tradeDate: '2026-06-10', settlementDate: '2026-06-12', quantity: 1_000 })
  })

  test('take free shares until they are released', async () => {
    const { body: made } = await pledge({ quantity: 700, reason: 'Loan 12' })
    expect(made).toMatchObject({
      account: 'ABC-1001-LC/00',
      portfolioId: 'GROW',
      quantity: 700,
      pledgee: 'Sampath Bank PLC',
      released_on: null,
    })
    const more = await pledge({ quantity: 301 })
    expect([more.status, more.body.message]).toEqual([
      422,
      'ABC-1001-LC/00 has 300 free shares of JKH.N0000 on 15 Jun 2026: fewer than 301.',
    ])
    const release = (releasedOn: string) =>
      api.call<Refused>(cds.release, { params: { id: made.id }, body: { releasedOn, reason: 'Repaid' } })
    expect((await release('2026-06-14')).body.code).toBe('cds.release-before')
    expect((await release('2026-06-19')).body.code).toBe('cds.future')
    expect((await release('2026-06-17')).body).toMatchObject({
      released_on: '2026-06-17',
      release_reason: 'Repaid',
    })
    expect((await release('2026-06-18')).body.code).toBe('cds.released')
    expect((await holdings(main, '2026-06-16'))[0]).toMatchObject({ pledged: 700, free: 300 })
    expect((await holdings(main, '2026-06-17'))[0]).toMatchObject({ pledged: 0, free: 1_000 })
    const on = async (date: string) =>
      (await ask(api, cds.pledges, { query: { account: main, date } })).length
    expect([await on('2026-06-14'), await on('2026-06-15'), await on('2026-06-17')]).toEqual([0, 1, 0])
  })

  test.each([
    [{ quantity: 1, pledgedOn: '2026-06-19' }, 422, 'cds.future'],
    [{ quantity: 1, pledgedOn: '2026-06-11' }, 422, 'cds.pledge-too-large'],
    [{ quantity: 1, symbol: 'NONE.N0000' }, 404, 'record.missing'],
    [{ quantity: 1, portfolio: 'HOLD' }, 422, 'cds.not-served'],
    [{ quantity: 0 }, 400, 'request.invalid'],
  ])('%j is refused', async (body, status, code) => {
    const answer = await pledge(body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('of an account with several portfolios one is named', async () => {
    await serve(main, [{ portfolio: 'GROW' }, { portfolio: 'HOLD' }])
    expect((await pledge({ quantity: 1 })).body.message).toBe(
      'ABC-1001-LC/00 serves 2 portfolios. Please name the one whose shares these are.',
    )
  })
})

test('a user who sees one portfolio sees its accounts, and in them nothing of the others', async () => {
  await serve(main, [{ portfolio: 'GROW' }, { portfolio: 'HOLD' }])
  await serve(other, [{ portfolio: 'GROW' }])
  await books.bought({ tradeDate: '2026-06-10', settlementDate: '2026-06-12', quantity: 10 })
  await books.bought({
    portfolioId: 'HOLD',
    tradeDate: '2026-06-10',
    settlementDate: '2026-06-12',
    quantity: 20,
    contractNumber: 'C-2',
  })
  const { token } = await personWith(api, { sees: [await idOf('HOLD')] })
  const list = await api.call<{ account: string; portfolios: string }[]>(cdsAccounts.routes.list, { token })
  expect(list.body).toMatchObject([{ account: 'ABC-1001-LC/00', portfolios: 'HOLD' }])
  const seen = await api.call<{ rows: object[] }>(cds.holdings, { params: { id: main }, query: {}, token })
  expect(seen.body.rows).toMatchObject([{ portfolioId: 'HOLD', quantity: 20 }])
  expect((await api.call(cds.holdings, { params: { id: other }, query: {}, token })).status).toBe(404)
  const make = await api.call<Refused>(cds.setPortfolios, {
    params: { id: main },
    body: { portfolios: [] },
    token,
  })
  expect([make.status, make.body.code]).toEqual([403, 'rights.scope'])
  const pledged = await api.call<Refused>(cds.pledge, {
    token,
    body: { account: main, symbol: 'JKH.N0000', quantity: 5, pledgedOn: '2026-06-15', pledgee: 'A bank' },
  })
  expect(pledged.status).toBe(201)
})
