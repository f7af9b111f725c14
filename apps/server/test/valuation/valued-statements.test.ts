/** Balances of a day come with the state of their valuation: in statements, the checklist of a lock, the year-end. */

import type { Reply } from '@em/contract/kit/route'
import { type LockCheck, periods } from '@em/contract/periods/periods'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { statements } from '@em/contract/statements/statements'
import { valuations } from '@em/contract/valuation/valuation'
import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../support/api.ts'
import { ask, type Refused, startBooks } from '../support/books.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'

let api: Api
let one: OneHolding
let two: OneHolding
let entityId: number
beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: '2026-06-15' })
  const books = await startBooks(api)
  await recordPrices(api, '2026-03-31', { 'JKH.N0000': 26 })
  const inEntity = async (of: OneHolding) => {
    const [row] = await api.database.query<{ version: number }>(
      'SELECT version FROM portfolios WHERE id = $1',
      [of.id],
    )
    await ask(api, portfolios.routes.update, {
      params: { id: of.id },
      body: { entity: 'Valued Trust', version: row?.version },
    })
    return of
  }
  one = await inEntity(await oneHolding(books, 'WAP'))
  two = await inEntity(await oneHolding(books, 'WAP'))
  await one.buy('2026-01-05', 1000, 20)
  entityId = (await api.ask(periods.list)).find(({ name }) => name === 'Valued Trust')?.id ?? 0
})

const NOT_VALUED = 'Investments at cost, not valued on this date'
const position = (query: object) =>
  api.call<{ data: { valuation: object; comparedValuation: object | null } } & Refused>(
    statements.financialPosition,
    {
      query,
    },
  )
const profit = (query: object) =>
  api.call<{ data: { valuation: object; totals: Record<string, number> } } & Refused>(statements.profitLoss, {
    query,
  })
const run = (of: OneHolding | null, date: string) =>
  api.call<{ id: number }>(valuations.run, { body: { date, portfolioId: of?.portfolioId ?? 'all' } })
const point = async (through: string) =>
  (await ask(api, periods.checks, { params: { id: entityId }, query: { through } })).find(
    ({ what }: LockCheck) => what === 'valuation',
  )

test('nothing is said where no investments are in the books', async () => {
  expect((await position({ asOf: '2025-12-31', final: 1 })).body.data.valuation).toEqual({
    date: '2025-12-31',
    state: 'none',
    missing: [],
    message: null,
  })
  expect(await point('2025-12-31')).toMatchObject({ state: 'clear' })
})

test('without a run of the end date both statements say so, and a final one is refused', async () => {
  const missing = [{ portfolioId: one.portfolioId, state: 'not-valued' }]
  const at = await position({ asOf: '2026-03-31', compareDate: '2025-12-31' })
  expect(at.body.data).toMatchObject({
    valuation: { state: 'not-valued', message: NOT_VALUED, missing },
    comparedValuation: { state: 'none' },
  })
  expect(
    (await profit({ startDate: '2026-01-01', endDate: '2026-03-31' })).body.data.valuation,
  ).toMatchObject({
    message: NOT_VALUED,
  })
  for (const answer of [
    await position({ asOf: '2026-03-31', final: 1 }),
    await profit({ endDate: '2026-03-31', final: 1 }),
  ])
    expect(answer).toMatchObject({ status: 422, body: { code: 'statement.not-final' } })
  expect(await point('2026-03-31')).toMatchObject({
    title: 'Mark-to-market',
    state: 'open',
    count: 1,
    message: `${NOT_VALUED} (31 Mar 2026).`,
  })
})

test('with a run of the date they are valued; of another date it does not count', async () => {
  await run(one, '2026-03-31')
  expect((await position({ asOf: '2026-03-31', final: 1 })).body.data.valuation).toMatchObject({
    state: 'valued',
  })
  expect((await profit({ endDate: '2026-03-31', final: 1 })).body.data.totals).toMatchObject({
    unrealized_capital_gains: 6_000,
  })
  expect(await point('2026-03-31')).toMatchObject({
    state: 'clear',
    message: 'Investments are valued on 31 Mar 2026.',
  })
  // Vector 1.2: without a run of 20 April it shows what the reversal left.
  const april = await profit({ startDate: '2026-04-01', endDate: '2026-04-20' })
  expect(april.body.data).toMatchObject({
    valuation: { message: NOT_VALUED },
    totals: { unrealized_capital_gains: -6_000 },
  })
})

test('of several portfolios those are named that are not valued, and those whose run is stale', async () => {
  await two.buy('2026-02-05', 100, 20)
  const [row] = await api.database.query<{ name: string }>(
    'SELECT portfolio_name AS name FROM portfolios WHERE id = $1',
    [two.id],
  )
  const asked = { asOf: '2026-03-31', entity: 'Valued Trust' }
  expect((await position(asked)).body.data.valuation).toMatchObject({
    state: 'not-valued',
    message: `${NOT_VALUED}: ${row?.name}`,
    missing: [{ portfolioId: two.portfolioId, state: 'not-valued' }],
  })
  expect((await position({ ...asked, portfolioId: one.portfolioId, final: 1 })).status).toBe(200)
  await run(null, '2026-03-31')
  await two.buy('2026-02-06', 100, 20)
  expect((await position(asked)).body.data.valuation).toMatchObject({
    message: `A later trade or price has changed what the mark-to-market run of this date rests on: ${row?.name}`,
    missing: [{ state: 'stale' }],
  })
  expect(await position({ ...asked, final: 1 })).toMatchObject({
    status: 422,
    body: {
      message: `This statement cannot be final: investments of ${row?.name} have no current mark-to-market run of 31 Mar 2026.`,
    },
  })
})

test('the year-end says it before it closes, takes the gains of the run, and leaves the adjustment', async () => {
  const sent = { params: { id: entityId }, body: { year_end: '2026-03-31' } }
  const preview = await api.call<Reply<typeof periods.close>>(periods.close, {
    ...sent,
    query: { dryRun: 1 },
  })
  expect(preview.body.data.valuation).toMatchObject({ state: 'not-valued' })
  await run(null, '2026-03-31')
  const closed = await ask(api, periods.close, sent)
  expect(closed.data.valuation).toMatchObject({ state: 'valued', message: null })
  const lines = closed.data.portfolios.flatMap((portfolio) => portfolio.lines)
  expect(lines.filter(({ account_code }) => account_code === '4110').map(({ debit }) => debit)).toEqual([
    6_000, 1_200,
  ])
  expect(lines.map(({ account_code }) => account_code)).not.toContain('1110')
})
