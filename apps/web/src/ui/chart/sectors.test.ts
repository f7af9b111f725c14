import { SECTORS } from '@em/contract/equities/equities'
import { expect, test } from 'vitest'
import { coloursOf } from './palette.ts'
import { foldedSectors } from './sectors.ts'

const shares = (count: number) =>
  SECTORS.slice(0, count).map((sector, index) => ({ sector, value: 1000.1 - index, weight: 10.1 }))

test('ten sectors are shown each; of more the nine largest, and the rest in one', () => {
  expect(foldedSectors(shares(10))).toEqual(shares(10))
  const folded = foldedSectors(shares(12))
  expect(folded.slice(0, 9)).toEqual(shares(9))
  expect(folded.slice(9)).toEqual([{ sector: 'Others (3 sectors)', value: 2970.3, weight: 30.3 }])
})

test.each(['light', 'dark'] as const)('no two slices have one colour (%s)', (scheme) => {
  for (let count = 1; count <= SECTORS.length; count += 1) {
    const names = foldedSectors(shares(count).toReversed()).map((one) => one.sector)
    expect(new Set(coloursOf(names, SECTORS, scheme)).size).toBe(names.length)
  }
})
