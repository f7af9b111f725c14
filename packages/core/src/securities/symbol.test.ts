import { describe, expect, it } from 'vitest'
import { checkIsin, parseSymbol, securityClassOf } from './symbol.ts'

describe('symbols', () => {
  it.each([
    ['COMB.N0000', 'ordinary'],
    ['COMB.X0000', 'non-voting'],
    ['ABC.P0001', 'preference'],
    ['HNBF.R0001', 'rights'],
    ['SEMB.W0016', 'warrant'],
    ['CALC.U0000', 'unit'],
    ['BANK.D0501', 'debenture'],
    ['AAPL', 'ordinary'],
  ])('%s is %s', (symbol, securityClass) => {
    expect(securityClassOf(symbol)).toBe(securityClass)
  })

  it('gives the parts', () => {
    expect(parseSymbol('JKH.N0000')).toEqual({
      symbol: 'JKH.N0000',
      code: 'JKH',
      letter: 'N',
      serial: '0000',
      securityClass: 'ordinary',
    })
  })

  it.each(['', 'JKH', 'jkh.N0000', 'JKH.N000', 'JKH.Z0000', 'TOOLONG.N0000', 'JKH.N00000', ' JKH.N0000'])(
    '%j has not the form of the exchange',
    (symbol) => expect(parseSymbol(symbol)).toBeNull(),
  )
})

describe('ISIN', () => {
  it.each([
    ['LK0053N00005', 'ok'],
    ['LK0053X00004', 'ok'],
    ['LK0092N00003', 'ok'],
    ['LK0508U00003', 'ok'],
    ['US0378331005', 'ok'],
    ['LK0421N00000', 'wrong-check-digit'],
    ['LK0155N00000', 'wrong-check-digit'],
    ['LK0053N0000', 'wrong-length'],
    ['lk0053n00005', 'wrong-form'],
    ['', 'wrong-length'],
  ])('%s: %s', (isin, check) => expect(checkIsin(isin)).toBe(check))
})
