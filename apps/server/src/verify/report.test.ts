import { DIFFERENCES_LISTED, FIGURE_MAX } from '@em/contract/verify/verify'
import { expect, test } from 'vitest'
import { DIFFERENCES_MAX, findings, listed } from './report.ts'

test('of one check a bounded number is kept, all are counted, and a thousand in all are listed', () => {
  const found = findings()
  for (let check = 0; check < 8; check += 1)
    for (let one = 0; one < DIFFERENCES_MAX + 50; one += 1)
      found.add({
        check: `check ${check}`,
        place: `lot ${one}`,
        what: 'cost',
        stored: 'x'.repeat(9_000),
        expected: '1',
      })
  found.addUnlisted('check 0', 7)
  const report = found.report()
  expect(report.found).toBe(8 * (DIFFERENCES_MAX + 50) + 7)
  expect(report.differences).toHaveLength(8 * DIFFERENCES_MAX)
  const shown = listed(report.differences)
  expect(shown).toHaveLength(DIFFERENCES_LISTED)
  expect(shown[0]?.stored).toHaveLength(FIGURE_MAX)
})
