import { expect, test } from 'vitest'
import { comingReplacedFrom, replacementOf, versionOn } from './versions.ts'

const of = (version: number, effectiveFrom: string) => ({ version, effectiveFrom })
const today = '2026-06-18'

test('on a day the newest version whose first day has come is in force', () => {
  const versions = [of(3, '2026-06-10'), of(2, '2026-07-01'), of(1, '2026-06-01')]
  expect(versionOn(versions, '2026-05-31')).toBeUndefined()
  expect(versionOn(versions, '2026-06-09')?.version).toBe(1)
  // A newer version from an earlier day: the one that was to come never does.
  expect(versionOn(versions, '2026-07-02')?.version).toBe(3)
})

test('a version is replaced by the first newer one from its first day or an earlier one', () => {
  const versions = [of(4, '2026-06-20'), of(3, '2026-07-01'), of(2, '2026-07-01'), of(1, '2026-06-01')]
  const replaced = versions.map((one) => replacementOf(versions, one)?.version)
  expect(replaced).toEqual([undefined, 4, 3, undefined])
})

test('a new version replaces those that come on its first day or later, and none twice', () => {
  const versions = [of(3, '2026-08-01'), of(2, '2026-07-01'), of(1, '2026-06-01')]
  const from = (day: string) =>
    comingReplacedFrom(versions, { from: day, today }).map(({ version }) => version)
  expect(from(today)).toEqual([3, 2])
  expect(from('2026-07-01')).toEqual([3, 2])
  expect(from('2026-07-02')).toEqual([3])
  expect(from('2026-08-02')).toEqual([])
  expect(comingReplacedFrom([of(4, today), ...versions], { from: today, today })).toEqual([])
  expect(comingReplacedFrom([of(1, '2026-06-01')], { from: '2026-05-01', today })).toEqual([])
})
