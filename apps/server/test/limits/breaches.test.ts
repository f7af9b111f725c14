/** Breaches: what opens them, who may allow them, what cures them. */
import { type Breach, limits } from '@em/contract/limits/limits'
import { sells } from '@em/contract/trades/sells'
import { verify } from '@em/contract/verify/verify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reviewLimits } from '../../src/features/limits/review.commands.ts'
import { asOwner } from '../support/as-owner.ts'
import { ask } from '../support/books.ts'
import { refused } from '../support/identity.ts'
import { type LimitBooks, startLimitBooks, TODAY } from '../support/limit-books.ts'
import { recordPrices } from '../support/prices.ts'

let of: LimitBooks
beforeAll(async () => {
  of = await startLimitBooks()
})
beforeEach(() => of.again())

describe('breaches', () => {
  const review = () => reviewLimits(of.api.database, of.api.clock.today())

  test('a limit that is exceeded when it is written opens a passive breach', async () => {
    await of.written()
    expect(await of.breaches()).toMatchObject([
      {
        limit: { code: 'ISSUER-10' },
        kind: 'passive',
        cause: 'limit',
        subject: { id: 'JKH' },
        state: 'open',
        steps: [{ what: 'opened' }],
      },
    ])
  })

  test('a recorded trade is never held: it opens an active breach of its recorder', async () => {
    await of.written({ bound: 60, hardness: 'hard' })
    await review()
    await of.books.bought({
      quantity: 50_000,
      contractNumber: 'C-9',
      tradeDate: TODAY,
      settlementDate: '2026-06-22',
    })
    expect(await review()).toEqual({ opened: 1, cured: 0 })
    const [breach] = await of.breaches()
    expect(breach).toMatchObject({
      kind: 'active',
      cause: 'trade',
      causeText: expect.stringMatching(/^Buy BUY-.* of 50,000 shares\.$/),
      value: expect.any(Number),
    })
    expect(await review()).toEqual({ opened: 0, cured: 0 })
    const own = await of.api.call(limits.override, {
      params: { id: breach?.id ?? 0 },
      body: { level: 99, until: '2026-06-30', reason: 'Agreed' },
    } as never)
    expect(refused(own as never)).toEqual([409, 'breach.own'])
  })

  test('a recorded buy of what is restricted, and one above the size of an act, open breaches of their day', async () => {
    await of.written({
      code: 'CLOSED',
      kind: 'restriction',
      measure: 'restricted',
      subject: { type: 'issuer', id: 'JKH' },
      bound: undefined,
      unit: 'none',
      side: 'buys',
      reason: 'Closed period of the issuer',
      hardness: 'hard',
    })
    await of.written({
      code: 'SIZE',
      kind: 'act',
      measure: 'act-size',
      subject: { type: 'portfolio', id: 'all' },
      bound: 100_000,
      unit: 'LKR',
    })
    await review()
    await of.books.bought({
      quantity: 20_000,
      contractNumber: 'C-8',
      tradeDate: TODAY,
      settlementDate: '2026-06-22',
    })
    expect(await review()).toEqual({ opened: 2, cured: 0 })
    expect((await of.breaches()).map(({ limit, kind, cause }) => [limit.code, kind, cause])).toEqual([
      ['SIZE', 'active', 'trade'],
      ['CLOSED', 'active', 'trade'],
    ])
  })

  test('prices open a passive breach, a sale cures it at a close, and both are kept as steps', async () => {
    await of.written({ bound: 60 })
    await review()
    await recordPrices(of.api, TODAY, { 'JKH.N0000': 18, 'COMB.N0000': 100 })
    expect(await review()).toEqual({ opened: 1, cured: 0 })
    const [breach] = await of.breaches()
    expect(breach).toMatchObject({ kind: 'passive', cause: 'price', subject: { id: 'JKH' }, state: 'open' })
    const note = await of.api.call<Breach>(limits.note, {
      params: { id: breach?.id ?? 0 },
      body: { note: 'Half of it is sold today' },
    } as never)
    expect(note.body.steps.map(({ what }) => what)).toEqual(['opened', 'noted'])
    const sale = await of.api.call(sells.save, {
      body: {
        ...of.books.usual,
        quantity: 40_000,
        soldPrice: 18,
        contractNumber: 'S-1',
        tradeDate: TODAY,
        settlementDate: '2026-06-22',
      },
    } as never)
    expect(sale.status, JSON.stringify(sale.body)).toBe(201)
    expect(await review()).toEqual({ opened: 0, cured: 1 })
    expect(await of.breaches()).toEqual([])
    const [cured] = await of.breaches({ state: 'cured' })
    expect(cured?.steps.map(({ what }) => what)).toEqual(['opened', 'noted', 'cured'])
  })

  test('the cause is what came after the limit was written, or a version that came into force since', async () => {
    await of.written({ bound: 60 })
    await recordPrices(of.api, TODAY, { 'JKH.N0000': 18, 'COMB.N0000': 100 })
    expect(await review()).toEqual({ opened: 1, cured: 0 })
    expect(await of.breaches()).toMatchObject([
      { kind: 'passive', cause: 'price', causeText: 'Prices of 18 Jun 2026.' },
    ])
    // A limit that was written before and holds from a later day on opens its breach by coming into force.
    const coming = await of.written({ code: 'COMING', bound: 55, effectiveFrom: '2026-06-19' })
    await asOwner(
      of.api,
      "SET session_replication_role = replica; UPDATE em.limit_versions SET recorded_at = '2026-06-18T05:00:00Z'",
    )
    expect(coming.state).toBe('coming')
    of.api.clock.set('2026-06-19T05:00:00Z')
    expect(await review()).toEqual({ opened: 1, cured: 0 })
    expect((await of.breaches()).find(({ limit }) => limit.code === 'COMING')).toMatchObject({
      cause: 'limit',
    })
  })

  test('the check of the books looks at versions and steps', async () => {
    await of.written()
    const found = async () =>
      (await ask(of.api, verify.check, {})).differences.map(({ place, what }) => `${place}: ${what}`)
    expect(await found()).toEqual([])
    await of.api.database.query("UPDATE breaches SET cured_on = '2026-06-18'")
    expect(await found()).toEqual([expect.stringMatching(/^breach \d+: cured on$/)])
  })
})
