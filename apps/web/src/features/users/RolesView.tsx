import { type RoleRecord, roles } from '@em/contract/identity'
import { RIGHTS, rightOf } from '@em/contract/rights'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { RowButtons } from '../../registers/RowButtons.tsx'
import { confirmDelete } from '../../ui/Dialog.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { notify } from '../../ui/notify.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { RoleDialog } from './RoleDialog.tsx'

const columns: Column<RoleRecord>[] = [
  { id: 'name', header: 'Role', value: ({ name }) => name, width: 170, phone: true },
  {
    id: 'kind',
    header: 'Kind',
    value: ({ isBuiltIn }) => (isBuiltIn ? 'Built-in' : 'Own'),
    width: 90,
    phone: false,
  },
  { id: 'people', header: 'People', kind: 'number', value: ({ people }) => people, width: 90, phone: true },
  {
    id: 'rights',
    header: 'Rights',
    value: ({ rights }) => `${rights.length} of ${RIGHTS.length}`,
    width: 100,
    phone: true,
  },
  {
    id: 'what',
    header: 'What it holds',
    value: ({ description, rights }) => description ?? rights.map((name) => rightOf(name).label).join(', '),
    width: 520,
    phone: false,
  },
]

/** What a role can be shown as: a role to open, a new one, or a new one like another. */
type Shown = { role: RoleRecord } | { role: null; like?: RoleRecord }

/** The roles and their rights. */
export function RolesView() {
  const query = useRoute(roles.list)
  const remove = useWrite(roles.remove)
  const narrow = useNarrow()
  const [shown, show] = useState<Shown | null>(null)
  const drop = async (role: RoleRecord) => {
    if (!(await confirmDelete({ question: 'Delete this role?', name: role.name }))) return
    await remove
      .mutateAsync({ params: { name: role.name }, query: { version: role.version } })
      .then(() => notify.success(`The role ${role.name} was deleted.`))
      .catch((error: unknown) => notify.error('The role could not be deleted. Please try again.', error))
  }
  const actionsOf = (role: RoleRecord) => [
    { label: role.isBuiltIn ? 'View' : 'Edit', onClick: () => show({ role }) },
    { label: 'Copy', onClick: () => show({ role: null, like: role }) },
    ...(role.isBuiltIn || role.people > 0
      ? []
      : [{ label: 'Delete', danger: true, onClick: () => void drop(role) }]),
  ]
  return (
    <>
      <Group>
        <Button variant="default" onClick={() => show({ role: null })}>
          New role
        </Button>
      </Group>
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
        error={
          query.isError
            ? {
                title: 'Failed to fetch roles',
                message: messageOf(query.error, ''),
                onRetry: () => void query.refetch(),
              }
            : null
        }
        {...(narrow
          ? { actions: actionsOf }
          : {
              tools: {
                width: 190,
                cell: (role: RoleRecord) => (
                  <RowButtons
                    name={role.name}
                    buttons={actionsOf(role).map(({ label, onClick, ...more }) => ({
                      label,
                      onClick,
                      tone: 'danger' in more ? ('danger' as const) : ('plain' as const),
                    }))}
                  />
                ),
              },
            })}
        empty={<EmptyState title="No roles found">Try another search.</EmptyState>}
      />
      {shown !== null && (
        <RoleDialog
          role={shown.role}
          {...('like' in shown && shown.like && { like: shown.like })}
          onClose={() => show(null)}
        />
      )}
    </>
  )
}
