/** What stands by posting date where a lock moved a trade before a corporate action, or the action itself. */
import { periods } from '@em/contract/books/periods'
import { beforeEach, expect, test } from 'vitest'
import { postedHoldings, postedMovements, postedWhere } from '../../src/features/holdings/posted.queries.ts'
import { verifyBooks } from '../../src/verify/verify.ts'
import { ActionStory } from '../support/action-story.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, startBooks } from '../support/books.ts'

let api: Api
let story: ActionStory
beforeEach(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-25' })
  story = await ActionStory.begin(await startBooks(api), 'Posted', 'FVTPL', 'WAP')
})
async function lock(): Promise<void> {
  const [entity] = await api.ask(periods.list)
  await ask(api, periods.lock, {
    params: { id: entity?.id },
    body: { locked_through: '2026-03-10', reason: 'Month-end' },
  })
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
/** What moved after a day until another comes to what is held then less what was held before. */
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
