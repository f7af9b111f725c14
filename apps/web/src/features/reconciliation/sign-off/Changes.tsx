import type { ChangedLine } from '@em/contract/reconciliation/reconciliation-records'
import { changeHashQuery } from '../../../lib/hash.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { openReconciliation } from '../record/address.ts'
import { moreOf, useChangedLines } from '../record/useReconciliation.ts'

type Row = ChangedLine
const all: readonly Column<Row>[] = [
  { id: 'date', header: 'Date', kind: 'date', value: (line) => line.date, width: 112, phone: true },
  { id: 'entry', header: 'Entry', value: (line) => String(line.entry_id), width: 84 },
  {
    id: 'description',
    header: 'Description',
    value: (line) => line.description ?? line.reference,
    width: 280,
    phone: true,
  },
  { id: 'portfolio', header: 'Portfolio', value: (line) => line.portfolio, width: 130, hidden: true },
  {
    id: 'debit',
    header: 'Debit',
    unit: 'LKR',
    kind: 'money',
    value: (line) => (line.debit === 0 ? null : line.debit),
    width: 130,
    phone: true,
  },
  {
    id: 'credit',
    header: 'Credit',
    unit: 'LKR',
    kind: 'money',
    value: (line) => (line.credit === 0 ? null : line.credit),
    width: 130,
    phone: true,
  },
  { id: 'at', header: 'Recorded', kind: 'moment', value: (line) => line.recordedAt, width: 150 },
  { id: 'by', header: 'Recorded By', value: (line) => line.recordedBy, width: 150 },
  {
    id: 'taken',
    header: 'Included In',
    value: (line) =>
      line.outside ? 'No portfolio' : line.takenInto === null ? 'Not yet' : 'Later reconciliation',
    width: 150,
    hint: 'Whether a later signed-off reconciliation includes the line. A line without a portfolio is in no reconciliation of a portfolio.',
  },
]
const columns = all.map((column) => ({ ...column, sortable: false }))

/** Ledger lines that were recorded into days of a reconciliation after its sign-off. */
export function Changes({ id }: { id: number }) {
  const found = useChangedLines(id)
  return (
    <DataGrid
      id="reconciliation-changes"
      title="Changed since the sign-off"
      noun="lines"
      rows={found.rows}
      columns={columns}
      rowKey={(line) => line.id}
      search={false}
      offset={260}
      onOpen={(line) => changeHashQuery({ entry: String(line.entry_id) })}
      actions={(line) => [
        { label: 'Show entry', onClick: () => changeHashQuery({ entry: String(line.entry_id) }) },
        ...(line.takenInto === null
          ? []
          : [
              {
                label: 'Open the later reconciliation',
                onClick: () => openReconciliation(line.takenInto ?? id),
              },
            ]),
      ]}
      more={moreOf(found)}
      error={loadFailure(found.list, 'Failed to refresh data')}
    />
  )
}
