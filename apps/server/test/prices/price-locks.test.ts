/** A price under a lock: asked about before it changes, what becomes stale said before, and current again once it is put back. */

import { equities } from '@em/contract/equities/equities'
import { type Entity, periods } from '@em/contract/periods/periods'
import { prices } from '@em/contract/prices/prices'
import { tradeSummaries } from '@em/contract/prices/trade-summary'
import { statements } from '@em/contract/statements/statements'
import { valuations } from '@em/contract/valuation/valuation'
import { addDays } from '@em/core/values/dates'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import type { OneHolding } from '../support/one-holding.ts'
import { apart, lock } from '../support/own-entity.ts'
import { recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'
import { uploadSummary } from '../support/upload.ts'

const YEAR_END = '2026-03-31'
let api: Api
let books: Books
let of: OneHolding
let entity: Entity
let run: number
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-15' })
  books = await startBooks(api)
  const made = await apart(books)
  of = made.of
  entity = made.entity
  await recordPrices(api, YEAR_END, { 'JKH.N0000': 26, 'COMB.N0000': 90 })
  await of.buy('2026-01-05', 1000, 20)
  run = (await runIt()).body.id
  await ask(api, periods.close, { params: { id: entity.id }, body: { year_end: YEAR_END } })
  await lock(api, entity, YEAR_END)
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

const record = (last: number | null, query: object = {}, date = YEAR_END, symbol = 'JKH.N0000') =>
  api.call<Record<string, unknown>>(prices.record, {
    params: { date },
    query: { acceptUnusual: 1, ...query },
    body: { rows: [{ symbol, last_trade: last }], reason: 'A wrong price' },
  })
const runIt = () =>
  api.call<{ id: number; state: string; code: string; message: string }>(valuations.run, {
    body: { date: YEAR_END, portfolioId: of.portfolioId },
  })
const state = async () => (await ask(api, valuations.get, { params: { id: run } })).state
const final = () =>
  api.call<{ data: { valuation: { state: string; message: string | null } } }>(statements.financialPosition, {
    query: { asOf: YEAR_END, portfolioId: of.portfolioId, final: 1 },
  })
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])

const named = () => ({
  run,
  date: YEAR_END,
  portfolioId: of.portfolioId,
  locked: true,
})
const becomesStale = () => `Mark-to-market run ${run} of 31 Mar 2026 becomes stale: Holding 1.`

test('a corrected price of a locked day is refused, and what would become stale is said before', async () => {
  const refused = await record(27)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      code: 'period.locked',
      message: `The books of ${entity.name} are locked through 31 Mar 2026. Prices of 31 Mar 2026 count in them, and change only where the period is opened for it.`,
      details: [
        { field: 'openPeriod', message: becomesStale() },
        {
          message:
            'What was posted on 31 Mar 2026 stays in force. Statements of that day stay final and carry a note that a price has changed. A new run needs the day to be opened.',
        },
        { message: 'Daily values of 1 portfolio are calculated again from 31 Mar 2026 on.' },
      ],
    },
  })
  const preview = await record(27, { dryRun: 1 })
  expect(preview).toMatchObject({
    status: 200,
    body: {
      changed: 1,
      effect: {
        locked: [{ entity: entity.name, locked_through: YEAR_END }],
        stale: [named()],
        staleCount: 1,
        current: [],
        dailyValues: { from: YEAR_END, until: null, portfolios: 1 },
        statements: [YEAR_END],
      },
    },
  })
  expect(await state()).toBe('posted')
  await clean()
})

test('with the period opened it changes: the run is stale, the statement says so and stays final; put back, all is current again', async () => {
  const changed = await record(27, { openPeriod: 1 })
  expect(changed).toMatchObject({ status: 200, body: { changed: 1, effect: { stale: [named()] } } })
  expect(await state()).toBe('stale')
  const said = await final()
  expect(said.status).toBe(200)
  expect(said.body.data.valuation).toMatchObject({
    state: 'valued',
    message:
      'A price or trade has changed since the mark-to-market run of this date; what was posted stays in force while the books are locked: Holding 1',
  })
  expect(await runIt()).toMatchObject({
    status: 409,
    body: {
      code: 'valuation.locked',
      message: `The books of ${entity.name} are locked through 31 Mar 2026, so a run on 31 Mar 2026 cannot change them. Open the day first: move the lock back before it.`,
    },
  })
  await clean()
  // Putting it back is a change of a locked day as well.
  expect((await record(26)).status).toBe(409)
  const back = await record(26, { openPeriod: 1 })
  expect(back).toMatchObject({ status: 200, body: { effect: { stale: [], current: [named()] } } })
  expect(await state()).toBe('posted')
  expect((await final()).body.data.valuation).toMatchObject({ state: 'valued', message: null })
  // The same input is the same run: it was the exchange's price, and is again.
  const again = await runIt()
  expect(again).toMatchObject({ status: 200, body: { id: run, state: 'posted' } })
  await clean()
})

