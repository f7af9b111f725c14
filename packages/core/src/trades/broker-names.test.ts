import { expect, test } from 'vitest'
import { brokerKey, fitOf } from './broker-names.ts'

const ASIA = { name: 'Asia Securities (Pvt) Ltd', code: 'ASI' }

test.each([
  ['asia  securities (PVT)\u00a0ltd', 'same'],
  ['ASIASECURITIES(PVT)LTD', 'same'],
  ['Asia Securities', 'near'],
  ['ASIA SEC', 'near'],
  ['Asia', 'near'],
  ['asi', 'near'],
  ['Asai Securities', 'near'],
  ['Asha Securities Limited', 'near'],
  ['Acuity Stockbrokers', null],
  ['Capital Securities', null],
  ['AS', null],
  ['(Pvt) Ltd', null],
  ['', null],
] as const)('%s fits Asia Securities (Pvt) Ltd: %s', (written, fit) => {
  expect(fitOf(written, ASIA)).toBe(fit)
})

test('a broker without a code, and names in other letters', () => {
  expect(fitOf('asi', { name: 'Capital Trust', code: null })).toBeNull()
  expect(fitOf('ආසියා සෙකියුරිටීස්', { name: 'ආසියා  සෙකියුරිටීස්', code: ' ' })).toBe('same')
  expect(brokerKey(' A\tb\n C ')).toBe('abc')
})
