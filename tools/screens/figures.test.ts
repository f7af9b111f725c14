import { expect, test } from 'vitest'
import { writtenTwice } from './figures.ts'

const of = (label: string, ...texts: string[]) => texts.map((text) => ({ label, text }))

test.each([
  ['one way', [...of('Cost LKR', '1,250.00', '\u2212300,000.00'), ...of('Price LKR', '12.5000')], []],
  [
    'a column of two decimals and none',
    of('Cost LKR', '1,250.00', '300,000'),
    ['Cost LKR: 1,250.00 and 300,000'],
  ],
  ['a per cent with an amount', of('Gain', '1,250.00', '+3.5%'), []],
  [
    'thousands with lakhs',
    [...of('Value', '1,234,567.00'), ...of('Turnover', '12,34,567.00')],
    ['Digits are grouped in two ways: 1,234,567.00 and 12,34,567.00'],
  ],
  ['what both group alike', [...of('A', '12,345.00'), ...of('B', '1,23,456.00')], []],
  [
    'an amount once with and once without cents',
    [...of('Gain (LKR)', '+1,044,152.21'), ...of('', 'LKR\u00a01,044,152')],
    ['One amount: +1,044,152.21 and LKR\u00a01,044,152'],
  ],
  [
    'cards of amounts with and without cents; a price is no card of an amount',
    [
      { label: 'Total Value (LKR)', card: true, text: '5,019,336,533.65' },
      { label: 'Total Return (LKR)', card: true, text: '+1,044,152' },
      { label: 'Holdings', card: true, text: '61' },
    ],
    ['Cards of amounts: 5,019,336,533.65 and +1,044,152'],
  ],
  ['words and dates', of('Date', '05 Jan 2026', '12.50 Cr'), []],
])('%s', (_, figures, found) => {
  expect(writtenTwice(figures)).toEqual(found)
})
