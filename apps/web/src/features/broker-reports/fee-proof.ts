import {
  type FeeProof,
  type FeeProofLine,
  type FeeProofRow,
  PROOF_STATES,
} from '@em/contract/broker-reports/broker-reports'
import { FEES } from '@em/contract/fee-tariffs/fees'
import { type Report, reportTable } from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import type { Column } from '../../ui/grid/columns.ts'
import { feeColumns, money } from './columns.ts'
import { NO_BROKER } from './commission.ts'
import { type BrokerFilters, factsOfFilters, fileNameOf } from './filters.ts'

export const STATES = PROOF_STATES
export const STATE_WORDS = {
  differs: { word: 'Differs', tone: 'warn' },
  agrees: { word: 'Agrees', tone: 'good' },
  'no-tariff': { word: 'No tariff', tone: 'quiet' },
} as const

export const PROOF_NOTES = [
  'Difference: fees as charged less the schedule of the fee tariffs, fee by fee. Up to half a cent a fill is rounding and no difference.',
  'A contract that several documents tell counts once, by the newest of them. Foreign brokerage stands beside the schedule and is not proved.',
] as const

const count = (
  id: 'documents' | 'lines' | 'different' | 'unproved' | 'repeated',
  header: string,
  more: Partial<Column<FeeProofRow>> = {},
): Column<FeeProofRow> => ({
  id,
  header,
  kind: 'quantity',
  value: (row) => row[id],
  total: 'sum',
  width: 100,
  phone: false,
  ...more,
})

/** Of the table on the page and of its report alike. */
export const proofColumns: readonly Column<FeeProofRow>[] = [
  { id: 'broker', header: 'Broker', value: (row) => row.broker || NO_BROKER, width: 190, phone: true },
  count('documents', 'Documents', { hidden: true }),
  count('lines', 'Lines Proved'),
  count('different', 'Lines That Differ', { width: 120 }),
  count('unproved', 'Without Tariff', { width: 110, hidden: true, hint: 'Not in any amount' }),
  count('repeated', 'In a Newer Document', {
    hidden: true,
    hint: 'Lines whose contract a newer document tells: left out',
  }),
  money<FeeProofRow>('charged', 'Charged', (row) => row.charged, { width: 130 }),
  money<FeeProofRow>('schedule', 'By Schedule', (row) => row.schedule, { width: 130 }),
  money<FeeProofRow>('difference', 'Difference', (row) => row.difference, {
    phone: true,
    hint: 'Charged less the schedule, rounding left out',
  }),
  ...feeColumns<FeeProofRow>({ hint: 'Charged less the schedule' }),
  money<FeeProofRow>('rounding', 'Rounding', (row) => row.rounding, {
    hidden: true,
    hint: 'Charged less the schedule less the difference',
  }),
]

const amount = (
  id: string,
  header: string,
  value: (row: FeeProofLine) => number | null,
  more: Partial<Column<FeeProofLine>> = {},
): Column<FeeProofLine> => ({
  id,
  header,
  kind: 'money',
  value,
  total: 'sum',
  width: 118,
  phone: false,
  ...more,
})

/** The lines behind the sums; the page shows some columns its own way. */
export const proofLineColumns: readonly Column<FeeProofLine>[] = [
  { id: 'document', header: 'Document', value: (row) => row.document.fileName, width: 170, phone: false },
  { id: 'line', header: 'Line', kind: 'quantity', value: (row) => row.line, width: 64, phone: false },
  {
    id: 'tradeDate',
    header: 'Trade Date',
    kind: 'date',
    value: (row) => row.tradeDate,
    width: 108,
    phone: false,
  },
  { id: 'broker', header: 'Broker', value: (row) => row.broker || NO_BROKER, width: 160, phone: false },
  {
    id: 'contract',
    header: 'Contract',
    value: (row) => row.contractNumber,
    width: 110,
    whole: true,
    phone: true,
  },
  {
    id: 'side',
    header: 'Side',
    value: (row) => (row.side === 'buy' ? 'Buy' : 'Sell'),
    width: 64,
    phone: false,
  },
  { id: 'symbol', header: 'Security', value: (row) => row.symbol, width: 118, whole: true, phone: true },
  { id: 'client', header: 'Client A/C', value: (row) => row.clientAccount, width: 150, hidden: true },
  {
    id: 'quantity',
    header: 'Quantity',
    kind: 'quantity',
    value: (row) => row.quantity,
    width: 100,
    phone: false,
  },
  amount('gross', 'Gross', (row) => row.gross, { hidden: true, width: 140 }),
  amount('charged', 'Charged', (row) => row.charged),
  amount('schedule', 'By Schedule', (row) => row.schedule),
  amount('difference', 'Difference', (row) => row.difference, { phone: true }),
  ...FEES.map(({ column, label }) =>
    amount(column, label, (row) => row.fees?.[column] ?? null, { hidden: true }),
  ),
  { id: 'state', header: 'State', value: (row) => STATE_WORDS[row.state].word, width: 100, phone: false },
]

/** The sums by broker and the lines behind them, for paper and files. */
export function feeProofReport(
  data: FeeProof,
  lines: readonly FeeProofLine[],
  filters: BrokerFilters,
  by: string,
): Report {
  const rows = data.rows.length === 0 ? [] : [...data.rows, { ...data.total, broker: 'Total' }]
  return {
    title: 'Fee Proof',
    subtitle: [`${formatDate(data.startDate)} to ${formatDate(data.endDate)}`],
    fileName: fileNameOf('fee-proof', filters),
    by,
    facts: [{ label: 'Currency', value: 'LKR' }, ...factsOfFilters(filters)],
    tables: [
      reportTable<FeeProofRow>({
        title: 'By broker',
        columns: proofColumns,
        rows,
        level: (row) => (row === rows.at(-1) ? 'total' : 'row'),
        empty: 'No document has lines of these days.',
      }),
      reportTable({ title: 'Lines', columns: proofLineColumns, rows: lines, empty: 'There are no lines.' }),
    ],
    notes: [...PROOF_NOTES],
    orientation: 'landscape',
  }
}
