import { expect, test } from 'vitest'
import { BLANK, blankRows, pasteInto, readyIn } from './value-rows.ts'

const TODAY = '2026-06-15'

test('pasted text is split into rows, without its header, with room for more', () => {
  const { rows, taken } = pasteInto(
    blankRows(),
    [
      ['Date', 'ASPI', 'ASTRI'],
      ['12/06/2026', '21,500.00', '30,100'],
      ['2026-06-11', '21400.5'],
      ['', ''],
    ],
    0,
  )
  expect(taken).toBe(2)
  expect(readyIn(rows, TODAY)).toEqual({
    values: [
      { date: '2026-06-12', value: '21500.00', totalReturn: '30100' },
      { date: '2026-06-11', value: '21400.5', totalReturn: null },
    ],
    faults: new Map(),
  })
  expect(
    pasteInto(
      [BLANK],
      [
        ['2026-06-11', '1'],
        ['2026-06-12', '2'],
      ],
      0,
    ).rows,
  ).toHaveLength(3)
})

test('what cannot be saved has a message at its row', () => {
  const row = (date: string, value: string, totalReturn = '') => ({ date, value, totalReturn })
  const { values, faults } = readyIn(
    [
      row('2026-06-12', '1'),
      BLANK,
      row('12/6/2026', '2'),
      row('2026-06-16', '1'),
      row('June', '1'),
      row('2026-06-10', '0'),
      row('2026-06-09', '1.00001'),
      row('2026-06-08', '1', 'x'),
    ],
    TODAY,
  )
  expect(values).toHaveLength(1)
  expect([...faults]).toEqual([
    [2, 'The same date stands in row 1.'],
    [3, 'The date is after today.'],
    [4, 'Enter a date like 2026-01-31 or 31/01/2026.'],
    [5, 'Enter a value above 0, with at most 4 decimals.'],
    [6, 'Enter a value above 0, with at most 4 decimals.'],
    [7, 'The total-return value must be above 0, with at most 4 decimals.'],
  ])
})
