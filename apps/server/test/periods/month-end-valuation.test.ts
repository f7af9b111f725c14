/**
 * A month that ends on a day without a market: the run of the last market day clears the checklist of its end as long as it says the same of it
 * (decision 070), and changes no figure. 31 May 2026 is a Sunday, Friday 29 May the last market day.
 */
import { periods } from '@em/contract/periods/periods'
import { valuations } from '@em/contract/valuation/valuation'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Books, startBooks } from '../support/books.ts'
import { type CheckedEntity, checkedEntity } from '../support/checked-entity.ts'
import { forgetPrices, recordPrices } from '../support/prices.ts'

const [FRIDAY, SUNDAY] = ['2026-05-29', '2026-05-31']
let api: Api
let books: Books
let of: CheckedEntity
let made = 0
beforeAll(async () => {
  api = await startApi({ today: '2026-06-18' })
  books = await startBooks(api)
})
beforeEach(async () => {
  made += 1
  of = await checkedEntity(books, made)
  await forgetPrices(api, FRIDAY)
  await recordPrices(api, FRIDAY, { 'JKH.N0000': 26 })
  await of.buy({})
})

const run = (date: string) => ask(api, valuations.run, { body: { date, portfolioId: of.portfolio } })
const point = () => of.point('valuation', SUNDAY)
const position = async (final = false) => {
  const query = { asOf: SUNDAY, portfolioId: of.portfolio, ...(final && { final: 1 }) }
  const { status, body } = await api.call<{ code?: string; data: object }>('GET /financial-position', {
    query,
  })
  return { status, code: body.code, data: body.data }
}

test('the run of Friday clears the Sunday that ends the month, says so, and changes no figure', async () => {
  expect(await point()).toMatchObject({ state: 'open', count: 1 })
  await run(FRIDAY)
  expect(await point()).toMatchObject({
    state: 'clear',
    message: expect.stringMatching(
      /^Valued by the run of 29 May 2026, the last market day: .* statements of 31 May 2026 state investments at cost/,
    ),
  })
  // The entries of Friday are taken back on Saturday: a statement of Sunday says so still, and a final one is refused.
  expect(await position()).toMatchObject({ data: { valuation: { state: 'not-valued' } } })
  expect(await position(true)).toMatchObject({ status: 422, code: 'statement.not-final' })
  await run(SUNDAY)
  expect(await point()).toMatchObject({ state: 'clear', message: 'Investments are valued on 31 May 2026.' })
  expect((await position(true)).status).toBe(200)
})

test('not once a later trade or price makes it stale', async () => {
  await run(FRIDAY)
  await of.buy({ contractNumber: 'S-2' })
  expect(await point()).toMatchObject({ state: 'open' })
  await run(FRIDAY)
  expect(await point()).toMatchObject({ state: 'clear' })
})

test('not where shares came between the two days', async () => {
  await run(FRIDAY)
  const lots = await api.call(`POST /openings/${of.portfolio}/lots`, {
    body: {
      openingDate: '2026-05-30',
      rows: [{ symbol: 'JKH.N0000', quantity: 7, cost: 70, tradeDate: '2025-12-01' }],
    },
  })
  expect(lots.status).toBe(201)
  expect(await point()).toMatchObject({ state: 'open' })
})

test('not for the end of a financial year, whose closing takes the gains of its own day', async () => {
  await run(FRIDAY)
  const { id } = of.entity
  const [entity] = (await api.ask(periods.list)).filter((one) => one.id === id)
  await ask(api, periods.update, {
    params: { id },
    body: { year_end_month: 5, version: entity?.version ?? 0 },
  })
  expect(await point()).toMatchObject({ state: 'open' })
})
