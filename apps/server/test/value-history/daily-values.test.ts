/** Daily values as the job keeps them, after every kind of write: against a naive look-up, and against a beginning from nothing. */
import { holidays } from '@em/contract/holidays/holidays'
import { portfolios } from '@em/contract/portfolios/portfolios'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recalculateDue } from '../../src/features/value-history/recalculate.commands.ts'
import { verify } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { type Books, startBooks } from '../support/books.ts'
import { waitingForLock } from '../support/locks.ts'
import { naiveValues, storedValues } from '../support/naive-values.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { lockBooks } from '../support/own-entity.ts'
import { forgetPrices, recordPrices } from '../support/prices.ts'
import { rewindable } from '../support/rewind.ts'
import { reportAfter } from '../support/tampering.ts'

const TODAY = '2026-06-15'
let api: Api
let books: Books
let held: OneHolding
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi({ today: TODAY })
  books = await startBooks(api)
  held = await oneHolding(books, 'WAP')
  await recalculate()
  rewind = await rewindable(api)
})
beforeEach(() => rewind())

const clients: pg.Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end()
})
/** A connection of the test's own. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client(api.fresh.admin)
  clients.push(client)
  await client.connect()
  return client
}
const recalculate = (today = TODAY) => recalculateDue(api.database, today)
const marks = () =>
  api.database.query('SELECT portfolio_id, from_day, until_day FROM daily_value_marks ORDER BY id')
const storedOf = (id = held.id) => storedValues(api.database, id)
const day = async (date: string) => (await storedOf()).find((one) => one.day === date)

/** The stored values equal those calculated from the facts, for the portfolio and for all together; no day is out of date. */
async function expectRight(today = TODAY): Promise<void> {
  await recalculate(today)
  expect(await marks()).toEqual([])
  const naive = await naiveValues(api.database, held.id, today)
  expect(naive.length).toBeGreaterThan(0)
  expect(await storedOf()).toEqual(naive)
  expect(await storedOf(0)).toEqual(naive)
}
const post = async (where: string, body: object) => {
  const answer = await api.call(where, { body })
  expect([answer.status, answer.body]).toMatchObject([answer.status < 300 ? answer.status : 201, {}])
  return answer.body as { data: { id: number } }
}
const entry = (date: string, lines: [code: string, debit: number, credit: number][], more = {}) =>
  post('POST /journal-entries', {
    date,
    description: 'An entry',
    ...more,
    lines: lines.map(([account_code, debit, credit]) => ({
      account_code,
      debit: debit || undefined,
      credit: credit || undefined,
      portfolioId: held.portfolioId,
      ...(account_code === '1010' && { settlementAccount: books.bank }),
    })),
  })

