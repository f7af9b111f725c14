import type { DocumentLineAnswer, TradeDocumentDetail } from '@em/contract/documents/trade-documents'
import { useMemo } from 'react'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { SwitchField } from '../../ui/form/TextFields.tsx'
import type { Column } from '../../ui/grid/columns.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { EmptyState, NothingFound } from '../../ui/States.tsx'
import {
  ALL_EQUITIES,
  counts,
  FEE_COLUMNS,
  hasFeeDifference,
  isOfDocument,
  type Lines,
  SIDE_COLUMN,
  STATE_COLUMN,
} from './document/document.tsx'
import { ReportFoot } from './ReportFoot.tsx'

type Line = DocumentLineAnswer
const text = (id: keyof Line, header: string, more: Partial<Column<Line>> = {}): Column<Line> => ({
  id,
  header,
  value: (line) => line[id] as string,
  width: 120,
  ...more,
})
const fee = (id: keyof Line, header: string, more: Partial<Column<Line>> = {}): Column<Line> => ({
  id,
  header,
  unit: 'LKR',
  kind: 'money',
  value: (line) => line[id] as number,
  total: 'sum',
  ...more,
})
const hidden = { hidden: true }

/** Every field of a line, in the order of the specification; those that are seldom asked for wait in the columns menu. */
const ALL_COLUMNS: readonly Column<Line>[] = [
  { id: 'id', header: 'Line', kind: 'number', decimals: 0, value: (line) => line.id, width: 72 },
  { id: 'tradeDate', header: 'Trade Date', kind: 'date', value: (line) => line.tradeDate },
  text('tradeTime', 'Trade Time', { width: 100 }),
  SIDE_COLUMN,
  text('executionId', 'Execution ID', { width: 160 }),
  text('companySymbol', 'Symbol', { whole: true }),
  { id: 'quantity', header: 'Quantity', kind: 'quantity', value: (line) => line.quantity, total: 'sum' },
  { id: 'price', header: 'Price', unit: 'LKR', kind: 'price', value: (line) => line.price },
  fee('grossAmount', 'Gross Amount'),
  text('lotType', 'Lot Type', hidden),
  text('buyingBroker', 'Buying Broker', hidden),
  text('sellingBroker', 'Selling Broker', hidden),
  text('contractNo', 'Contract No', { whole: true }),
  text('buyingContractNo', 'Buying Contract No', hidden),
  text('sellingContractNo', 'Selling Contract No', hidden),
  text('clientAccount', 'Client Account', { width: 160 }),
  text('clientName', 'Client Name', { width: 160 }),
  text('jointAcNo', 'Joint A/C No', hidden),
  text('participantId', 'Participant ID', hidden),
  text('foreignFlag', 'Foreign Flag', hidden),
  fee('brokerage', 'Brokerage'),
  fee('cdsFees', 'CDS Fees'),
  fee('cseFees', 'CSE Fees'),
  fee('clearingFees', 'Clearing Fees'),
  fee('secCess', 'SEC Cess'),
  fee('governmentCess', 'Government Cess'),
  fee('foreignBrokerage', 'Foreign Brokerage'),
  ...FEE_COLUMNS,
  fee('netAmount', 'Net Amount'),
  text('orderId', 'Order ID', hidden),
  text('status', 'Status', hidden),
  text('tradeReportId', 'Trade Report ID', hidden),
  text('orderSource', 'Order Source', hidden),
  text('additionalTimestamp', 'Additional Timestamp', hidden),
  { id: 'settlementDate', header: 'Settlement Date', kind: 'date', value: (line) => line.settlementDate },
  STATE_COLUMN,
]
const EVENT_LABELS: Readonly<Record<string, string>> = {
  fill: 'Fill',
  cancel: 'Cancel',
  correction: 'Correction',
}
/** Of a drop copy in addition: what a message does to which fill, and the file of the day that it is carried from. */
const MESSAGE_COLUMNS: readonly Column<Line>[] = [
  { id: 'event', header: 'Event', value: ({ event }) => EVENT_LABELS[event] ?? '', width: 104 },
  text('refersTo', 'Refers To', { width: 120 }),
  text('supersededBy', 'Replaced By', { width: 120 }),
  {
    id: 'contract',
    header: 'Contract',
    value: ({ contract }) => contract,
    hint: 'The line of its first fill: the messages of one contract share it',
    width: 100,
  },
  {
    id: 'carriedFrom',
    header: 'Carried From',
    kind: 'number',
    decimals: 0,
    value: ({ carriedFrom }) => carriedFrom,
    hint: 'The number of the earlier document of the day that holds the message',
    width: 116,
  },
]
const ON_A_PHONE = new Set(['companySymbol', 'buySell', 'quantity', 'price'])
const onPhones = (columns: readonly Column<Line>[]) =>
  columns.map((column) => ({ ...column, phone: ON_A_PHONE.has(column.id) }))
const COLUMNS = onPhones(ALL_COLUMNS)
const DROP_COPY_COLUMNS = onPhones([...ALL_COLUMNS.slice(0, 5), ...MESSAGE_COLUMNS, ...ALL_COLUMNS.slice(5)])

interface ParsedTabProps {
  document: TradeDocumentDetail
  lines: Lines
  equity: string
}

/** Parsed Data: every line as it was read, with the proof of its fees and what the books say of it. */
export function ParsedTab({ document, lines, equity }: ParsedTabProps) {
  const onlyDifferences = useHashQuery().get('differences') === '1'
  const rows = useMemo(
    () =>
      lines.data?.filter(
        (line) =>
          isOfDocument(line) &&
          (equity === ALL_EQUITIES || line.companySymbol === equity) &&
          (!onlyDifferences || hasFeeDifference(line)),
      ),
    [lines.data, equity, onlyDifferences],
  )
  const clear = () => changeHashQuery({ equity: '', differences: '' })
  return (
    <>
      <DataGrid
        id={document.kind === 'drop-copy' ? 'trade-report-drop-copy' : 'trade-report-parsed'}
        title="Parsed Data"
        noun="lines"
        rows={rows}
        columns={document.kind === 'drop-copy' ? DROP_COPY_COLUMNS : COLUMNS}
        rowKey={(line) => line.id ?? 0}
        muted={(line) => line.repeated || line.cancelled}
        totalsLabel="Total"
        inTotals={counts}
        error={loadFailure(lines, 'Failed to load the lines of the document')}
        filters={
          <SwitchField
            label="Only fee differences"
            value={onlyDifferences}
            onChange={(on) => changeHashQuery({ differences: on ? '1' : '' })}
          />
        }
        empty={
          document.lines === 0 ? (
            <EmptyState title="No Parsed Data Available">
              Upload a text file to see parsed transaction data here.
            </EmptyState>
          ) : (
            <NothingFound title="No lines match the filters" onClear={clear} />
          )
        }
        offset={330}
      />
      <ReportFoot document={document} />
    </>
  )
}
