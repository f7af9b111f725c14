/** Limits on past days: versions from a past day, the bound of old breaches, the report of a span. */
import { type LimitWithVersions, limits } from '@em/contract/limits/limits'
import { reportFiles } from '@em/contract/reports/report-files'
import { addDays } from '@em/core/values/dates'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reviewLimits } from '../../src/features/limits/review.commands.ts'
import { dayInColombo } from '../../src/platform/clock.ts'
import { ask, type Refused } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { type LimitBooks, startLimitBooks, TODAY } from '../support/limit-books.ts'
import { recordPrices } from '../support/prices.ts'

let of: LimitBooks
beforeAll(async () => {
  of = await startLimitBooks()
})
beforeEach(() => of.again())

const change = (body: object) =>
  of.api.call<LimitWithVersions & Refused>(limits.change, { params: { code: 'ISSUER-10' }, body } as never)
/** Around the moments of recording, which the database's clock gives. */
const recorded = { from: addDays(dayInColombo(new Date()), -1), to: addDays(dayInColombo(new Date()), 1) }
const review = () => reviewLimits(of.api.database, of.api.clock.today())

describe('the next version', () => {
  test('holds from today where it does not say since when', async () => {
    await of.written()
    const { status, body } = await change({ version: 1, bound: 60 })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(
      body.versions.map(({ bound, effectiveFrom, changeReason }) => [bound, effectiveFrom, changeReason]),
    )
      // The version of the days before is kept.
      .toEqual([
        [60, TODAY, null],
        [50, '2026-06-01', null],
      ])
    const on = async (asOf: string) => (await ask(of.api, limits.list, { query: { asOf } }))[0]?.bound
    expect([await on('2026-06-17'), await on(TODAY)]).toEqual([50, 60])
  })

  test('from a day before one that was to come replaces it, changes what is in force then, and keeps it in history', async () => {
    await of.written({ warning: 80 })
    await change({ version: 1, bound: 40, effectiveFrom: '2026-07-01' })
    // Fields that are left out keep the value of the version in force today, not of the one that was to come.
    const { body } = await change({ version: 2, warning: 85 })
    expect(body.versions.map(({ bound, warning, effectiveFrom }) => [bound, warning, effectiveFrom])).toEqual(
      [
        [50, 85, TODAY],
        [40, 80, '2026-07-01'],
        [50, 80, '2026-06-01'],
      ],
    )
    const on = async (asOf: string) => (await ask(of.api, limits.list, { query: { asOf } }))[0]?.bound
    expect([await on(TODAY), await on('2026-07-02')]).toEqual([50, 50])
    // From a later day on it would have left it alone.
    await change({ version: 3, bound: 45, effectiveFrom: '2026-07-01' })
    await change({ version: 4, warning: 95, effectiveFrom: '2026-08-01' })
    expect([await on('2026-06-30'), await on('2026-07-02'), await on('2026-08-02')]).toEqual([50, 45, 45])
  })

  test.each(['2026-06-17', '2026-06-01'])(
    'from %s it needs a reason, which is in the history',
    async (effectiveFrom) => {
      await of.written()
      for (const changeReason of [undefined, null, 'no', '    x']) {
        const { status, body } = await change({ version: 1, bound: 60, effectiveFrom, changeReason })
        expect([status, body.code, body.details?.map(({ field }) => field)]).toEqual([
          422,
          'limit.past',
          ['changeReason'],
        ])
      }
      const changeReason = 'The mandate says 60'
      const { status, body } = await change({ version: 1, bound: 60, effectiveFrom, changeReason })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.versions[0]).toMatchObject({ version: 2, bound: 60, effectiveFrom, changeReason })
      const [was] = await ask(of.api, limits.list, { query: { asOf: '2026-06-17' } })
      expect(was?.bound).toBe(60)
      const { changes } = await ask(of.api, limits.report, { query: recorded })
      expect(changes.map((one) => one.changeReason)).toContain(changeReason)
    },
  )
})

