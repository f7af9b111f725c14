import { expect, it } from 'vitest'
import { timesText } from './times.ts'

it('names the slowest files first, and adds up each room', () => {
  const text = timesText([
    { room: 'unit', file: 'a.test.ts', tests: 3, began: 0, ended: 500 },
    { room: 'api', file: 'b.test.ts', tests: 1200, began: 1000, ended: 4000 },
    { room: 'api', file: 'c.test.ts', tests: 1, began: 2000, ended: 3000 },
  ])
  expect(text.split('\n')).toEqual([
    'The 3 slowest files:',
    '    3.0 s  api   b.test.ts',
    '    1.0 s  api   c.test.ts',
    '    0.5 s  unit  a.test.ts',
    'Each room:',
    '    0.5 s  unit: 3 tests in 1 files, 0.5 s from the first to the last',
    '    4.0 s  api: 1,201 tests in 2 files, 3.0 s from the first to the last',
  ])
})

it('names no more than twenty files', () => {
  const times = Array.from({ length: 30 }, (_, at) => ({
    room: 'unit',
    file: `${at}.test.ts`,
    tests: 1,
    began: 0,
    ended: at,
  }))
  expect(timesText(times).split('\n')[0]).toBe('The 20 slowest files:')
  expect(timesText(times)).not.toContain(' 9.test.ts')
})
