/** Holdings by posting date where a lock moved a trade before a corporate action, or the action itself. */
import { readFile } from 'node:fs/promises'
import { periods } from '@em/contract/periods/periods'
import { netAssets } from '@em/contract/reports/net-assets'
import { statementOfInvestments } from '@em/contract/reports/statement-of-investments'
import { valuations } from '@em/contract/valuation/valuation'
import { beforeEach, expect, test } from 'vitest'
import { postedHoldings, postedMovements, postedWhere } from '../../src/features/holdings/posted.queries.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { ActionStory } from '../support/action-story.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, startBooks } from '../support/books.ts'
import { openPatiently } from '../support/open-patiently.ts'
import { lockBooks } from '../support/own-entity.ts'
import { recordPrices } from '../support/prices.ts'
import { reportAfter } from '../support/tampering.ts'

let api: Api
let story: ActionStory
beforeEach(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-25' })
  story = await ActionStory.begin(await startBooks(api), 'Posted', 'FVTPL', 'WAP')
})
async function lock(through: string | null = '2026-03-10'): Promise<void> {
  const [entity] = await api.ask(periods.list)
  await lockBooks(api, entity?.id, through, 'Month-end')
}
const held = async (date: string) => {
  const rows = await postedHoldings(api.database, [story.of.id], date)
  const symbols = await api.database.query<{ id: number; symbol: string }>('SELECT id, symbol FROM equities')
  return Object.fromEntries(
    rows.map(({ equityId, quantity, cost }) => [
      symbols.find(({ id }) => id === equityId)?.symbol.slice(0, 4),
      [Number(quantity), Number(cost) / 100],
    ]),
  )
}
/** The movements after a day until another are the holding then less the holding before. */
async function expectTied(before: string, to: string): Promise<Record<string, number>> {
  const which = `portfolio_id = ${story.of.id}`
  const [b, t] = [`date '${before}'`, `date '${to}'`]
  const movements = await api.database.query<{
    what: string
    equity: number
    quantity: string
    cost: string
  }>(
    `SELECT what, equity_id AS equity, sum(quantity)::bigint AS quantity, sum(cost) AS cost FROM (${postedMovements(which, b, t)}) m GROUP BY 1, 2`,
  )
  const differences = await api.database.query<{ equity: number; quantity: string; cost: string }>(
    `SELECT equity_id AS equity, sum(quantity)::bigint AS quantity, sum(cost) AS cost
       FROM (SELECT equity_id, quantity, cost FROM (${postedWhere(which, t)}) x
             UNION ALL SELECT equity_id, -quantity, -cost FROM (${postedWhere(which, b)}) y) d GROUP BY 1`,
  )
  for (const { equity, quantity, cost } of differences) {
    const own = movements.filter((one) => one.equity === equity)
    const sum = (of: 'quantity' | 'cost') => own.reduce((all, one) => all + Number(one[of]), 0)
    expect([sum('quantity'), sum('cost').toFixed(2)]).toEqual([Number(quantity), Number(cost).toFixed(2)])
  }
  return Object.fromEntries(movements.map(({ what, quantity }) => [what, Number(quantity)]))
}

test('shares that are posted later went through the split before it', async () => {
  await story.lot('2026-02-20', 1000, 20)
  const id = await story.announce('Split 1 into 3', {
    kind: 'split',
    ratioFrom: 1,
    ratioTo: 3,
    effectiveDate: '2026-03-03',
  })
  await story.process(id)
  await lock()
  expect((await story.of.buy('2026-02-25', 100, 20, {}, '?openPeriod=1')).status_).toBe(201)
  expect(await held('2026-02-27')).toEqual({ 'JKH.': [1000, 20_000] })
  expect(await held('2026-03-10')).toEqual({ 'JKH.': [3000, 20_000] })
  expect(await held('2026-03-11')).toEqual({ 'JKH.': [3300, 22_000] })
  // In the locked month the split of what was there; after it the late buy, as it has become.
  expect(await expectTied('2026-02-28', '2026-03-10')).toMatchObject({ actions: 2000 })
  expect(await expectTied('2026-03-10', '2026-03-31')).toEqual({ additions: 100, actions: 200 })
  expect(await expectTied('2026-02-19', '2026-03-31')).toMatchObject({ actions: 2200 })
  expect(await verifyBooks(api.database)).toEqual([])
})

test('a bonus with a fraction, rounded as it was for what was there', async () => {
  await story.lot('2026-02-20', 1003, 20)
  const bonus = { kind: 'bonus', ratioFrom: 1, ratioTo: 4, exDate: '2026-03-03' }
  await story.process(await story.announce('Bonus 1 for 4', bonus))
  await lock()
  expect((await story.of.buy('2026-02-25', 100, 20, {}, '?openPeriod=1')).status_).toBe(201)
  expect(await held('2026-03-10')).toEqual({ 'JKH.': [1253, 20_060] })
  expect(await held('2026-03-11')).toEqual({ 'JKH.': [1378, 22_060] })
  expect(await verifyBooks(api.database)).toEqual([])
})

