/** A small report for tests: a heading, two accounts, one with a name that looks like a formula, and their total. */
import { type Report, type ReportColumn, type RowLevel, reportTable } from './report.ts'

export interface Line {
  level: RowLevel
  code: string
  name: string
  closing: string | null
  date: string
}
export const line = (code: string, name: string, closing: string | null, level: RowLevel = 'row'): Line => ({
  code,
  name,
  closing,
  level,
  date: '2026-01-31',
})
export const columns: ReportColumn<Line>[] = [
  { header: 'Code', value: (row: Line) => row.code },
  { header: 'Account', value: (row) => row.name },
  { header: 'Date', kind: 'date', value: (row) => (row.level === 'row' ? row.date : null) },
  { header: 'Closing', unit: 'LKR', kind: 'money', value: (row) => row.closing },
]
export const reportOf = (rows: Line[]): Report => ({
  title: 'Trial Balance',
  subtitle: ['01 Jan 2026 to 31 Jan 2026', 'All portfolios'],
  facts: [{ label: 'Currency', value: 'LKR' }],
  by: 'Nimal Perera',
  tables: [
    reportTable({
      columns,
      rows,
      level: (row) => row.level,
      indent: (row) => (row.level === 'row' ? 1 : 0),
    }),
  ],
})
export const rows = [
  line('Assets', '', null, 'heading'),
  line('1100', '=HYPERLINK("http://x")', '-1234567.5'),
  line('1200', 'Cash at bank', '99.005'),
  line('Total Assets', '', '-1234468.50', 'total'),
]
