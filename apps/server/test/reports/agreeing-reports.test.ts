/** Reports of one holding agree with each other: what an event posts is no manual entry, and one label has one value. */

import { actionReports } from '@em/contract/corporate-actions/action-reports'
import type { CorporateActionDetail } from '@em/contract/corporate-actions/corporate-actions'
import { dashboard } from '@em/contract/dashboard/dashboard'
import { notifications } from '@em/contract/dashboard/notifications'
import { holdings } from '@em/contract/holdings/holdings'
import { performance } from '@em/contract/performance/performance'
import { realizedSchedule } from '@em/contract/realized/realized-schedule'
import { investmentMovements } from '@em/contract/reports/investment-movements'
import { netAssets } from '@em/contract/reports/net-assets'
import { statementOfInvestments } from '@em/contract/reports/statement-of-investments'
import { statements } from '@em/contract/statements/statements'
import { beforeAll, describe, expect, test } from 'vitest'
import { recalculateDue } from '../../src/features/value-history/recalculate.commands.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { apart } from '../support/own-entity.ts'
import { recordPrices } from '../support/prices.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-25' })
  books = await startBooks(api)
})

/** 150 of 400 shares, cost 8,000.00, go from one portfolio to another of the same entity. */
async function moved(treatment = 'FVTPL') {
  const giver = await oneHolding(books, 'WAP', treatment)
  const taker = await oneHolding(books, 'WAP', treatment)
  await giver.buy('2026-01-05', 400, 20)
  const made = await api.call<CorporateActionDetail & Refused>('POST /corporate-actions', {
    body: {
      kind: 'transfer',
      portfolio: giver.portfolioId,
      toPortfolio: taker.portfolioId,
      securityCode: 'JKH.N0000',
      quantity: 150,
      transferDate: '2026-03-03',
    },
  })
  expect([made.status, made.body.message]).toEqual([201, undefined])
  const { id } = made.body
  expect((await api.call(`POST /corporate-actions/${id}/process`, { body: {} })).status).toBe(200)
  return { id, giver, taker }
}

/** Posts the entries of a transfer again under the type that they had before, and takes the present ones off. */
async function asPostedBefore(actionId: number): Promise<void> {
  await api.database.query(
    `WITH there AS (SELECT id, entry_date, line_count, recorded_by FROM journal_entries WHERE cause_kind = 'action' AND cause_id = $1),
     posted AS (
       INSERT INTO journal_entries (act_id, entry_date, kind, transaction_type, description, reference, cause_kind, cause_id, line_count, recorded_by)
       SELECT 1, t.entry_date, 'event', k.type, 'Transfer', t.id::text, 'action', $1, t.line_count, t.recorded_by
         FROM there t CROSS JOIN (VALUES ('Transfer'), ('Journal Entry')) AS k (type) RETURNING id, reference, transaction_type)
     INSERT INTO journal_lines (entry_id, line_no, entry_date, account_id, role, debit, credit, transaction_type, portfolio_id, equity_id)
     SELECT p.id, l.line_no, l.entry_date, l.account_id, l.role,
            CASE p.transaction_type WHEN 'Transfer' THEN l.credit ELSE l.debit END, CASE p.transaction_type WHEN 'Transfer' THEN l.debit ELSE l.credit END,
            p.transaction_type, l.portfolio_id, l.equity_id
       FROM posted p JOIN journal_lines l ON l.entry_id = p.reference::bigint`,
    [actionId],
  )
}

const SPAN = { startDate: '2026-01-01', endDate: '2026-03-25' }
/** The ties of the three reports with what is named in them and what is left over. */
async function tied({ portfolioId }: OneHolding) {
  const statement = await ask(api, statementOfInvestments, { query: { portfolioId, asOf: '2026-03-25' } })
  const movements = await ask(api, investmentMovements, { query: { portfolioId, ...SPAN } })
  const schedule = await ask(api, realizedSchedule, { query: { portfolioId, ...SPAN } })
  const tied = [...statement.ties, ...movements.ties].map(({ of, others, difference }) => [
    of.join(),
    ...others.filter(({ label }) => label === 'Manual entries').map(({ amount }) => amount),
    difference,
  ])
  return [
    ...tied,
    ...schedule.tieOuts.map(({ treatment, others, difference }) => [
      treatment,
      ...others.filter(({ amount }) => amount !== 0).map(({ amount }) => amount),
      difference,
    ]),
  ]
}