test('a merger that is posted on the first open day moves shares with their cost', async () => {
  await story.lot('2026-02-20', 1003, 52)
  await lock()
  const id = await story.announce('3 for 7 and 2.50 a share', {
    kind: 'merger',
    newSecurityCode: 'SAMP.N0000',
    ratioFrom: 3,
    ratioTo: 7,
    effectiveDate: '2026-03-03',
    cashPerShare: 2.5,
    firstDayPrice: 140,
  })
  await story.process(id, '?openPeriod=1')
  const before = { 'JKH.': [1003, 52_156] }
  expect(await held('2026-03-10')).toEqual(before)
  expect(await held('2026-03-11')).toEqual({ SAMP: [429, 60_060] })
  expect(await expectTied('2026-02-28', '2026-03-10')).toMatchObject({ actions: 0 })
  await expectTied('2026-03-10', '2026-03-31')
  // A buy of before it comes late, too: it is no part of what stood then.
  expect((await story.of.buy('2026-02-25', 100, 52, {}, '?openPeriod=1')).status_).toBe(201)
  expect(await held('2026-03-10')).toEqual(before)
  expect(await held('2026-03-11')).toEqual({ SAMP: [472, 66_080] })
  await expectTied('2026-02-28', '2026-03-10')
  expect(await verifyBooks(api.database)).toEqual([])
})

// The lots of a spin-off share one entitlement, so a change of it is compared as the sum over these lots.
const NOTED = `SELECT action_id, portfolio_id, equity_id, belongs_to, posted_on, sum(quantity)::int AS quantity FROM em.action_shares
   GROUP BY 1, 2, 3, 4, 5 HAVING sum(quantity) <> 0 ORDER BY 1, 2, 3, 4, 5`
const STEP = new URL('../../migrations/185.do.shares-of-actions.sql', import.meta.url)
/** The migration, run on books without notes, gives the notes that the server recorded. */
async function expectMigrated(): Promise<void> {
  const database = await openPatiently(api.fresh.admin, 1)
  try {
    await database.transaction(async (tx) => {
      await tx.query('SET LOCAL ROLE NONE')
      const noted = await tx.query(NOTED)
      await tx.query(
        `SET LOCAL search_path = em, pg_temp; DROP TABLE em.action_shares CASCADE; ${await readFile(STEP, 'utf8')}`,
      )
      expect(await tx.query(NOTED)).toEqual(noted)
      throw new Error('taken back')
    })
  } catch (error) {
    if (!String(error).includes('taken back')) throw error
  } finally {
    await database.close()
  }
}

const MERGER = {
  kind: 'merger',
  newSecurityCode: 'SAMP.N0000',
  ratioFrom: 3,
  ratioTo: 7,
  effectiveDate: '2026-03-03',
  cashPerShare: 0,
  firstDayPrice: 50,
}
const late = async (quantity: number) =>
  expect((await story.of.buy('2026-02-25', quantity, 20, {}, '?openPeriod=1')).status_).toBe(201)
const statement = () =>
  ask(api, statementOfInvestments, { query: { portfolioId: story.of.portfolioId, asOf: '2026-03-10' } })

test('a closed day with a run stays as it was where a trade before a merger comes late', async () => {
  await story.lot('2026-02-20', 700, 20)
  await story.process(await story.announce('3 for 7', MERGER))
  await recordPrices(api, '2026-03-10', { 'SAMP.N0000': 55 })
  await ask(api, valuations.run, { body: { date: '2026-03-10', portfolioId: story.of.portfolioId } })
  await lock()
  const [before, worth] = [
    await statement(),
    await ask(api, netAssets, { query: { portfolioId: story.of.portfolioId, asOf: '2026-03-10' } }),
  ]
  expect(before.rows).toMatchObject([{ symbol: 'SAMP.N0000', quantity: 300, fair_value: 16_500 }])
  await late(70)
  const after = await statement()
  expect(after.rows).toMatchObject([
    { symbol: 'SAMP.N0000', quantity: 300, cost: 15_000, fair_value: 16_500 },
  ])
  expect([after.valuation, after.ties]).toEqual([before.valuation, before.ties])
  expect(after.ties.map(({ difference }) => difference)).toEqual(after.ties.map(() => 0))
  const now = await ask(api, netAssets, { query: { portfolioId: story.of.portfolioId, asOf: '2026-03-10' } })
  expect(now.total).toEqual(worth.total)
  await expectMigrated()
  // The shares posted later: 70 bought, exchanged for 30.
  expect(now.moved.rows).toMatchObject([{ symbol: 'SAMP.N0000', quantity: 30 }])
  expect(await held('2026-03-11')).toEqual({ SAMP: [330, 16_500] })
  await expectTied('2026-02-28', '2026-03-10')
  await expectTied('2026-03-10', '2026-03-31')
  expect(await verifyBooks(api.database)).toEqual([])
})

