import { expect, it } from 'vitest'
import { portfoliosInWords, sentOf, standingFaults, standingOf } from './scope-values.ts'

const person = (see: 'all' | string[], change: 'all' | string[] = see) => ({
  roles: ['Dealer'],
  portfolios: { see, change },
})

it('sends what it was given, whatever the scope', () => {
  for (const one of [
    person('all'),
    person(['A', 'B']),
    person('all', []),
    person(['A', 'B'], ['B']),
    person('all', ['C']),
  ])
    expect(sentOf(standingOf(one))).toEqual(one)
})

it('changes nothing that is not seen', () => {
  const standing = { ...standingOf(person('all', ['A', 'B'])), sees: 'some', see: ['B'] }
  expect(sentOf(standing).portfolios).toEqual({ see: ['B'], change: ['B'] })
})

it('asks for at least one role, and for portfolios where only some are meant', () => {
  const standing = { ...standingOf(person([])), changes: 'some' }
  expect([
    standingFaults.roles([]),
    standingFaults.see([], standing),
    standingFaults.change([], standing),
  ]).toEqual([
    'Choose at least one role.',
    'Choose at least one portfolio, or all.',
    'Choose at least one portfolio, or none.',
  ])
})

it.each([
  [person('all'), 'All'],
  [person(['GROWTH']), 'GROWTH'],
  [person(['A', 'B', 'C', 'D']), '4 portfolios'],
  [person('all', []), 'Sees all, changes none'],
  [person(['A', 'B', 'C'], ['A']), 'Sees 3 portfolios, changes A'],
])('tells the portfolios of %j', ({ portfolios }, words) => {
  expect(portfoliosInWords(portfolios)).toBe(words)
})
