/** The value of rights, until their last day and while they await their allotment, wherever it is shown: runs, positions, overview, daily values, what moved today, warnings. */
import { dashboard } from '@em/contract/dashboard/dashboard'
import { statementOfInvestments } from '@em/contract/reports/statement-of-investments'
import { type ValuationRunDetail, valuations } from '@em/contract/valuation/valuation'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { recalculateDue } from '../../src/features/value-history/recalculate.commands.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { ActionStory } from '../support/action-story.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'

const RIGHTS = {
  kind: 'rights',
  rightsRatioFrom: 2,
  rightsRatioTo: 5,
  offerPrice: 50,
  announcementDate: '2026-03-02',
  recordDate: '2026-03-24',
  exRightsDate: '2026-03-23',
  subscriptionStart: '2026-03-27',
  subscriptionEnd: '2026-04-10',
  cumPrice: 64,
}
let api: Api
let books: Books
let rewind: () => Promise<void>
let story: ActionStory
let id: number
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-31' })
  books = await startBooks(api)
  rewind = await rewindable(api)
})

/** Vector 6 on 31 March: 1,003 shares and 401 rights to subscribe at 50.00. */
async function begin(treatment = 'FVTPL') {
  await rewind()
  story = await ActionStory.begin(books, 'Rights', treatment, 'WAP')
  await story.lot('2026-01-05', 1003, 60)
  id = await story.announce('Rights 2 for 5 at 50.00', RIGHTS)
  await story.process(id)
}
beforeEach(() => begin())

const run = async (date = '2026-03-31') =>
  (
    await api.call<ValuationRunDetail>(valuations.run, {
      body: { date, portfolioId: story.of.portfolioId },
    })
  ).body
const ofRights = async (runId: number) =>
  (await ask(api, valuations.lines, { params: { id: runId }, query: {} })).find(
    ({ symbol }) => symbol === 'JKH.R0000',
  )
const state = async (runId: number) => (await ask(api, valuations.get, { params: { id: runId } })).state
const posted = () =>
  api.database.query<{ date: string; code: string; amount: string }>(
    `SELECT h.entry_date AS date, a.account_code AS code, sum(l.debit - l.credit) AS amount
       FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id JOIN chart_of_accounts a ON a.id = l.account_id
       JOIN equities e ON e.id = l.equity_id AND e.symbol = 'JKH.R0000'
      WHERE h.kind = 'valuation' GROUP BY 1, 2 ORDER BY 1, 2`,
  )
const worth = async (date: string) => {
  await recalculateDue(api.database, api.clock.today())
  const [row] = await api.database.query<{ value: string; stale: string }>(
    'SELECT shares_value AS value, stale_value AS stale FROM daily_values WHERE portfolio_id = $1 AND day = $2',
    [story.of.id, date],
  )
  return [Number(row?.value), Number(row?.stale)]
}
const change = async (fields: object) => {
  const detail = await api.call<{ version: number }>(`GET /corporate-actions/${id}`)
  const body = {
    ...RIGHTS,
    securityCode: 'JKH.N0000',
    portfolioId: story.of.portfolioId,
    ...fields,
    version: detail.body.version,
  }
  const changed = await api.call<{ message?: string }>(`PUT /corporate-actions/${id}`, { body })
  expect([changed.status, changed.body.message]).toEqual([200, undefined])
}
const clean = async () => {
  await recalculateDue(api.database, api.clock.today())
  expect(await verifyBooks(api.database)).toEqual([])
}

test.each(['FVTPL', 'FVOCI'])(
  'by their own price, %s: 401 at 7.00 in 1230 against 4110',
  async (treatment) => {
    await begin(treatment)
    await recordPrices(api, '2026-03-31', { 'JKH.N0000': 60, 'JKH.R0000': 7 })
    const { id: runId } = await run()
    expect(await ofRights(runId)).toMatchObject({ quantity: 401, price: 7, fair_value: 2807, level: 1 })
    expect(await posted()).toEqual([
      { date: '2026-03-31', code: '1230', amount: '2807.00' },
      { date: '2026-03-31', code: '4110', amount: '-2807.00' },
      { date: '2026-04-01', code: '1230', amount: '-2807.00' },
      { date: '2026-04-01', code: '4110', amount: '2807.00' },
    ])
    expect(await worth('2026-03-31')).toEqual([60_180 + 2807, 0])
    await clean()
  },
)

