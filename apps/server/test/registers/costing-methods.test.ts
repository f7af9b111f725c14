import { costingMethods } from '@em/contract/costing-methods/costing-methods'
import { equities } from '@em/contract/equities/equities'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { recordTrade } from '../support/recorded-trade.ts'
import { sample } from '../support/samples.ts'

let n = 0
const portfolio = (api: Api) => api.ask(portfolios.routes.create, { body: sample(portfolios as never, ++n) })
const assign = (api: Api, portfolioId: unknown, costing_method: unknown, more: object = {}) =>
  api.call(costingMethods.assign, { body: { portfolioId, costing_method }, ...more })

describe('the standard edition', () => {
  let api: Api
  beforeAll(async () => {
    api = await startApi({ edition: 'standard' })
  })
  afterAll(() => api.close())

  test('assigns WAP once, then it is locked', async () => {
    const one = await portfolio(api)
    const made = await assign(api, one.portfolioId, 'WAP')
    expect(made).toMatchObject({
      status: 201,
      body: {
        portfolioId: one.portfolioId,
        portfolioName: one.portfolioName,
        costing_method: 'WAP',
        hasTrades: false,
      },
    })
    expect((await api.ask(costingMethods.list))[0]).toEqual(made.body)
    expect(await assign(api, one.portfolioId, 'WAP')).toMatchObject({
      status: 409,
      body: {
        code: 'costing-method.locked',
        message: 'This portfolio already has a costing method assigned: Weighted Average Price (WAP)',
      },
    })
  })

  test('keeps FIFO and Cherry Picking for the premium edition', async () => {
    const { portfolioId } = await portfolio(api)
    for (const method of ['FIFO', 'CHERRY']) {
      expect(await assign(api, portfolioId, method)).toMatchObject({
        status: 403,
        body: { code: 'edition.premium', message: 'FIFO and Cherry Picking are premium features.' },
      })
    }
    expect(await assign(api, portfolioId, 'WAP')).toMatchObject({ status: 201 })
  })

  test('takes id, code and name of the portfolio', async () => {
    for (const name of ['id', 'portfolioId', 'portfolioName'] as const) {
      const one = await portfolio(api)
      expect(await assign(api, one[name], 'WAP')).toMatchObject({ status: 201 })
    }
  })

  test('refuses what is incomplete or unknown, in the words of the specification', async () => {
    const sentence = 'Please select a portfolio id, portfolio name, and a costing method.'
    for (const blank of ['', ' ', null, undefined]) {
      expect(await assign(api, blank, 'WAP')).toMatchObject({
        status: 400,
        body: { details: [{ field: 'portfolioId', message: sentence }] },
      })
    }
    const { portfolioId } = await portfolio(api)
    expect(await assign(api, portfolioId, '')).toMatchObject({
      status: 400,
      body: { details: [{ field: 'costing_method', message: sentence }] },
    })
    for (const wrong of ['LIFO', 5, {}, 'wap']) {
      expect(await assign(api, portfolioId, wrong)).toMatchObject({
        status: 400,
        body: { details: [{ field: 'costing_method' }] },
      })
    }
    for (const wrong of [{}, [], true, 'x'.repeat(201), 'a\u0000b']) {
      expect(await assign(api, wrong, 'WAP')).toMatchObject({ status: 400 })
    }
    expect(await assign(api, 'none', 'WAP')).toMatchObject({ status: 404 })
  })

  test('needs a token on every call', async () => {
    for (const route of Object.values(costingMethods)) {
      expect(await api.call(route, { params: { portfolioId: 1 }, body: {}, token: null })).toMatchObject({
        status: 401,
      })
    }
  })

  test('of two assignments at once one holds', async () => {
    const { portfolioId } = await portfolio(api)
    const answers = await Promise.all([1, 2, 3, 4].map(() => assign(api, portfolioId, 'WAP')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('the same key twice assigns once', async () => {
    const { portfolioId } = await portfolio(api)
    const headers = { 'idempotency-key': 'assign-1' }
    const first = await assign(api, portfolioId, 'WAP', { headers })
    expect(await assign(api, portfolioId, 'WAP', { headers })).toMatchObject({
      status: 201,
      body: first.body,
    })
  })

  test('is taken back while the portfolio has no trades', async () => {
    const one = await portfolio(api)
    const remove = (portfolioId: string | number) =>
      api.call(costingMethods.remove, { params: { portfolioId: String(portfolioId) } })
    expect(await remove(one.id)).toMatchObject({ status: 404 })
    await assign(api, one.id, 'WAP')
    expect(await remove(one.id)).toMatchObject({
      status: 200,
      body: { success: true, portfolioId: one.portfolioId },
    })
    await assign(api, one.id, 'WAP')
    const { id: equityId } = await api.ask(equities.routes.create, { body: { name: 'A', symbol: 'A.N0000' } })
    await recordTrade(api, { portfolioId: one.id, equityId, deleted: true })
    expect(await remove(one.portfolioId)).toMatchObject({ status: 200 })
    await assign(api, one.id, 'WAP')
    await recordTrade(api, { portfolioId: one.id, equityId })
    await recordTrade(api, { portfolioId: one.id, equityId, side: 'sell' })
    const listed = (await api.ask(costingMethods.list)).find((row) => row.portfolioId === one.portfolioId)
    expect(listed?.hasTrades).toBe(true)
    expect(await remove(one.portfolioId)).toMatchObject({
      status: 409,
      body: {
        code: 'record.in-use',
        message: `The costing method of portfolio ${one.portfolioId} is in use and cannot be deleted. Dependencies: 1 buy, 1 sell.`,
      },
    })
    expect(await remove('none')).toMatchObject({ status: 404 })
  })
})

test('the premium edition assigns all three', async () => {
  const api = await startApi({ edition: 'premium' })
  for (const method of ['FIFO', 'CHERRY', 'WAP']) {
    const { portfolioId } = await portfolio(api)
    expect(await assign(api, portfolioId, method)).toMatchObject({ status: 201 })
    const audited = await api.database.query(
      `SELECT after ->> 'costing_method' AS method FROM audit WHERE action = 'costing-methods.assign' ORDER BY id DESC LIMIT 1`,
    )
    expect(audited).toEqual([{ method }])
  }
  const { portfolioId } = await portfolio(api)
  await assign(api, portfolioId, 'FIFO')
  expect(await assign(api, portfolioId, 'CHERRY')).toMatchObject({
    status: 409,
    body: {
      message: 'This portfolio already has a costing method assigned: FIFO (First-In First-Out)',
    },
  })
})
