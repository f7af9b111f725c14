import { expect, it } from 'vitest'
import { notListedHint } from './not-listed.ts'

it('new shares that cannot be sold yet are named with their event and the day', () => {
  expect(notListedHint([])).toBe('')
  expect(
    notListedHint([
      { quantity: 1250, event: 'Bonus 1 for 4 JKH.N0000', from: '2026-03-12' },
      { quantity: 3, event: 'Scrip dividend 5 % JKH.N0000', from: null },
    ]),
  ).toBe(
    '1,250 of Bonus 1 for 4 JKH.N0000 can be sold from 12 Mar 2026; 3 of Scrip dividend 5 % JKH.N0000 can be sold once its allotment date is entered',
  )
})
