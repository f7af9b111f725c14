/** The tax withheld from dividends on payment: a register by day and entity; what is announced follows it, what is processed keeps its rate. */
import type { TaxCertificates } from '@em/contract/corporate-actions/action-reports'
import type { CorporateActionDetail, Entitlement } from '@em/contract/corporate-actions/corporate-actions'
import { dividendTaxRates } from '@em/contract/dividend-tax/dividend-tax-rates'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { withholdOnPayment } from '../../src/features/corporate-actions/lapse.commands.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { openPatiently } from '../support/open-patiently.ts'
import { apart, lock } from '../support/own-entity.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-25' })
  books = await startBooks(api)
  rewind = await rewindable(api)
})
beforeEach(async () => {
  await rewind()
  api.clock.set('2026-03-25')
})

const FORM = {
  kind: 'dividend',
  securityCode: 'JKH.N0000',
  announcementDate: '2026-02-20',
  exDividendDate: '2026-03-03',
  recordDate: '2026-03-04',
  paymentDate: '2026-03-20',
  dividendRate: 1,
}
const announced = async (more: object = {}): Promise<CorporateActionDetail> => {
  const made = await api.call<CorporateActionDetail & Refused>('POST /corporate-actions', {
    body: { ...FORM, ...more },
  })
  expect([made.status, made.body.message]).toEqual([201, undefined])
  return made.body
}
const done = async (path: string, body: object = {}) => {
  const answer = await api.call<Refused>(path, { body })
  expect([answer.status < 300, answer.body.message]).toEqual([true, undefined])
}
const process = (id: number) => done(`POST /corporate-actions/${id}/process`)
const taxes = async (id: number, ...of: OneHolding[]) => {
  const { body } = await api.call<Entitlement[]>(`GET /corporate-actions/${id}/entitlements`)
  return of.map(({ portfolioId }) => {
    const row = body.find((one) => one.portfolioId === portfolioId)
    return [row?.tax_rate, row?.tax, row?.version]
  })
}
const add = (effectiveFrom: string, rate: number, entity: string | null = null) =>
  ask(api, dividendTaxRates.routes.create, { body: { effectiveFrom, rate, entity } })
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])
const withheld = async () => {
  const [row] = await api.database.query<{ tax: string }>(
    "SELECT coalesce(sum(debit - credit), 0) AS tax FROM journal_lines WHERE role = 'withholding-tax'",
  )
  return Number(row?.tax)
}

test('an announced dividend follows the register, each entity its own rate; a processed one keeps its rate', async () => {
  const one = await oneHolding(books, 'FIFO')
  const { of: two, entity } = await apart(books, 'FIFO')
  for (const holding of [one, two]) await holding.buy('2026-02-10', 1000, 10)
  const { id } = await announced()
  expect(await taxes(id, one, two)).toEqual([
    [15, 150, 1],
    [15, 150, 1],
  ])
  const own = await add('2026-01-01', 5, entity.name.toUpperCase())
  expect(own.entity).toBe(entity.name)
  expect(await taxes(id, one, two)).toEqual([
    [15, 150, 1],
    [5, 50, 2],
  ])
  await clean()
  // Of a later day: not for this payment date.
  await add('2026-03-21', 14)
  expect((await taxes(id, one))[0]).toEqual([15, 150, 1])
  await process(id)
  expect(await withheld()).toBe(200)
  await clean()

  await add('2026-03-01', 10)
  await ask(api, dividendTaxRates.routes.update, {
    params: { id: own.id },
    body: { rate: 7, version: own.version },
  })
  expect(await taxes(id, one, two)).toEqual([
    [15, 150, 1],
    [5, 50, 2],
  ])
  await clean()
  // A late trade is counted with the rate of its holding; a holder who comes late with the one in force.
  await two.buy('2026-02-20', 100, 10)
  const three = await oneHolding(books, 'FIFO')
  await three.buy('2026-02-20', 100, 10)
  expect(await taxes(id, one, two, three)).toEqual([
    [15, 150, 1],
    [5, 55, 3],
    [10, 10, 1],
  ])
  expect(await withheld()).toBe(215)
  await clean()
  const { rows, difference } = (
    await api.call<TaxCertificates>('GET /corporate-action-reports/tax-certificates')
  ).body
  expect([
    difference,
    rows.map(({ rate, tax }) => [rate, tax]).toSorted((a, b) => Number(a[0]) - Number(b[0])),
  ]).toEqual([
    0,
    [
      [5, 55],
      [10, 10],
      [15, 150],
    ],
  ])

  // Taken out of the books it is announced again, with the rates in force now.
  await done(`POST /corporate-actions/${id}/reverse`, { reason: 'Rates were changed' })
  expect(await taxes(id, one, two, three)).toEqual([
    [10, 100, 2],
    [7, 77, 4],
    [10, 10, 1],
  ])
  await process(id)
  expect(await withheld()).toBe(187)
  await clean()
})