describe('a transfer inside one entity', () => {
  test.each(['FVTPL', 'FVOCI'])('is no manual entry in any report, %s', async (treatment) => {
    const { giver, taker } = await moved(treatment)
    const rows = [...(await tied(giver)), ...(await tied(taker))]
    expect(rows.filter((row) => row.length !== 2 || row[1] !== 0)).toEqual([])
  })
  test('is none where it was posted as a journal entry, as it once was', async () => {
    const { id, giver, taker } = await moved('FVOCI')
    await asPostedBefore(id)
    const rows = [...(await tied(giver)), ...(await tied(taker))]
    expect(rows.filter((row) => row.length !== 2 || row[1] !== 0)).toEqual([])
    const account = (entries?: string) =>
      api.call<{ data: { totals: object; entry_count: number } }>('GET /trial-balance/account/1100', {
        query: { portfolioId: giver.portfolioId, ...SPAN, ...(entries === undefined ? {} : { entries }) },
      })
    expect((await account('manual')).body.data).toMatchObject({
      entry_count: 0,
      entries: [],
      totals: { net_balance: 0 },
    })
    expect((await account('other')).body.data.totals).toEqual((await account()).body.data.totals)
  })
  test('is none after it was taken back', async () => {
    const { id, giver, taker } = await moved()
    expect(
      (await api.call(`POST /corporate-actions/${id}/reverse`, { body: { reason: 'Entered twice' } })).status,
    ).toBe(201)
    const rows = [...(await tied(giver)), ...(await tied(taker))]
    expect(rows.filter((row) => row.length !== 2 || row[1] !== 0)).toEqual([])
  })
})

test('a gain of an event that was taken back is no manual entry of Realized Gains', async () => {
  const of = await oneHolding(books, 'FIFO')
  await of.buy('2026-01-05', 401, 20)
  const made = await api.call<CorporateActionDetail & Refused>('POST /corporate-actions', {
    body: {
      kind: 'delisting',
      securityCode: 'JKH.N0000',
      portfolio: of.portfolioId,
      pricePerShare: 25,
      effectiveDate: '2026-03-03',
      announcementDate: '2026-03-03',
    },
  })
  expect([made.status, made.body.message]).toEqual([201, undefined])
  const call = async (what: string, body: object = {}) =>
    expect((await api.call(`POST /corporate-actions/${made.body.id}/${what}`, { body })).status).toBeLessThan(
      300,
    )
  await call('process')
  const whole = await tied(of)
  expect(whole.filter((row) => row.length !== 2 || row[1] !== 0)).toEqual([])
  await call('reverse', { reason: 'Entered twice' })
  const rows = await tied(of)
  expect(rows.filter((row) => row.length !== 2 || row[1] !== 0)).toEqual([])
})

describe('the first price of a book', () => {
  // 600 shares at 20.00 and 134.40 of fees, then a price of 21.00.
  test('gives neither a daily return nor a change of the day: there is nothing to compare with', async () => {
    const of = await oneHolding(books, 'WAP')
    const { portfolioId } = of
    await of.buy('2026-03-23', 600, 20, { symbol: 'SAMP.N0000', companyName: 'Sampath Bank PLC' })
    await recordPrices(api, '2026-03-25', { 'SAMP.N0000': 21 })
    await recalculateDue(api.database, '2026-03-25')
    const { data } = await ask(api, performance.metrics, { query: { portfolioId, timeRange: '1M' } })
    expect(data.portfolioSummary).toMatchObject({ totalValue: 12_600, dailyReturn: null })
    expect(data.missing.find(({ figure }) => figure === 'Daily return')?.why).toBe(
      'It compares prices of 25 Mar 2026 with those of the market day before; one of the two days has none of its own.',
    )
    const nothing = { date: '2026-03-25', change: null, percent: null, gainers: [], losers: [] }
    expect((await ask(api, dashboard, { query: { portfolioId } })).dayChange).toEqual(nothing)
    const overview = await ask(api, holdings.overview, { query: { portfolioId } })
    expect(overview.data.dayChange).toEqual(nothing)
    const exposure = await ask(api, holdings.exposure, { query: { portfolioId } })
    expect(exposure.total.dayChange).toBeNull()
  })
})

test('dividends are a line of their own, in no profit or loss of shares', async () => {
  const of = await oneHolding(books, 'WAP')
  const { portfolioId } = of
  await of.buy('2026-01-05', 1000, 20)
  const figures = async () => (await ask(api, dashboard, { query: { portfolioId } })).profitAndLoss
  const before = await figures()
  expect(before.dividendIncome).toBe(0)
  const made = await api.call<CorporateActionDetail>('POST /corporate-actions', {
    body: {
      kind: 'dividend',
      securityCode: 'JKH.N0000',
      portfolio: portfolioId,
      dividendRate: '1.00',
      announcementDate: '2026-02-02',
      exDividendDate: '2026-02-10',
      paymentDate: '2026-03-02',
    },
  })
  expect((await api.call(`POST /corporate-actions/${made.body.id}/process`, { body: {} })).status).toBe(200)
  const { totalReturn } = before
  expect(await figures()).toEqual({
    ...before,
    dividendIncome: 1000,
    totalReturn: { ...totalReturn, dividends: 1000, withheldTax: 150, total: totalReturn.total + 850 },
  })
})