/** Takes an entry back. */
const cancel = async (id: number, date: string) => {
  const body = { date, description: 'An entry', account_code: '1010', debit: 1, status: 'Cancelled' }
  const answer = await api.call(`PUT /journal-entries/${id}`, { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

describe('after each write', () => {
  let rewindHere: () => Promise<void>
  beforeAll(async () => {
    await rewind()
    await recordPrices(api, '2026-05-04', { 'JKH.N0000': 20.5 })
    await recordPrices(api, '2026-05-05', { 'JKH.N0000': 21 })
    await recordPrices(api, '2026-05-12', { 'JKH.N0000': 20.6 })
    await held.buy('2026-05-04', 1000, 20)
    await expectRight()
    rewindHere = await rewindable(api)
  })
  beforeEach(() => rewindHere())

  test('the first row is the day of the first buy: shares at the price, paid in with the fees', async () => {
    expect((await storedOf())[0]).toMatchObject({
      day: '2026-05-04',
      shares: 20_500_00n,
      cost: 20_000_00n,
      paidIn: 20_224_00n,
    })
    expect((await storedOf()).at(-1)).toMatchObject({ day: TODAY, shares: 20_600_00n })
  })

  test('a sale is taken out less its fees; a late buy changes every day from its own on', async () => {
    await held.sell('2026-05-13', 400, 21)
    await expectRight()
    expect(await day('2026-05-13')).toMatchObject({ shares: 12_360_00n, takenOut: 8_305_91n })
    await held.buy('2026-05-06', 10, 21)
    expect(await marks()).toContainEqual({ portfolio_id: held.id, from_day: '2026-05-06', until_day: null })
    await expectRight()
  })

  test('a trade before the first day, a corrected date, a deletion, and nothing left at all', async () => {
    const early = await held.buy('2026-04-07', 10, 19)
    await expectRight()
    expect((await storedOf())[0]).toMatchObject({ day: '2026-04-07', shares: 190_00n })
    await held.change('buy', early.id, {
      tradeDate: '2026-05-07',
      settlementDate: '2026-05-07',
      quantity: 10,
      price: 19,
    })
    await expectRight()
    await held.remove('buy', early.id)
    await expectRight()
    const [rest] = await api.database.query<{ id: number }>('SELECT id FROM trades WHERE NOT is_deleted')
    await held.remove('buy', rest?.id ?? 0)
    await expectRight()
    expect((await day('2026-05-05'))?.shares).toBe(0n)
  })

  test('a price that comes, is corrected or taken back counts from its day until the next one', async () => {
    await recordPrices(api, '2026-05-07', { 'JKH.N0000': 22 })
    expect(await marks()).toEqual([{ portfolio_id: 0, from_day: '2026-05-07', until_day: '2026-05-11' }])
    await expectRight()
    expect((await day('2026-05-11'))?.shares).toBe(22_000_00n)
    await recordPrices(api, '2026-05-07', { 'JKH.N0000': 23 })
    await expectRight()
    await forgetPrices(api, '2026-05-07')
    await expectRight()
    expect((await day('2026-05-07'))?.shares).toBe(21_000_00n)
    await forgetPrices(api, '2026-05-04')
    await expectRight()
    expect((await day('2026-05-04'))?.shares).toBe(20_000_00n)
    await recordPrices(api, TODAY, { 'JKH.N0000': 25 })
    expect(await marks()).toEqual([{ portfolio_id: 0, from_day: TODAY, until_day: null }])
    await expectRight()
  })

  test('a portfolio that values by close: the close, else the previous close of the next market day, else the last trade', async () => {
    const change = async (basis: string) => {
      const [row] = await api.database.query<{ version: number }>(
        'SELECT version FROM portfolios WHERE id = $1',
        [held.id],
      )
      const answer = await api.call(portfolios.routes.update, {
        params: { id: held.id },
        body: { priceBasis: basis, version: row?.version },
      })
      expect(answer.status).toBe(200)
    }
    await change('Close')
    expect(await marks()).toEqual([{ portfolio_id: held.id, from_day: '1900-01-01', until_day: null }])
    await recalculate()
    const values = async () => (await storedOf()).slice(0, 3).map(({ shares }) => shares)
    expect(await values()).toEqual([20_500_00n, 21_000_00n, 21_000_00n])
    // The price of 5 May has the close of 4 May. That of 12 May has none of 5 May: there are market days between.
    await api.database.query(
      "UPDATE prices SET previous_close = 20.7 WHERE trade_date IN ('2026-05-05', '2026-05-12')",
    )
    expect((await marks())[0]).toMatchObject({ portfolio_id: 0, from_day: '2026-04-25' })
    await recalculate()
    expect(await values()).toEqual([20_700_00n, 21_000_00n, 21_000_00n])
    await api.database.query("UPDATE prices SET close = 20.9 WHERE trade_date = '2026-05-05'")
    await recalculate()
    expect(await values()).toEqual([20_700_00n, 20_900_00n, 20_900_00n])
    expect((await verify(api.database)).found).toBe(0)
    await change('Last Trade')
    await expectRight()
  })

  test('an opening position is paid in at its fair value, also where the books begin on a day off', async () => {
    for (const openingDate of ['2026-05-10', '2026-05-05']) {
      const other = await oneHolding(books, 'FIFO')
      const rows = [
        {
          symbol: 'JKH.N0000',
          quantity: 500,
          cost: 5000,
          charges: 56,
          tradeDate: '2025-01-06',
          settlementDate: '2025-01-08',
        },
      ]
      const where = `POST /openings/${other.portfolioId}/lots`
      const answer = await api.call(where, { body: { openingDate, rows } })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      await recalculate()
      const days = await storedOf(other.id)
      expect(days).toEqual(await naiveValues(api.database, other.id, TODAY))
      expect(days[0]).toMatchObject({ paidIn: 10_500_00n, fundIn: 10_500_00n })
    }
    // The price of the Friday before the Sunday is corrected.
    await recordPrices(api, '2026-05-08', { 'JKH.N0000': 30 })
    await recalculate()
    const [sunday] = await api.database.query<{ id: number }>(
      "SELECT id FROM portfolios WHERE opening_date = '2026-05-10'",
    )
    expect(await storedOf(sunday?.id)).toEqual(await naiveValues(api.database, sunday?.id ?? 0, TODAY))
    expect((await storedOf(sunday?.id))[0]).toMatchObject({ day: '2026-05-11', paidIn: 15_000_00n })
  })

  test('capital that owners pay in and take out is a flow of the fund; fees and a reversed mistake are none', async () => {
    await entry('2026-05-04', [
      ['1010', 100_000, 0],
      ['3000', 0, 100_000],
    ])
    await entry('2026-05-06', [
      ['6300', 150, 0],
      ['1010', 0, 150],
    ])
    await entry('2026-05-09', [
      ['3000', 5_000, 0],
      ['1010', 0, 5_000],
    ])
    const wrong = await entry('2026-05-11', [
      ['1010', 7_000, 0],
      ['3000', 0, 7_000],
    ])
    await expectRight()
    expect(await day('2026-05-11')).toMatchObject({ fundIn: 7_000_00n, fundOut: 5_000_00n })
    await cancel(wrong.data.id, '2026-05-11')
    await expectRight()
    expect(await day('2026-05-11')).toMatchObject({ fundIn: 0n, fundOut: 5_000_00n, cash: 74_626_00n })
    expect(await day('2026-05-04')).toMatchObject({ fundIn: 100_000_00n })
  })

  test('cash that was negative between two market days is reported', async () => {
    await entry('2026-05-04', [
      ['1010', 30_000, 0],
      ['3000', 0, 30_000],
    ])
    await entry('2026-05-09', [
      ['6300', 20_000, 0],
      ['1010', 0, 20_000],
    ])
    await entry('2026-05-10', [
      ['1010', 20_000, 0],
      ['3000', 0, 20_000],
    ])
    await expectRight()
    expect(await day('2026-05-11')).toMatchObject({ lowestCash: -10_224_00n, cash: 9_776_00n })
  })

  test('a trade that is posted later because its day is locked counts from its own day', async () => {
    const [entity] = await api.database.query<{ id: number }>(
      "SELECT id FROM entities WHERE name = 'Test Fund'",
    )
    const locked = await lockBooks(api, entity?.id, '2026-05-31', 'Closed')
    expect(locked.status, JSON.stringify(locked.body)).toBeLessThan(300)
    await held.buy('2026-05-06', 100, 21, {}, '?openPeriod=1')
    expect(
      await api.database.query(
        'SELECT DISTINCT moved_from FROM journal_entries WHERE moved_from IS NOT NULL',
      ),
    ).toEqual([{ moved_from: '2026-05-06' }])
    await expectRight()
    expect(await day('2026-05-06')).toMatchObject({ paidIn: 2_123_51n, cash: -22_347_51n })
  })

  test('a day that becomes a holiday has no row, and what happened on it counts on the next one', async () => {
    await held.buy('2026-05-06', 100, 21)
    await expectRight()
    const made = await api.ask(holidays.routes.create, {
      body: { date: '2026-05-06', name: 'Special', type: 'Public Holiday' } as never,
    })
    await expectRight()
    expect(await day('2026-05-06')).toBeUndefined()
    expect(await day('2026-05-07')).toMatchObject({ paidIn: 2_123_51n })
    await api.ask(holidays.routes.remove, { params: { id: made.id }, query: {} })
    await expectRight()
    expect(await day('2026-05-06')).toBeDefined()
  })

  test('time goes on without a write', async () => {
    const next = '2026-06-17'
    await expectRight(next)
    expect((await storedOf()).at(-1)?.day).toBe(next)
  })

  test('step by step is what a beginning from nothing comes to', async () => {
    await held.sell('2026-05-13', 400, 21)
    await recalculate()
    await held.buy('2026-05-05', 70, 20.5)
    await recordPrices(api, '2026-05-06', { 'JKH.N0000': 20.9 })
    await recalculate()
    const stepByStep = await storedOf()
    await api.database.query('DELETE FROM daily_values')
    await api.database.query('DELETE FROM daily_value_spans')
    await api.database.query(
      "INSERT INTO daily_value_marks (portfolio_id, from_day) SELECT id, '1900-01-01' FROM portfolios",
    )
    await recalculate()
    expect(await storedOf()).toEqual(stepByStep)
    expect(await storedOf(0)).toEqual(stepByStep)
  })
})

test('all together is the sum of the portfolios, each from its first day on', async () => {
  const other = await oneHolding(books, 'FIFO')
  await recordPrices(api, '2026-05-04', { 'JKH.N0000': 20 })
  await held.buy('2026-05-04', 1000, 20)
  await other.buy('2026-05-07', 500, 20)
  await recalculate()
  const [one, two, all] = [await storedOf(), await storedOf(other.id), await storedOf(0)]
  expect(all.map(({ day }) => day)).toEqual(one.map(({ day }) => day))
  for (const [index, row] of all.entries()) {
    const second = two.find((of) => of.day === row.day)
    expect(row.shares).toBe((one[index]?.shares ?? 0n) + (second?.shares ?? 0n))
    expect(row.paidIn).toBe((one[index]?.paidIn ?? 0n) + (second?.paidIn ?? 0n))
  }
})

describe('verify', () => {
  let rewindHere: () => Promise<void>
  beforeAll(async () => {
    await rewind()
    await recordPrices(api, '2026-05-04', { 'JKH.N0000': 20 })
    await held.buy('2026-05-04', 1000, 20)
    await recalculate()
    rewindHere = await rewindable(api)
  })
  beforeEach(() => rewindHere())
  const differencesAfter = async (statements: string, options = {}) =>
    (await reportAfter(api, statements, options)).differences.map(
      ({ check, place, what, stored, expected }) =>
        `${check}, ${place}: ${what} ${stored}, expected ${expected}`,
    )

  test('recomputes every day, and finds nothing in what was kept', async () => {
    const { checked, found } = await verify(api.database)
    expect(found).toBe(0)
    expect(checked).toContainEqual({ name: 'daily values', count: (await storedOf()).length })
  })

  test('names what differs: a figure, a row that is missing, one that is too much, and the totals', async () => {
    const of = (what: string) =>
      `UPDATE em.daily_values SET ${what} WHERE portfolio_id = ${held.id} AND day = '2026-05-06'`
    expect(await differencesAfter(of('paid_in = 1'), { portfolioId: held.id })).toEqual([
      `daily values, ${held.portfolioId} 2026-05-06: paid_in 1.00, expected 0.00`,
    ])
    expect(await differencesAfter(of('has_prices = true'), { portfolioId: held.id })).toHaveLength(1)
    expect(
      await differencesAfter("DELETE FROM em.daily_values WHERE day = '2026-05-06'", {
        portfolioId: held.id,
      }),
    ).toMatchObject([expect.stringContaining('2026-05-06: row none')])
    expect(
      await differencesAfter(
        "UPDATE em.daily_values SET cost = 1 WHERE portfolio_id = 0 AND day = '2026-05-06'",
      ),
    ).toHaveLength(1)
    // A price that changed without its triggers leaves no mark that the days are out of date.
    expect(
      (await differencesAfter('UPDATE em.prices SET last_trade = 21', { portfolioId: held.id })).length,
    ).toBeGreaterThan(20)
  })

  test('leaves days out that are behind', async () => {
    await held.buy('2026-05-06', 10, 20)
    const { checked, found } = await verify(api.database)
    expect(found).toBe(0)
    expect(checked).toContainEqual({ name: 'daily values', count: 2 })
  })
})

describe('several at once', () => {
  test('one recalculates, the others leave it to that one; nothing is done twice or lost', async () => {
    await recordPrices(api, '2026-05-04', { 'JKH.N0000': 20 })
    await held.buy('2026-05-04', 1000, 20)
    const [one, two] = await Promise.all([recalculate(), recalculate()])
    expect([one.portfolios, two.portfolios].toSorted()).toEqual([0, 1])
    await expectRight()
  })

  test('while another connection recalculates nothing is done, and nothing is forgotten', async () => {
    await held.buy('2026-05-04', 1000, 20)
    const before = await marks()
    const other = await connect()
    await other.query('BEGIN; SELECT em.take_lock(8)')
    expect(await recalculate()).toEqual({ portfolios: 0, rows: 0 })
    await other.query('ROLLBACK')
    expect(await marks()).toEqual(before)
    await expectRight()
  })

  test('a save never waits for a recalculation, and what it changes meanwhile is followed afterwards', async () => {
    await held.buy('2026-05-04', 1000, 20)
    const other = await connect()
    await other.query('BEGIN; LOCK TABLE em.daily_values IN SHARE MODE')
    const running = recalculate()
    await waitingForLock(other)
    await held.buy('2026-05-05', 10, 20)
    await recordPrices(api, '2026-05-05', { 'JKH.N0000': 21 })
    expect((await marks()).length).toBeGreaterThan(0)
    await other.query('ROLLBACK')
    await running
    await expectRight()
    expect((await day('2026-05-05'))?.shares).toBe(21_210_00n)
  })

  test('broken off in the middle nothing is lost', async () => {
    await held.buy('2026-05-04', 1000, 20)
    const before = await marks()
    const other = await connect()
    await other.query('BEGIN; LOCK TABLE em.daily_values IN SHARE MODE')
    const running = recalculate().catch((error: unknown) => error)
    await waitingForLock(other)
    await other.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
    )
    expect(await running).toBeInstanceOf(Error)
    await other.query('ROLLBACK')
    expect(await marks()).toEqual(before)
    await expectRight()
  })
})
