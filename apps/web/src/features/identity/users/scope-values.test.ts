import { expect, it } from 'vitest'
import { ApiFailure } from '../../../lib/api.ts'
import {
  atFields,
  mergePerson,
  portfolioLines,
  portfoliosInWords,
  sentOf,
  standingFaults,
  standingOf,
} from './scope-values.ts'

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
  [person(['A', 'B', 'C'], ['A']), 'Sees 3, changes 1'],
])('tells the portfolios of %j', ({ portfolios }, words) => {
  expect(portfoliosInWords(portfolios)).toBe(words)
})

it('lays an edit over what somebody else saved, and says what both changed', () => {
  const base = { ...standingOf(person('all')), isActive: true }
  const chosen = { ...base, sees: 'some', see: ['A'], roles: ['Member'] }
  const fresh = { ...base, roles: ['Auditor'], isActive: false }
  const { values, retained, clashes } = mergePerson({ base, chosen, fresh })
  expect(values).toEqual({ ...chosen, isActive: false })
  expect(retained.map(({ label }) => label)).toEqual(['Roles', 'Portfolios to see', 'Sees'])
  expect(clashes.map(({ field, now }) => [field.name, now])).toEqual([['roles', 'Auditor']])
})

it.each([
  ['portfolios.see', 'all', 'sees'],
  ['portfolios.see', 'some', 'see'],
  ['portfolios.change', 'some', 'change'],
  ['portfolios', 'some', 'see'],
  ['portfolios', 'all', 'change'],
  ['roles', 'all', 'roles'],
])('tells a refusal of %s, with %s portfolios, at %s', (field, sees, at) => {
  const refusal = new ApiFailure(422, 'x', 'No.', [{ field, message: 'No.' }], true)
  const fieldErrors = atFields(refusal, { ...standingOf(), sees, changes: 'some' })
  expect((fieldErrors as ApiFailure).details).toEqual([{ field: at, message: 'No.' }])
})

it('names the portfolios in full, and those to change where they are not the same', () => {
  expect(portfolioLines(person(['A', 'B', 'C', 'D']).portfolios)).toEqual([['Portfolios', 'A, B, C, D']])
  expect(portfolioLines(person('all', ['A']).portfolios)).toEqual([
    ['Portfolios', 'All'],
    ['May change', 'A'],
  ])
})
