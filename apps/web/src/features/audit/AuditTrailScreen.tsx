import { type AuditRow, audit } from '@em/contract/audit/audit'
import type { ExportFormat } from '@em/contract/exports/exports'
import { AUDIT_COLUMNS } from '@em/paper/audit-trail'
import { columnsFrom } from '@em/paper/report'
import { Button } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { choiceIn, filtersSet } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useMay } from '../../lib/may.ts'
import { useScrolled } from '../../lib/useScrolled.ts'
import { Banner } from '../../ui/Banner.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Page } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { makeExport } from '../exports/make-export.tsx'
import { AuditDetail } from './AuditDetail.tsx'
import { AuditFilterBar } from './AuditFilterBar.tsx'
import { type About, type AuditFilters, askedOf, filtersIn, isOf, NO_FILTERS } from './audit-filters.ts'

const FAILED = 'Failed to load the audit trail'

const shown = columnsFrom(AUDIT_COLUMNS)
const columns: readonly Column<AuditRow>[] = (
  [
    shown('at', { width: 150, phone: true }),
    shown('by', { width: 140, phone: false }),
    shown('action', { width: 150, phone: true }),
    shown('kind', { width: 130, phone: false }),
    shown('record', { width: 190, phone: true }),
    shown('changes', { width: 330, phone: false }),
    shown('reason', { width: 160, phone: false }),
    shown('address', { width: 120, hidden: true }),
    shown('request', { width: 150, hidden: true }),
  ] satisfies Column<AuditRow>[]
).map((column) => ({ ...column, sortable: false }))
/** Where people came from is seen at once where it is kept. */
const columnsOfPeople = columns.map((column) =>
  column.id === 'address' ? { ...column, hidden: false } : column,
)

/** The subjects that may be asked about; only books for users who see neither all portfolios nor acts of users. */
function useOffered(): readonly About[] {
  const may = useMay()
  const all: readonly [About, boolean][] = [
    ['books', true],
    ['people', may(audit.ofPeople)],
    ['installation', may(audit.people)],
    ['everything', may(audit.ofPeople)],
  ]
  return all.filter(([, offered]) => offered).map(([about]) => about)
}

/** Who recorded, corrected and deleted what, newest first, with what each record said before and after. */
export default function AuditTrailScreen() {
  const client = useQueryClient()
  const address = useHashQuery()
  const offered = useOffered()
  const filters = filtersIn(address)
  const about =
    choiceIn(address, 'about', offered) || offered.find((one) => isOf(one, filters.kind)) || 'books'
  const [open, setOpen] = useState<AuditRow | null>(null)
  const [busy, setBusy] = useState<ExportFormat | null>(null)
  const asked = askedOf(filters)
  const isOfPeople = about === 'people'
  const { list, rows, more } = useScrolled<AuditRow>(isOfPeople ? audit.ofPeople : audit.list, {
    query: isOfPeople || about === 'books' ? asked : { ...asked, about },
  })
  const exportAll = async (format: ExportFormat) => {
    setBusy(format)
    await exportActs(client, filters, about, format)
    setBusy(null)
  }
  return (
    <Page
      title="Audit Trail"
      lead="Who recorded, corrected and deleted what, newest first. Open a row to see its fields before and after."
      actions={
        <>
          <RefreshButton
            loading={list.isRefetching && !list.isFetchingNextPage}
            onClick={() => void list.refetch()}
          />
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              variant="default"
              leftSection={<IconDownload size={16} />}
              loading={busy === format}
              disabled={busy !== null || rows === undefined || rows.length === 0}
              onClick={() => void exportAll(format)}
            >
              Export to {FORMAT_NAMES[format]}
            </Button>
          ))}
        </>
      }
    >
      <AuditFilterBar filters={filters} about={about} offered={offered} />
      <OfOneRecord filters={filters} rows={rows} />
      <DataGrid
        id="audit-trail"
        title="Audit Trail"
        noun="rows"
        rows={rows}
        columns={isOfPeople ? columnsOfPeople : columns}
        rowKey={(row) => row.id}
        search={false}
        exportable={false}
        onOpen={setOpen}
        more={more}
        error={loadFailure(list, FAILED)}
        empty={<Nothing filters={filters} list={list} />}
      />
      <AuditDetail row={open} onClose={() => setOpen(null)} />
    </Page>
  )
}

const FORMAT_NAMES = { xlsx: 'Excel', csv: 'CSV' } as const

/** Makes a file of every act that the filters leave. */
function exportActs(
  client: QueryClient,
  { kind, record, ...filters }: AuditFilters,
  about: About,
  format: ExportFormat,
): Promise<void> {
  const body = { ...filters, ...(kind && { entity: kind }), ...(record && { record }), about, format }
  const what = FORMAT_NAMES[format]
  return makeExport(client, {
    words: `Exporting the audit trail to ${what}.`,
    failed: `Failed to export to ${what}. Please try again.`,
    start: (options) => call(audit.export, { body, ...options }),
  })
}

/** Says that the list is the history of one record, or what one request did, and offers all acts again. */
function OfOneRecord({
  filters: { record, request },
  rows,
}: {
  filters: AuditFilters
  rows: readonly AuditRow[] | undefined
}) {
  if (record === '' && request === '') return null
  const name = rows?.[0]?.record ?? record
  const what = record === '' ? 'What one request did' : `History of ${name}`
  return (
    <Banner>
      {what}.{' '}
      <Button variant="subtle" size="compact-sm" onClick={() => changeHashQuery({ ...NO_FILTERS })}>
        Show all acts
      </Button>
    </Banner>
  )
}

type List = ReturnType<typeof useScrolled<AuditRow>>['list']

function Nothing({ filters, list }: { filters: AuditFilters; list: List }) {
  if (filtersSet(filters) === 0 && !list.hasNextPage) {
    return (
      <EmptyState title="Nothing has been recorded yet">
        Each trade, entry and master record leaves a row here when it is recorded, changed or deleted.
      </EmptyState>
    )
  }
  const { hasNextPage } = list
  return (
    <EmptyState
      title={hasNextPage ? 'Nothing found so far' : 'Nothing found'}
      {...(hasNextPage && {
        action: (
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Search earlier rows
          </Button>
        ),
      })}
    >
      No row {hasNextPage ? 'among the latest ' : ''}matches these filters.
    </EmptyState>
  )
}
