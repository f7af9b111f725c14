import { type GlMapping, glMappings, type MappedRole } from '@em/contract/books/gl-mappings'
import { useMemo, useState } from 'react'
import { useRoute } from '../../lib/query.ts'
import { Balance } from '../../ui/Balance.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { LeftBalances } from './LeftBalances.tsx'
import css from './Mapping.module.css'
import { MappingDialog } from './MappingDialog.tsx'
import { type MappingRow, placeOf, rowsOf } from './mapping.ts'
import { useRemoveException } from './useRemoveException.ts'

const columns: Column<MappingRow>[] = [
  {
    id: 'role',
    header: 'Posting',
    value: (row) => (row.exception === null ? row.role.label : placeOf(row.exception)),
    cell: (row) =>
      row.exception === null ? (
        row.role.label
      ) : (
        <span className={css.exception}>only {placeOf(row.exception)}</span>
      ),
    width: 240,
    phone: true,
  },
  {
    id: 'code',
    header: 'Account Code',
    value: (row) => (row.exception ?? row.role).account_code,
    width: 130,
    phone: true,
  },
  { id: 'name', header: 'Account', value: (row) => (row.exception ?? row.role).account_name, width: 240 },
  { id: 'type', header: 'Type', value: (row) => row.role.account_type, width: 110 },
  {
    id: 'control',
    header: 'Follows from trades',
    kind: 'boolean',
    value: (row) => row.role.is_control,
    width: 160,
    hint: 'The account serves nothing else and takes no manual entries',
  },
  {
    id: 'balance',
    header: 'Balance',
    unit: 'LKR',
    kind: 'money',
    value: (row) => (row.exception === null ? row.role.balance : null),
    cell: (row) => (row.exception === null ? <Balance value={row.role.balance} /> : null),
    width: 190,
    hint: 'Of the general account today',
  },
]

/** What a dialog is opened for: a role, and the exception to change or `new`. */
interface Editing {
  readonly role: MappedRole
  readonly exception: GlMapping | 'new' | null
}

/** GL Mapping: which ledger account each posting goes to, in general and per portfolio. */
export default function GlMappingScreen() {
  const query = useRoute(glMappings.list)
  const rows = useMemo(() => (query.data === undefined ? undefined : rowsOf(query.data)), [query.data])
  const [editing, edit] = useState<Editing | null>(null)
  const remove = useRemoveException()
  return (
    <Page
      title="GL Mapping"
      lead="Which ledger account each posting goes to, in general and for single portfolios. A change holds from the next posting on; the balance can move along."
    >
      <LeftBalances />
      <DataGrid
        id="gl-mappings"
        title="Postings"
        noun="postings"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.key}
        onOpen={(row) => edit({ role: row.role, exception: row.exception })}
        error={
          query.isError
            ? { title: 'Failed to fetch the GL mapping', onRetry: () => void query.refetch() }
            : null
        }
        actions={(row) => [
          { label: 'Change account', onClick: () => edit({ role: row.role, exception: row.exception }) },
          ...(row.exception === null
            ? [
                {
                  label: 'Add an exception',
                  onClick: () => edit({ role: row.role, exception: 'new' as const }),
                },
              ]
            : [
                {
                  label: 'Remove the exception',
                  danger: true,
                  onClick: () => void remove(row.role, row.exception as GlMapping),
                },
              ]),
        ]}
        empty={<EmptyState title="No postings">The postings come with the chart of accounts.</EmptyState>}
      />
      {editing !== null && (
        <MappingDialog role={editing.role} exception={editing.exception} onClose={() => edit(null)} />
      )}
    </Page>
  )
}
