/** The tax withheld from dividends: a register by ex date and entity; what is announced follows it, what is processed keeps its rate. */
import type {
  CorporateActionDetail,
  Entitlement,
  TaxCertificates,
} from '@em/contract/books/corporate-actions'
import { dividendTaxRates } from '@em/contract/registers/dividend-tax-rates'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, type Refused, startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { apart } from '../support/own-entity.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-25' })
  books = await startBooks(api)
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

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

test('what is announced follows the register, each entity its own rate; what is processed keeps what it was counted with', async () => {
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
  // Of a later day: not for this ex date.
  await add('2026-03-04', 14)
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
  await done(`PUT /corporate-actions/${id}`, FORM)
  expect(await taxes(id, of)).toEqual([[10, 100, 2]])
  await clean()
  // Another word in the form does not bring another rate, another ex date does.
  await add('2026-03-02', 12)
  await done(`PUT /corporate-actions/${id}`, { ...FORM, remarks: 'Interim' })
  expect(await taxes(id, of)).toEqual([[10, 100, 2]])
  await done(`PUT /corporate-actions/${id}`, { ...FORM, exDividendDate: '2026-03-04' })
  expect(await taxes(id, of)).toEqual([[12, 120, 3]])
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
    'No dividend tax rate is in force on 03 Mar 2022: no tax is counted. Type the tax rate, or add it to the dividend tax rates.',
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
  expect(await refused({ effectiveFrom: '2026-01-01', rate: 5, entity: 'Nobody' })).toMatchObject({
    status: 422,
    body: { code: 'dividend-tax.entity-unknown', message: 'No portfolio names the entity Nobody.' },
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
