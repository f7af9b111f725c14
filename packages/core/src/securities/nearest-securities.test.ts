import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CSE_COMPANIES } from './cse-companies.ts'
import { nearestSecurities } from './nearest-securities.ts'

const nearest = nearestSecurities(CSE_COMPANIES)
const symbols = (text: string) => nearest(text).map(({ symbol }) => symbol)

describe('a name that is misspelt', () => {
  test.each([
    ['Comercial Bank of Ceylon', ['COMB.N0000', 'COMB.X0000']],
    ['LOLC Holding', ['LOLC.N0000']],
    ['John Keels Holdings', ['JKH.N0000']],
    ['Sampth Bank', ['SAMP.N0000']],
    ['hatton nationl bank plc', ['HNB.N0000', 'HNB.X0000']],
    ['Dialog Axita', ['DIAL.N0000']],
    ['Bank Comercial', ['COMB.N0000', 'COMB.X0000']],
    ['Tokyo Ciment (Lanka)', ['TKYO.N0000', 'TKYO.X0000']],
    ['Aulmex', ['ALUM.N0000']],
    ['JKX.N0000', ['JKH.N0000', 'JKL.N0000']],
    ['COMBB', ['COMB.N0000', 'COMB.X0000']],
    ['JKH.N0001', ['JKH.N0000']],
  ])('%s comes nearest to %s', (text, first) => {
    const found = symbols(text)
    expect(found.slice(0, first.length)).toEqual(first)
    expect(found.length).toBeLessThanOrEqual(3)
  })

  test.each(['', '  ', 'Apple Inc', 'XYZ.N0000', 'Total', '2026-01-05', 'x'.repeat(500)])(
    '%s is near to none',
    (text) => expect(symbols(text)).toEqual([]),
  )

  /** One slip in a word of some length: a letter left out, doubled, swapped with the next one or another one. */
  const slip = fc.record({
    company: fc.constantFrom(...CSE_COMPANIES.filter(({ name }) => /[a-z]{6}/i.test(name))),
    kind: fc.constantFrom('drop', 'double', 'swap', 'other'),
    at: fc.nat(),
    letter: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
  })
  const misspelt = (name: string, kind: string, seed: number, letter: string) => {
    const word = (name.match(/[a-z]+/gi) ?? []).toSorted((a, b) => b.length - a.length)[0] ?? ''
    const at = 1 + (seed % (word.length - 2))
    const [before, one, after] = [word.slice(0, at), word[at] ?? '', word.slice(at + 1)]
    const other = { drop: '', double: one + one, swap: `${after[0] ?? ''}${one}`, other: letter }[kind] ?? ''
    return name.replace(word, `${before}${other}${kind === 'swap' ? after.slice(1) : after}`)
  }

  test('proposes the company that was meant, whichever letter went wrong', () => {
    fc.assert(
      fc.property(slip, ({ company, kind, at, letter }) => {
        const text = misspelt(company.name, kind, at, letter)
        expect(nearest(text).map(({ name }) => name)).toContain(company.name)
      }),
      { numRuns: 500 },
    )
  })

  test('proposes the same for the same text, whatever the order of the list and what was asked before', () => {
    const lists = fc.shuffledSubarray([...CSE_COMPANIES], { minLength: CSE_COMPANIES.length })
    fc.assert(
      fc.property(lists, slip, (list, { company, kind, at, letter }) => {
        const text = misspelt(company.name, kind, at, letter)
        const other = nearestSecurities(list)
        expect(other(text)).toEqual(nearest(text))
      }),
      { numRuns: 20 },
    )
  })

  test('proposes at most three of the list, each once, of any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: 'binary' }), (text) => {
        const found = nearest(text)
        expect(found.length).toBeLessThanOrEqual(3)
        expect(new Set(found).size).toBe(found.length)
        for (const one of found) expect(CSE_COMPANIES).toContain(one)
      }),
    )
  })
})
