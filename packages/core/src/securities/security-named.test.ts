import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CSE_COMPANIES } from './cse-companies.ts'
import { securityFinder } from './security-named.ts'
import { SYMBOL_PATTERN } from './symbol.ts'

const find = securityFinder(CSE_COMPANIES)
/** The symbol, the symbols that it may be, or null. */
function means(text: string) {
  const found = find(text)
  if (found.fits === 'none') return null
  return found.fits === 'one' ? found.security.symbol : found.securities.map((one) => one.symbol)
}

describe('the list of companies', () => {
  test('has symbols of the form of the exchange, each once, with names', () => {
    expect(CSE_COMPANIES.length).toBeGreaterThan(280)
    expect(new Set(CSE_COMPANIES.map((one) => one.symbol)).size).toBe(CSE_COMPANIES.length)
    for (const { symbol, name, sector } of CSE_COMPANIES) {
      expect(symbol).toMatch(SYMBOL_PATTERN)
      expect(name.length).toBeGreaterThan(2)
      expect(sector).not.toBe('')
    }
  })
})

describe('a security in a sheet', () => {
  test.each([
    ['JKH', 'JKH.N0000'],
    [' jkh.n0000 ', 'JKH.N0000'],
    ['JKH-N-0000', 'JKH.N0000'],
    ['JKH N0000', 'JKH.N0000'],
    ['JKH.N', 'JKH.N0000'],
    ['COMB', 'COMB.N0000'],
    ['COMB.X', 'COMB.X0000'],
    ['John Keells Holdings PLC', 'JKH.N0000'],
    ['John Keells Holdings', 'JKH.N0000'],
    ['john keells hold', 'JKH.N0000'],
    ['John Keells PLC', 'JKL.N0000'],
    ['Sampath Bank', 'SAMP.N0000'],
    ['BROWN AND COMPANY LTD', 'BRWN.N0000'],
    ['Cargills Ceylon', 'CARG.N0000'],
  ])('%s is %s', (text, symbol) => expect(means(text)).toBe(symbol))

  test('that may be several is none of them', () => {
    expect(means('john keells')).toEqual(['JKH.N0000', 'JKL.N0000', 'KHL.N0000'])
    expect(means('Commercial Bank of Ceylon PLC')).toEqual(['COMB.N0000', 'COMB.X0000'])
  })

  test.each(['', '  ', 'Limited', 'Total', 'JKH.N0001', 'Apple Inc', 'x'.repeat(500)])('%s is none', (text) =>
    expect(means(text)).toBeNull(),
  )

  test('is found by its symbol and its code, however they are spelled', () => {
    const spelled = fc.constantFrom(
      (symbol: string) => symbol.toLowerCase(),
      (symbol: string) => ` ${symbol}  `,
      (symbol: string) => symbol.replace('.', '-'),
      (symbol: string) => symbol.replace('.', ' '),
      (symbol: string) => symbol.replace(/0000$/, ''),
    )
    fc.assert(
      fc.property(fc.constantFrom(...CSE_COMPANIES), spelled, (company, spell) => {
        expect(means(spell(company.symbol))).toBe(company.symbol)
      }),
    )
  })

  test('is among what its name may mean, whatever characters are around the words', () => {
    const spelled = fc.constantFrom(
      (name: string) => name.toLowerCase(),
      (name: string) => name.replaceAll(' ', '  '),
      (name: string) => name.replace(/ PLC$/i, ''),
      (name: string) => name.replace(/ PLC$/i, ' Ltd.'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...CSE_COMPANIES), spelled, (company, spell) => {
        const found = means(spell(company.name))
        expect([found].flat()).toContain(company.symbol)
      }),
    )
  })
})
