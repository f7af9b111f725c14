import { expect, it } from 'vitest'
import { foundBy } from './useFinding.ts'

const funds = ['Growth Fund (GROWTH)', 'Old Mahela Fund (OLD)', 'Mahela Fund (MAHELA)', 'Alphamah (A)'].map(
  (label) => ({ value: label, label }),
)

it('finds the choice that begins so, then by a word, then anywhere', () => {
  const found = (text: string) => foundBy(text, funds)?.label
  expect(found('mah')).toBe('Mahela Fund (MAHELA)')
  expect(found('old')).toBe('Old Mahela Fund (OLD)')
  expect(found('grow')).toBe('Growth Fund (GROWTH)')
  expect(found('amah')).toBe('Alphamah (A)')
  expect(found('no such name')).toBeUndefined()
})

it('passes over what cannot be chosen, and looks into groups', () => {
  const one = { value: '1', label: 'Cash' }
  expect(foundBy('ca', [{ ...one, disabled: true }])).toBeUndefined()
  expect(foundBy('ca', [{ items: [one] }])).toEqual(one)
})