describe('breaches of past days', () => {
  test('are shown with the bound that held then', async () => {
    await of.written({ bound: 40 })
    await change({ version: 1, bound: 70 })
    await recordPrices(of.api, TODAY, { 'JKH.N0000': 10, 'COMB.N0000': 100 })
    expect(await review()).toEqual({ opened: 0, cured: 1 })
    // On the next day the bound is another one again; the old breach keeps its own.
    of.api.clock.set('2026-06-19T05:00:00Z')
    await change({ version: 2, bound: 45 })
    expect((await of.breaches({ state: 'cured,open' })).map(({ bound, state }) => [state, bound])).toEqual([
      ['open', 45],
      ['cured', 70],
    ])
  })

  test('are shown as at the last day of a report', async () => {
    await of.written({ bound: 40, effectiveFrom: '2026-06-01', grace: 0 })
    of.api.clock.set('2026-06-22T05:00:00Z')
    await change({ version: 1, bound: 70 })
    await recordPrices(of.api, '2026-06-22', { 'JKH.N0000': 10 })
    await review()
    const report = (to: string) => ask(of.api, limits.report, { query: { from: '2026-06-15', to } })
    const at = async (to: string) => {
      const { breaches, totals } = await report(to)
      return [breaches.map(({ state, cured, bound }) => [state, cured, bound]), totals.cured, totals.late]
    }
    expect(await at('2026-06-19')).toEqual([[['late', null, 40]], 0, 1])
    expect(await at('2026-06-22')).toEqual([[['cured', '2026-06-22', 40]], 1, 0])
  })
})

describe('the report', () => {
  test('has at most 366 days, on the screen and as a file', async () => {
    const span = { from: '2025-06-17', to: '2026-06-18' }
    const sentence = 'A report has at most 366 days. Please choose a later first day or an earlier last day.'
    const screen = await of.api.call<Refused>(limits.report, { query: span } as never)
    const file = await of.api.call<Refused>(reportFiles.limits, {
      body: { ...span, format: 'xlsx' },
    } as never)
    for (const { status, body } of [screen, file])
      expect([status, body.details]).toEqual([
        400,
        [expect.objectContaining({ field: 'to', message: sentence })],
      ])
    const { from } = await ask(of.api, limits.report, { query: { ...span, from: '2025-06-18' } })
    expect(from).toBe('2025-06-18')
  })

  test('counts overrides of its days, also those that have ended since', async () => {
    await of.written({ bound: 40 })
    const { token } = await personWith(of.api, { roles: ['Approver'] })
    const [breach] = await of.breaches()
    await ask(of.api, limits.override, {
      params: { id: breach?.id ?? 0 },
      body: { level: 90, until: '2026-06-19', reason: 'No buyer yet' },
      token,
    } as never)
    of.api.clock.set('2026-07-20T05:00:00Z')
    const overridden = async (from: string, to: string) =>
      (await ask(of.api, limits.report, { query: { from, to } })).totals.overridden
    expect([
      await overridden('2026-06-01', '2026-06-30'),
      await overridden('2026-06-19', '2026-06-19'),
      await overridden('2026-06-20', '2026-07-20'),
      await overridden('2026-06-01', '2026-06-17'),
    ]).toEqual([1, 1, 0, 0])
  })

  test('of some kinds has those alone', async () => {
    await of.written()
    await of.written({
      code: 'CASH',
      kind: 'cash',
      measure: 'minimum-cash',
      subject: { type: 'portfolio', id: 'all' },
      bound: 5_000_000,
      unit: 'LKR',
    })
    const codes = async (kind?: string) => {
      const { utilisation, breaches, changes, totals } = await ask(of.api, limits.report, {
        query: { from: TODAY, to: recorded.to, ...(kind !== undefined && { kind }) },
      } as never)
      const of_ = (rows: readonly { limit: { code: string } }[]) => [
        ...new Set(rows.map(({ limit }) => limit.code)),
      ]
      return [of_(utilisation), of_(breaches), changes.map(({ code }) => code), totals.limits]
    }
    expect(await codes('share,restriction')).toEqual([['ISSUER-10'], ['ISSUER-10'], ['ISSUER-10'], 1])
    expect(await codes('cash')).toEqual([['CASH'], ['CASH'], ['CASH'], 1])
    expect((await codes())[3]).toBe(2)
  })
})
