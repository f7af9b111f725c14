/** Net assets at a date through the API on a real PostgreSQL. */
import { journal } from '@em/contract/journal/journal'
import { netAssets } from '@em/contract/reports/net-assets'
import { statementOfInvestments } from '@em/contract/reports/statement-of-investments'
import { statements } from '@em/contract/statements/statements'
import { valuations } from '@em/contract/valuation/valuation'
import { NOT_VALUED } from '@em/contract/valuation/valuation-note'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import type { OneHolding } from '../support/one-holding.ts'
import { apart, lock } from '../support/own-entity.ts'
import { recordPrices } from '../support/prices.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-15' })
  books = await startBooks(api)
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 26 })
})

const at = (query: object) => ask(api, netAssets, { query })
const of = (one: OneHolding, asOf: string) => at({ portfolioId: one.portfolioId, asOf })
const run = (one: OneHolding, date: string) =>
  ask(api, valuations.run, { body: { date, portfolioId: one.portfolioId } })
const capital = (one: OneHolding, date: string, amount: number) =>
  ask(api, journal.create, {
    body: {
      date,
      description: 'Capital paid in',
      lines: [
        { account_code: '1010', debit: amount, portfolioId: one.portfolioId },
        { account_code: '3000', credit: amount, portfolioId: one.portfolioId },
      ],
    },
  })

describe('net assets', () => {
  test('are investments at fair value, receivables and cash less payables, as the financial position has them', async () => {
    const { of: one } = await apart(books)
    await capital(one, '2026-01-02', 50_000)
    await one.buy('2026-01-05', 1000, 20)
    await one.buy('2026-03-30', 100, 20, { settlementDate: '2026-04-01' })
    await one.sell('2026-03-31', 50, 26, { settlementDate: '2026-04-06' })
    const before = await of(one, '2026-03-31')
    expect(before.rows).toMatchObject([
      {
        portfolioId: one.portfolioId,
        treatment: 'FVTPL',
        state: 'not-valued',
        investments: 27_300,
        receivables: 1285.43,
        cash: 29_776,
        otherAssets: 0,
        payables: -2022.4,
        netAssets: 56_339.03,
        notPosted: 6300,
        ledger: 50_039.03,
      },
    ])
    expect(before.reasons).toEqual([{ label: NOT_VALUED, amount: 6300 }])
    expect(before.tie).toEqual({ equity: 50_039.03, difference: 0 })
    expect(before.entities).toMatchObject([{ portfolios: 1, netAssets: 56_339.03 }])
    await run(one, '2026-03-31')
    const after = await of(one, '2026-03-31')
    expect([after.rows[0]?.state, after.total.netAssets, after.total.notPosted, after.reasons]).toEqual([
      'valued',
      56_339.03,
      0,
      [],
    ])
    const { data } = await ask(api, statements.financialPosition, {
      query: { portfolioId: one.portfolioId, asOf: '2026-03-31' },
    })
    expect(after.total.netAssets).toBe(data.totals.net_assets.balance)
    const statement = await ask(api, statementOfInvestments, {
      query: { portfolioId: one.portfolioId, asOf: '2026-03-31' },
    })
    expect(statement.netAssets).toBe(after.total.netAssets)
    await one.buy('2026-03-27', 10, 20)
    expect((await of(one, '2026-03-31')).reasons).toEqual([
      { label: 'Changed since the mark-to-market run of this date', amount: 60 },
    ])
  })

  test('a line leads from posting date to trade date where a lock moved entries (vector 1.3)', async () => {
    const { of: one, entity } = await apart(books)
    await one.buy('2026-01-05', 1000, 20)
    await lock(api, entity, '2026-03-31')
    await one.buy('2026-03-30', 200, 21, {}, '?openPeriod=1')
    const report = await of(one, '2026-03-31')
    expect(report.total).toMatchObject({ investments: 26_000, cash: -20_224, netAssets: 5776 })
    expect(report.moved).toEqual({
      rows: [
        {
          portfolioId: one.portfolioId,
          portfolioName: expect.any(String),
          symbol: 'JKH.N0000',
          companyName: 'John Keells Holdings PLC',
          quantity: 200,
          cost: 4200,
          fair_value: 5200,
        },
      ],
      hasMore: false,
      investments: 5200,
      receivables: 0,
      // The purchase is settled on the day of its trade: the bank is moved with it.
      cash: -4247.03,
      otherAssets: 0,
      payables: 0,
      netAssets: 6728.97,
    })
    const later = await of(one, '2026-04-01')
    expect([later.moved.rows, later.moved.netAssets, later.total.netAssets]).toEqual([[], 6728.97, 6728.97])
  })

  test('of several books: each with its own, sums by entity, what names no portfolio apart', async () => {
    await ask(api, journal.create, {
      body: {
        date: '2026-01-02',
        description: 'Rent',
        lines: [
          { account_code: '6300', debit: 90 },
          { account_code: '1010', credit: 90 },
        ],
      },
    })
    const report = await at({ asOf: '2026-03-31' })
    expect(report.rows.find(({ portfolioId }) => portfolioId === null)).toMatchObject({
      portfolioName: null,
      treatment: null,
      state: 'none',
      cash: -90,
      netAssets: -90,
    })
    expect(report.tie.difference).toBe(0)
    const cents = (amount: number) => Math.round(amount * 100)
    for (const key of [
      'investments',
      'receivables',
      'cash',
      'otherAssets',
      'payables',
      'netAssets',
      'ledger',
    ] as const) {
      const sum = (rows: readonly Record<typeof key, number>[]) =>
        rows.reduce((all, row) => all + cents(row[key]), 0)
      expect([key, sum(report.rows), sum(report.entities)]).toEqual([
        key,
        cents(report.total[key]),
        cents(report.total[key]),
      ])
    }
    const { data } = await ask(api, statements.financialPosition, { query: { asOf: '2026-03-31' } })
    expect(report.total.ledger).toBe(data.totals.net_assets.balance)
  })

  test('of books without anything they are nothing', async () => {
    const report = await at({ asOf: '2015-01-01' })
    expect([report.rows, report.total.netAssets, report.tie, report.moved.rows]).toEqual([
      [],
      0,
      { equity: 0, difference: 0 },
      [],
    ])
  })
})
