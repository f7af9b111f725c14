import { expect, test } from 'vitest'
import { ApiFailure } from '../lib/api.ts'
import { sentenceOf } from './master.ts'

const FAILED = 'Error saving equity. Please try again.'

test('a refusal is shown in the words of the server', () => {
  const error = new ApiFailure(409, 'record.in-use', 'P1 is in use.', [], true)
  expect(sentenceOf(error, FAILED)).toBe('P1 is in use.')
})

test('a fault of the server or the network is shown in the words of the screen, with the reason', () => {
  const fault = new ApiFailure(500, 'http', 'HTTP error! status: 500', [], false)
  expect(sentenceOf(fault, FAILED)).toBe(`${FAILED} (HTTP error! status: 500)`)
  const network = new ApiFailure(0, 'network', 'Network error. Please try again.', [], false)
  expect(sentenceOf(network, FAILED)).toBe(`${FAILED} (Network error.)`)
})

test('an unknown fault has only the words of the screen', () => {
  expect(sentenceOf(new Error('boom'), FAILED)).toBe(FAILED)
})
