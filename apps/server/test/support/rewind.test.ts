import { beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from './api.ts'
import { asOwner } from './as-owner.ts'
import { rewindable } from './rewind.ts'

let api: Api
let rewind: () => Promise<void>
beforeAll(async () => {
  api = await startApi()
  rewind = await rewindable(api)
})

const accounts = () =>
  api.database.query('SELECT account_code, account_name FROM chart_of_accounts ORDER BY account_code')

test.each([
  [
    'a row that was changed',
    "UPDATE em.chart_of_accounts SET account_name = 'Other' WHERE account_code = '6300'",
  ],
  ['a row that was deleted', 'DELETE FROM em.holidays WHERE id = (SELECT min(id) FROM em.holidays)'],
  [
    'a row in the place of another',
    "DELETE FROM em.holidays WHERE id = (SELECT min(id) FROM em.holidays); INSERT INTO em.holidays (date, name, type) VALUES ('2031-01-01', 'A day', 'Public Holiday')",
  ],
])('puts back %s, again and again', async (_, change) => {
  const all = () => Promise.all([accounts(), api.database.query('SELECT * FROM holidays ORDER BY id')])
  const before = await all()
  for (let round = 0; round < 2; round += 1) {
    await asOwner(api, change)
    expect(await all()).not.toEqual(before)
    await rewind()
    expect(await all()).toEqual(before)
  }
})
