/** A corporate action over many portfolios, killed while it is announced, processed and reversed: all of it is recorded, or nothing. */
import { expect, test } from 'vitest'
import { killActions } from '../../../../tools/crash/action.ts'

test('killed in the middle, it is recorded for all holders or for none, and asked again it has one effect', {
  timeout: 300_000,
}, async () => {
  const killed = await killActions(1, 20_261_123)
  expect(killed.map(({ moment, failure }) => [moment.split(',')[0], failure])).toEqual([
    ['announce', undefined],
    ['process', undefined],
    ['reverse', undefined],
  ])
  expect(new Set(killed.map(({ blow }) => blow)).size).toBe(3)
})
