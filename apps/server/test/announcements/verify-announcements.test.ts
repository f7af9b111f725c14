/** `verify` checks that each announcement has the values of its newest version. */
import { announcements } from '@em/contract/announcements/announcements'
import { expect, test } from 'vitest'
import { startApi } from '../support/api.ts'
import { reportAfter } from '../support/tampering.ts'

test('an announcement that is not as its newest version has it is named', async () => {
  const api = await startApi()
  const { body } = await api.call<{ id: number }>(announcements.record, {
    body: {
      title: 'First interim dividend',
      category: 'Dividend',
      company: 'John Keells Holdings PLC',
      date: '2026-06-12',
    },
  })
  const found = async (tampering: string) =>
    (await reportAfter(api, tampering)).differences.map(({ place, what }) => `${place}: ${what}`)
  expect(await found('SELECT 1')).toEqual([])
  for (const tampering of [
    "UPDATE em.announcements SET title = 'Second interim dividend'",
    'UPDATE em.announcements SET is_removed = true',
    'UPDATE em.announcements SET summary = NULL, content = $$More$$',
    'UPDATE em.announcements SET version = 2',
    "UPDATE em.announcements SET company_key = 'another'",
    'DELETE FROM em.announcements',
    'DELETE FROM em.announcement_versions',
  ])
    expect([tampering, await found(tampering)]).toEqual([
      tampering,
      [`announcement ${body.id}: newest version`],
    ])
  await api.close()
})
