/** Attribution reads stored values of sectors: it equals, to the last digit, a calculation that walks through every chain. */

import { equities } from '@em/contract/equities/equities'
import { indexValues } from '@em/contract/indices/index-values'
import { marketIndices } from '@em/contract/indices/market-indices'
import { performance } from '@em/contract/performance/performance'
import { beforeAll, describe, expect, test } from 'vitest'
import { recalculateDue } from '../../src/features/value-history/recalculate.commands.ts'
import { verify } from '../../src/verify/verify.ts'
import { ActionStory } from '../support/action-story.ts'
import { type Api, startApi } from '../support/api.ts'
import { startBooks } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { type OneHolding, oneHolding } from '../support/one-holding.ts'
import { recordPrices } from '../support/prices.ts'
import { reportAfter } from '../support/tampering.ts'
import { walkedAttribution } from '../support/walked-sectors.ts'

const TODAY = '2026-06-30'
const BEGIN = '2026-01-05'
const COMPANIES = { 'JKH.N0000': 'John Keells Holdings PLC', 'SAMP.N0000': 'Sampath Bank PLC' }
const SECTORS = ['Financial Services', 'Energy', 'Manufacturing']
let api: Api
let funds: OneHolding[]
let symbols: string[]
let days: string[]

/** Numbers that look like chance and are the same each time. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
const setSector = async (symbol: string, sector: string) => {
  const [equity] = await api.ask(equities.routes.list, { query: { search: symbol } } as never)
  const { status } = await api.call(equities.routes.update, {
    params: { id: equity?.id },
    query: {},
    body: { ...equity, sector },
  } as never)
  expect(status).toBe(200)
}

const asked = async (query: object, token?: string) =>
  (
    await api.ask(performance.attribution, {
      query: { benchmark: 'ASPI', ...query },
      ...(token !== undefined && { token }),
    } as never)
  ).data
type Attribution = Awaited<ReturnType<typeof asked>>
const bySector = (attribution: Attribution) => ({
  ...attribution,
  sectors: attribution.sectors.toSorted((a, b) => (a.sector < b.sector ? -1 : 1)),
})
/** The attribution of each portfolio, of all, and of some equals the walk. */
async function expectWalked(): Promise<Attribution> {
  await recalculateDue(api.database, TODAY)
  const walked = (ids: readonly number[], from: string) =>
    walkedAttribution(api.database, ids, { from, to: TODAY, benchmark: 'ASPI' })
  const [from, later] = [days[0] ?? '', days[60] ?? '']
  const all = funds.map(({ id }) => id)
  for (const { portfolioId, id } of funds) {
    const attribution = await asked({ portfolioId, startDate: dayAfter(later), endDate: TODAY })
    expect(attribution.sectors.length).toBeGreaterThan(0)
    expect(bySector(attribution)).toEqual(bySector(await walked([id], later)))
  }
  const attribution = await asked({ startDate: dayAfter(from), endDate: TODAY })
  expect(attribution.missing).toBeNull()
  expect(bySector(attribution)).toEqual(bySector(await walked(all, from)))
  const { token } = await personWith(api, { sees: all.slice(0, 2) })
  const some = await asked({ startDate: dayAfter(from), endDate: TODAY }, token)
  expect(bySector(some)).toEqual(bySector(await walked(all.slice(0, 2), from)))
  expect((await verify(api.database)).found).toBe(0)
  return attribution
}
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  api = await startApi({ edition: 'premium', today: TODAY })
  const books = await startBooks(api)
  const story = await ActionStory.begin(books, 'Sectors', 'FVTPL', 'WAP')
  funds = [story.of, await oneHolding(books, 'FIFO'), await oneHolding(books, 'WAP')]
  symbols = Object.keys(COMPANIES)
  for (const at of [1, 2, 3]) {
    const symbol = `CO${at}.N0000`
    await api.ask(equities.routes.create, { body: { symbol, name: `Company ${at} PLC` } as never })
    Object.assign(COMPANIES, { [symbol]: `Company ${at} PLC` })
    symbols.push(symbol)
  }
  // The last one has no sector.
  for (const [at, symbol] of symbols.slice(0, 4).entries()) await setSector(symbol, SECTORS[at % 3] ?? '')
  await funds[0]?.buy(BEGIN, 1000, 20)
  await recalculateDue(api.database, TODAY)
  days = (
    await api.database.query<{ day: string }>(
      'SELECT day FROM daily_values WHERE portfolio_id = 0 ORDER BY day',
    )
  ).map(({ day }) => day)
  const draw = chance(33)
  for (const day of days)
    if (draw(5) > 0)
      await recordPrices(
        api,
        day,
        Object.fromEntries(symbols.filter(() => draw(4) > 0).map((symbol) => [symbol, 15 + draw(100) / 10])),
      )
  for (let trade = 0; trade < 40; trade += 1) {
    const fund = funds[draw(3)]
    const symbol = symbols[draw(symbols.length)] ?? ''
    const more = { symbol, companyName: (COMPANIES as Record<string, string>)[symbol] }
    const day = days[draw(days.length)] ?? ''
    // A sale of more than was held is refused, which is as good.
    if (draw(3) === 0) await fund?.sell(day, 100 + draw(300), 15 + draw(100) / 10, more)
    else await fund?.buy(day, 100 + draw(900), 15 + draw(100) / 10, more)
  }
  // Two of a sector on one day.
  for (const symbol of ['JKH.N0000', 'CO2.N0000'])
    await funds[2]?.buy(days[40] ?? '', 300, 20, {
      symbol,
      companyName: (COMPANIES as Record<string, string>)[symbol],
    })
  const dividend = await story.announce('Dividend of 0.50', {
    kind: 'dividend',
    announcementDate: '2026-04-01',
    dividendRate: 0.5,
    exDividendDate: '2026-04-21',
    recordDate: '2026-04-22',
    paymentDate: '2026-05-12',
  })
  await story.process(dividend)
  await api.ask(indexValues.recordWeights, {
    params: { code: 'ASPI' },
    query: {},
    body: {
      effectiveFrom: '2026-01-01',
      weights: [
        { sector: 'Financial Services', weight: 60 },
        { sector: 'Energy', weight: 40 },
      ],
    },
  })
  for (const [code, name, sector] of [
    ['BNK', 'Banks', 'Financial Services'],
    ['EGY', 'Energy index', 'Energy'],
  ] as const) {
    await api.ask(marketIndices.routes.create, { body: { code, name, kind: 'Sector', sector } as never })
    const rows = days.map((date) => ({ date, value: 1_700 + draw(60) }))
    await api.ask(indexValues.record, {
      params: { code },
      query: { acceptUnusual: '1' },
      body: { rows },
    } as never)
  }
})