describe('dividends receivable', () => {
  const dividend = async (of: OneHolding, more: object) => {
    const made = await api.call<CorporateActionDetail & Refused>('POST /corporate-actions', {
      body: {
        kind: 'dividend',
        securityCode: 'JKH.N0000',
        portfolio: of.portfolioId,
        dividendRate: '1.00',
        taxRate: 0,
        announcementDate: '2026-01-20',
        exDividendDate: '2026-02-10',
        ...more,
      },
    })
    expect([made.status, made.body.message]).toEqual([201, undefined])
    const { id } = made.body
    expect((await api.call(`POST /corporate-actions/${id}/process`, { body: {} })).status).toBe(200)
    return id
  }

  test('in credit are a liability of that portfolio, whatever another one is still to receive', async () => {
    const { of: paid, entity } = await apart(books)
    const { of: open } = await apart(books)
    const [row] = await api.database.query<{ version: number }>(
      'SELECT version FROM portfolios WHERE id = $1',
      [open.id],
    )
    const body = { entity: entity.name, version: row?.version }
    expect((await api.call(`PUT /portfolios/${open.id}`, { body })).status).toBe(200)
    for (const one of [paid, open]) await one.buy('2026-01-05', 1000, 20)
    const id = await dividend(paid, { paymentDate: '2026-03-02' })
    await dividend(open, { paymentDate: '2026-04-02' })
    const received = { portfolioId: paid.portfolioId, date: '2026-03-02', amount: 1000 }
    expect((await api.call(`POST /corporate-actions/${id}/receive`, { body: received })).status).toBe(201)
    // 300 shares were sold before XD: 700.00 are due, 1,000.00 came.
    expect((await paid.sell('2026-02-05', 300, 20)).status_).toBe(201)
    const query = { entity: entity.name, asOf: '2026-03-25' }
    const { data } = await ask(api, statements.financialPosition, { query })
    const receivableIn = (groups: typeof data.assets) =>
      groups.flatMap(({ name, accounts }) =>
        accounts
          .filter(({ account_code: code }) => code === '1210')
          .map((one) => [name, one.account_name, one.balance]),
      )
    expect(receivableIn(data.assets)).toEqual([['Receivables', 'Dividend Receivable', 1000]])
    expect(receivableIn(data.liabilities)).toEqual([
      ['Payables', 'Dividends received in excess (payable)', 300],
    ])
    expect(data.totals.is_balanced).toBe(true)
    const net = await ask(api, netAssets, { query })
    expect(net.total).toMatchObject({
      receivables: 1000,
      payables: -300,
      ledger: data.totals.net_assets.balance,
    })
    expect(net.rows.map(({ receivables, payables }) => [receivables, payables]).toSorted()).toEqual([
      [0, -300],
      [1000, 0],
    ])
  })

  test('whose payment is to be notified age from XD, also in the bell', async () => {
    const of = await oneHolding(books, 'WAP')
    await of.buy('2026-01-05', 1000, 20)
    await dividend(of, {})
    const query = { portfolioId: of.portfolioId, open: '1' }
    const rows = await ask(api, actionReports.receivables, { query })
    expect(rows).toMatchObject([{ due: null, days: 43, band: '31-60', outstanding: 1000 }])
    const notes = await ask(api, notifications, {})
    expect(notes.map(({ id }) => id)).toContain('actions-late')
  })
})

test('clearing between portfolios is owed by one and receivable of the other, and nothing of both', async () => {
  const { giver, taker } = await moved()
  const of = async ({ portfolioId }: OneHolding) =>
    (await ask(api, netAssets, { query: { portfolioId, asOf: '2026-03-25' } })).total
  expect(await of(giver)).toMatchObject({ receivables: 3000, payables: 0 })
  expect(await of(taker)).toMatchObject({ receivables: 0, payables: -3000 })
  const { total, rows } = await ask(api, netAssets, { query: { entity: 'Test Fund', asOf: '2026-03-25' } })
  const own = rows.filter(
    ({ portfolioId }) => portfolioId === giver.portfolioId || portfolioId === taker.portfolioId,
  )
  expect(own.map(({ receivables, payables }) => [receivables, payables]).toSorted()).toEqual([
    [0, -3000],
    [3000, 0],
  ])
  const { data } = await ask(api, statements.financialPosition, {
    query: { entity: 'Test Fund', asOf: '2026-03-25' },
  })
  const receivables = data.assets.find(({ name }) => name === 'Receivables')?.subtotal.balance ?? 0
  expect(total.receivables).toBe(receivables)
})
