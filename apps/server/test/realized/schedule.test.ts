/** The schedule of realized gains: its portfolios, days and accounts. The contents of its rows are in schedule.golden.test.ts. */

import { chartOfAccounts } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { glMappings } from '@em/contract/gl-mappings/gl-mappings'
import { type RealizedSchedule, realizedSchedule } from '@em/contract/realized/realized-schedule'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { messages, personWith } from '../support/identity.ts'
import { apart, lock } from '../support/own-entity.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-15' })
  books = await startBooks(api)
})

const scheduleOf = (query: object, token = api.token): Promise<RealizedSchedule> =>
  ask(api, realizedSchedule, { query, token })

describe('which days', () => {
  test('without any the financial year to date of the entity; a year by name, a range, own days', async () => {
    const { of } = await apart(books)
    await of.buy('2026-01-05', 100, 10)
    await of.sell('2026-03-31', 10, 11)
    await of.sell('2026-04-02', 10, 12)
    const { portfolioId } = of
    const gains = async (query: object) =>
      (await scheduleOf({ portfolioId, ...query })).rows.map(({ gain }) => gain)
    expect((await scheduleOf({ portfolioId })).period).toMatchObject({
      timeRange: 'YTD',
      startDate: '2026-04-01',
      endDate: '2026-06-15',
    })
    expect(await gains({})).toEqual([20])
    expect(await gains({ timeRange: 'LFY' })).toEqual([10])
    expect(await gains({ timeRange: '6M' })).toEqual([10, 20])
    expect(await gains({ timeRange: 'All' })).toEqual([10, 20])
    expect(await gains({ startDate: '2026-03-31', endDate: '2026-03-31' })).toEqual([10])
    expect(await gains({ startDate: '2026-04-01', endDate: '2026-04-01' })).toEqual([])
  })

  test.each([
    [{ startDate: '2026-02-30' }, 'startDate'],
    [{ startDate: '2026-03-02', endDate: '2026-03-01' }, 'startDate'],
    [{ timeRange: 'year' }, 'timeRange'],
  ])('%j is refused', async (query, field) => {
    const answer = await api.call(realizedSchedule, { query })
    expect([answer.status, Object.keys(messages(answer))]).toEqual([400, [field]])
  })
})

describe('the portfolios of the gains', () => {
  test('of a portfolio, of an entity, of all; FVTPL and FVOCI are tied apart', async () => {
    const [one, other] = [await apart(books, 'WAP', 'FVTPL'), await apart(books, 'WAP', 'FVOCI')]
    for (const { of } of [one, other]) {
      await of.buy('2026-04-02', 100, 10)
      await of.sell('2026-05-04', 40, 15)
    }
    const alone = await scheduleOf({ portfolioId: one.of.portfolioId })
    expect(alone.tieOuts).toMatchObject([{ treatment: 'FVTPL', schedule: 200, movement: 200 }])
    expect(await scheduleOf({ entity: one.entity.name })).toMatchObject({
      rows: alone.rows,
      tieOuts: alone.tieOuts,
    })
    const fvoci = await scheduleOf({ entity: other.entity.name })
    // Charges of the purchase 11.20, for 40 of 100 shares 4.48.
    expect(fvoci.tieOuts).toMatchObject([
      { treatment: 'FVTPL', accounts: ['4100'], schedule: 0, movement: 0, difference: 0 },
      { treatment: 'FVOCI', accounts: ['3100'], schedule: 195.52, movement: 195.52, difference: 0 },
    ])
    const all = await scheduleOf({ timeRange: 'All' })
    expect(all.rows).toEqual(expect.arrayContaining([...alone.rows, ...fvoci.rows]))
    expect(all.tieOuts.map(({ difference }) => difference)).toEqual([0, 0])
    expect((await api.call(realizedSchedule, { query: { portfolioId: 'NOWHERE' } })).status).toBe(404)
  })

  test('a person with a list of portfolios has those in rows, sums and movement', async () => {
    const [mine, theirs] = [await apart(books), await apart(books)]
    for (const [{ of }, price] of [
      [mine, 12],
      [theirs, 13],
    ] as const) {
      await of.buy('2026-04-02', 100, 10)
      await of.sell('2026-05-04', 10, price)
    }
    const { token } = await personWith(api, { sees: [mine.of.id] })
    const { rows, totals, tieOuts } = await scheduleOf({ timeRange: 'All' }, token)
    expect(rows.map(({ portfolioId, gain }) => [portfolioId, gain])).toEqual([[mine.of.portfolioId, 20]])
    expect(totals).toMatchObject([{ treatment: 'FVTPL', rows: 1, gain: 20 }])
    expect(tieOuts).toMatchObject([{ schedule: 20, movement: 20, difference: 0 }])
    const outside = await api.call(realizedSchedule, { query: { portfolioId: theirs.of.portfolioId }, token })
    expect(outside.status).toBe(404)
  })
})

test('gains that went to another account by a mapping are tied as well, and corrections of those from before it', async () => {
  await ask(api, chartOfAccounts.routes.create, {
    body: { account_code: '4150', account_name: 'Gains, new' },
  })
  const { of, entity } = await apart(books)
  await of.buy('2026-04-02', 100, 10)
  const early = await of.sell('2026-04-06', 10, 15)
  await ask(api, glMappings.set, {
    body: {
      role: 'realized-gain',
      account_code: '4150',
      portfolioId: of.portfolioId,
      effective_from: '2026-05-01',
      move_balance: true,
    },
  })
  await of.sell('2026-05-04', 10, 16)
  const { portfolioId } = of
  const before = await scheduleOf({ portfolioId })
  expect(before.tieOuts).toMatchObject([
    { accounts: ['4100', '4150'], schedule: 110, movement: 110, difference: 0 },
  ])
  await lock(api, entity, '2026-04-30')
  await of.remove('sell', early.id, '?openPeriod=1')
  const may = await scheduleOf({ portfolioId, startDate: '2026-05-01' })
  expect(may.rows.map(({ kind, gain }) => [kind, gain])).toEqual([
    ['correction', -50],
    ['sale', 60],
  ])
  expect(may.tieOuts).toMatchObject([{ schedule: 10, difference: 0 }])
})

test('a gain that the ledger has otherwise than the disposals shows as the difference', async () => {
  const { of } = await apart(books)
  await of.buy('2026-04-02', 100, 10)
  const sale = await of.sell('2026-05-04', 40, 15)
  await api.database.query('UPDATE event_results SET cost_out = cost_out + 1 WHERE event_id = $1', [sale.id])
  expect((await scheduleOf({ portfolioId: of.portfolioId })).tieOuts).toMatchObject([
    { schedule: 199, movement: 200, difference: 1 },
  ])
})
