/** Statements of books that hold both: FVTPL and FVOCI are shown separately, and each line opens the ledger lines that it sums. */
import { journal } from '@em/contract/journal/journal'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { statements } from '@em/contract/statements/statements'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import { valuations } from '@em/contract/valuation/valuation'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'

const entity = 'Both'
let api: Api
const made: Record<'FVTPL' | 'FVOCI', OneHolding> = {} as never
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-15' })
  const books = await startBooks(api)
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 26 })
  for (const treatment of ['FVTPL', 'FVOCI'] as const) {
    const of = await oneHolding(books, 'WAP', treatment)
    const [row] = await api.database.query<{ version: number }>(
      'SELECT version FROM portfolios WHERE id = $1',
      [of.id],
    )
    await ask(api, portfolios.routes.update, {
      params: { id: of.id },
      body: { entity, version: row?.version },
    })
    await of.buy('2026-01-05', treatment === 'FVTPL' ? 1000 : 500, 20)
    await ask(api, journal.create, {
      body: {
        date: '2026-03-10',
        description: 'Dividend',
        lines: [
          { account_code: '1010', debit: treatment === 'FVTPL' ? 300 : 70, portfolioId: of.portfolioId },
          { account_code: '4200', credit: treatment === 'FVTPL' ? 300 : 70, portfolioId: of.portfolioId },
        ],
      },
    })
    made[treatment] = of
  }
  await ask(api, valuations.run, { body: { date: '2026-03-31', entity } })
})

const position = (asOf: string, more: object = {}) =>
  ask(api, statements.financialPosition, { query: { asOf, entity, ...more } })
const groupsOf = (assets: Awaited<ReturnType<typeof position>>['data']['assets']) =>
  assets
    .filter(({ name }) => name.startsWith('Investments'))
    .map(({ name, accounts, subtotal }) => [
      name,
      ...accounts.map(({ account_code: code, balance, treatment }) => `${code} ${balance} ${treatment}`),
      subtotal.balance,
      subtotal.compare_balance,
    ])

test('the financial position has investments of each treatment in a group of its own', async () => {
  const { data } = await position('2026-03-31', { compareDate: '2026-01-31' })
  expect(groupsOf(data.assets)).toEqual([
    [
      'Investments at fair value through profit or loss',
      '1100 20000 FVTPL',
      '1110 6000 FVTPL',
      26_000,
      20_000,
    ],
    [
      'Investments at fair value through other comprehensive income',
      '1100 10000 FVOCI',
      '1105 112 FVOCI',
      '1110 2888 FVOCI',
      13_000,
      10_112,
    ],
  ])
  expect(data.totals.is_balanced).toBe(true)
})

test('of books of one treatment there is one group', async () => {
  const of = (portfolioId: string) => position('2026-03-31', { portfolioId })
  expect(groupsOf((await of(made.FVTPL.portfolioId)).data.assets).map(([name]) => name)).toEqual([
    'Investments at fair value through profit or loss',
  ])
  expect(groupsOf((await of(made.FVOCI.portfolioId)).data.assets).map(([name]) => name)).toEqual([
    'Investments at fair value through other comprehensive income',
  ])
})

test('a line opens the entries of its portfolios alone', async () => {
  const detail = async (code: string, treatment?: string) =>
    (
      await ask(api, trialBalance.account, {
        params: { code },
        query: { endDate: '2026-03-31', entity, ...(treatment && { treatment }) },
      })
    ).data
  expect((await detail('1100', 'FVTPL')).totals.net_balance).toBe(20_000)
  expect((await detail('1100', 'FVOCI')).totals.net_balance).toBe(10_000)
  expect((await detail('1100')).totals.net_balance).toBe(30_000)
  expect((await detail('1100', 'FVOCI')).entries).toHaveLength(1)
})

test('profit and loss takes FVTPL gains and both dividends, each apart; FVOCI gains are other comprehensive income', async () => {
  const { data } = await ask(api, statements.profitLoss, {
    query: {
      startDate: '2026-01-01',
      endDate: '2026-03-31',
      entity,
      compareStartDate: '2026-03-01',
      compareEndDate: '2026-03-31',
    },
  })
  expect(data.unrealizedGains.map(({ balance }) => balance)).toEqual([6000])
  expect(
    data.revenueByCategory['Dividend Income']?.map(
      ({ account_name: name, balance, compare_balance: before, treatment }) => [
        name,
        balance,
        before,
        treatment,
      ],
    ),
  ).toEqual([
    ['Dividend Income, FVTPL investments', 300, 300, 'FVTPL'],
    ['Dividend Income, FVOCI investments', 70, 70, 'FVOCI'],
  ])
  expect(data.otherComprehensiveIncome).toMatchObject([{ what: 'fair-value', balance: 2888 }])
  expect([data.totals.total_revenue, data.totals.other_comprehensive_income]).toEqual([370, 2888])
  const fvtpl = await ask(api, statements.profitLoss, {
    query: { startDate: '2026-01-01', endDate: '2026-03-31', portfolioId: made.FVTPL.portfolioId },
  })
  expect(fvtpl.data.revenueByCategory['Dividend Income']).toMatchObject([
    { account_name: 'Dividend Income', balance: 300 },
  ])
})
