import { expect, it } from 'vitest'
import { atCostNotes, chosenBySymbol } from './at-cost.ts'

const at = '2026-06-15T04:30:00.000Z'
const choice = (symbol: string, by = 'Nimal Perera') => ({ symbol, by, at })
const notes = (choices: readonly ReturnType<typeof choice>[], symbols: readonly string[]) =>
  atCostNotes(chosenBySymbol(choices), symbols)

it('names the securities of the report that are at cost for now, and who chose so', () => {
  expect(notes([choice('JKH.N0000'), choice('SAMP.N0000')], ['SAMP.N0000', 'DIAL.N0000'])).toEqual([
    'At cost for now, no market price: SAMP.N0000, as Nimal Perera chose on 15 Jun 2026 10:00.',
  ])
  expect(notes([choice('A'), choice('B', 'Kamala Silva')], ['A', 'B'])).toEqual([
    'At cost for now, no market price: A, B.',
  ])
})

it('has nothing to say of securities with a price, or without a choice', () => {
  expect(notes([choice('JKH.N0000')], ['DIAL.N0000'])).toEqual([])
  expect(notes([], ['DIAL.N0000'])).toEqual([])
})