describe('the kept values equal the walk', () => {
  test('of a book of forty trades and a dividend', async () => {
    const attribution = await expectWalked()
    expect(attribution.sectors.map(({ sector }) => sector)).toContain('Unclassified')
  })

  test('after a late buy and a price that changed', async () => {
    await funds[1]?.buy(days[3] ?? '', 500, 18, { symbol: 'CO2.N0000', companyName: 'Company 2 PLC' })
    await recordPrices(api, days[70] ?? '', { 'CO2.N0000': 31.5 })
    await expectWalked()
  })

  test('after a security came to another sector: the portfolios that held it are behind from its first event', async () => {
    await setSector('JKH.N0000', 'Energy')
    const marks = await api.database.query<{ from_day: string }>('SELECT from_day FROM daily_value_marks')
    expect(marks.map(({ from_day }) => from_day)).toContain(BEGIN)
    const before = await asked({ startDate: dayAfter(days[0] ?? ''), endDate: TODAY })
    const after = await expectWalked()
    expect(after.attribution).not.toEqual(before.attribution)
  })
})

test('until the job has followed, the days end where the values do', async () => {
  const day = days[100] ?? ''
  await api.database.query('DELETE FROM daily_sector_values WHERE portfolio_id = $1 AND day > $2', [
    funds[0]?.id,
    day,
  ])
  expect((await asked({ startDate: dayAfter(days[0] ?? ''), endDate: TODAY })).to).toBe(day)
  await api.database.query('DELETE FROM daily_sector_values')
  expect(await asked({ startDate: dayAfter(days[0] ?? ''), endDate: TODAY })).toMatchObject({
    attribution: null,
    missing: 'There are no values in this range yet.',
  })
  await api.database.query("INSERT INTO daily_value_marks (portfolio_id, from_day) VALUES (0, '1900-01-01')")
  await expectWalked()
})

test('the check of the books names a sector that differs, of a portfolio and of all together', async () => {
  const differences = async (statements: string) =>
    (await reportAfter(api, statements)).differences.map(({ place, what }) => `${place}: ${what}`)
  const of = (id: number | undefined) =>
    `UPDATE em.daily_sector_values SET shares_values[1] = 1 WHERE portfolio_id = ${id} AND day = '${days[50]}'`
  expect(await differences(of(funds[0]?.id))).toContain(`${funds[0]?.portfolioId} ${days[50]}: sector_values`)
  expect(await differences(of(0))).toEqual([
    expect.stringMatching(new RegExp(`^all portfolios ${days[50]} .*: value and flows$`)),
  ])
})
