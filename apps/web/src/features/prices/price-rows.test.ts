import type { SheetRow } from '@em/contract/prices/prices'
import { expect, test } from 'vitest'
import { changesIn, named, pasteInto } from './price-rows.ts'

const row = (symbol: string, company_name: string, last: number | null = null): SheetRow => ({
  symbol,
  company_name,
  quantity: 100,
  previous: null,
  price:
    last === null
      ? null
      : {
          last_trade: last,
          close: null,
          source: 'typed',
          version: 1,
          recorded_by: '',
          replaced: null,
          recorded_today: true,
          recorded_at: '',
          asked_from: 10,
          exceptions: [],
        },
})
const ROWS = [
  row('COMB.N0000', 'Commercial Bank'),
  row('JKH.N0000', 'John Keells', 20),
  row('SAMP.N0000', 'Sampath'),
]

test('two columns go to the rows that their first one names, by symbol or company', () => {
  const pasted = pasteInto(
    {},
    ROWS,
    [
      ['Symbol', 'Price'],
      ['jkh.n0000', '22.10'],
      ['Sampath', ' 98 ', '97'],
      ['NONE', '5'],
    ],
    'COMB.N0000',
  )
  expect(pasted).toEqual({
    typed: { 'JKH.N0000': { last: '22.10', close: '' }, 'SAMP.N0000': { last: '98', close: '97' } },
    taken: 2,
    unknown: [{ text: 'NONE', last: '5', choices: [] }],
  })
})

test('a company code without its class names the row of its ordinary share', () => {
  const cells = [
    ['JKH', '22.10'],
    ['comb-n-0000', '100'],
    ['Samp', '98'],
    ['Keells', '5'],
  ]
  const { typed, unknown } = pasteInto({}, [...ROWS, row('COMB.X0000', 'Commercial Bank')], cells, '')
  expect(Object.keys(typed)).toEqual(['JKH.N0000', 'COMB.N0000', 'SAMP.N0000'])
  expect(unknown).toMatchObject([{ text: 'Keells', choices: [{ symbol: 'JKH.N0000' }] }])
})

test('one column fills the rows from where it was pasted, and ends with the sheet', () => {
  const { typed, taken } = pasteInto({}, ROWS, [['21'], ['99'], ['5']], 'JKH.N0000')
  expect(taken).toBe(2)
  expect(typed).toEqual({ 'JKH.N0000': { last: '21', close: '' }, 'SAMP.N0000': { last: '99', close: '' } })
})

test('only what differs is saved; an emptied price is taken back; what is no price is named', () => {
  const typed = {
    'COMB.N0000': { last: '1,022.10', close: '' },
    'JKH.N0000': { last: '20.00', close: '' },
    'SAMP.N0000': { last: 'many', close: '' },
  }
  const { changes, faults } = changesIn(ROWS, typed)
  expect(changes).toEqual([{ symbol: 'COMB.N0000', last_trade: '1022.10', close: null }])
  expect([...faults.keys()]).toEqual(['SAMP.N0000'])
  expect(changesIn(ROWS, { 'JKH.N0000': { last: '', close: '' } }).changes).toEqual([
    { symbol: 'JKH.N0000', last_trade: null, close: null },
  ])
  for (const wrong of ['0', '-1', '1.00001']) {
    expect(changesIn(ROWS, { 'JKH.N0000': { last: wrong, close: '' } }).faults.size).toBe(1)
  }
  expect(changesIn(ROWS, { 'JKH.N0000': { last: '', close: '21' } }).faults.size).toBe(1)
})

test('a misspelt company has the nearest of the sheet proposed, and its price goes where it is said to', () => {
  const rows = [
    row('COMB.N0000', 'Commercial Bank of Ceylon PLC'),
    row('JKH.N0000', 'John Keells Holdings PLC'),
  ]
  const { typed, unknown } = pasteInto({}, rows, [['Comercial Bnk of Ceylon', '101.50', '101']], '')
  expect(typed).toEqual({})
  expect(unknown).toMatchObject([{ text: 'Comercial Bnk of Ceylon', choices: [{ symbol: 'COMB.N0000' }] }])
  const [one] = unknown
  const [comb] = rows
  if (one === undefined || comb === undefined) throw new Error('nothing is proposed')
  expect(named({}, comb, one)).toEqual({ 'COMB.N0000': { last: '101.50', close: '101' } })
})
