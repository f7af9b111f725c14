/** Rights on limits: few users may read the reason of a restriction; an Approver writes notes. */
import { audit } from '@em/contract/audit/audit'
import { type LimitWithVersions, limits } from '@em/contract/limits/limits'
import { addDays } from '@em/core/values/dates'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dayInColombo } from '../../src/platform/clock.ts'
import { ask } from '../support/books.ts'
import { personWith, refused } from '../support/identity.ts'
import { type LimitBooks, startLimitBooks, TODAY } from '../support/limit-books.ts'

let of: LimitBooks
beforeAll(async () => {
  of = await startLimitBooks()
})
beforeEach(() => of.again())

/** Around the moment of recording, which the database's clock gives. */
const recorded = { from: addDays(dayInColombo(new Date()), -1), to: addDays(dayInColombo(new Date()), 1) }
const REASON = 'Merger talks of the issuer'
const restricted = () =>
  of.written({
    code: 'CLOSED',
    name: 'Restricted list',
    kind: 'restriction',
    measure: 'restricted',
    subject: { type: 'issuer', id: 'JKH' },
    bound: undefined,
    unit: 'none',
    side: 'buys',
    reason: REASON,
    hardness: 'hard',
  })

test('a dealer reads that dealing is forbidden and not why, wherever it is shown', async () => {
  expect((await restricted()).reason).toBe(REASON)
  const dealer = await personWith(of.api, { roles: ['Dealer'] })
  const auditor = await personWith(of.api, { roles: ['Auditor'] })
  const approver = await personWith(of.api, { roles: ['Approver'] })
  const act = { kind: 'buy', portfolioId: 'GROW', symbol: 'JKH.N0000', quantity: 10, price: 10 }
  const order = {
    portfolioId: 'GROW',
    symbol: 'JKH.N0000',
    side: 'buy',
    quantity: 10,
    limitPrice: 10,
    validUntil: TODAY,
  }
  const all = async (token: string) => {
    const answers = [
      await of.api.call(limits.list, { token } as never),
      await of.api.call(limits.one, { params: { code: 'CLOSED' }, token } as never),
      await of.api.call(limits.utilisation, { token } as never),
      await of.api.call(limits.whatIf, { body: { acts: [act] }, token } as never),
      await of.api.call(limits.report, { query: recorded, token } as never),
      await of.api.call('POST /orders', { body: order, token }),
      await of.api.call(audit.list, { token } as never),
    ]
    return answers.map(({ body }) => JSON.stringify(body).includes(REASON))
  }
  const nowhere = [false, false, false, false, false, false, false]
  expect(await all(dealer.token)).toEqual(nowhere)
  expect(await all(auditor.token)).toEqual(nowhere)
  // An approver reads the reason where the limit is shown.
  const [list, one, , , report] = await all(approver.token)
  expect([list, one, report]).toEqual([true, true, true])
  const check = await of.api.call<{ checks: { text: string }[] }>(limits.whatIf, {
    body: { acts: [act] },
    token: dealer.token,
  } as never)
  expect(check.body.checks.map(({ text }) => text)).toEqual([
    'Buys of JKH are forbidden from 01 Jun 2026 on (Restricted list).',
  ])
})

test('a change that leaves the reason out keeps it', async () => {
  await restricted()
  const { body } = await of.api.call<LimitWithVersions>(limits.change, {
    params: { code: 'CLOSED' },
    body: { version: 1, side: 'both' },
  } as never)
  expect(body.versions.map(({ side, reason }) => [side, reason])).toEqual([
    ['both', REASON],
    ['buys', REASON],
  ])
})

test('a user who may override a breach may write a note on it, and one who may do neither is refused', async () => {
  await of.written()
  const [breach] = await of.breaches()
  const note = async (role: string) => {
    const { token } = await personWith(of.api, { roles: [role] })
    return of.api.call(limits.note, {
      params: { id: breach?.id ?? 0 },
      body: { note: `Seen by the ${role}` },
      token,
    } as never)
  }
  for (const role of ['Approver', 'Dealer', 'Portfolio Manager', 'Member'])
    expect([role, (await note(role)).status]).toEqual([role, 200])
  for (const role of ['Auditor', 'Accountant'])
    expect([role, ...refused((await note(role)) as never)]).toEqual([role, 403, 'rights.missing'])
  const steps = (await ask(of.api, limits.breaches, {}))[0]?.steps ?? []
  expect(steps.map(({ note: said }) => said)).toContain('Seen by the Approver')
})
