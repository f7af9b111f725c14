import { expect, test } from 'vitest'
import { askedOf, choiceIn, dateIn, factsOf, filtersSet, idIn, textIn } from './filters.ts'

const at = (text: string) => new URLSearchParams(text)

test('an address is read with care', () => {
  expect([textIn(at('a=+x+'), 'a'), textIn(at('a=xyz'), 'a', 2), textIn(at(''), 'a')]).toEqual([
    'x',
    'xy',
    '',
  ])
  expect([dateIn(at('a=2026-01-02'), 'a'), dateIn(at('a=2026-02-30'), 'a')]).toEqual(['2026-01-02', ''])
  const sides = ['buy', 'sell'] as const
  expect([choiceIn(at('a=sell'), 'a', sides), choiceIn(at('a=gift'), 'a', sides)]).toEqual(['sell', ''])
  const ids = ['12', '1.5', '0', '-3', 'x', '', '9007199254740993']
  expect(ids.map((id) => idIn(at(`a=${id}`), 'a'))).toEqual([12, null, null, null, null, null, null])
})

test('what is set is counted, asked for and named', () => {
  const none = { search: '', portfolio: '', from: '' }
  const some = { ...none, portfolio: 'P1', from: '2026-01-02' }
  expect([filtersSet(none), filtersSet(some)]).toEqual([0, 2])
  expect([askedOf(none), askedOf(some)]).toEqual([{}, { portfolioId: 'P1', from: '2026-01-02' }])
  const labels = { from: 'From', search: 'Search', portfolio: 'Portfolio' }
  expect(factsOf(none, labels)).toEqual([])
  expect(factsOf(some, labels)).toEqual([
    { label: 'From', value: '02 Jan 2026' },
    { label: 'Portfolio', value: 'P1' },
  ])
})
