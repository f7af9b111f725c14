/** Corporate actions of days before a mapping changed: what comes late follows the balance, as it does for trades. */

import { chartOfAccounts } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { glMappings } from '@em/contract/gl-mappings/gl-mappings'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import { beforeEach, expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { ActionStory } from '../support/action-story.ts'
import { type Api, startApi } from '../support/api.ts'
import { ask, startBooks } from '../support/books.ts'

let api: Api
let story: ActionStory
let id: number
beforeEach(async () => {
  api = await startApi({ edition: 'premium', today: '2026-03-31' })
  story = await ActionStory.begin(await startBooks(api), 'Moved', 'FVTPL', 'WAP')
  await story.lot('2026-02-10', 1000, 10)
  id = await story.announce('Dividend of 1.00', {
    kind: 'dividend',
    announcementDate: '2026-02-20',
    exDividendDate: '2026-03-03',
    paymentDate: '2026-03-20',
    dividendRate: 1,
  })
})
const map = async () => {
  const body = { account_code: '1211', account_name: 'Dividends receivable, new' }
  await ask(api, chartOfAccounts.routes.create, { body })
  const role = 'dividend-receivable'
  await ask(api, glMappings.set, {
    body: { role, portfolioId: null, account_code: '1211', effective_from: '2026-03-10', move_balance: true },
  })
}
/** The balances of 1210 and 1211 at the end of a day. */
const held = async (endDate: string) => {
  const { data } = await ask(api, trialBalance.get, {
    query: { portfolioId: story.of.portfolioId, endDate },
  })
  const rows = Object.values(data.accountsByType).flat()
  return ['1210', '1211'].map((code) => rows.find((one) => one.account_code === code)?.net_balance ?? 0)
}
const clean = async () => expect(await verifyBooks(api.database)).toEqual([])

test('the difference of a late trade, and the reversal of all, leave nothing on the former account', async () => {
  await story.process(id)
  await map()
  expect([await held('2026-03-09'), await held('2026-03-10'), await held('2026-03-20')]).toEqual([
    [850, 0],
    [0, 850],
    [0, 0],
  ])
  await story.buyLate('2026-02-20', 200, 10)
  expect([await held('2026-03-09'), await held('2026-03-10'), await held('2026-03-20')]).toEqual([
    [1020, 0],
    [0, 1020],
    [0, 0],
  ])
  await clean()
  await story.act('The bank paid less, and later', `POST /corporate-actions/${id}/receive`, {
    date: '2026-03-24',
    amount: 1000,
  })
  expect([await held('2026-03-23'), await held('2026-03-24')]).toEqual([
    [0, 1020],
    [0, 20],
  ])
  await clean()
  await story.act('Reversed', `POST /corporate-actions/${id}/reverse`, { reason: 'Rescinded' })
  for (const day of ['2026-03-09', '2026-03-10', '2026-03-24', '2026-03-31'])
    expect([day, await held(day)]).toEqual([day, [0, 0]])
  await clean()
})