test('without one by the share: (60.00 - 50.00) x 401 = 4,010.00, derived, the same wherever it is shown', async () => {
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 60 })
  const { id: runId } = await run()
  expect(await ofRights(runId)).toMatchObject({
    price: 10,
    price_date: '2026-03-31',
    price_source: 'derived',
    level: 3,
    fair_value: 4010,
    posted: 4010,
    exceptions: ['derived'],
  })
  expect((await posted())[0]).toEqual({ date: '2026-03-31', code: '1230', amount: '4010.00' })
  const { body: positions } = await api.call<object[]>(
    `GET /transaction-entries/portfolio/${story.of.portfolioId}/positions`,
  )
  expect(positions).toContainEqual(
    expect.objectContaining({
      symbol: 'JKH.R0000',
      marketPrice: 10,
      grossSales: 4010,
      unpriced: false,
      derived: true,
    }),
  )
  expect(await worth('2026-03-31')).toEqual([60_180 + 4010, 0])
  const board = await api.ask(dashboard, { query: { portfolioId: story.of.portfolioId } } as never)
  expect(board).toMatchObject({ unpriced: [] })
  const { body: notes } = await api.call('GET /notifications')
  expect(JSON.stringify(notes)).not.toContain('JKH.R0000')
  await clean()
})

test('what moved today: the right moves as far as its share', async () => {
  await recordPrices(api, '2026-03-30', { 'JKH.N0000': 60 })
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 62 })
  const board = await api.ask(dashboard, { query: { portfolioId: story.of.portfolioId } } as never)
  // (1,003 + 401) x 2.00
  expect(board).toMatchObject({ dayChange: { date: '2026-03-31', change: 2808 } })
})

test('a share below the price of subscription leaves the rights at nothing, not at cost', async () => {
  await story.of.buy('2026-03-30', 100, 7, {
    symbol: 'JKH.R0000',
    companyName: 'John Keells Holdings PLC (Rights)',
  })
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 48 })
  const { id: runId } = await run()
  expect(await ofRights(runId)).toMatchObject({ price: 0, fair_value: 0, difference: -700, level: 3 })
  expect(await worth('2026-03-31')).toEqual([48_144, 0])
  await clean()
})

test('a price of before XR still contains the rights: they are valued at cost', async () => {
  await recordPrices(api, '2026-03-20', { 'JKH.N0000': 64 })
  const { id: runId } = await run()
  expect(await ofRights(runId)).toMatchObject({ price: null, fair_value: 0, exceptions: ['unpriced'] })
  expect((await worth('2026-03-30'))[0]).toBe(64_192)
})