test('a rate that is typed wins for all holders, until it is taken out of the form', async () => {
  const of = await oneHolding(books, 'FIFO')
  await of.buy('2026-02-10', 1000, 10)
  const { id } = await announced({ taxRate: 6 })
  await process(id)
  expect(await taxes(id, of)).toEqual([[6, 60, 1]])
  await add('2026-03-01', 10)
  expect(await taxes(id, of)).toEqual([[6, 60, 1]])
  await done(`PUT /corporate-actions/${id}`, { ...FORM, taxRate: null })
  expect(await taxes(id, of)).toEqual([[10, 100, 2]])
  await clean()
  // A change of the remarks keeps the rate; a change of the ex date or payment date applies another.
  await add('2026-03-02', 12)
  await done(`PUT /corporate-actions/${id}`, { ...FORM, remarks: 'Interim' })
  expect(await taxes(id, of)).toEqual([[10, 100, 2]])
  await done(`PUT /corporate-actions/${id}`, { ...FORM, exDividendDate: '2026-03-04' })
  expect(await taxes(id, of)).toEqual([[12, 120, 3]])
  await add('2026-03-23', 13)
  await done(`PUT /corporate-actions/${id}`, {
    ...FORM,
    exDividendDate: '2026-03-04',
    paymentDate: '2026-03-24',
  })
  expect(await taxes(id, of)).toEqual([[13, 130, 4]])
  await clean()
})

test('the tax of a scrip at a price and of a choice of cash or shares is of the register too', async () => {
  const of = await oneHolding(books, 'FIFO')
  await of.buy('2026-02-10', 10_000, 88.4)
  await add('2026-03-01', 10)
  const scrip = {
    kind: 'scrip',
    declarationDate: '2026-02-20',
    dividendRate: undefined,
    ratePerShare: 2,
    issuePrice: 90.6,
    allotmentDate: '2026-03-12',
  }
  const { id } = await announced(scrip)
  const { body } = await api.call<Entitlement[]>(`GET /corporate-actions/${id}/entitlements`)
  // 20,000.00 less 10 % at 90.60.
  expect(body).toMatchObject([{ entitled_shares: 198, memo_tax: 2000, tax_rate: 10 }])
  const { id: chosen } = await announced({
    kind: 'election',
    dividendRate: undefined,
    exDividendDate: '2026-03-05',
    recordDate: '2026-03-06',
    electionDate: '2026-03-10',
    ratePerShare: 2,
    issuePrice: 90.6,
  })
  expect(await taxes(chosen, of)).toEqual([[10, 2000, 1]])
  await clean()
})

test('before the first rate nothing is withheld, and the event says so', async () => {
  const of = await oneHolding(books, 'FIFO')
  await of.buy('2022-02-10', 1000, 10)
  const { id, warnings } = await announced({
    announcementDate: '2022-02-21',
    exDividendDate: '2022-03-03',
    recordDate: '2022-03-04',
    paymentDate: '2022-03-22',
  })
  expect(warnings).toEqual([
    'No dividend tax rate is in force on 22 Mar 2022: no tax is counted. Type the tax rate, or add it to the dividend tax rates.',
  ])
  expect(await taxes(id, of)).toEqual([[0, 0, 1]])
  const [first] = await api.ask(dividendTaxRates.routes.list, { query: {} })
  expect(first).toMatchObject({ effectiveFrom: '2023-01-01', entity: null, rate: 15 })
  await add('2018-04-01', 14)
  expect(await taxes(id, of)).toEqual([[14, 140, 2]])
  await clean()
})

