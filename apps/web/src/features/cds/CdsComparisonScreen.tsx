import { type CdsComparison, cdsComparisons } from '@em/contract/cds/cds-comparison'
import { Button } from '@mantine/core'
import IconFileUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs'
import { useState } from 'react'
import { idIn } from '../../lib/filters.ts'
import { closeOverList, openOverList, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useRoute } from '../../lib/query.ts'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { Comparison } from './Comparison.tsx'
import { StatementDialog } from './StatementDialog.tsx'

const open = (row: CdsComparison) => row.breaks - row.explained
const count = (id: string, header: string, value: (row: CdsComparison) => number): Column<CdsComparison> => ({
  id,
  header,
  kind: 'quantity',
  value,
  width: 96,
  phone: false,
})
const columns: Column<CdsComparison>[] = [
  {
    id: 'date',
    header: 'Statement Date',
    kind: 'date',
    value: (row) => row.statement_date,
    width: 126,
    phone: true,
  },
  { id: 'file', header: 'File', value: (row) => row.file_name, width: 210, phone: false },
  {
    id: 'state',
    header: 'State',
    value: (row) => (row.breaks === 0 ? 'Agrees' : open(row) === 0 ? 'Explained' : `${open(row)} open`),
    cell: (row) => (
      <Status tone={row.breaks === 0 ? 'good' : open(row) === 0 ? 'warn' : 'bad'}>
        {row.breaks === 0 ? 'Agrees' : open(row) === 0 ? 'Explained' : `${open(row)} open`}
      </Status>
    ),
    width: 116,
    phone: true,
  },
  count('accounts', 'Accounts', (row) => row.accounts),
  count('lines', 'Lines', (row) => row.lines),
  count('breaks', 'Breaks', (row) => row.breaks),
  count('explained', 'Explained', (row) => row.explained),
  { id: 'by', header: 'Uploaded By', value: (row) => row.uploaded_by, width: 150, phone: false },
  {
    id: 'at',
    header: 'Uploaded At',
    kind: 'moment',
    value: (row) => row.uploaded_at,
    width: 150,
    phone: false,
  },
  { ...count('version', 'Version', (row) => row.version), hidden: true },
]

/** CDS Comparison: statements of the Central Depository against what is held, and the breaks between them. */
export default function CdsComparisonScreen() {
  const [uploading, upload] = useState(false)
  const chosen = idIn(useHashQuery(), 'comparison')
  const list = useRoute(cdsComparisons.list, { query: { limit: 1_000 } })
  const show = (id: number) => openOverList({ comparison: String(id) })
  const add = (
    <IfMay call={cdsComparisons.record}>
      <Button leftSection={<IconFileUpload size={16} />} onClick={() => upload(true)}>
        Compare a statement
      </Button>
    </IfMay>
  )
  return (
    <Page
      title="CDS Comparison"
      lead="Statements of the Central Depository against what has settled in our books on the same day."
      actions={add}
    >
      {chosen !== null && (
        <Comparison key={chosen} id={chosen} onClose={() => closeOverList({ comparison: '' })} />
      )}
      <Section {...(chosen === null ? {} : { title: 'All comparisons' })}>
        <DataGrid
          id="cds-comparisons"
          title="CDS comparisons"
          noun="comparisons"
          rows={list.data}
          columns={columns}
          rowKey={(row) => row.id}
          onOpen={(row) => show(row.id)}
          pageSize={20}
          error={loadFailure(list, 'Failed to load the comparisons')}
          empty={
            <EmptyState title="No comparisons yet" action={add}>
              Upload a statement (.csv or .xlsx) with account, symbol and balance: its balances are compared
              with the settled shares of its date.
            </EmptyState>
          }
        />
      </Section>
      {uploading && (
        <StatementDialog
          onClose={() => upload(false)}
          onDone={({ id }) => {
            upload(false)
            show(id)
          }}
        />
      )}
    </Page>
  )
}
