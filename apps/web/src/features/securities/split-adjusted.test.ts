import { expect, test } from 'vitest'
import { splitAdjusted } from './split-adjusted.ts'

const day = (date: string, last: number, volume: number | null) => ({
  date,
  open: last,
  high: null,
  low: null,
  last,
  volume,
})
const split = { title: 'Split 1 into 3', from: 1, to: 3 }

test('prices before a split are in its shares, those of its day and later as they were', () => {
  const days = [day('2026-03-02', 99, 1_000), day('2026-03-03', 33.5, 2_500), day('2026-03-04', 34, null)]
  expect(splitAdjusted(days, [{ ...split, date: '2026-03-03' }])).toEqual([
    day('2026-03-02', 33, 3_000),
    ...days.slice(1),
  ])
})

test('several follow each other: a bonus of 1 for 4, then 10 into 1', () => {
  const splits = [
    { title: 'Bonus 1 for 4', date: '2026-02-02', from: 4, to: 5 },
    { title: 'Consolidation 10 into 1', date: '2026-05-04', from: 10, to: 1 },
  ]
  const days = [day('2026-01-05', 10, 800), day('2026-03-02', 8, 800), day('2026-06-01', 80, 800)]
  expect(splitAdjusted(days, splits).map(({ last, volume }) => [last, volume])).toEqual([
    [80, 100],
    [80, 80],
    [80, 800],
  ])
})

test('without any, days stay the same', () => {
  const days = [day('2026-03-02', 99, 1_000)]
  expect(splitAdjusted(days, [])).toEqual(days)
})
