/** Acts are judged by the facts that they can touch; all facts of the day would judge them alike, whatever scopes are measured together. */

import { journal } from '@em/contract/journal/journal'
import { limits } from '@em/contract/limits/limits'
import { orders } from '@em/contract/orders/orders'
import type { LimitAct } from '@em/core/limits/facts'
import { judge } from '@em/core/limits/what-if'
import { beforeAll, expect, test } from 'vitest'
import { knownActs } from '../../src/features/limits/acts.queries.ts'
import { loadForActs } from '../../src/features/limits/for-acts.queries.ts'
import { loadDay } from '../../src/features/limits/utilisation.queries.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, PORTFOLIO, startBooks } from '../support/books.ts'
import { recordPrices } from '../support/prices.ts'

const TODAY = '2026-06-18'
const PORTFOLIOS = ['GROW', 'HOLD', 'ONE', 'TWO', 'THREE', 'FOUR'] as const
let api: Api
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  const books = await startBooks(api)
  for (const portfolioId of PORTFOLIOS.slice(2)) {
    // ONE and TWO are below GROW in the tree of portfolios.
    const parentPortfolioId = portfolioId === 'ONE' || portfolioId === 'TWO' ? 'GROW' : undefined
    await api.call('POST /portfolios', {
      body: { ...PORTFOLIO, portfolioId, portfolioName: portfolioId, parentPortfolioId },
    })
  }
  for (const [index, portfolioId] of PORTFOLIOS.entries()) {
    await api.call('POST /portfolio-costing-method', { body: { portfolioId, costing_method: 'WAP' } })
    await ask(api, journal.create, {
      body: {
        date: '2026-06-01',
        description: 'Capital paid in',
        status: 'Posted',
        lines: [
          { account_code: '1010', debit: 1_000_000 + index, portfolioId },
          { account_code: '3000', credit: 1_000_000 + index, portfolioId },
        ],
      },
    })
    const bought = (symbol: string, companyName: string, quantity: number, price: number) =>
      books.bought({
        portfolioId,
        symbol,
        companyName,
        quantity,
        price,
        contractNumber: `${symbol} ${index}`,
      })
    await bought('JKH.N0000', 'John Keells Holdings PLC', 1_111 * (index + 1), 10.37)
    await bought('COMB.N0000', 'Commercial Bank of Ceylon PLC', 777 * (index + 1), 99.13)
    await books.bought({
      portfolioId,
      symbol: 'SAMP.N0000',
      companyName: 'Sampath Bank PLC',
      quantity: 333 + index,
      price: 80,
      contractNumber: `today ${index}`,
      tradeDate: TODAY,
      settlementDate: '2026-06-22',
    })
  }
  // SAMP has no price; one of JKH with more decimals than a cent.
  await recordPrices(api, '2026-06-17', { 'JKH.N0000': 10.1234, 'COMB.N0000': 101.3 })
  await ask(api, orders.create, {
    body: { portfolioId: 'THREE', symbol: 'JKH.N0000', side: 'sell', quantity: 50, validUntil: TODAY },
  })
  await ask(api, orders.create, {
    body: { portfolioId: 'HOLD', symbol: 'COMB.N0000', side: 'buy', quantity: 70, validUntil: TODAY },
  })
  await writeLimits()
})

const SCOPES = {
  all: { type: 'all' },
  entity: { type: 'entity', id: 'Test Fund' },
  group: { type: 'group', id: 'GROW' },
  each: { type: 'portfolio', id: 'each' },
} as const
const share = (measure: string, type: string) => ({
  kind: 'share',
  measure,
  subject: { type, id: 'each' },
  unit: 'percent',
  bound: 20,
})
const MEASURES = {
  NA: share('percent-of-net-assets', 'issuer'),
  SEC: share('percent-of-securities', 'security'),
  TOTAL: share('percent-of-total', 'class'),
  TOP: { ...share('percent-of-net-assets', 'security'), subject: { type: 'security', id: 'each', top: 2 } },
  VALUE: {
    kind: 'position',
    measure: 'value',
    subject: { type: 'security', id: 'each' },
    unit: 'LKR',
    bound: 900_000,
  },
  GROSS: {
    kind: 'exposure',
    measure: 'exposure-gross',
    subject: { type: 'broker', id: 'each' },
    unit: 'percent',
    bound: 1,
  },
  CASH: {
    kind: 'cash',
    measure: 'minimum-cash',
    subject: { type: 'portfolio', id: 'all' },
    unit: 'percent',
    bound: 90,
  },
  DAY: {
    kind: 'act',
    measure: 'day-size',
    subject: { type: 'security', id: 'each' },
    unit: 'LKR',
    bound: 1_000,
  },
}

