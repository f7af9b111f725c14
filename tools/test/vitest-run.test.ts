import { describe, expect, test } from 'vitest'
import {
  countReport,
  failedFiles,
  hasFailed,
  type Report,
  sum,
  summaryLine,
  toRunAgain,
} from './vitest-run.ts'

const file = (status: string, ...results: string[]): Report['testResults'][number] => ({
  name: 'sells.test.ts',
  status,
  assertionResults: results.map((result) => ({ status: result })),
})

describe('what a test run counts', () => {
  test.each([
    ['tests that passed and failed', [file('failed', 'passed', 'failed', 'passed')], 1, '2 passed, 1 failed'],
    ['a file that did not load', [file('failed'), file('passed', 'passed')], 1, '1 passed, 1 failed'],
    ['a file whose hook threw', [file('failed', 'pending', 'pending')], 1, '0 passed, 1 failed, 2 skipped'],
    [
      'skipped and planned tests',
      [file('passed', 'passed', 'skipped', 'todo')],
      0,
      '1 passed, 0 failed, 2 skipped',
    ],
    ['an error outside every test', [file('passed', 'passed')], 1, '1 passed, 1 failed'],
  ])('%s', (_, testResults, status, line) => {
    expect(summaryLine(countReport({ testResults }, status))).toBe(line)
  })

  test('no report at all is a failure', () => {
    expect(countReport(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  test('a run without any test has failed', () => {
    expect(hasFailed(countReport({ testResults: [] }, 0))).toBe(true)
    expect(hasFailed({ passed: 1, failed: 0, skipped: 0 })).toBe(false)
  })

  test('several runs add up', () => {
    const runs = [
      { passed: 2, failed: 0, skipped: 1 },
      { passed: 3, failed: 1, skipped: 0 },
    ]
    expect(summaryLine(sum(runs))).toBe('5 passed, 1 failed, 1 skipped')
  })
})

describe('what is run a second time, alone', () => {
  test('the files in which a test failed, or which did not load', () => {
    const files = [
      { ...file('failed', 'passed', 'failed'), name: 'sells.test.ts' },
      { ...file('failed'), name: 'buys.test.ts' },
      { ...file('passed', 'passed'), name: 'fees.test.ts' },
    ]
    expect(failedFiles({ testResults: files })).toEqual(['sells.test.ts', 'buys.test.ts'])
  })

  const run = (failures: number, ...failed: string[]) => ({
    counts: { passed: 9, failed: failures, skipped: 0 },
    failed,
    times: [],
  })
  test.each([
    ['nothing failed', run(0), []],
    ['three files', run(7, 'a', 'b', 'c'), ['a', 'b', 'c']],
    ['four files', run(4, 'a', 'b', 'c', 'd'), []],
    ['an error outside every file', run(1), []],
  ])('%s', (_, first, again) => {
    expect(toRunAgain(first)).toEqual(again)
  })
})
