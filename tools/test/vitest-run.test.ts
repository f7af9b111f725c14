import { describe, expect, test } from 'vitest'
import { countReport, hasFailed, type Report, sum, summaryLine } from './vitest-run.ts'

const file = (status: string, ...results: string[]): Report['testResults'][number] => ({
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
