import { type GlMapping, glMappings, type MappedRole } from '@em/contract/gl-mappings/gl-mappings'
import { useMemo, useState } from 'react'
import { today } from '../../lib/dates.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { Balance } from '../../ui/Balance.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { EffectiveFrom } from './EffectiveFrom.tsx'
import { LeftBalances } from './LeftBalances.tsx'
import css from './Mapping.module.css'
import { MappingDialog } from './MappingDialog.tsx'
import { dayOf, type MappingRow, plannedDay, rowsOf, subjectOf } from './mapping.ts'
import { useRemoveException, useWithdrawChange } from './useRemoveException.ts'

const columns: Column<MappingRow>[] = [
  {
    id: 'role',
    header: 'Posting',
    value: (row) => (row.exception === null ? row.role.label : `${row.role.label}, ${wordsOf(row)}`),
    cell: (row) =>
      row.exception === null ? row.role.label : <span className={css.exception}>{wordsOf(row)}</span>,
    width: 232,
    phone: true,
  },
  {
    id: 'code',
    header: 'Account Code',
    value: (row) => (row.exception ?? row.role).account_code,
    width: 118,
    phone: true,
  },
  { id: 'name', header: 'Account', value: (row) => (row.exception ?? row.role).account_name, width: 196 },
  {
    id: 'from',
    header: 'Effective From',
    kind: 'date',
    value: (row) => dayOf((row.exception ?? row.role).effective_from),
    cell: (row) => <EffectiveFrom value={(row.exception ?? row.role).effective_from} />,
    width: 140,
    hint: 'Entries of this day and later go to the account',
  },
  {
    id: 'until',
    header: 'Effective Until',
    kind: 'date',
    value: (row) => (row.exception ?? row.role).effective_until,
    width: 126,
  },
  { id: 'type', header: 'Type', value: (row) => row.role.account_type, width: 88 },
  {
    id: 'control',
    header: 'Follows from trades',
    kind: 'boolean',
    value: (row) => row.role.is_control,
    width: 160,
    hidden: true,
    hint: 'The account serves this posting only and takes no manual entries',
  },
  {
    id: 'balance',
    header: 'Balance',
    unit: 'LKR',
    kind: 'money',
    value: (row) => (row.exception === null ? row.role.balance : null),
    cell: (row) => (row.exception === null ? <Balance value={row.role.balance} /> : null),
    width: 184,
    hint: 'Of the general account today',
  },
]

/** A row below its role: what the exception is for, or whose account it was or will be. */
function wordsOf({ exception, state }: MappingRow): string {
  if (exception === null) return ''
  const subject = subjectOf(exception)
  if (state === 'Current') return `only ${subject}`
  return holdsInGeneral(exception)
    ? `${state === 'Earlier' ? 'earlier' : 'later'} account`
    : `only ${subject}, ${state.toLowerCase()} account`
}

/** The subject of a dialog: a role, and the exception to change or `new`. */
interface Editing {
  readonly role: MappedRole
  readonly exception: GlMapping | 'new' | null
}

const holdsInGeneral = (one: GlMapping) => one.portfolioId === null && one.settlement_account_id === null
const editingOf = ({ role, exception }: MappingRow): Editing => ({ role, exception })

/** GL Mapping: which ledger account each posting goes to, in general and per portfolio. */
export default function GlMappingScreen() {
  const query = useRoute(glMappings.list)
  const rows = useMemo(
    () => (query.data === undefined ? undefined : rowsOf(query.data, today())),
    [query.data],
  )
  const [editing, edit] = useState<Editing | null>(null)
  const remove = useRemoveException()
  const withdraw = useWithdrawChange()
  const may = useMay()
  return (
    <Page
      title="GL Mapping"
      lead="Which ledger account each posting goes to, in general and for single portfolios. A change holds from its effective date: an entry goes to the account mapped on its own date, also when it is corrected later."
    >
      <LeftBalances />
      <DataGrid
        id="gl-mappings"
        title="Postings"
        noun="accounts"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.key}
        {...(may(glMappings.set)
          ? {
              onOpen: (row: MappingRow) => {
                if (row.state !== 'Earlier') edit(editingOf(row))
              },
            }
          : {})}
        error={
          query.isError
            ? { title: 'Failed to fetch the GL mapping', onRetry: () => void query.refetch() }
            : null
        }
        actions={(row) => {
          const { exception } = row
          if (row.state === 'Earlier') return []
          const isGeneral = exception === null || holdsInGeneral(exception)
          const planned = plannedDay(row)
          return [
            { label: 'Change account', call: glMappings.set, onClick: () => edit(editingOf(row)) },
            ...(exception === null || planned === null
              ? []
              : [
                  {
                    label:
                      planned === exception.effective_from ? 'Withdraw the change' : 'Withdraw the removal',
                    call: glMappings.withdraw,
                    onClick: () => void withdraw(row.role, exception, planned),
                  },
                ]),
            ...(isGeneral
              ? []
              : [
                  {
                    label: 'Remove the exception',
                    call: glMappings.remove,
                    danger: true,
                    onClick: () => void remove(row.role, exception),
                  },
                ]),
            ...(exception === null
              ? [
                  {
                    label: 'Add an exception',
                    call: glMappings.set,
                    onClick: () => edit({ role: row.role, exception: 'new' }),
                  },
                ]
              : []),
          ]
        }}
        empty={<EmptyState title="No postings">The postings come with the chart of accounts.</EmptyState>}
      />
      {editing !== null && (
        <MappingDialog role={editing.role} exception={editing.exception} onClose={() => edit(null)} />
      )}
    </Page>
  )
}