test('of a price that is the last one for months the runs of 31 days are compared; later ones are stale until they are run again', async () => {
  const days: string[] = []
  for (let date = '2026-04-01'; days.length < 33; date = addDays(date, 1)) {
    const done = await api.call(valuations.run, { body: { date, portfolioId: of.portfolioId } })
    if (done.status === 201) days.push(date)
  }
  expect((await record(27, { openPeriod: 1 })).body).toMatchObject({ effect: { staleCount: 34 } })
  expect((await record(26, { openPeriod: 1 })).body).toMatchObject({
    effect: { currentCount: 31, staleCount: 0 },
  })
  expect(await state()).toBe('posted')
})

test('once the day is opened, the statement needs a new run', async () => {
  await record(27, { openPeriod: 1 })
  await lock(api, entity, '2026-02-28')
  expect(await final()).toMatchObject({ status: 422, body: { code: 'statement.not-final' } })
  await runIt()
  await lock(api, entity, YEAR_END)
  expect((await final()).body.data.valuation).toMatchObject({ state: 'valued', message: null })
})

test('a price that is taken back, an upload, one in its place and a removed day are asked about as well', async () => {
  const file = (last: number) =>
    `Company,Symbol,Share Volume,Trade Volume,Previous Close,Open,High,Low,Last Trade,Change\nJohn Keells,JKH.N0000,100,1,26.00,26.00,27.00,26.00,${last.toFixed(2)},0\n`
  const refused = { status: 409, body: { code: 'period.locked', details: [{ message: becomesStale() }] } }
  const codes = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    const { code, details } = body as { code: string; details: { message: string }[] }
    return { status, body: { code, details: details.slice(0, 1).map(({ message }) => ({ message })) } }
  }
  expect(await codes(record(null))).toEqual(refused)
  expect(await codes(uploadSummary(api, file(27), { tradeDate: YEAR_END, replace: true }))).toEqual(refused)
  expect(await codes(api.call(tradeSummaries.removeDay, { params: { date: YEAR_END }, query: {} }))).toEqual(
    refused,
  )
  const preview = await uploadSummary(api, file(27), { tradeDate: YEAR_END, replace: true, dryRun: true })
  expect(preview).toMatchObject({ status: 200, body: { effect: { stale: [named()] } } })
  const removed = await api.call(tradeSummaries.removeDay, {
    params: { date: YEAR_END },
    query: { openPeriod: 1 },
  })
  expect(removed).toMatchObject({ status: 200, body: { removed: 2, effect: { stale: [named()] } } })
  expect(await state()).toBe('stale')
  expect((await record(26, { openPeriod: 1 })).body).toMatchObject({ effect: { current: [named()] } })
  expect(await state()).toBe('posted')
})

test('a first price of a locked day counts where shares were held then', async () => {
  // The price of 30 March counts on no valued day: that of 31 March is newer.
  expect(await record(25, {}, '2026-03-30')).toMatchObject({
    status: 409,
    body: { details: [{ message: expect.stringContaining('30 Mar 2026 to 30 Mar 2026') }] },
  })
  expect(await record(25, { openPeriod: 1 }, '2026-03-30')).toMatchObject({
    status: 200,
    body: { added: 1, effect: { stale: [], dailyValues: { from: '2026-03-30', until: '2026-03-30' } } },
  })
  expect(await state()).toBe('posted')
})

test('a price that nothing in a locked period rests on passes: the security was not held, or the day is open', async () => {
  // Before the first buy.
  expect((await record(19, {}, '2025-12-30')).body).toEqual({
    date: '2025-12-30',
    added: 1,
    changed: 0,
    removed: 0,
    unchanged: 0,
  })
  expect((await record(91, {}, YEAR_END, 'COMB.N0000')).status).toBe(200)
  expect((await record(28, {}, '2026-04-02')).status).toBe(200)
  expect(await state()).toBe('posted')
})

test('a price that comes to the same leaves the run as it is: by last trade a close changes nothing', async () => {
  const answer = await api.call<Record<string, unknown>>(prices.record, {
    params: { date: YEAR_END },
    query: { openPeriod: 1, acceptUnusual: 1 },
    body: { rows: [{ symbol: 'COMB.N0000', last_trade: 90, close: 91 }] },
  })
  expect(answer.status).toBe(200)
  expect(await state()).toBe('posted')
})

test('a new symbol that gives a security prices of locked days is asked about as well', async () => {
  // No security has the symbol yet, so its prices count for nothing.
  await recordPrices(api, '2026-03-30', { 'JKX.N0000': 31 })
  const [jkh] = await api.database.query<{ id: number; version: number; name: string }>(
    "SELECT id, version, name FROM equities WHERE symbol = 'JKH.N0000'",
  )
  const rename = (query: object) =>
    api.call<{ code: string; message: string }>(equities.routes.update, {
      params: { id: jkh?.id },
      query,
      body: { symbol: 'JKX.N0000', version: jkh?.version },
    })
  expect(await rename({})).toMatchObject({
    status: 409,
    body: {
      code: 'period.locked',
      message: `The books of ${entity.name} are locked through 31 Mar 2026. By the symbol JKX.N0000 the security gets prices of 30 Mar 2026, which count in them and come only where the period is opened for it.`,
    },
  })
  expect((await rename({ openPeriod: 1 })).status).toBe(200)
})
