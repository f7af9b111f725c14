import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cdsNumber, cdsNumberWithin, readCdsNumber } from './account-number.ts'

test.each([
  ['ABC-12345-LI/00', 'ABC-12345-LI/00'],
  ['abc-0000012345-li/01', 'ABC-12345-LI/01'],
  [' ABC 12345 LC ', 'ABC-12345-LC/00'],
  ['ABC-12345-LI-00', 'ABC-12345-LI/00'],
  ['ABC12345LI00', 'ABC-12345-LI/00'],
])('%s is %s', (text, printed) => {
  const number = readCdsNumber(text)
  expect(number === null ? null : cdsNumber(number)).toBe(printed)
})

test.each([
  '',
  'ABC',
  '12345',
  'ABC-12345',
  'ABC-12345678901-LI/00',
  'ABC-1-L/00',
  `ABC-1-LI/00${' '.repeat(100)}x`,
])('%j is none', (text) => {
  expect(readCdsNumber(text)).toBeNull()
})

test('a number is found within a title', () => {
  const found = cdsNumberWithin('Client: ABC-00123-LI/00 Nimal Perera')
  expect(found && cdsNumber(found)).toBe('ABC-123-LI/00')
  expect(cdsNumberWithin('Statement of 2026-06-15')).toBeNull()
})

test('what is printed is read as the same number', () => {
  const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ')
  const letters = (count: number) =>
    fc.array(letter, { minLength: count, maxLength: count }).map((all) => all.join(''))
  const number = fc.record({
    participant: letters(3),
    number: fc.integer({ min: 1, max: 2_000_000_000 }).map(String),
    category: letters(2),
    joint: fc.integer({ min: 0, max: 99 }).map((joint) => String(joint).padStart(2, '0')),
  })
  fc.assert(
    fc.property(number, (one) => {
      expect(readCdsNumber(cdsNumber(one))).toEqual(one)
    }),
  )
})