test('verify reports shares that are noted on another day, or not at all', async () => {
  await story.lot('2026-02-20', 700, 20)
  await story.process(await story.announce('3 for 7', MERGER))
  await lock()
  await late(70)
  const chain = `${story.of.portfolioId} SAMP.N0000 on`
  // As a late trade was counted before: on the day of the event, where 700 were held.
  const report = await reportAfter(
    api,
    'UPDATE action_shares SET posted_on = belongs_to WHERE posted_on > belongs_to AND quantity = 30',
  )
  expect(report.differences).toEqual([
    {
      check: 'holdings by posting date',
      place: `${chain} 2026-03-10, Merger 3 SAMP.N0000 for 7 JKH.N0000`,
      what: 'shares of the event',
      stored: '330',
      expected: '300',
    },
  ])
  const lacking = await reportAfter(api, 'DELETE FROM action_shares WHERE quantity = 30')
  expect(lacking.differences).toContainEqual({
    check: 'shares of corporate actions (noted = on the chains)',
    place: `${chain} 2026-03-03`,
    what: 'shares of events',
    stored: '300',
    expected: '330',
  })
})

test('shares of a new company and of a scrip with income stay on a closed day what they were', async () => {
  await story.lot('2026-02-20', 1000, 20)
  const spinOff = {
    kind: 'spin-off',
    newSecurityCode: 'SAMP.N0000',
    ratioFrom: 1,
    ratioTo: 5,
    effectiveDate: '2026-03-03',
    parentPrice: 15,
    firstDayPrice: 25,
  }
  await story.process(await story.announce('1 for 5', spinOff))
  const scrip = {
    kind: 'scrip',
    declarationDate: '2026-03-04',
    exDividendDate: '2026-03-05',
    allotmentDate: '2026-03-06',
    ratePerShare: 2,
    issuePrice: 16,
    taxRate: 15,
    asIncome: true,
    residualPaid: false,
  }
  await story.process(await story.announce('2.00 a share at 16.00', scrip))
  await lock()
  const [before, costs] = [await held('2026-03-10'), await held('2026-03-04')]
  // 1,000 x 1.70 / 16.00 = 106.25, at 16.00.
  expect(before['JKH.']?.[0]).toBe(1106)
  expect(before['SAMP']?.[0]).toBe(200)
  await late(503)
  expect([await held('2026-03-10'), await held('2026-03-04')]).toEqual([before, costs])
  // 1,503: 300 of the new company, and 1,503 x 1.70 / 16.00 = 159.69 of the scrip.
  const after = await held('2026-03-11')
  expect([after['JKH.']?.[0], after['SAMP']?.[0]]).toEqual([1662, 300])
  await expectMigrated()
  await expectTied('2026-02-28', '2026-03-10')
  await expectTied('2026-03-10', '2026-03-31')
  expect(await verifyBooks(api.database)).toEqual([])
})

test('a bonus with a fraction and a split after it: both as they were for what was there', async () => {
  await story.lot('2026-02-20', 701, 20)
  const bonus = { kind: 'bonus', ratioFrom: 1, ratioTo: 4, exDate: '2026-03-03' }
  await story.process(await story.announce('Bonus 1 for 4', bonus))
  const split = { kind: 'split', ratioFrom: 1, ratioTo: 2, effectiveDate: '2026-03-05' }
  await story.process(await story.announce('Split 1 into 2', split))
  await lock()
  expect(await held('2026-03-10')).toEqual({ 'JKH.': [1752, 14_020] })
  // 701 + 2 = 703: floor(175.75) = 175 new shares as before, 878, and 1,756.
  await late(2)
  expect(await held('2026-03-04')).toEqual({ 'JKH.': [876, 14_020] })
  expect(await held('2026-03-10')).toEqual({ 'JKH.': [1752, 14_020] })
  expect(await held('2026-03-11')).toEqual({ 'JKH.': [1756, 14_060] })
  // 1 more: 704 / 4 = 176.
  await late(1)
  expect(await held('2026-03-10')).toEqual({ 'JKH.': [1752, 14_020] })
  expect(await held('2026-03-11')).toEqual({ 'JKH.': [1760, 14_080] })
  await expectMigrated()
  await expectTied('2026-02-28', '2026-03-10')
  await expectTied('2026-03-10', '2026-03-31')
  expect(await verifyBooks(api.database)).toEqual([])
})

test('a split that is recorded after its day was locked counts from the first open day, and is taken back there', async () => {
  await story.lot('2026-02-20', 1000, 20)
  await lock()
  const split = { kind: 'split', ratioFrom: 1, ratioTo: 2, effectiveDate: '2026-03-05' }
  const id = await story.announce('Split 1 into 2', split)
  await story.process(id)
  expect([await held('2026-03-10'), await held('2026-03-11')]).toEqual([
    { 'JKH.': [1000, 20_000] },
    { 'JKH.': [2000, 20_000] },
  ])
  // The books are opened: what is taken back goes where it was posted.
  await lock(null)
  await story.act('Reversed', `POST /corporate-actions/${id}/reverse`, { reason: 'called off' })
  for (const day of ['2026-03-06', '2026-03-10', '2026-03-11'])
    expect([day, await held(day)]).toEqual([day, { 'JKH.': [1000, 20_000] }])
  expect(await verifyBooks(api.database)).toEqual([])
})
