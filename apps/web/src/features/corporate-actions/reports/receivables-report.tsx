import type { ActionReceivable } from '@em/contract/corporate-actions/action-reports'
import { describedTable, paperColumns, partsBy } from '@em/paper/described'
import type { Report } from '@em/paper/report'
import { securityColumn } from '../../../links/symbol-column.tsx'
import { moneyColumns } from '../../../ui/grid/amount-column.tsx'
import type { Column } from '../../../ui/grid/columns.ts'
import { accountOf, ageOf, BAND_WORDS, factsOfFilters, type ReceivableFilters } from './receivables.ts'

const money = moneyColumns({ total: 'sum', width: 130, phone: false })

/** The columns of receivables, of the screen and of the report. */
export const receivableColumns: readonly Column<ActionReceivable>[] = [
  { id: 'title', header: 'Event', value: (row) => row.title, width: 270, phone: true, wrap: true },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName, width: 160, phone: false },
  money('outstanding', 'Outstanding', (row) => row.outstanding, { phone: true }),
  { id: 'due', header: 'Due', kind: 'date', value: (row) => row.due, width: 112, phone: false },
  {
    id: 'days',
    header: 'Days',
    kind: 'quantity',
    value: (row) => (row.days < 0 ? null : row.days),
    width: 76,
    phone: false,
    hint: 'Calendar days since it was due, of a refund since the allotment',
  },
  { id: 'age', header: 'Age', value: ageOf, width: 116, phone: false },
  money('expected', 'Expected', (row) => row.expected),
  money('received', 'Received', (row) => row.received),
  money('written_off', 'Written Off', (row) => row.written_off, { hidden: true }),
  { id: 'account', header: 'Account', value: accountOf, width: 170, hidden: true },
  securityColumn(),
  { id: 'company', header: 'Company', value: (row) => row.securityName, width: 170, hidden: true },
]

/** Receivables of events by age, with the sum of each age and of all. */
export function receivablesReport(
  rows: readonly ActionReceivable[],
  filters: ReceivableFilters,
  { asOf, by }: { asOf: string; by: string },
): Report {
  return {
    title: 'Receivables of Corporate Actions',
    subtitle: [`As at ${asOf}`],
    fileName: `Receivables ${asOf}`,
    by,
    facts: [{ label: 'Currency', value: 'LKR' }, ...factsOfFilters(filters)],
    tables: [
      describedTable<ActionReceivable>({
        columns: paperColumns(receivableColumns, {
          title: 'Event',
          symbol: 'Symbol',
          portfolio: 'Portfolio',
          account: 'Account',
          due: 'Due',
          days: { header: 'Days', value: ({ due, days }) => (due === null && days <= 0 ? null : days) },
          expected: 'Expected',
          received: 'Received',
          written_off: 'Written off',
          outstanding: 'Outstanding',
        }),
        parts: partsBy(rows, BAND_WORDS, ({ band }) => band),
        total: { text: 'Total' },
        empty: 'Nothing is outstanding.',
      }),
    ],
    notes: [
      'Days are calendar days since the day on which the money was to come, of refunds since the allotment.',
    ],
    orientation: 'landscape',
  }
}
