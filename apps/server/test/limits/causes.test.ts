/** The cause that a breach names: a change of the data that limits are measured by, or an act that makes it worse. */

import { notifications } from '@em/contract/dashboard/notifications'
import { type Breach, limits } from '@em/contract/limits/limits'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reviewLimits } from '../../src/features/limits/review.commands.ts'
import { VALUES_BEHIND } from '../../src/jobs/jobs.statements.ts'
import { ask } from '../support/books.ts'
import { personWith } from '../support/identity.ts'
import { type LimitBooks, startLimitBooks, TODAY } from '../support/limit-books.ts'
import { recordPrices } from '../support/prices.ts'

let of: LimitBooks
beforeAll(async () => {
  of = await startLimitBooks()
})
beforeEach(() => of.again())

const review = () => reviewLimits(of.api.database, of.api.clock.today())
/** As the worker looks every some seconds. */
const isDue = async () => (await of.api.database.query(VALUES_BEHIND))[0]?.behind
/** Nothing is left to look at. */
async function settled() {
  await of.api.database.query('DELETE FROM daily_value_marks')
  await review()
  expect(await isDue()).toBe(false)
}
const issued = (quantity: number, from = '2026-01-01') =>
  ask(of.api, limits.addIssued, {
    body: { symbol: 'JKH.N0000', from, quantity, source: 'Annual report' },
  } as never)
const ofIssue = (bound: number, more = {}) =>
  of.written({
    code: 'ISSUED',
    kind: 'position',
    measure: 'percent-of-issued',
    subject: { type: 'security', id: 'JKH.N0000' },
    bound,
    ...more,
  })
const equity = async (symbol: string, change: object) => {
  const { body: all } = await of.api.call<{ id: number; symbol: string; version: number }[]>('GET /equities')
  const found = all.find((one) => one.symbol === symbol)
  const { status, body } = await of.api.call(`PUT /equities/${found?.id}`, {
    body: { version: found?.version, ...change },
  })
  expect(status, JSON.stringify(body)).toBe(200)
}
const kindAndCause = ({ kind, cause, causeText }: Breach) => [kind, cause, causeText]