test('a rate names an entity that there is, once a day, between 0 and 100; only who sees all portfolios changes it', async () => {
  const refused = (body: object, more: object = {}) =>
    api.call<Refused>(dividendTaxRates.routes.create, { body, ...more } as never)
  expect(await refused({ effectiveFrom: '2026-01-01', rate: 5, entity: 'Unknown Ltd' })).toMatchObject({
    status: 422,
    body: { code: 'dividend-tax.entity-unknown', message: 'No portfolio names the entity Unknown Ltd.' },
  })
  expect((await refused({ effectiveFrom: '2026-01-01', rate: 100.5 })).status).toBe(400)
  expect((await refused({ effectiveFrom: '2026-01-01', rate: -1 })).status).toBe(400)
  expect(await refused({ effectiveFrom: '2023-01-01', rate: 5 })).toMatchObject({
    status: 409,
    body: { message: 'A dividend tax rate of this entity already begins on this date.' },
  })
  const scoped = await personWith(api, { roles: ['Accountant'], sees: [1] })
  expect((await refused({ effectiveFrom: '2026-01-01', rate: 5 }, { token: scoped.token })).status).toBe(403)
})

// A dividend of 1.00 whose first tax rate came between XD and payment.
const PAID = {
  announcementDate: '2022-12-12',
  exDividendDate: '2022-12-20',
  recordDate: '2022-12-21',
  paymentDate: '2023-01-10',
}
const entries = async (id: number) => {
  const rows = await api.database.query<{ day: string; lines: string }>(
    `SELECT h.entry_date || coalesce(' of ' || h.moved_from, '') AS day,
            string_agg(CASE WHEN l.debit > 0 THEN 'Dr ' || l.debit ELSE 'Cr ' || l.credit END || ' ' || a.account_code, ', ' ORDER BY l.line_no) AS lines
       FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id JOIN chart_of_accounts a ON a.id = l.account_id
      WHERE h.cause_kind = 'action' AND h.cause_id = $1 GROUP BY h.id ORDER BY h.id`,
    [id],
  )
  return rows.map(({ day, lines }) => `${day}  ${lines}`)
}
const certificates = async (query: string) =>
  (await api.call<TaxCertificates>(`GET /corporate-action-reports/tax-certificates${query}`)).body

test('tax is withheld with the rate on the payment date, and posts there what XD did not know', async () => {
  const of = await oneHolding(books, 'FIFO')
  await of.buy('2022-02-10', 1000, 10)
  const { id } = await announced(PAID)
  await process(id)
  expect(await entries(id)).toEqual([
    '2022-12-20  Dr 1000.00 1210, Cr 1000.00 4200',
    '2023-01-10  Dr 150.00 6200, Cr 150.00 1210',
    '2023-01-10  Dr 850.00 1010, Cr 850.00 1210',
  ])
  const { body } = await api.call<Entitlement[]>(`GET /corporate-actions/${id}/entitlements`)
  expect(body).toMatchObject([
    { tax: 150, net: 850, tax_rate: 15, tax_rate_on: '2023-01-10', ex_tax_rate: 0 },
  ])
  await clean()
  // A later row of the register moves nothing that is posted; a late trade has both rates of its holding.
  await add('2022-01-01', 10)
  await of.buy('2022-02-11', 100, 10)
  expect((await entries(id)).slice(3)).toEqual([
    '2022-12-20  Dr 100.00 1210, Cr 100.00 4200',
    '2023-01-10  Dr 15.00 6200, Cr 100.00 1210, Dr 85.00 1010',
  ])
  await clean()
  // Processed again it has the rates in force: 10 % on XD, 15 % on the payment date.
  await done(`POST /corporate-actions/${id}/reverse`, { reason: 'Rates were changed' })
  await process(id)
  expect((await entries(id)).slice(-3)).toEqual([
    '2022-12-20  Dr 990.00 1210, Dr 110.00 6200, Cr 1100.00 4200',
    '2023-01-10  Dr 55.00 6200, Cr 55.00 1210',
    '2023-01-10  Dr 935.00 1010, Cr 935.00 1210',
  ])
  await clean()
  // The certificate is of the payment; what was posted in a year of its own is named.
  const paid = { date: '2023-01-10', tax: 165, rate: 15 }
  expect(await certificates('')).toMatchObject({ rows: [paid], ledger: 165, provisional: 0, difference: 0 })
  expect(await certificates('?to=2022-12-31')).toMatchObject({
    rows: [],
    ledger: 110,
    provisional: 110,
    difference: 0,
  })
  expect(await certificates('?from=2023-01-01')).toMatchObject({
    rows: [paid],
    tax: 165,
    ledger: 55,
    provisional: -110,
    difference: 0,
  })
})

