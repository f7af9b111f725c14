/** Disposals by financial year, with what a person said of the entity's taxes. */
import { periods } from '@em/contract/periods/periods'
import { type TaxSchedule, taxSchedule } from '@em/contract/realized/realized-tax'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { auditOf, messages, personWith } from '../support/identity.ts'
import { apart, lock } from '../support/own-entity.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-15' })
  books = await startBooks(api)
})
const taxOf = (query: object, token = api.token): Promise<TaxSchedule> =>
  ask(api, taxSchedule, { query, token })

test('each disposal is in the financial year of its trade date, with proceeds, cost and holding period', async () => {
  const { of, entity } = await apart(books, 'FIFO')
  await of.buy('2025-01-06', 100, 10)
  await of.buy('2026-01-05', 100, 12)
  await of.sell('2026-03-31', 60, 15)
  await of.sell('2026-04-02', 60, 11)
  const { portfolioId } = of
  const all = await taxOf({ portfolioId, timeRange: 'All' })
  expect(all.rows).toMatchObject([
    {
      disposed_on: '2026-03-31',
      yearEnd: '2026-03-31',
      acquired_from: '2025-01-06',
      acquired_to: '2025-01-06',
      quantity: 60,
      days: 449,
      isLongTerm: true,
      proceeds: 900,
      cost: 600,
      gain: 300,
      buyCharges: 6.72,
      sellFees: 10.09,
      afterFees: 283.19,
    },
    {
      disposed_on: '2026-04-02',
      yearEnd: '2027-03-31',
      acquired_from: '2025-01-06',
      acquired_to: '2026-01-05',
      // 40 shares for 451 days, 20 for 87.
      days: 330,
      isLongTerm: false,
      proceeds: 660,
      cost: 640,
      gain: 20,
    },
  ])
  expect(all.years).toMatchObject([
    {
      entity: entity.name,
      yearEnd: '2026-03-31',
      disposals: 1,
      gain: 300,
      longTermGains: 300,
      shortTermGains: 0,
    },
    {
      entity: entity.name,
      yearEnd: '2027-03-31',
      disposals: 1,
      gain: 20,
      longTermGains: 0,
      shortTermGains: 20,
    },
  ])
  expect((await taxOf({ portfolioId })).rows.map(({ gain }) => gain)).toEqual([20])
  expect((await taxOf({ portfolioId, timeRange: 'LFY' })).years).toMatchObject([
    { yearEnd: '2026-03-31', gain: 300 },
  ])
})

test('a year ends with the month of its entity: a calendar year, a leap February', async () => {
  const { of, entity } = await apart(books)
  const set = async (month: number) => {
    const { version } = (await taxOf({ portfolioId: of.portfolioId })).entities[0] ?? {}
    await ask(api, periods.update, { params: { id: entity.id }, body: { year_end_month: month, version } })
  }
  await of.buy('2023-01-05', 100, 10)
  await of.sell('2024-02-29', 10, 11)
  await of.sell('2024-03-01', 10, 11)
  await of.sell('2024-12-31', 10, 11)
  const ends = async () =>
    (await taxOf({ portfolioId: of.portfolioId, timeRange: 'All' })).rows.map(({ yearEnd }) => yearEnd)
  await set(12)
  expect(await ends()).toEqual(['2024-12-31', '2024-12-31', '2024-12-31'])
  await set(2)
  expect(await ends()).toEqual(['2024-02-29', '2025-02-28', '2025-02-28'])
})

test('exempt or business income is what a person said of the entity, and nothing until then', async () => {
  const { of, entity } = await apart(books)
  const said = async () => (await taxOf({ portfolioId: of.portfolioId })).entities
  expect(await said()).toMatchObject([{ id: entity.id, name: entity.name, share_gains_tax: null }])
  const set = async (share_gains_tax: unknown) =>
    api.call(periods.update, {
      params: { id: entity.id },
      body: { share_gains_tax, version: (await said())[0]?.version },
    })
  expect((await set('business income')).status).toBe(200)
  expect(await said()).toMatchObject([{ share_gains_tax: 'business income', year_end_month: 3 }])
  const [change] = (await auditOf(api, 'periods.update')).toReversed()
  expect(change?.after).toMatchObject({ share_gains_tax: 'business income' })
  const wrong = await set('taxable')
  expect([wrong.status, Object.keys(messages(wrong))]).toEqual([400, ['share_gains_tax']])
  expect((await set('')).status).toBe(200)
  expect(await said()).toMatchObject([{ share_gains_tax: null }])
  // The month alone leaves it.
  await set('exempt')
  const version = (await said())[0]?.version
  await ask(api, periods.update, { params: { id: entity.id }, body: { year_end_month: 12, version } })
  expect(await said()).toMatchObject([{ share_gains_tax: 'exempt', year_end_month: 12 }])
})

