/** The plain lists that are no registers: they say how many rows there are and page by key like every other list. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { PORTFOLIO } from '../support/books.ts'

let api: Api
const NAMES = ['delta', 'Alpha', 'charlie', 'Bravo', 'echo']
beforeAll(async () => {
  api = await startApi()
  for (const [at, name] of NAMES.entries()) {
    const post = async (path: string, body: object) => {
      expect(await api.call(`POST ${path}`, { body })).toMatchObject({ status: 201 })
    }
    await post('/equities', { symbol: `${name.toUpperCase()}.N0000`, name })
    await post('/portfolios', { ...PORTFOLIO, portfolioId: `P-${name}`, portfolioName: name })
    await post('/portfolio-costing-method', { portfolioId: `P-${name}`, costing_method: 'WAP' })
    await post('/cost-of-funds', { effectiveDate: `2026-0${at + 1}-01`, costOfFunds: 10, taxRate: 30 })
  }
  await api.call('POST /equities', { body: { symbol: 'OFF.N0000', name: 'Off', isActive: false } })
})

describe.each([
  ['/equities/active', 'name', ['Alpha', 'Bravo', 'charlie', 'delta', 'echo']],
  ['/portfolios/active', 'portfolioName', ['Alpha', 'Bravo', 'charlie', 'delta', 'echo']],
  ['/portfolio-costing-method', 'portfolioName', NAMES.toReversed()],
  [
    '/cost-of-funds',
    'effective_date',
    ['2026-05-01', '2026-04-01', '2026-03-01', '2026-02-01', '2026-01-01'],
  ],
] as const)('%s', (path, key, order) => {
  const get = (query: object) => api.call<Record<string, unknown>[]>(`GET ${path}`, { query })

  test('is whole without a limit and says how many there are', async () => {
    const { status, headers, body } = await get({})
    expect([status, headers['x-total-count'], headers['x-next-cursor']]).toEqual([200, '5', undefined])
    expect(body.map((row) => row[key])).toEqual(order)
  })

  test('pages by key', async () => {
    const seen: unknown[] = []
    const sizes: number[] = []
    let cursor: string | undefined
    do {
      const page = await get({ limit: 2, cursor })
      expect([page.status, page.headers['x-total-count']]).toEqual([200, '5'])
      seen.push(...page.body.map((row) => row[key]))
      sizes.push(page.body.length)
      cursor = page.headers['x-next-cursor'] as string | undefined
    } while (cursor !== undefined)
    expect([seen, sizes]).toEqual([order, [2, 2, 1]])
  })

  test.each([{ limit: 0 }, { limit: 10_001 }, { cursor: 'made up' }])('refuses %o', async (query) => {
    expect((await get(query)).status).toBe(400)
  })
})
