import { expect, test } from 'vitest'
import { brokerKey, brokerMeant, fitOf } from './broker-names.ts'

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

const broker = (name: string, names: readonly string[] = [], isActive = true) => ({ name, names, isActive })
const BROKERS = [
  broker('Asia Securities (Pvt) Ltd', ['Asia Sec.']),
  broker('Acuity Stockbrokers', ['ACUITY', 'Acuity Partners']),
  broker('Lanka Securities'),
  broker('Lanka Trust'),
  broker('Asha Old', [], false),
  broker('LANKA', [], false),
]
test.each([
  ['asia  securities (pvt) LTD', 'Asia Securities (Pvt) Ltd'],
  ['ASIA SEC.', 'Asia Securities (Pvt) Ltd'],
  ['Asia', 'Asia Securities (Pvt) Ltd'],
  ['asia secur', 'Asia Securities (Pvt) Ltd'],
  ['Asia Securities Ltd', 'Asia Securities (Pvt) Ltd'],
  ['acu', 'Acuity Stockbrokers'],
  ['Acuity Part', 'Acuity Stockbrokers'],
  ['Lanka Sec', 'Lanka Securities'],
  // His own name as it is written, though he is inactive; two active ones begin so.
  ['lanka', 'LANKA'],
  ['Lank', null],
  ['Asha', null],
  ['Asai Securities', null],
  ['Securities', null],
  ['Asia Capital', null],
  ['As', null],
  ['Ltd', null],
  ['', null],
])('%s typed means %s', (typed, name) => expect(brokerMeant(typed, BROKERS)?.name ?? null).toBe(name))

test('an adopted name is its broker’s before it is the beginning of another’s', () => {
  const two = [broker('Asia Securities', ['Capital']), broker('Capital Trust')]
  expect(brokerMeant('capital', two)?.name).toBe('Asia Securities')
})
