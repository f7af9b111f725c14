import { type AuditRow, audit } from '@em/contract/books/audit'
import { registers } from '@em/contract/registers/registers'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { callPages } from '../../lib/api.ts'
import { choiceIn, dateIn, filtersSet, idIn, textIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { useScrolled } from '../../lib/useScrolled.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { FilterSpan, SearchField } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { DateText } from '../../ui/Numbers.tsx'
import { Page } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { EmptyState } from '../../ui/States.tsx'

const FAILED = 'Failed to load the audit trail'
const EXPORT_MAX = 10_000
/** The kinds of records, by the word that an audit row names them with. */
const KINDS: readonly { value: string; label: string }[] = Object.entries({
  trade: 'Trades',
  settlement: 'Settlements',
  'journal-entry': 'Journal entries',
  'suspense-clearing': 'Suspense clearings',
  entity: 'Periods',
  reconciliation: 'Reconciliations',
  'gl-mapping': 'GL mapping',
  batch: 'Imports',
  ...Object.fromEntries(registers.map(({ word, plural }) => [word, plural])),
}).map(([value, label]) => ({ value, label }))
/** What people did besides the books, for who may see it. */
const KINDS_OF_PEOPLE: readonly { value: string; label: string }[] = [
  { value: 'user', label: 'Sign-ins and users' },
  { value: 'role', label: 'Roles' },
  { value: 'download', label: 'Downloads' },
  { value: 'route', label: 'Refused calls' },
]
const ABOUT = [
  { value: 'books', label: 'Books' },
  { value: 'people', label: 'People' },
]
const WORDS = [...KINDS, ...KINDS_OF_PEOPLE].map(({ value }) => value)

/** A change in one line: `Quantity: 6,332 → 6,832`; what was recorded or deleted stands alone. */
function lineOf({ label, before, after }: AuditRow['changes'][number]): string {
  if (before === '') return `${label}: ${after}`
  return `${label}: ${before} \u2192 ${after === '' ? 'empty' : after}`
}

const columns: readonly Column<AuditRow>[] = (
  [
    { id: 'at', header: 'When', kind: 'moment', value: (row) => row.at, width: 150, phone: true },
    { id: 'by', header: 'Who', value: (row) => row.by ?? 'The server', width: 140, phone: false },
    { id: 'action', header: 'What', value: (row) => row.action, width: 140, phone: true },
    { id: 'kind', header: 'Kind', value: (row) => row.kind, width: 130, phone: false },
    { id: 'record', header: 'Record', value: (row) => row.record, width: 190, phone: true },
    {
      id: 'changes',
      header: 'Before and After',
      value: (row) => row.changes.map(lineOf).join('; '),
      width: 330,
      phone: false,
    },
    { id: 'reason', header: 'Reason', value: (row) => row.reason, width: 160, phone: false },
  ] satisfies Column<AuditRow>[]
).map((column) => ({ ...column, sortable: false }))

/** Who recorded, corrected and deleted what, newest first, with what each record said before and after. */
export default function AuditTrailScreen() {
  const address = useHashQuery()
  const maySeePeople = useMay()(audit.ofPeople)
  const isOfPeople = maySeePeople && choiceIn(address, 'about', ['people']) === 'people'
  const call = isOfPeople ? audit.ofPeople : audit.list
  const filters = {
    search: textIn(address, 'search', 100),
    kind: choiceIn(address, 'kind', WORDS),
    from: dateIn(address, 'from'),
    to: dateIn(address, 'to'),
    person: String(idIn(address, 'person') ?? ''),
  }
  const people = useRoute(audit.people)
  const [open, setOpen] = useState<AuditRow | null>(null)
  const { kind, ...rest } = filters
  const asked = Object.fromEntries(
    Object.entries({ ...rest, entity: kind }).filter(([, value]) => value !== ''),
  )
  const { list, rows, more } = useScrolled<AuditRow>(call, { query: asked })
  return (
    <Page
      title="Audit Trail"
      lead="Who recorded, corrected and deleted what, newest first. Open a row to see its fields before and after."
      actions={
        <RefreshButton
          loading={list.isRefetching && !list.isFetchingNextPage}
          onClick={() => void list.refetch()}
        />
      }
    >
      <FilterFrame
        label="Filter the audit trail"
        count={filtersSet(filters)}
        onClear={() => changeHashQuery({ search: '', kind: '', from: '', to: '', person: '' })}
      >
        <SearchField
          placeholder="Record, description, reason"
          value={filters.search}
          onSearch={(search) => changeHashQuery({ search })}
        />
        <FilterSpan
          labels={['Date from', 'Date to']}
          from={filters.from}
          to={filters.to}
          onChange={(days) => changeHashQuery({ ...days })}
        />
        {maySeePeople && (
          <SelectField
            label="About"
            value={isOfPeople ? 'people' : 'books'}
            onChange={(about) => changeHashQuery({ about: about === 'people' ? about : '', kind: '' })}
            options={ABOUT}
          />
        )}
        <SelectField
          label="Person"
          placeholder="Everyone"
          searchable
          value={filters.person}
          onChange={(person) => changeHashQuery({ person })}
          options={(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <SelectField
          label="Kind"
          placeholder="All kinds"
          searchable
          value={kind}
          onChange={(value) => changeHashQuery({ kind: value })}
          options={isOfPeople ? KINDS_OF_PEOPLE : KINDS}
        />
      </FilterFrame>
      <DataGrid
        id="audit-trail"
        title="Audit Trail"
        noun="rows"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        search={false}
        onOpen={setOpen}
        allRows={async () => (await callPages<AuditRow>(call, asked, EXPORT_MAX, PAGE_MOST)).rows}
        more={more}
        error={loadFailure(list, FAILED)}
        empty={
          filtersSet(filters) > 0 ? (
            <EmptyState
              title={list.hasNextPage ? 'Nothing found so far' : 'Nothing found'}
              {...(list.hasNextPage && {
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
              No row {list.hasNextPage ? 'among the latest ' : ''}matches these filters.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing has been recorded yet">
              Each trade, entry and master record leaves a row here when it is recorded, changed or deleted.
            </EmptyState>
          )
        }
      />
      <Detail row={open} onClose={() => setOpen(null)} />
    </Page>
  )
}

/** Rows that one answer of the audit trail holds at most. */
const PAGE_MOST = 1_000

function Detail({ row, onClose }: { row: AuditRow | null; onClose: () => void }) {
  return (
    <Modal
      opened={row !== null}
      onClose={onClose}
      title={row === null ? 'Audit Trail' : `${row.record}: ${row.action.toLowerCase()}`}
      size="lg"
    >
      {row !== null && (
        <Stack gap="md">
          <div>
            {row.by ?? 'The server'}, <DateText value={row.at} time />
            {row.reason === null ? '' : `. Reason: ${row.reason}`}
          </div>
          {row.changes.length === 0 ? (
            <div>No field of the record was changed.</div>
          ) : (
            <SmallTable label="Before and after" tall>
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Before</th>
                  <th scope="col">After</th>
                </tr>
              </thead>
              <tbody>
                {row.changes.map(({ field, label, before, after }) => (
                  <tr key={field}>
                    <td>{label}</td>
                    <td data-wrap>{before === '' ? '\u2013' : before}</td>
                    <td data-wrap>{after === '' ? '\u2013' : after}</td>
                  </tr>
                ))}
              </tbody>
            </SmallTable>
          )}
          <DialogActions>
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </Stack>
      )}
    </Modal>
  )
}
