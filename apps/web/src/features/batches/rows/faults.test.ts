import { expect, test } from 'vitest'
import { faultSentences, lineSentences } from './faults.ts'

const fault = (row: number, field: string, error: string, value: string | null = null) => ({
  row,
  field,
  error,
  value,
})

test('what is the same for several rows is said once, in the order of the first', () => {
  const missing = [1, 2, 3].map((row) => fault(row, 'portfolio', 'Please choose a portfolio.'))
  expect(
    faultSentences([...missing, fault(2, 'tradeDate', 'Must be a date like 2026-01-31.', 'n/a')]),
  ).toEqual([
    { sentence: 'Please choose a portfolio.', field: 'portfolio', rows: [1, 2, 3], more: 0 },
    {
      sentence: 'Trade Date must be a date like 2026-01-31. (n/a)',
      field: 'tradeDate',
      rows: [2],
      more: 0,
    },
  ])
})
test('a date that is missing is named by its column', () => {
  expect(faultSentences([fault(1, 'tradeDate', 'A date is required.')])).toMatchObject([
    { sentence: 'Trade Date is required.' },
  ])
})
test('a value that the sentence names is not said again', () => {
  const unknown = fault(1, 'symbol', 'The security NONE.N0000 was not found.', 'NONE.N0000')
  expect(faultSentences([unknown])).toMatchObject([{ sentence: 'The security NONE.N0000 was not found.' }])
})
test('of many rows the first are named', () => {
  const many = Array.from({ length: 1_008 }, (_, at) => fault(at + 1, 'quantity', 'Quantity is required.'))
  expect(faultSentences(many)).toMatchObject([{ rows: [1, 2, 3, 4, 5, 6], more: 1_002 }])
})

test('lines of a file with the same fault share a sentence, with the column where there is one', () => {
  const moved = 'This cell is under no heading.'
  const lines = [2, 3, 5].map((line) => ({ line, text: moved }))
  expect(lineSentences(lines)).toEqual([`Lines 2, 3 and 5: ${moved}`])
  expect(lineSentences([{ line: 2, text: moved }])).toEqual([`Line 2: ${moved}`])
  expect(
    lineSentences([
      { line: 2, text: 'Too long.', column: 'Symbol' },
      { line: 4, text: 'Too long.', column: 'Price' },
      { line: 7, text: 'Too long.', column: 'Symbol' },
    ]),
  ).toEqual(['Lines 2 and 7, Symbol: Too long.', 'Line 4, Price: Too long.'])
  const many = Array.from({ length: 1_008 }, (_, at) => ({ line: at + 1, text: moved }))
  expect(lineSentences(many)).toEqual([`Lines 1, 2, 3, 4, 5, 6 and 1,002 more: ${moved}`])
})
test('of many different faults the first are listed, and the lines of the others are counted', () => {
  const each = Array.from({ length: 9 }, (_, at) => ({ line: at + 1, text: `Fault ${at}.` }))
  const sentences = lineSentences(each)
  expect(sentences).toHaveLength(6)
  expect(sentences.at(-1)).toBe('And 4 more.')
})