test('before the payment date the rate on XD is provisional; the clock posts the difference, to the first open day where that is locked', async () => {
  const { of, entity } = await apart(books, 'FIFO')
  await of.buy('2026-02-10', 1000, 10)
  await add('2026-03-26', 20)
  const { id } = await announced({ paymentDate: '2026-03-31' })
  await process(id)
  const before = [
    '2026-03-03  Dr 850.00 1210, Dr 150.00 6200, Cr 1000.00 4200',
    '2026-03-31  Dr 850.00 1010, Cr 850.00 1210',
  ]
  expect(await entries(id)).toEqual(before)
  expect(await withholdOnPayment(api.database, '2026-03-30')).toBe(0)
  api.clock.set('2026-04-02')
  expect((await lock(api, entity, '2026-03-31')).status).toBe(201)
  expect(await withholdOnPayment(api.database, '2026-04-02')).toBe(1)
  // The payment that was assumed is reversed and posted at the final amount; nothing goes into March.
  expect(await entries(id)).toEqual([
    ...before,
    '2026-04-01 of 2026-03-31  Cr 850.00 1010, Dr 850.00 1210',
    '2026-04-01 of 2026-03-31  Dr 50.00 6200, Cr 50.00 1210',
    '2026-04-01 of 2026-03-31  Dr 800.00 1010, Cr 800.00 1210',
  ])
  expect(await taxes(id, of)).toEqual([[20, 200, 2]])
  // The rate of the payment is kept: neither another row nor another run of the clock changes it.
  await add('2026-03-27', 25)
  expect(await withholdOnPayment(api.database, '2026-04-03')).toBe(0)
  expect(await taxes(id, of)).toEqual([[20, 200, 2]])
  await clean()
})

test('a dividend whose payment is to be notified is taxed with the rate of the day on which its money came', async () => {
  const of = await oneHolding(books, 'FIFO')
  await of.buy('2026-02-10', 1000, 10)
  await add('2026-03-10', 20)
  const { id } = await announced({ paymentDate: null })
  await process(id)
  expect(await taxes(id, of)).toEqual([[15, 150, 1]])
  await done(`POST /corporate-actions/${id}/receive`, {
    portfolioId: of.portfolioId,
    date: '2026-03-12',
    amount: 800,
  })
  expect(await entries(id)).toEqual([
    '2026-03-03  Dr 850.00 1210, Dr 150.00 6200, Cr 1000.00 4200',
    '2026-03-12  Dr 50.00 6200, Cr 50.00 1210',
    '2026-03-12  Dr 800.00 1010, Cr 800.00 1210',
  ])
  const { body } = await api.call<Entitlement[]>(`GET /corporate-actions/${id}/entitlements`)
  expect(body).toMatchObject([{ tax_rate_on: '2026-03-12', outstanding: 0 }])
  await clean()
})

test('a dividend from before days were kept stays as it was posted, until it is processed again', async () => {
  const of = await oneHolding(books, 'FIFO')
  await of.buy('2026-02-10', 1000, 10)
  await add('2026-03-26', 20)
  const { id } = await announced({ paymentDate: '2026-03-31' })
  await process(id)
  const before = await entries(id)
  const admin = await openPatiently(api.fresh.admin, 1)
  await admin.transaction(async (tx) => {
    await tx.query('SET LOCAL ROLE NONE')
    await tx.query('SET LOCAL session_replication_role = replica')
    await tx.query(`UPDATE em.action_entitlements SET tax_rate_on = NULL WHERE action_id = ${id}`)
  })
  await admin.close()
  api.clock.set('2026-04-02')
  expect(await withholdOnPayment(api.database, '2026-04-02')).toBe(0)
  // Late trades keep its one rate.
  await of.buy('2026-02-11', 100, 10)
  expect(await taxes(id, of)).toEqual([[15, 165, 2]])
  expect((await entries(id)).slice(before.length)).toEqual([
    '2026-03-03  Dr 85.00 1210, Dr 15.00 6200, Cr 100.00 4200',
    '2026-03-31  Dr 85.00 1010, Cr 85.00 1210',
  ])
  await clean()
  await done(`POST /corporate-actions/${id}/reverse`, { reason: 'Again' })
  await process(id)
  expect((await entries(id)).slice(-2)).toEqual([
    '2026-03-31  Dr 55.00 6200, Cr 55.00 1210',
    '2026-03-31  Dr 880.00 1010, Cr 880.00 1210',
  ])
  await clean()
})
