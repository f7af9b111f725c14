import { expect, it } from 'vitest'
import { figureText, selectionFigures } from './figures.ts'

const number = (value: number | string | null) => ({ value, isNumber: true })

it('sums exactly, averages with two more digits, and counts what is filled', () => {
  expect(
    selectionFigures([number(0.1), number('0.2'), number(null), { value: 'JKH', isNumber: false }]),
  ).toEqual({
    count: 3,
    sum: '0.3',
    average: '0.150',
  })
  expect(selectionFigures([number('1,000'), number(-1)])).toEqual({ count: 2, sum: '999', average: '499.50' })
  expect(selectionFigures([number('9007199254740993.01'), number('0.01')]).sum).toBe('9007199254740993.02')
  expect(selectionFigures([{ value: '12', isNumber: false }])).toEqual({ count: 1, sum: null, average: null })
})

it('shows the decimals that a figure has, and at least so many', () => {
  expect(figureText('1234.5', 2)).toBe('1,234.50')
  expect(figureText('20.12345', 2)).toBe('20.12345')
  expect(figureText('499.50', 0)).toBe('499.5')
})
