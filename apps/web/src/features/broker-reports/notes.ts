import { type ContractNote, NOTE_STATUSES, type NumberGap } from '@em/contract/broker-reports/broker-reports'
import { type Report, reportTable } from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import type { Column } from '../../ui/grid/columns.ts'
import { feeColumns, money } from './columns.ts'
import { NO_BROKER } from './commission.ts'
import { type BrokerFilters, factsOfFilters, fileNameOf } from './filters.ts'

type Row = ContractNote

export const STATUSES = NOTE_STATUSES
export const STATUS_WORDS = {
  recorded: { word: 'Recorded', tone: 'good' },
  duplicate: { word: 'Duplicate', tone: 'warn' },
  deleted: { word: 'Deleted', tone: 'quiet' },
} as const

export const GAPS_NOTE =
  'A broker numbers the notes of all his clients in one row: a number that is missing here may be somebody else’s.'

/** Columns of figures and words; the page shows some of them its own way. */
export const noteColumns: readonly Column<Row>[] = [
  { id: 'number', header: 'Number', value: (row) => row.number, width: 110, whole: true, phone: true },
  { id: 'status', header: 'Status', value: (row) => STATUS_WORDS[row.status].word, width: 110, phone: true },
  { id: 'tradeDate', header: 'Trade Date', kind: 'date', value: (row) => row.tradeDate, width: 108 },
  { id: 'broker', header: 'Broker', value: (row) => row.broker || NO_BROKER, width: 160, phone: false },
  { id: 'side', header: 'Side', value: (row) => (row.side === 'buy' ? 'Buy' : 'Sell'), width: 64 },
  { id: 'symbol', header: 'Security', value: (row) => row.symbol, width: 118, whole: true, phone: true },
  { id: 'quantity', header: 'Quantity', kind: 'quantity', value: (row) => row.quantity, width: 100 },
  { id: 'price', header: 'Price', kind: 'price', value: (row) => row.price, width: 100, phone: false },
  money<Row>('gross', 'Gross', (row) => row.gross, { hidden: true }),
  ...feeColumns<Row>({ hidden: true }),
  money<Row>('total_fees', 'Fees', (row) => row.total_fees),
  money<Row>('net', 'Net', (row) => row.net, { phone: true, width: 130 }),
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolio, width: 150, phone: false },
  { id: 'deal', header: 'Deal Number', value: (row) => row.dealNumber, width: 140, hidden: true },
  {
    id: 'document',
    header: 'Document',
    value: (row) => row.document?.fileName ?? null,
    width: 160,
    phone: false,
  },
  { id: 'reason', header: 'Reason', value: (row) => row.reason, width: 170, phone: false },
]

export const gapColumns: readonly Column<NumberGap>[] = [
  { id: 'broker', header: 'Broker', value: (row) => row.broker || NO_BROKER, width: 220 },
  { id: 'after', header: 'After', value: (row) => row.after, width: 130 },
  { id: 'before', header: 'Before', value: (row) => row.before, width: 130 },
  { id: 'missing', header: 'Numbers Missing', kind: 'quantity', value: (row) => row.missing, width: 130 },
]

/** The register and its gaps for paper and files. */
export function notesReport(
  rows: readonly Row[],
  gaps: readonly NumberGap[],
  filters: BrokerFilters,
  by: string,
): Report {
  return {
    title: 'Contract Notes',
    subtitle: [`${formatDate(filters.from)} to ${formatDate(filters.to)}`],
    fileName: fileNameOf('contract-notes', filters),
    by,
    facts: [{ label: 'Currency', value: 'LKR' }, ...factsOfFilters(filters)],
    tables: [
      reportTable({ title: 'Notes', columns: noteColumns, rows, empty: 'There are no contract notes.' }),
      reportTable({ title: 'Gaps', columns: gapColumns, rows: gaps, empty: 'There are no gaps.' }),
    ],
    notes: [GAPS_NOTE],
    orientation: 'landscape',
  }
}
