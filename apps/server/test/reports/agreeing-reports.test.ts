/** Reports of one holding agree with each other: what an event posts is no manual entry, and one label has one value. */
import type { CorporateActionDetail } from '@em/contract/books/corporate-actions'
import { investmentMovements } from '@em/contract/books/investment-movements'
import { realizedSchedule } from '@em/contract/books/realized-schedule'
import { statementOfInvestments } from '@em/contract/books/statement-of-investments'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'

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
       INSERT INTO journal_entries (entry_date, kind, transaction_type, description, reference, cause_kind, cause_id, line_count, recorded_by)
       SELECT t.entry_date, 'event', k.type, 'Transfer', t.id::text, 'action', $1, t.line_count, t.recorded_by
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
  const told = [...statement.ties, ...movements.ties].map(({ of, others, difference }) => [
    of.join(),
    ...others.filter(({ label }) => label === 'Manual entries').map(({ amount }) => amount),
    difference,
  ])
  return [
    ...told,
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
