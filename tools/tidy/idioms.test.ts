/** Plain English: the lines with idioms become fewer, never more. */
import { expect, test } from 'vitest'
import { hasIdiom, idiomLines } from './idioms.ts'

/** The lines that have one. Lower it when there are fewer. */
const MOST = 389

test('no more lines with idioms than before', () => {
  const lines = idiomLines()
  const sum = [...lines.values()].reduce((total, count) => total + count, 0)
  const worst = [...lines].toSorted(([, one], [, other]) => other - one).slice(0, 5)
  expect(
    sum,
    `Write plain English: "is" for "stands", "shows" for "tells", "a user" for "somebody", "next to" for "beside". Most are in ${JSON.stringify(worst)}`,
  ).toBeLessThanOrEqual(MOST)
})

test('an idiom is found, a path is none', () => {
  expect(['What stands there', 'Whoever asks', 'it is told'].every(hasIdiom)).toBe(true)
  expect(
    ['`actions/bring/bring.commands.ts`', 'understands', '[042](decisions/042-an-action-is-brought.md)'].some(
      hasIdiom,
    ),
  ).toBe(false)
})
