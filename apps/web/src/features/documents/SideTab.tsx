import type { DocumentLineAnswer, TradeDocumentDetail } from '@em/contract/documents/trade-documents'
import { useMemo } from 'react'
import { loadFailure } from '../../lib/load-failure.ts'
import type { Column } from '../../ui/grid/columns.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { ALL_EQUITIES, counts, type Lines } from './document/document.tsx'
import { ReportFoot } from './ReportFoot.tsx'

const money = (
  id: string,
  header: string,
  value: (line: DocumentLineAnswer) => number,
): Column<DocumentLineAnswer> => ({ id, header, unit: 'LKR', kind: 'money', value, total: 'sum' })

/** As the specification has them. */
const ALL_COLUMNS: readonly Column<DocumentLineAnswer>[] = [
  { id: 'contractNo', header: 'Contract No', value: (line) => line.contractNo, whole: true, width: 120 },
  { id: 'equity', header: 'Equity', value: (line) => line.companySymbol, whole: true, width: 120 },
  { id: 'shares', header: 'Shares', kind: 'quantity', value: (line) => line.quantity, total: 'sum' },
  { id: 'price', header: 'Price', unit: 'LKR', kind: 'price', value: (line) => line.price },
  money('gross', 'Gross Amount', (line) => line.grossAmount),
  money('brokerage', 'Brokerage', (line) => line.brokerage),
  money('govCess', 'GOV CESS', (line) => line.governmentCess),
  money('net', 'Net Amount', (line) => line.netAmount),
  { id: 'settlement', header: 'Settlement', kind: 'date', value: (line) => line.settlementDate },
  money('foreignBrokerage', 'Foreign Brokerage', (line) => line.foreignBrokerage),
  money('clearing', 'Clearing Fees', (line) => line.clearingFees),
]
const ON_A_PHONE = new Set(['equity', 'shares', 'net'])
const COLUMNS = ALL_COLUMNS.map((column) => ({ ...column, phone: ON_A_PHONE.has(column.id) }))

interface SideTabProps {
  document: TradeDocumentDetail
  lines: Lines
  equity: string
  side: 'sales' | 'purchases'
}

/** Sales or Purchases: the fills of one side, with their sums. */
export function SideTab({ document, lines, equity, side }: SideTabProps) {
  const rows = useMemo(() => {
    const letter = side === 'sales' ? 'S' : 'B'
    return lines.data?.filter(
      (line) =>
        counts(line) && line.buySell === letter && (equity === ALL_EQUITIES || line.companySymbol === equity),
    )
  }, [lines.data, equity, side])
  const title = side === 'sales' ? 'Sales' : 'Purchases'
  const whose = equity === ALL_EQUITIES ? document.fileName : `${equity} in ${document.fileName}`
  return (
    <>
      <DataGrid
        id={`trade-report-${side}`}
        title={title}
        noun={side}
        rows={rows}
        columns={COLUMNS}
        rowKey={(line) => line.id ?? 0}
        totalsLabel={`Total ${side}`}
        error={loadFailure(lines, 'Failed to load the lines of the document')}
        empty={
          <EmptyState title={`No ${side}`}>
            There are no {side} of {whose}.
          </EmptyState>
        }
        offset={330}
      />
      <ReportFoot document={document} />
    </>
  )
}
