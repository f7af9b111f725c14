import { expect, it } from 'vitest'
import { type Tie, tieTable } from './amounts.ts'
import { type DescribedColumn, describedTable, ofRow, paperColumns, partsBy } from './described.ts'
import type { ReportTable, SheetAddresses } from './report.ts'

interface Row {
  readonly name: string
  readonly got: number
  readonly paid: number
}
const money = (id: 'got' | 'paid'): DescribedColumn<Row> => ({
  id,
  header: id,
  kind: 'money',
  value: (row) => row[id],
  sums: 'added',
})
const columns: readonly DescribedColumn<Row>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name },
  money('got'),
  money('paid'),
  {
    id: 'left',
    header: 'Left',
    kind: 'money',
    value: (row) => row.got - row.paid,
    sums: 'own',
    formula: () => (cell) => `${cell('got')}-${cell('paid')}`,
  },
  { id: 'half', header: 'Half', value: () => null, formula: ofRow((cell) => `${cell('got')}/2`) },
]
const row = (name: string, got: number, paid: number): Row => ({ name, got, paid })
const sum = (text: string, got: number, paid: number) => ({ text, values: { got, paid, left: got - paid } })

const ADDRESSES: SheetAddresses = {
  cell: (line, column) => `${'ABCDE'[column]}${line + 1}`,
  range: (column, from, to) => `${'ABCDE'[column]}${from + 1}:${'ABCDE'[column]}${to + 1}`,
}
const shown = ({ rows }: ReportTable) =>
  rows.map(({ level, indent, cells, formulas = {} }) => [
    level,
    indent,
    cells[0],
    cells[1] ?? null,
    Object.values(formulas)
      .map((formula) => formula(ADDRESSES))
      .join(' '),
  ])

const parts = [
  {
    heading: 'North',
    parts: [
      { heading: 'Sea', rows: [row('a', 5, 1), row('b', 7, 2)], sum: sum('Total Sea', 12, 3) },
      { heading: 'Land', rows: [row('c', 1, 1)], sum: sum('Total Land', 1, 1) },
    ],
    sum: sum('Total North', 13, 4),
  },
]

it('puts rows under headings and sums under rows, and calculates sums by rows or by the sums of parts', () => {
  const table = describedTable({ columns, parts, total: sum('Total', 13, 4), calculates: true })
  expect(shown(table)).toEqual([
    ['heading', 0, 'North', null, ''],
    ['heading', 1, 'Sea', null, ''],
    ['row', 2, 'a', 5, 'B3-C3 B3/2'],
    ['row', 2, 'b', 7, 'B4-C4 B4/2'],
    ['subtotal', 1, 'Total Sea', 12, 'SUM(B3:B4) SUM(C3:C4) B5-C5'],
    ['heading', 1, 'Land', null, ''],
    ['row', 2, 'c', 1, 'B7-C7 B7/2'],
    ['subtotal', 1, 'Total Land', 1, 'SUM(B7:B7) SUM(C7:C7) B8-C8'],
    ['subtotal', 0, 'Total North', 13, 'B5+B8 C5+C8 B9-C9'],
    ['total', 0, 'Total', 13, 'B9 C9 B10-C10'],
  ])
})

it('adds the rows of a table without headings, and nothing where there are none', () => {
  const of = (rows: readonly Row[]) =>
    shown(describedTable({ columns, parts: [{ rows }], total: sum('Total', 0, 0), calculates: true })).at(-1)
  expect(of([row('a', 5, 1)])?.at(-1)).toBe('SUM(B1:B1) SUM(C1:C1) B2-C2')
  expect(of([])?.at(-1)).toBe('B1-C1')
})

it('calculates no sum unless asked to, and keeps rows at the edge where they are flat', () => {
  const table = shown(describedTable({ columns, parts, flat: true }))
  expect(table.map(([, indent]) => indent)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0])
  expect(table[4]?.at(-1)).toBe('B5-C5')
})

