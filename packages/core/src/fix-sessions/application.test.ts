import { expect, test } from 'vitest'
import { applicationGapInWords, applicationNumber, applicationRequest } from './application.ts'

test('the number and the stream of a message', () => {
  expect(
    applicationNumber([
      [35, '8'],
      [1180, 'DC1'],
      [1181, '7'],
    ]),
  ).toEqual({ applId: 'DC1', number: 7 })
  expect(applicationNumber([[1181, '7']])).toEqual({ applId: '-', number: 7 })
})

test.each([['0'], ['-1'], ['7.5'], ['x'], ['9999999999999999'], ['']])('%j is no number', (text) => {
  expect(applicationNumber([[1181, text]])).toBeNull()
})

test('a message without a number, or with an endless name, has none', () => {
  expect(applicationNumber([[1180, 'DC1']])).toBeNull()
  expect(
    applicationNumber([
      [1180, 'x'.repeat(65)],
      [1181, '7'],
    ]),
  ).toBeNull()
})

test('what is missing is asked for by stream and numbers', () => {
  expect(applicationRequest('R-1', { applId: 'DC1', from: 5, to: 7 })).toEqual([
    [35, 'BW'],
    [1346, 'R-1'],
    [1347, '0'],
    [1351, '1'],
    [1355, 'DC1'],
    [1182, '5'],
    [1183, '7'],
  ])
  expect(applicationRequest('R-1', { applId: '-', from: 5, to: 5 }).some(([tag]) => tag === 1355)).toBe(false)
})

test('a gap in words', () => {
  expect(applicationGapInWords({ applId: 'DC1', from: 5, to: 7 })).toBe('ApplSeqNum 5 to 7 of DC1')
  expect(applicationGapInWords({ applId: '-', from: 5, to: 5 })).toBe('ApplSeqNum 5')
})
