/** A corporate action that is recorded after sales of later days: their new cost is no part of what the action itself posts. */
import { expect, test } from 'vitest'
import { verifyBooks } from '../../src/verify/verify.ts'
import { ActionStory } from '../support/action-story.ts'
import { startApi } from '../support/api.ts'
import { startBooks } from '../support/books.ts'

test.each([
  ['FVTPL', 'WAP'],
  ['FVOCI', 'FIFO'],
] as const)(
  'a bonus before a sale, %s by %s: the books agree, also when it is processed again',
  async (treatment, method) => {
    const api = await startApi({ edition: 'premium', today: '2026-03-25' })
    const story = await ActionStory.begin(await startBooks(api), 'A bonus recorded late', treatment, method)
    await story.lot('2026-01-05', 100, 10)
    await story.lot('2026-01-06', 101, 14)
    await story.sell('2026-03-10', 90, 15)
    const bonus = {
      kind: 'bonus',
      ratioFrom: 1,
      ratioTo: 4,
      exDate: '2026-03-03',
      allotmentDate: '2026-03-06',
    }
    const id = await story.announce('Bonus 1 for 4', bonus)
    await story.process(id)
    const recosted = async () =>
      (
        await api.database.query<{ amount: string }>(
          `SELECT sum(l.debit - l.credit) AS amount FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id
          WHERE h.cause_kind = 'action' AND l.role = 'investment'`,
        )
      )[0]?.amount
    const before = await recosted()
    expect(Number(before)).toBeGreaterThan(0)
    expect(await verifyBooks(api.database)).toEqual([])
    // Its form is changed: nothing that it did is undone.
    await story.act('Its remarks are changed', `PUT /corporate-actions/${id}`, {
      ...bonus,
      securityCode: 'JKH.N0000',
      portfolioId: story.of.portfolioId,
      remarks: 'As announced',
      version: 1,
    })
    expect(await recosted()).toBe(before)
    expect(await verifyBooks(api.database)).toEqual([])
  },
)
