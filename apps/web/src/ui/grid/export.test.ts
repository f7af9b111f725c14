import { FORMULA_SIGNS } from '@em/core/values/inert-text'
import { readXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import type { Column } from './columns.ts'
import { fittingWidth, leastWidthOf, sumOf } from './columns.ts'
import { toXlsx } from './export.ts'

interface Row {
  name: string
  net: string | number | null
  date: string
}
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name },
  { id: 'net', header: 'Net', unit: 'LKR', kind: 'money', value: (row) => row.net },
  { id: 'date', header: 'Date', kind: 'date', value: (row) => row.date },
]

it('exports real numbers and dates, and text that stays text', async () => {
  const rows = [
    { name: '=1+1', net: '1234.50', date: '2026-01-31' },
    { name: '@SUM(A1)', net: null, date: '' },
    { name: 'Big', net: '9999999999999999.99', date: '2026-02-01' },
  ]
  const book = await readXlsx(await toXlsx('Buys / all', rows, columns))
  const sheet = book.sheets[0]
  expect(sheet?.name).toBe('Buys   all')
  expect(sheet?.rows[0]).toEqual(['Name', 'Net (LKR)', 'Date'])
  expect(sheet?.rows[1]).toEqual(['=1+1', 1234.5, new Date('2026-01-31T00:00:00Z')])
  expect(sheet?.rows[2]?.[0]).toBe('@SUM(A1)')
  expect(sheet?.rows[3]?.[1]).toBe('9999999999999999.99')
  for (const cell of sheet?.cells?.values() ?? []) expect(cell.formula).toBeUndefined()
})

it('keeps text that starts with any sign of a formula as text in a file', async () => {
  const texts = FORMULA_SIGNS.filter((sign) => sign > ' ').map((sign) => `${sign}SUM(A1)`)
  expect(texts.length).toBe(8)
  const rows = texts.map((name) => ({ name, net: name, date: '' }))
  const [sheet] = (await readXlsx(await toXlsx('Signs', rows, columns))).sheets
  expect(sheet?.rows.slice(1).map(([name, net]) => [name, net])).toEqual(texts.map((text) => [text, text]))
  for (const cell of sheet?.cells?.values() ?? []) expect(cell.formula).toBeUndefined()
})

it('adds decimals exactly', () => {
  expect(sumOf([0.1, 0.2])).toBe('0.3')
  expect(sumOf(['999999999999.99', '0.01', null, ''])).toBe('1000000000000.00')
  expect(sumOf([-5, 2.5])).toBe('-2.5')
  expect(sumOf([])).toBe('0')
})

it('gives a column of figures the room of its longest one, its sum and its header', () => {
  const rows = [
    { name: 'a', net: '-1234567.5', date: '' },
    { name: 'b', net: null, date: '' },
  ]
  const width = (value: string | null, more: object = {}) =>
    fittingWidth({ id: 'net', header: 'Net', kind: 'money', width: 60, ...more, value: () => value }, [1, 2])
  expect(width('1234567.5')).toBeGreaterThanOrEqual('1,234,567.50'.length * 7.7)
  expect(width('1234567.5', { total: 'sum' })).toBeGreaterThan(width('999.5', { total: 'sum' }))
  // A header and its unit have two lines: "Money Generation" and "Cost LKR".
  expect(width('1', { header: 'Money Generation Cost', unit: 'LKR' })).toBe(Math.ceil(16 * 7.1 + 36))
  expect(width('1', { header: 'Consideration', sortable: false })).toBe(Math.ceil(13 * 7.1 + 18))
  expect(width(null)).toBeLessThan(70)
  expect(
    fittingWidth({ id: 'name', header: 'A long header of text', value: () => 'x', width: 70 }, rows),
  ).toBe(62)
  expect(width('1', { header: 'Quantity', unit: 'LKR' })).toBe(width('1', { header: 'Quantity' }))
})

it('lets a text give way to its header, most of its width or as far as it says; a whole text not at all', () => {
  const text = { header: 'Description', width: 190, sortable: false }
  expect(leastWidthOf(text)).toBe(Math.ceil(182 * 0.7))
  expect(leastWidthOf({ ...text, least: 78 })).toBe(78)
  expect(leastWidthOf({ header: 'Reconciliation Account', width: 100 })).toBeGreaterThan(14 * 7)
  expect(leastWidthOf({ ...text, whole: true })).toBe(Number.POSITIVE_INFINITY)
})
