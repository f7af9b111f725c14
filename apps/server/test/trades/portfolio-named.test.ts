/** Every report takes its portfolio under both names, in any of its spellings; two that disagree are refused. */
import { beforeAll, describe, expect, test } from 'vitest'
import { recalculateDue } from '../../src/features/value-history/recalculate.commands.ts'
import { type Api, startApi } from '../support/api.ts'
import { startBooks } from '../support/books.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
  const books = await startBooks(api)
  await books.bought()
  await books.bought({ portfolioId: 'HOLD', quantity: 500, contractNumber: 'C-2' })
  await recalculateDue(api.database, api.clock.today())
})

const plain = (body: unknown) => JSON.stringify(body).replace(/"generated_date":"[^"]*"/, '')

describe.each([
  '/trial-balance',
  '/trial-balance/account/1100',
  '/portfolios/overview',
  '/portfolios/value-history',
  '/dashboard',
  '/general-ledger',
  '/trades',
  '/trades/summary',
])('%s', (path) => {
  const get = async (query: object) => {
    const { status, body } = await api.call(`GET ${path}`, { query })
    return { status, body: body as { code?: string }, text: plain(body) }
  }

  test('takes portfolio and portfolioId alike', async () => {
    const growth = await get({ portfolioId: 'GROW' })
    expect(growth.status).toBe(200)
    const held = await get({ portfolioId: 'HOLD' })
    expect(held.text).not.toBe(growth.text)
    expect((await get({ portfolio: 'Growth Fund' })).text).toBe(growth.text)
    expect((await get({ portfolio: 'hold' })).text).toBe(held.text)
    expect((await get({ portfolio: 'Growth Fund', portfolioId: 'GROW' })).text).toBe(growth.text)
    expect((await get({ portfolio: 'all', portfolioId: 'GROW' })).text).toBe(growth.text)
  })

  test('refuses two that are not the same, and one that is not there', async () => {
    const two = await get({ portfolio: 'Growth Fund', portfolioId: 'HOLD' })
    expect([two.status, two.body.code]).toEqual([422, 'portfolio.mismatch'])
    expect((await get({ portfolio: 'NONE' })).status).toBe(404)
    expect((await get({ portfolioId: 'NONE' })).status).toBe(404)
  })
})
