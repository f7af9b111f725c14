/** Which days are market days decides which price counts and how old it is: a holiday that comes or goes makes runs stale. */

import { portfolios } from '@em/contract/portfolios/portfolios'
import { type ValuationRunDetail, valuations } from '@em/contract/valuation/valuation'
import { beforeAll, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'
import { untilHeldUp } from '../support/waits.ts'

let api: Api
let books: Books
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-15' })
  books = await startBooks(api)
})

const run = (of: OneHolding, date: string) =>
  api.call<ValuationRunDetail>(valuations.run, { body: { date, portfolioId: of.portfolioId } })
const state = async (id: number) => (await ask(api, valuations.get, { params: { id } })).state
const clean = async (of: OneHolding) =>
  expect(await verifyBooks(api.database, { portfolioId: of.id })).toEqual([])

interface Day {
  readonly id: number
  readonly version: number
}
async function close(date: string, more: object = {}): Promise<Day> {
  const made = await api.call<Day>('POST /holidays', {
    body: { date, name: `Closed on ${date}`, type: 'Exchange Closure', ...more },
  })
  expect(made.status).toBe(201)
  return made.body
}
const open = async ({ id, version }: Day) =>
  expect((await api.call('DELETE /holidays/:id', { params: { id }, query: { version } })).status).toBe(200)

let made = 0
/** A portfolio with 1,000 shares of a security of its own, of which these are the prices. */
async function holding(prices: Readonly<Record<string, number>>, basis = 'Last Trade') {
  made += 1
  const symbol = `CA${made}.N0000`
  const of = await oneHolding(books, 'WAP')
  const [row] = await api.database.query<{ version: number }>(
    'SELECT version FROM portfolios WHERE id = $1',
    [of.id],
  )
  await ask(api, portfolios.routes.update, {
    params: { id: of.id },
    body: { priceBasis: basis, version: row?.version },
  })
  await api.call('POST /equities', { body: { name: `Calendar ${made} PLC`, symbol } })
  await of.buy('2026-01-05', 1000, 20, { symbol, companyName: `Calendar ${made} PLC` })
  for (const [date, price] of Object.entries(prices)) await recordPrices(api, date, { [symbol]: price })
  return { of, symbol }
}

test('the day of a run becomes a holiday, and a market day again', async () => {
  const { of } = await holding({ '2026-05-20': 28, '2026-05-21': 29 })
  const { body } = await run(of, '2026-05-21')
  const day = await close('2026-05-21')
  expect(await state(body.id)).toBe('stale')
  await clean(of)
  const second = await run(of, '2026-05-21')
  expect([second.status, second.body]).toMatchObject([201, { fair_value: 28_000, state: 'posted' }])
  await open(day)
  expect(await state(second.body.id)).toBe('stale')
  const third = await run(of, '2026-05-21')
  expect(third.body).toMatchObject({ fair_value: 29_000, state: 'posted' })
  await clean(of)
})

test('a price that was old is it no more where one market day less lies between', async () => {
  const { of } = await holding({ '2026-05-05': 25 })
  const { body } = await run(of, '2026-05-13')
  const linesOf = async (id: number) => ask(api, valuations.lines, { params: { id }, query: {} })
  expect(await linesOf(body.id)).toMatchObject([{ price_age: 6, level: 2, exceptions: ['stale'] }])
  const day = await close('2026-05-07')
  expect(await state(body.id)).toBe('stale')
  const second = await run(of, '2026-05-13')
  expect([second.status, await linesOf(second.body.id)]).toMatchObject([
    201,
    [{ price_age: 5, level: 1, exceptions: [] }],
  ])
  await open(day)
  expect(await state(second.body.id)).toBe('stale')
  await clean(of)
})

test('by close, a later day may become the next market day, whose previous close is then used', async () => {
  const { of, symbol } = await holding({ '2026-05-18': 21, '2026-05-20': 22 }, 'Close')
  await api.database.query(
    "UPDATE prices SET previous_close = 21.5 WHERE symbol = $1 AND trade_date = '2026-05-20'",
    [symbol],
  )
  const { body } = await run(of, '2026-05-18')
  expect(body).toMatchObject({ fair_value: 21_000, exceptions: 1 })
  const day = await close('2026-05-19')
  expect(await state(body.id)).toBe('stale')
  const second = await run(of, '2026-05-18')
  expect(second.body).toMatchObject({ fair_value: 21_500, exceptions: 0 })
  await open(day)
  expect(await state(second.body.id)).toBe('stale')
  await clean(of)
})

test('a holiday of every year counts in each; another name, a Saturday and a day elsewhere change nothing', async () => {
  const { of } = await holding({ '2026-05-25': 28, '2026-05-26': 29 })
  const { body } = await run(of, '2026-05-26')
  const elsewhere = await close('2026-05-12')
  await close('2026-05-23')
  await close('2026-06-04')
  const renamed = await api.call('PUT /holidays/:id', {
    params: { id: elsewhere.id },
    body: { name: 'Closed for another reason', version: elsewhere.version },
  })
  expect([renamed.status, await state(body.id)]).toEqual([200, 'posted'])
  await close('2021-05-26', { isRecurring: true })
  expect(await state(body.id)).toBe('stale')
  const second = await run(of, '2026-05-26')
  expect(second.body).toMatchObject({ fair_value: 28_000, state: 'posted' })
  await clean(of)
})

test('a holiday that is recorded while a run works leaves it stale from its first moment on', async () => {
  const { of } = await holding({ '2026-06-09': 28, '2026-06-10': 29 })
  let running: ReturnType<typeof run> | undefined
  // Another user records the holiday at this moment: the run has read already, and waits for that transaction before it commits.
  await api.database.transaction(async (tx) => {
    await tx.query('SELECT take_lock(42, 0, true)')
    running = run(of, '2026-06-10')
    expect(await Promise.race([running, untilHeldUp(api)])).toBe('waits')
    await close('2026-06-10')
  })
  expect(await running).toMatchObject({ status: 201, body: { fair_value: 29_000, state: 'stale' } })
  const again = await run(of, '2026-06-10')
  expect(again.body).toMatchObject({ fair_value: 28_000, state: 'posted' })
  await clean(of)
})
