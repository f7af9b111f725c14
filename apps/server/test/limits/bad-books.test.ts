/** Limits over books that lack something: prices, issued shares, an end of the group. */
import { journal } from '@em/contract/journal/journal'
import { limits } from '@em/contract/limits/limits'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { reviewLimits } from '../../src/features/limits/review.commands.ts'
import { ask } from '../support/books.ts'
import { type LimitBooks, startLimitBooks, TODAY } from '../support/limit-books.ts'

let of: LimitBooks
beforeAll(async () => {
  of = await startLimitBooks()
})
beforeEach(() => of.again())

const review = () => reviewLimits(of.api.database, of.api.clock.today())

test('a holding without a price is measured at cost and marked, never as nothing', async () => {
  const added = await of.api.call('POST /equities', {
    body: { symbol: 'HNB.N0000', companyName: 'Hatton National Bank PLC' },
  })
  expect(added.status, JSON.stringify(added.body)).toBe(201)
  await of.books.bought({
    symbol: 'HNB.N0000',
    companyName: 'Hatton National Bank PLC',
    quantity: 5_000,
    price: 400,
    contractNumber: 'C-50',
    tradeDate: TODAY,
    settlementDate: '2026-06-22',
  })
  await of.written({ subject: { type: 'security', id: 'HNB.N0000' }, bound: 20 })
  const [row] = await of.used()
  expect(row).toMatchObject({ numerator: 2_000_000, state: 'exceeded' })
  expect(row?.text).toMatch(/It rests on 100\.0 % without a price\.$/)
  expect(await of.breaches()).toMatchObject([{ subject: { id: 'HNB.N0000' }, state: 'open' }])
})

test('without issued shares nothing is known, and nothing opens', async () => {
  await of.written({
    code: 'ISSUED',
    kind: 'position',
    measure: 'percent-of-issued',
    subject: { type: 'security', id: 'JKH.N0000' },
    bound: 5,
    hardness: 'hard',
  })
  expect(await of.used()).toMatchObject([{ state: 'unknown', value: null, used: null }])
  await review()
  expect(await of.breaches()).toEqual([])
})

test('an open breach stays open while it cannot be computed', async () => {
  await of.written()
  expect(await of.breaches()).toHaveLength(1)
  // All of the capital is paid out again: net assets are not above zero.
  await ask(of.api, journal.create, {
    body: {
      date: TODAY,
      description: 'Capital paid out',
      status: 'Posted',
      lines: [
        { account_code: '3000', debit: 2_500_000, portfolioId: 'GROW' },
        { account_code: '1010', credit: 2_500_000, portfolioId: 'GROW' },
      ],
    },
  })
  expect((await of.used())[0]?.state).toBe('unknown')
  await review()
  expect((await of.breaches()).map(({ state }) => state)).toEqual(['open'])
})

test('a bound of 0 is refused also as the next version, and a circle of portfolios ends', async () => {
  await of.written()
  const zero = await of.api.call<{ details?: { field: string }[] }>(limits.change, {
    params: { code: 'ISSUER-10' },
    body: { version: 1, bound: 0 },
  } as never)
  expect([zero.status, zero.body.details?.map(({ field }) => field)]).toEqual([400, ['bound']])
  await of.written({ code: 'GROUP', scope: { type: 'group', id: 'HOLD' }, bound: 10 })
  // Of older books: the group's portfolios are each below the other. Each is measured once.
  for (const [code, parent] of [
    ['GROW', 'HOLD'],
    ['HOLD', 'GROW'],
  ])
    await of.api.database.query('UPDATE portfolios SET parent_portfolio_id = $2 WHERE portfolio_id = $1', [
      code,
      parent,
    ])
  await review()
  const rows = (await of.used({ code: 'GROUP' })).map(({ subject, numerator }) => [subject.id, numerator])
  expect(rows).toContainEqual(['JKH', 1_000_000])
})
