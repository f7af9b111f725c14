import type { CommissionRow, CommissionSummary } from '@em/contract/broker-reports/broker-reports'
import { type Report, reportTable } from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import type { Column } from '../../ui/grid/columns.ts'
import { feeColumns, money } from './columns.ts'
import { type BrokerFilters, factsOfFilters, fileNameOf } from './filters.ts'

type Row = CommissionRow

export const NO_BROKER = 'No broker'

/** Of the table on the page and of its report alike. */
export const commissionColumns: readonly Column<Row>[] = [
  { id: 'broker', header: 'Broker', value: (row) => row.broker || NO_BROKER, width: 190, phone: true },
  { id: 'month', header: 'Month', value: (row) => row.month, width: 90, phone: true },
  { id: 'trades', header: 'Trades', kind: 'quantity', value: (row) => row.trades, total: 'sum', width: 80 },
  money<Row>('bought', 'Bought', (row) => row.bought, { hidden: true }),
  money<Row>('sold', 'Sold', (row) => row.sold, { hidden: true }),
  money<Row>('turnover', 'Turnover', (row) => row.turnover, { width: 140, hint: 'Gross of both sides' }),
  ...feeColumns<Row>(),
  money<Row>('foreign', 'Foreign Brokerage', (row) => row.foreign_brokerage, {
    hidden: true,
    hint: 'Of brokers abroad, as documents state it; no tariff proves it',
  }),
  money<Row>('total', 'Total', (row) => row.total, { phone: true }),
  {
    id: 'effectiveRate',
    header: 'Effective Rate',
    unit: '%',
    kind: 'percent',
    decimals: 4,
    value: (row) => row.effectiveRate,
    width: 120,
    hint: 'Total fees of the turnover',
  },
  money<Row>('schedule', 'By Schedule', (row) => row.schedule, {
    hidden: true,
    hint: 'By the fee tariffs, a client’s trades of one day together',
  }),
  money<Row>('difference', 'Difference', (row) => row.difference, {
    signed: true,
    hint: 'Charged less the schedule, without foreign brokerage',
  }),
]

/** The summary for paper and files. */
export function commissionReport(data: CommissionSummary, filters: BrokerFilters, by: string): Report {
  const rows = data.rows.length === 0 ? [] : [...data.rows, { ...data.total, broker: 'Total', month: '' }]
  return {
    title: 'Commission Summary',
    subtitle: [`${formatDate(data.startDate)} to ${formatDate(data.endDate)}`],
    fileName: fileNameOf('commission', filters),
    by,
    facts: [{ label: 'Currency', value: 'LKR' }, ...factsOfFilters(filters)],
    tables: [
      reportTable<Row>({
        columns: commissionColumns,
        rows,
        level: (row) => (row === rows.at(-1) ? 'total' : 'row'),
        empty: 'There are no trades.',
      }),
    ],
    notes: [
      'Difference: fees as charged less those of the fee tariffs, as in Fee Proof: a client’s trades of one security, side and day are charged together, intraday relief is applied, and foreign brokerage is not compared.',
    ],
    orientation: 'landscape',
  }
}