describe('the data that limits are measured by', () => {
  test('recorded issued shares lead to a review, and are named as the cause', async () => {
    await ofIssue(5)
    await issued(10_000_000)
    await settled()
    expect(await of.breaches()).toEqual([])
    await issued(1_000_000, '2026-06-01')
    expect(await isDue()).toBe(true)
    // A price that comes before the review is not named in its place.
    await recordPrices(of.api, TODAY, { 'JKH.N0000': 10.1 })
    expect(await review()).toEqual({ opened: 1, cured: 0 })
    expect((await of.breaches()).map(kindAndCause)).toEqual([
      [
        'passive',
        'issued-shares',
        'Issued shares of JKH.N0000 from 01 Jun 2026: 1,000,000, before 10,000,000.',
      ],
    ])
    await of.api.database.query('DELETE FROM daily_value_marks')
    expect(await isDue()).toBe(false)
  })

  test('issued shares of a day that is to come are the cause on that day', async () => {
    await ofIssue(5)
    await issued(10_000_000)
    await issued(1_000_000, '2026-06-19')
    await settled()
    expect(await of.breaches()).toEqual([])
    of.api.clock.set('2026-06-19T05:00:00Z')
    await review()
    expect((await of.breaches()).map(kindAndCause)).toEqual([
      ['passive', 'issued-shares', 'Issued shares of JKH.N0000 from 19 Jun 2026: 1,000,000.'],
    ])
  })

  test.each([
    ['issuer', { issuer: 'JKH' }, 'JKH', 'Issuer of COMB.N0000: JKH, before COMB.', 51.5],
    [
      'issuer-group',
      { issuerGroup: 'Keells' },
      'Keells',
      'Issuer group of COMB.N0000: Keells, before none.',
      1,
    ],
    ['board', { board: 'Main' }, 'Main', 'Board of COMB.N0000: Main, before none.', 1],
    [
      'sector',
      { sector: 'Energy' },
      'Energy',
      expect.stringMatching(/^Sector of COMB\.N0000: Energy, before /),
      1,
    ],
  ])('a changed %s of a security is named as the cause', async (type, change, subject, text, bound) => {
    await of.written({ subject: { type, id: 'each' }, bound, measure: 'percent-of-net-assets' })
    await settled()
    const before = (await of.breaches()).map(({ id }) => id)
    await equity('COMB.N0000', change)
    expect(await isDue()).toBe(true)
    await review()
    const opened = (await of.breaches()).filter(({ id }) => !before.includes(id))
    expect(opened.map((one) => [one.subject.id, ...kindAndCause(one)])).toEqual([
      [subject, 'passive', 'reference-data', text],
    ])
  })

  test('changed votes, a parent portfolio and a rule set are named too', async () => {
    await issued(1_000_000)
    await of.written({
      code: 'VOTES',
      kind: 'position',
      measure: 'voting-percent',
      subject: { type: 'issuer', id: 'COMB' },
      bound: 1,
    })
    await of.written({ code: 'GROUP', scope: { type: 'group', id: 'HOLD' }, bound: 10 })
    await of.written({ code: 'SET', scope: { type: 'rule-set', id: 'FUND' }, bound: 10 })
    await ask(of.api, limits.addIssued, {
      body: { symbol: 'COMB.N0000', from: '2026-01-01', quantity: 50_000, source: 'Annual report' },
    } as never)
    // Of a share without a vote there is nothing to measure; with its vote the bound is passed.
    await equity('COMB.N0000', { votesPerShare: 0 })
    await settled()
    const causes = async () =>
      (await of.breaches()).map((one) => [one.limit.code, one.cause, one.causeText]).toSorted()
    const before = await causes()
    const { body: all } =
      await of.api.call<{ id: number; portfolioId: string; version: number }[]>('GET /portfolios')
    const grow = all.find(({ portfolioId }) => portfolioId === 'GROW')
    const { status, body } = await of.api.call(`PUT /portfolios/${grow?.id}`, {
      body: { version: grow?.version, parentPortfolioId: 'HOLD', complianceRulesId: 'FUND' },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    await equity('COMB.N0000', { votesPerShare: 1 })
    await review()
    const after = (await causes()).filter(([code]) => !before.some(([had]) => had === code))
    expect(after).toEqual([
      ['GROUP', 'reference-data', 'Parent portfolio of GROW: HOLD, before none.'],
      ['SET', 'reference-data', 'Rule set of GROW: FUND, before none.'],
      ['VOTES', 'reference-data', 'Votes per share of COMB.N0000: 1, before 0.'],
    ])
  })

  test('without limits what changed is forgotten', async () => {
    await issued(10_000_000)
    expect(await isDue()).toBe(true)
    await settled()
  })
})

describe('an act that worsens an open breach', () => {
  const worse = async (contractNumber: string, quantity: number) =>
    of.books.bought({ quantity, contractNumber, tradeDate: TODAY, settlementDate: '2026-06-22' })

  test('is a step with who, which act and the value before and after, once; approvers are notified', async () => {
    await of.written({ bound: 40 })
    const approver = await personWith(of.api, { roles: ['Approver'] })
    const auditor = await personWith(of.api, { roles: ['Auditor'] })
    const notes = async (token: string) =>
      (await ask(of.api, notifications, { token } as never))
        .filter(({ id }) => id.startsWith('breach-worsened-'))
        .map(({ title, detail }) => [title, detail])
    await review()
    const [opened] = await of.breaches()
    await worse('C-20', 10_000)
    await review()
    await review()
    const [breach] = await of.breaches()
    const [, step, ...others] = breach?.steps ?? []
    expect(others).toEqual([])
    expect(step).toMatchObject({
      what: 'worsened',
      before: opened?.value,
      value: breach?.value,
      by: expect.stringMatching(/\w/),
      note: expect.stringMatching(/^Buy BUY-.* of 10,000 shares\.$/),
    })
    expect(step?.value).toBeGreaterThan(step?.before ?? 0)
    const note = ['A breach of One issuer was made worse', `JKH: ${step?.note} Recorded by ${step?.by}.`]
    expect([await notes(approver.token), await notes(auditor.token)]).toEqual([[note], []])
    // The same day again: each act is a step, the note stays one.
    await worse('C-21', 10_000)
    await review()
    expect((await of.breaches())[0]?.steps.map(({ what }) => what)).toEqual([
      'opened',
      'worsened',
      'worsened',
    ])
    expect(await notes(approver.token)).toHaveLength(1)
    await ask(of.api, limits.note, {
      params: { id: breach?.id ?? 0 },
      body: { note: 'Seen; half of it is sold tomorrow' },
    } as never)
    expect(await notes(approver.token)).toEqual([])
  })

  test('several acts between two reviews are one step that names them', async () => {
    await of.written({ bound: 40 })
    await review()
    await worse('C-30', 10_000)
    await worse('C-31', 20_000)
    await review()
    const [breach] = await of.breaches()
    expect(breach?.steps.map(({ what, note }) => [what, note])).toEqual([
      ['opened', null],
      ['worsened', expect.stringMatching(/^Buy \S+ of 20,000 shares; Buy \S+ of 10,000 shares\.$/)],
    ])
  })

  test('prices leave a step for the first new high of a day, a sale none', async () => {
    await of.written({ bound: 40 })
    await review()
    of.api.clock.set('2026-06-19T05:00:00Z')
    await recordPrices(of.api, '2026-06-19', { 'JKH.N0000': 11 })
    await review()
    await recordPrices(of.api, '2026-06-19', { 'JKH.N0000': 12 })
    await review()
    const [breach] = await of.breaches()
    expect(breach?.steps.map(({ what, note, by }) => [what, note, by])).toEqual([
      ['opened', null, null],
      ['worsened', 'Prices of 19 Jun 2026.', null],
    ])
  })

  test('beyond the level of an override a user has to act on it again', async () => {
    await of.written({ bound: 40 })
    const approver = await personWith(of.api, { roles: ['Approver'] })
    const [breach] = await of.breaches()
    await ask(of.api, limits.override, {
      params: { id: breach?.id ?? 0 },
      body: { level: 51, until: '2026-06-30', reason: 'No buyer yet' },
      token: approver.token,
    } as never)
    const exceeded = async () =>
      (await ask(of.api, notifications, {})).filter(({ id }) => id === 'limits-breached').length
    expect([(await of.breaches())[0]?.state, await exceeded()]).toEqual(['overridden', 0])
    await worse('C-40', 60_000)
    await review()
    expect([(await of.breaches())[0]?.state, await exceeded()]).toEqual(['open', 1])
  })

  test('an override ends after its last day', async () => {
    await of.written({ bound: 40 })
    const approver = await personWith(of.api, { roles: ['Approver'] })
    const [breach] = await of.breaches()
    await ask(of.api, limits.override, {
      params: { id: breach?.id ?? 0 },
      body: { level: 90, until: '2026-06-19', reason: 'No buyer yet' },
      token: approver.token,
    } as never)
    const state = async (day: string) => {
      of.api.clock.set(`${day}T05:00:00Z`)
      return [
        (await of.breaches())[0]?.state,
        (await ask(of.api, notifications, {})).some(({ id }) => id === 'limits-breached'),
      ]
    }
    expect(await state('2026-06-19')).toEqual(['overridden', false])
    expect(await state('2026-06-20')).toEqual(['open', true])
  })
})