it('puts the names of sums into the column that the table says', () => {
  const table = describedTable({
    columns: [money('got'), ...columns.slice(0, 1)],
    parts: [{ rows: [row('a', 5, 1)] }],
    total: sum('Total', 5, 1),
    words: 'name',
  })
  expect(table.rows.at(-1)?.cells).toEqual([5, 'Total'])
})

it('adds up the rows of a sum that has no values of its own, and has no total where there are no rows', () => {
  const words = { sea: 'By Sea', land: 'By Land', air: 'By Air' }
  const listed = [row('a', 5, 1), row('b', 0.1, 2), row('c', 0.2, 1)]
  const of = (rows: readonly Row[]) =>
    describedTable({
      columns,
      parts: partsBy(rows, words, ({ name }) => (name === 'a' ? 'land' : 'sea')),
      total: { text: 'Total' },
    }).rows.map(({ level, indent, cells }) => [level, indent, ...cells.slice(0, 3)])
  expect(of(listed)).toEqual([
    ['heading', 0, 'By Sea', undefined, undefined],
    ['row', 1, 'b', 0.1, 2],
    ['row', 1, 'c', 0.2, 1],
    ['subtotal', 0, 'Total by sea', '0.3', '3'],
    ['heading', 0, 'By Land', undefined, undefined],
    ['row', 1, 'a', 5, 1],
    ['subtotal', 0, 'Total by land', '5', '1'],
    ['total', 0, 'Total', '5.3', '4'],
  ])
  expect(of([])).toEqual([])
})

it('takes the columns of paper from those of the screen: in its own order, without units and signs', () => {
  const listed = [
    { id: 'name', header: 'Full Name', value: ({ name }: Row) => name, width: 90 },
    { id: 'got', header: 'Got', unit: 'LKR', kind: 'money', signed: true, value: (of: Row) => of.got },
    { id: 'days', header: 'Days', kind: 'quantity', decimals: 1, total: 'sum', value: () => 3 },
  ] as const
  const [days, got, left] = paperColumns<Row>(listed, {
    days: 'Days held',
    got: 'Got in all',
    left: { header: 'Left', kind: 'money', value: (of) => of.got - of.paid },
  })
  expect(days).toMatchObject({
    id: 'days',
    header: 'Days held',
    kind: 'quantity',
    decimals: 1,
    sums: 'added',
  })
  expect(Object.keys(got ?? {}).sort()).toEqual(['header', 'id', 'kind', 'sums', 'value'])
  expect(left?.value(row('a', 5, 2))).toBe(3)
  expect(() => paperColumns(listed, { age: 'Age' })).toThrow('The list has no column age.')
})

it('ties a report to the ledger account by account: what is left over is the difference', () => {
  const tie = (report: number, other: number, ledger: number): Tie => ({
    report,
    others: other === 0 ? [] : [{ label: 'By hand', amount: other }],
    ledger,
    difference: ledger - report - other,
  })
  const table = tieTable({
    title: 'Tie-out',
    ties: [tie(10, 2, 12), tie(5, 0, 6)],
    words: { report: 'Schedule', ledger: 'Movement', what: 'Schedule' },
    columns: [{ header: '1100' }, { header: '1105' }],
    readOff: (index) => (index === 0 ? (at) => at.cell(9, 1) : undefined),
  })
  expect(table.rows.map(({ level, cells }) => [level, ...cells])).toEqual([
    ['row', 'Schedule', 10, 5],
    ['row', 'By hand', 2, null],
    ['subtotal', 'Schedule and others', 12, 5],
    ['row', 'Movement', 12, 6],
    ['total', 'Difference', 0, 1],
  ])
  expect(shown(table).map((line) => line.at(-1))).toEqual([
    'B10',
    '',
    'SUM(B1:B2) SUM(C1:C2)',
    '',
    'ROUND(B4-B3,2) ROUND(C4-C3,2)',
  ])
})
