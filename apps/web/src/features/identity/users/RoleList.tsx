import type { RoleRecord } from '@em/contract/identity/identity'
import { RIGHTS } from '@em/contract/identity/rights'
import type { UseQueryResult } from '@tanstack/react-query'
import { loadFailure } from '../../../lib/load-failure.ts'
import { type Column, DataGrid, type RowAction } from '../../../ui/grid/DataGrid.tsx'
import { EmptyState } from '../../../ui/States.tsx'

const columns: Column<RoleRecord>[] = [
  { id: 'name', header: 'Role', value: ({ name }) => name, width: 170, phone: true },
  {
    id: 'people',
    header: 'People',
    kind: 'number',
    decimals: 0,
    value: ({ people }) => people,
    width: 90,
    phone: true,
  },
  {
    id: 'rights',
    header: 'Rights',
    value: ({ rights }) => `${rights.length} of ${RIGHTS.length}`,
    width: 100,
    phone: true,
  },
]

interface RoleListProps {
  query: UseQueryResult<RoleRecord[], Error>
  actionsOf: (role: RoleRecord) => readonly RowAction[]
  onOpen: (role: RoleRecord) => void
}

/** The roles one below the other: where there is no room for all of them side by side. */
export function RoleList({ query, actionsOf, onOpen }: RoleListProps) {
  return (
    <DataGrid
      id="roles"
      title="Roles"
      noun="roles"
      rows={query.data}
      columns={columns}
      rowKey={({ name }) => name}
      pageSize={50}
      offset={320}
      searchLabel="Search roles"
      error={loadFailure(query, 'Failed to fetch roles')}
      onOpen={onOpen}
      actions={actionsOf}
      empty={<EmptyState title="No roles found">Try another search.</EmptyState>}
    />
  )
}
