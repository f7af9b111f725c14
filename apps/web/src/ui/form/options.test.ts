import { expect, test } from 'vitest'
import { byLabel } from './options.ts'

test('choices are ordered by their labels, without regard to case, numbers by their size', () => {
  const labels = ['Fund 10', 'fund 2', 'Growth', 'Amana 700', 'Amana 70']
  expect(byLabel(labels.map((label) => ({ label }))).map(({ label }) => label)).toEqual([
    'Amana 70',
    'Amana 700',
    'fund 2',
    'Fund 10',
    'Growth',
  ])
})