async function writeLimits() {
  for (const [scopeCode, scope] of Object.entries(SCOPES)) {
    for (const [code, terms] of Object.entries(MEASURES)) {
      await ask(api, limits.create, {
        body: {
          ...terms,
          code: `${code}-${scopeCode}`,
          name: `${code} of ${scopeCode}`,
          scope,
          hardness: 'soft',
          effectiveFrom: '2026-06-01',
        } as never,
      })
    }
  }
}

/** The effect of acts on all limits, by the facts that are loaded for the acts and by all facts of the day. */
async function judgedBothWays(acts: readonly LimitAct[]) {
  const touched = new Set(acts.map(({ portfolioId }) => portfolioId))
  const near = await loadForActs(api.database, { today: TODAY, touched, actsOn: [], except: null })
  if (near === null) throw new Error('no limit holds for the portfolios of the acts')
  const all = await loadDay(api.database, { day: TODAY, today: TODAY })
  const waiting = await knownActs(api.database, near.waiting, TODAY)
  const judgedIn = (limit: (typeof near.limits)[number], of: 'near' | 'all') =>
    limit.members.map((member) =>
      judge(
        {
          terms: limit.terms,
          hardness: limit.hardness,
          portfolioIds: of === 'near' ? near.measuredOf(member) : member.ids,
        },
        of === 'near' ? near.facts : all.facts,
        acts,
        waiting,
      ).toSorted((a, b) => (a.subject < b.subject ? -1 : 1)),
    )
  return { near, all, judgedIn }
}

type Asked = readonly [kind: 'buy' | 'sell', portfolio: string, symbol: string, quantity: bigint]
const acts = (...some: readonly Asked[]) =>
  api.database.transaction(
    async (tx) => {
      const idOf = async (table: string, column: string, value: string) => {
        const [row] = await tx.query<{ id: number }>(`SELECT id FROM ${table} WHERE ${column} = $1`, [
          value,
        ] as never)
        return row?.id ?? 0
      }
      const asked = []
      for (const [kind, portfolio, symbol, quantity] of some) {
        asked.push({
          kind,
          quantity,
          portfolioId: await idOf('portfolios', 'portfolio_id', portfolio),
          securityId: await idOf('equities', 'symbol', symbol),
          price: null,
          broker: 'Asia Securities (Pvt) Ltd',
        })
      }
      return knownActs(tx, asked, TODAY)
    },
    'test',
    [null],
  )

const CASES: readonly (readonly [string, readonly [Asked, ...Asked[]]])[] = [
  ['a buy of one portfolio', [['buy', 'GROW', 'JKH.N0000', 5_000n]]],
  ['a sale of another', [['sell', 'FOUR', 'COMB.N0000', 1_000n]]],
  [
    'both sides of two portfolios',
    [
      ['buy', 'ONE', 'COMB.N0000', 300n],
      ['sell', 'HOLD', 'JKH.N0000', 9_999n],
    ],
  ],
]
test.each(CASES)('%s', async (_, asked) => {
  const { near, judgedIn } = await judgedBothWays(await acts(...asked))
  expect(near.limits).toHaveLength(asked[0][1] === 'FOUR' ? 24 : 32)
  for (const limit of near.limits) expect(judgedIn(limit, 'near'), limit.code).toEqual(judgedIn(limit, 'all'))
})

test('portfolios that are only measured together come as one', async () => {
  const { near, all } = await judgedBothWays(await acts(['buy', 'FOUR', 'JKH.N0000', 5_000n]))
  expect(all.facts.holdings).toHaveLength(18)
  // Those of FOUR, the two that orders wait for, and three securities of all others together, each once of either half of the portfolios.
  expect(near.facts.holdings).toHaveLength(3 + 2 + 3 * 2)
})
