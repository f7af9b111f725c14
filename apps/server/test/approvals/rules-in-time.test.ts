/** Rules and what happens at the same time: a save in progress, and an approver who is disabled. */
import { roles } from '@em/contract/identity/identity'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { type Api, startApi } from '../support/api.ts'
import { approver, rule, waits } from '../support/approvals.ts'
import { asOwner } from '../support/as-owner.ts'
import { type Books, startBooks } from '../support/books.ts'
import { oneBehindTheOther } from '../support/locks.ts'
import { rewindable } from '../support/rewind.ts'

let api: Api
let books: Books
let rewind: () => Promise<void>
let second: { token: string; user: { id: number } }
beforeAll(async () => {
  api = await startApi({ today: '2026-06-18' })
  books = await startBooks(api)
  second = await approver(api)
  rewind = await rewindable(api)
})
beforeEach(async () => {
  await rewind()
  api.settings.signup = 'open'
})

const BUYS = ['trades.save-buy', 'trades.enter-buy']

test('a save that began before a rule was written and ends after it was not made without approval', async () => {
  const [bought] = await oneBehindTheOther(
    api,
    () => books.buy(),
    () => rule(api, BUYS),
  )
  expect(bought.status).toBe(201)
  expect(await verifyBooks(api.database)).toEqual([])
  // The next one waits.
  expect(waits(await books.buy()).number).toBe('APR-000001')
})

test('a save below the amount of a rule that was lowered while it ended', async () => {
  await rule(api, BUYS, { atLeast: 5_000_000 })
  const [bought] = await oneBehindTheOther(
    api,
    () => books.buy(),
    () => rule(api, BUYS, { name: 'Smaller ones too', atLeast: 1_000 }),
  )
  expect(bought.status).toBe(201)
  expect(await verifyBooks(api.database)).toEqual([])
})

test('an act that disobeyed the rules which it names is reported', async () => {
  const { id } = await rule(api, BUYS)
  await api.database.query(
    `SELECT record_acts(begin_acts(ARRAY[1]::bigint[]), ARRAY['trades.buy'], ARRAY['sample'], ARRAY['1'], NULL, NULL, NULL, ARRAY['trades.save-buy'],
            ARRAY[(SELECT act_id FROM approval_rule_versions WHERE rule_id = $1)])`,
    [id],
  )
  expect(await verifyBooks(api.database)).toEqual([
    expect.objectContaining({ what: 'trades.save-buy', stored: 'no request' }),
  ])
})

/** As if the current rules had existed when the acts of these calls were judged. */
const asIfJudged = (call: string) =>
  asOwner(
    api,
    `ALTER TABLE audit DISABLE TRIGGER USER;
     UPDATE audit SET rules_act = (SELECT max(act_id) FROM approval_rule_versions) WHERE call = '${call}';
     ALTER TABLE audit ENABLE TRIGGER USER`,
  )
const disobeyed = async () =>
  (await verifyBooks(api.database)).map(({ what, expected }) => `${what}: ${expected}`)

test('a rule of some portfolios is held against the trades of those', async () => {
  expect((await books.buy()).status).toBe(201)
  await rule(api, BUYS, { name: 'Of the other', portfolios: ['HOLD'] })
  await asIfJudged('trades.save-buy')
  expect(await disobeyed()).toEqual([])
  await rule(api, BUYS, { name: 'Of this one', portfolios: ['GROW'] })
  await asIfJudged('trades.save-buy')
  expect(await disobeyed()).toEqual(['trades.save-buy: a request by the rule Of this one'])
})

test('a rule of price changes is held against the prices that were changed by so much', async () => {
  const price = async (last_trade: string) =>
    (
      await api.call('PUT /prices/2026-06-17?acceptUnusual=1', {
        body: { rows: [{ symbol: 'JKH.N0000', last_trade }] },
      })
    ).status
  expect([await price('20'), await price('22')]).toEqual([200, 200])
  await rule(api, ['prices.record'], { name: 'A fifth', changeOver: 20 })
  await asIfJudged('prices.record')
  // The first price alone, which has none before it.
  expect(await disobeyed()).toEqual(['prices.record: a request by the rule A fifth'])
  await rule(api, ['prices.record'], { name: 'A twentieth', changeOver: 5 })
  await asIfJudged('prices.record')
  expect((await disobeyed()).filter((one) => one.endsWith('A twentieth'))).toHaveLength(2)
})

test('the last approver who is disabled while a rule is written', async () => {
  const rights = ['approvals.rules']
  expect((await api.call(roles.set, { params: { name: 'Rule keeper' }, body: { rights } })).status).toBe(200)
  const keeper = await approver(api, { roles: ['Rule keeper', 'Member'] })
  const [made, disabled] = await oneBehindTheOther(
    api,
    () =>
      rule({ ...api, call: (route, asked) => api.call(route, { ...asked, token: keeper.token }) }, BUYS, {
        approvals: 2,
      }),
    () => api.call<{ code?: string }>(`PUT /users/${second.user.id}`, { body: { isActive: false } }),
  )
  expect(made.version).toBe(1)
  expect([disabled.status, disabled.body.code]).toEqual([422, 'approval.nobody'])
})