test('that were paid for and wait after the last day: max(0, 77.10 - 50.00), not the 63.00 that they last traded at', async () => {
  await recordPrices(api, '2026-04-09', { 'JKH.R0000': 63 })
  await recordPrices(api, '2026-04-10', { 'JKH.N0000': 77.1 })
  api.clock.set('2026-04-16')
  await story.act('Subscribed', `PUT /corporate-actions/${id}/elections`, {
    elections: [{ portfolioId: story.of.portfolioId, subscribe: 401, date: '2026-04-10' }],
  })
  const { id: onLastDay } = await run('2026-04-10')
  expect(await ofRights(onLastDay)).toMatchObject({ price: 63, fair_value: 25_263, level: 1 })
  expect((await worth('2026-04-10'))[0]).toBe(77_331.3 + 25_263)
  // A Sunday, whose prices are those of the last day.
  const { id: after } = await run('2026-04-12')
  expect(await ofRights(after)).toMatchObject({
    price: 27.1,
    price_source: 'derived',
    fair_value: 10_867.1,
    posted: 10_867.1,
    level: 3,
    exceptions: ['derived'],
  })
  // The first market day after it: the same in daily values and positions. The money paid for the rights is on 1220.
  expect((await worth('2026-04-15'))[0]).toBe(88_198.4)
  const { body: positions } = await api.call<object[]>(
    `GET /transaction-entries/portfolio/${story.of.portfolioId}/positions`,
  )
  expect(positions).toContainEqual(
    expect.objectContaining({ symbol: 'JKH.R0000', marketPrice: 27.1, grossSales: 10_867.1, derived: true }),
  )
  const report = await ask(api, statementOfInvestments, {
    query: { portfolioId: story.of.portfolioId, asOf: '2026-04-15' },
  })
  expect(JSON.stringify(report)).toContain('10867.1')
  // A new price of the rights themselves no longer counts: the same run again. A new price of the share changes their value.
  await recordPrices(api, '2026-04-10', { 'JKH.R0000': 64 })
  expect((await run('2026-04-12')).id).toBe(after)
  await recordPrices(api, '2026-04-10', { 'JKH.N0000': 49 })
  expect(await state(after)).toBe('stale')
  expect(await ofRights((await run('2026-04-12')).id)).toMatchObject({ price: 0, fair_value: 0, level: 3 })
  // Allotted, they are shares.
  await recordPrices(api, '2026-04-15', { 'JKH.N0000': 80 })
  await story.act('Allotted', `POST /corporate-actions/${id}/allot`, {
    portfolioId: story.of.portfolioId,
    allotted: 401,
    date: '2026-04-16',
  })
  expect((await worth('2026-04-15'))[0]).toBe(80_240 + 12_030)
  expect((await worth('2026-04-16'))[0]).toBe(1404 * 80)
  await clean()
})

test('another price of the share, of the rights or of subscription: runs are stale, days are made anew', async () => {
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 60 })
  const first = await run()
  expect(await worth('2026-03-31')).toEqual([64_190, 0])
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 61 })
  expect(await state(first.id)).toBe('stale')
  expect(await worth('2026-03-31')).toEqual([61_183 + 4411, 0])
  const second = await run()
  expect(await ofRights(second.id)).toMatchObject({ fair_value: 4411 })

  await change({ offerPrice: 55 })
  expect(await state(second.id)).toBe('stale')
  expect(await worth('2026-03-31')).toEqual([61_183 + 2406, 0])
  const third = await run()
  expect(await ofRights(third.id)).toMatchObject({ price: 6, fair_value: 2406 })
  await change({ offerPrice: 55, remarks: 'Nothing that counts' })
  expect(await state(third.id)).toBe('posted')

  await recordPrices(api, '2026-03-31', { 'JKH.R0000': 7 })
  expect(await state(third.id)).toBe('stale')
  const fourth = await run()
  expect(await ofRights(fourth.id)).toMatchObject({ price: 7, price_source: 'summary', level: 1 })
  await clean()
})

test('a portfolio of rights alone: the share’s price counts until they have one of their own', async () => {
  const other = await story.another('FVTPL', 'WAP')
  const names = { symbol: 'JKH.R0000', companyName: 'John Keells Holdings PLC (Rights)' }
  await other.buy('2026-03-30', 100, 7, names)
  const ofOther = async () =>
    (
      await api.call<ValuationRunDetail>(valuations.run, {
        body: { date: '2026-03-31', portfolioId: other.portfolioId },
      })
    ).body
  const unpriced = await ofOther()
  expect(await ofRights(unpriced.id)).toMatchObject({ fair_value: 700, exceptions: ['unpriced'] })
  await recordPrices(api, '2026-03-30', { 'JKH.N0000': 60 })
  expect(await state(unpriced.id)).toBe('stale')
  const derived = await ofOther()
  expect(await ofRights(derived.id)).toMatchObject({ fair_value: 1000, exceptions: ['derived'] })
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 61 })
  expect(await state(derived.id)).toBe('stale')
  expect(await ofRights((await ofOther()).id)).toMatchObject({ fair_value: 1100 })
  await recordPrices(api, '2026-03-31', { 'JKH.R0000': 9 })
  const own = await ofOther()
  expect(await ofRights(own.id)).toMatchObject({ fair_value: 900, exceptions: [] })
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 62 })
  expect(await state(own.id)).toBe('posted')
  await clean()
})
