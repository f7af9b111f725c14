/** The statement of investments through the API on a real PostgreSQL: figures, what is stale or without price, ties, rights of persons. */

import { chartOfAccounts } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { equities } from '@em/contract/equities/equities'
import { glMappings } from '@em/contract/gl-mappings/gl-mappings'
import { journal } from '@em/contract/journal/journal'
import { openings } from '@em/contract/openings/openings'
import { investmentMovements } from '@em/contract/reports/investment-movements'
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
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 26, 'COMB.N0000': 101.5 })
  await recordPrices(api, '2026-03-10', { 'SAMP.N0000': 79 })
  for (const { id, symbol, version } of (await ask(api, equities.routes.list, { query: {} })) as {
    id: number
    symbol: string
    version: number
  }[])
    if (symbol.startsWith('COMB')) {
      await ask(api, equities.routes.update, {
        params: { id },
        body: { sector: 'Financial Services', version },
      })
    }
})

const at = (of: OneHolding, asOf: string) =>
  ask(api, statementOfInvestments, { query: { portfolioId: of.portfolioId, asOf } })
const run = (of: OneHolding, date: string) =>
  ask(api, valuations.run, { body: { date, portfolioId: of.portfolioId } })
const of = (company: string, symbol: string) => ({ companyName: company, symbol })
const COMB = of('Commercial Bank of Ceylon PLC', 'COMB.N0000')
const COMBX = of('Commercial Bank of Ceylon PLC', 'COMB.X0000')
const SAMP = of('Sampath Bank PLC', 'SAMP.N0000')