test.each(['FVTPL', 'FVOCI'])(
  'cash for fractions has rows of its own, and the schedule is tied to the ledger, %s',
  async (treatment) => {
    const { of } = await apart(books, 'FIFO', treatment)
    const { portfolioId } = of
    await of.buy('2026-01-05', 103, 20)
    const made = await api.call<{ id: number; message?: string }>('POST /corporate-actions', {
      body: {
        kind: 'bonus',
        securityCode: 'JKH.N0000',
        portfolio: portfolioId,
        ratioFrom: 1,
        ratioTo: 4,
        announcementDate: '2026-02-02',
        exDate: '2026-02-10',
        allotmentDate: '2026-02-20',
        fractionTreatment: 'cash',
        fractionPrice: 10,
        paymentDate: '2026-03-10',
      },
    })
    expect([made.status, made.body.message]).toEqual([201, undefined])
    expect((await api.call(`POST /corporate-actions/${made.body.id}/process`, { body: {} })).status).toBe(200)
    await of.sell('2026-03-31', 28, 18)
    const tax = await taxOf({ portfolioId, timeRange: 'All' })
    // 0.75 of a share at 10.00; 28 shares of 25.6 bought, with their bonus, for 448.00.
    const cash = tax.rows.find(({ kind }) => kind === 'fraction')
    expect(cash).toMatchObject({
      quantity: null,
      days: null,
      proceeds: 7.5,
      cost: 0,
      gain: 7.5,
      afterFees: 7.5,
    })
    const sale = tax.rows.find(({ kind }) => kind === 'disposal')
    expect(tax.rows).toHaveLength(2)
    expect(tax.years).toMatchObject([
      {
        yearEnd: '2026-03-31',
        disposals: 1,
        fractions: 7.5,
        proceeds: 511.5,
        gain: Number(sale?.gain) + 7.5,
      },
    ])
    const tied = tax.tieOuts.find((one) => one.treatment === treatment)
    const expected = Number(sale?.gain) + 7.5 - (treatment === 'FVOCI' ? Number(sale?.buyCharges) : 0)
    expect(tied?.schedule).toBeCloseTo(expected, 2)
    expect(tied).toMatchObject({
      accounts: [treatment === 'FVOCI' ? '3100' : '4100'],
      movement: tied?.schedule,
      difference: 0,
    })
  },
)

test('a gain posted on another day than it belongs to is named in the tie-out of both days', async () => {
  const { of, entity } = await apart(books, 'WAP')
  const { portfolioId } = of
  await of.buy('2026-01-05', 100, 10)
  await of.sell('2026-02-05', 50, 14)
  expect((await lock(api, entity, '2026-02-28')).status).toBe(201)
  // The sale of 5 February costs 50.00 more; posted on 1 March.
  await of.buy('2026-01-20', 100, 12, {}, '?openPeriod=1')
  const tied = async (startDate: string, endDate: string) =>
    (await taxOf({ portfolioId, startDate, endDate })).tieOuts[0]
  const others = (amount: number) =>
    expect.arrayContaining([{ label: 'Posted on other days than they belong to', amount }])
  expect(await tied('2026-02-01', '2026-02-28')).toMatchObject({
    schedule: 150,
    others: others(50),
    movement: 200,
    difference: 0,
  })
  expect(await tied('2026-03-01', '2026-03-31')).toMatchObject({
    schedule: 0,
    others: others(-50),
    movement: -50,
    difference: 0,
  })
})

test('a person with a list of portfolios has their disposals and entities alone', async () => {
  const [mine, theirs] = [await apart(books), await apart(books)]
  for (const { of } of [mine, theirs]) {
    await of.buy('2026-04-02', 100, 10)
    await of.sell('2026-05-04', 10, 12)
  }
  const { token } = await personWith(api, { sees: [mine.of.id] })
  const { rows, years, entities } = await taxOf({}, token)
  expect([
    rows.map(({ entity }) => entity),
    years.map(({ entity }) => entity),
    entities.map(({ name }) => name),
  ]).toEqual([[mine.entity.name], [mine.entity.name], [mine.entity.name]])
})
