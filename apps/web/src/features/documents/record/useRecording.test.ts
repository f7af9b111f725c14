import { expect, it } from 'vitest'
import { detail, line } from '../testing.ts'
import { bodyOf, chosenAtFirst, contractsIn, splitFault, termsOf } from './useRecording.ts'

const terms = termsOf(detail())
const contracts = contractsIn([
  line(),
  line({ id: 2, quantity: 400 }),
  line({ id: 3, contract: '3', state: 'undecided', contractNo: '' }),
  line({ id: null, contract: null, state: 'missing' }),
])

it('an undecided fill is recorded where it is ticked; a trade that the document lacks never is', () => {
  expect(contracts.map(({ line: of, quantity }) => [of, quantity])).toEqual([
    [1, 1_000],
    [3, 600],
  ])
  const first = chosenAtFirst(contracts, terms)
  expect(bodyOf(terms, contracts, first).lines).toBeNull()
  expect(bodyOf(terms, contracts, new Set(['1', '3'])).lines).toEqual([1, 3])
})

it('the parts of a split are whole shares of portfolios named once, and come to the contract', () => {
  const parts = (grow: string, hold: string, other = 'HOLD') => [
    { portfolioId: 'GROW', quantity: grow },
    { portfolioId: other, quantity: hold },
  ]
  expect(splitFault(parts('400', '600'), 1_000)).toBeNull()
  expect(splitFault(parts('400', '500'), 1_000)).toBe('100 shares are still to be given.')
  expect(splitFault(parts('400', '700'), 1_000)).toBe('The parts are 100 shares too many.')
  expect(splitFault(parts('400.5', '599.5'), 1_000)).toBe('Enter whole shares for each part.')
  expect(splitFault(parts('400', '600', 'GROW'), 1_000)).toBe('A portfolio can be named once.')
  const split = { ...terms, splits: { '1': parts('400', '600') } }
  expect(bodyOf(split, contracts, new Set(['1'])).splits).toEqual([{ line: 1, parts: parts('400', '600') }])
  expect(bodyOf(split, contracts, new Set(['3'])).splits).toEqual([])
})