describe('the statement', () => {
  test('states each security at cost and at fair value, by treatment and sector, and agrees with the valued books', async () => {
    const { of: one } = await apart(books, 'WAP', 'FVOCI')
    await one.buy('2026-01-05', 1000, 20)
    await one.buy('2026-01-06', 100, 100, COMB)
    await run(one, '2026-03-31')
    const statement = await at(one, '2026-03-31')
    expect(statement.valuation).toMatchObject({ state: 'valued', message: null })
    expect(statement.rows).toMatchObject([
      {
        treatment: 'FVOCI',
        sector: 'Financial Services',
        symbol: 'COMB.N0000',
        quantity: 100,
        cost: 10_000,
        capitalised: 112,
        price: 101.5,
        price_date: '2026-03-31',
        level: 1,
        fair_value: 10_150,
        unrealized: 38,
      },
      {
        sector: null,
        symbol: 'JKH.N0000',
        quantity: 1000,
        cost: 20_000,
        capitalised: 224,
        price: 26,
        price_age: 0,
        fair_value: 26_000,
        unrealized: 5776,
        exceptions: [],
      },
    ])
    expect(statement.sectors.map(({ sector, rows, fair_value }) => [sector, rows, fair_value])).toEqual([
      ['Financial Services', 1, 10_150],
      [null, 1, 26_000],
    ])
    expect(statement.treatments).toMatchObject([
      { treatment: 'FVOCI', cost: 30_000, capitalised: 336, unrealized: 5814 },
    ])
    expect(statement.total).toMatchObject({ rows: 2, fair_value: 36_150 })
    expect(statement.ties).toEqual([
      { of: ['cost'], accounts: ['1100'], report: 30_000, others: [], ledger: 30_000, difference: 0 },
      { of: ['capitalised'], accounts: ['1105'], report: 336, others: [], ledger: 336, difference: 0 },
      { of: ['adjustment'], accounts: ['1110'], report: 5814, others: [], ledger: 5814, difference: 0 },
    ])
    // Bought on credit of the bank account: 30,336.00 were paid.
    expect(statement.netAssets).toBe(5814)
    expect(statement.total.share).toBe(Math.round((36_150 / 5814) * 1_000_000) / 10_000)
    const { data } = await ask(api, statements.financialPosition, {
      query: { portfolioId: one.portfolioId, asOf: '2026-03-31' },
    })
    expect(statement.netAssets).toBe(data.totals.net_assets.balance)
  })

  test('names what is not valued and what changed since the run, and what is stale or without a price', async () => {
    const { of: one } = await apart(books)
    await one.buy('2026-01-05', 1000, 20)
    await one.buy('2026-01-06', 100, 100, COMBX)
    await one.buy('2026-01-07', 10, 80, SAMP)
    const before = await at(one, '2026-03-31')
    expect(before.valuation.message).toBe(NOT_VALUED)
    expect(before.ties.at(-1)).toEqual({
      of: ['adjustment'],
      accounts: ['1110'],
      report: 5990,
      others: [{ label: NOT_VALUED, amount: -5990 }],
      ledger: 0,
      difference: 0,
    })
    expect(
      before.rows.map(({ symbol, level, exceptions, fair_value }) => [symbol, level, exceptions, fair_value]),
    ).toEqual([
      ['COMB.X0000', 3, ['unpriced'], 10_000],
      ['JKH.N0000', 1, [], 26_000],
      ['SAMP.N0000', 2, ['stale'], 790],
    ])
    await run(one, '2026-03-31')
    expect((await at(one, '2026-03-31')).ties.at(-1)).toMatchObject({
      others: [],
      ledger: 5990,
      difference: 0,
    })
    await one.buy('2026-03-30', 100, 20)
    const late = await at(one, '2026-03-31')
    expect(late.ties.at(-1)).toMatchObject({
      report: 6590,
      others: [{ label: 'Changed since the mark-to-market run of this date', amount: -600 }],
      ledger: 5990,
      difference: 0,
    })
    expect(late.ties[0]).toMatchObject({ report: 32_800, ledger: 32_800, difference: 0 })
  })

  test('is by posting date: an entry that a lock moved counts from its posting on', async () => {
    const { of: one, entity } = await apart(books)
    await one.buy('2026-01-05', 1000, 20)
    await lock(api, entity, '2026-03-31')
    await one.buy('2026-03-30', 200, 21, {}, '?openPeriod=1')
    expect((await at(one, '2026-03-31')).rows).toMatchObject([{ quantity: 1000, cost: 20_000 }])
    const after = await at(one, '2026-04-01')
    expect(after.rows).toMatchObject([{ quantity: 1200, cost: 24_200 }])
    expect(after.ties.map(({ difference }) => difference)).toEqual([0, 0, 0])
  })

  test('an opening that carries a fair value forward is in the adjustment of its day', async () => {
    const { of: one } = await apart(books)
    await ask(api, openings.recordLots, {
      params: { portfolio: one.portfolioId },
      body: {
        openingDate: '2026-04-01',
        rows: [{ symbol: 'COMB.X0000', tradeDate: '2024-05-06', quantity: 100, cost: 8000, fairValue: 9000 }],
      },
    })
    const statement = await at(one, '2026-04-01')
    expect(statement.rows).toMatchObject([
      { symbol: 'COMB.X0000', fair_value: 9000, unrealized: 1000, exceptions: ['unpriced'] },
    ])
    expect(statement.ties.at(-1)).toMatchObject({
      of: ['adjustment'],
      report: 1000,
      others: [],
      ledger: 1000,
    })
    expect((await at(one, '2026-04-02')).rows).toMatchObject([{ fair_value: 8000, unrealized: 0 }])
  })

  test('an account that was mapped once counts as well; entries of people on it are named', async () => {
    const { of: one } = await apart(books, 'WAP', 'FVOCI')
    await ask(api, chartOfAccounts.routes.create, { body: { account_code: '1150', account_name: 'Shares' } })
    const mapped = { role: 'investment', portfolioId: one.portfolioId }
    await ask(api, glMappings.set, {
      body: { ...mapped, account_code: '1150', effective_from: '2026-01-03' },
    })
    await one.buy('2026-01-05', 1000, 20)
    // From February on it is an account like any other, which people may use.
    await ask(api, glMappings.remove, {
      body: { ...mapped, effective_from: '2026-02-01', move_balance: true },
    })
    await ask(api, journal.create, {
      body: {
        date: '2026-02-10',
        description: 'By hand',
        lines: [
          { account_code: '1150', debit: 70, portfolioId: one.portfolioId },
          { account_code: '3000', credit: 70, portfolioId: one.portfolioId },
        ],
      },
    })
    const statement = await at(one, '2026-03-31')
    expect(statement.ties[0]).toEqual({
      of: ['cost'],
      accounts: ['1100', '1150'],
      report: 20_000,
      others: [{ label: 'Manual entries', amount: 70 }],
      ledger: 20_070,
      difference: 0,
    })
  })

  test('rights are marked on an account of their own, which is tied apart', async () => {
    const { of: one } = await apart(books)
    await ask(api, equities.routes.create, {
      body: { symbol: 'JKH.R0001', name: 'John Keells Holdings PLC' },
    })
    await recordPrices(api, '2026-03-30', { 'JKH.R0001': 7 })
    await one.buy('2026-01-05', 1000, 20)
    await one.buy('2026-01-06', 400, 5, of('John Keells Holdings PLC', 'JKH.R0001'))
    await run(one, '2026-03-31')
    const statement = await at(one, '2026-03-31')
    expect(
      statement.ties.map((tie) => [tie.of, tie.accounts, tie.report, tie.ledger, tie.difference]),
    ).toEqual([
      [['cost'], ['1100'], 22_000, 22_000, 0],
      [['capitalised'], ['1105'], 0, 0, 0],
      [['adjustment'], ['1110'], 6000, 6000, 0],
      [['rights'], ['1230'], 800, 800, 0],
    ])
    const query = { portfolioId: one.portfolioId, startDate: '2026-03-01', endDate: '2026-03-31' }
    const moved = await ask(api, investmentMovements, { query })
    expect(moved.ties.slice(2).map((tie) => [tie.of, tie.report, tie.difference])).toEqual([
      [['adjustment'], 6000, 0],
      [['rights'], 800, 0],
    ])
  })

  test('of a date ahead it is that of today, of unknown books there is none', async () => {
    const { of: one } = await apart(books)
    expect((await at(one, '2027-01-01')).asOf).toBe('2026-06-15')
    const { status } = await api.call(statementOfInvestments, { query: { portfolioId: 'NONE' } })
    expect(status).toBe(404)
    const empty = await at(one, '2026-06-15')
    expect([empty.rows, empty.total.share, empty.valuation.state]).toEqual([[], null, 'none'])
  })
})
