import { roles, type UserRecord, users } from '@em/contract/identity/identity'
import { Button, Group, SegmentedControl, Tabs } from '@mantine/core'
import { useMemo, useState } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { choiceIn, idIn } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { useHealth } from '../../../lib/health.ts'
import { useMay } from '../../../lib/may.ts'
import { useRoute } from '../../../lib/query.ts'
import { RowButtons } from '../../../registers/RowButtons.tsx'
import { NativeSelectField } from '../../../ui/form/NativeSelectField.tsx'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { RowMenu } from '../../../ui/grid/GridTools.tsx'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { PasswordLinkDialog } from './PasswordLinkDialog.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { RolesView } from './RolesView.tsx'
import { portfoliosInWords } from './scope-values.ts'
import { nameOf, STATES, type UserAction, useUserActions } from './useUserActions.ts'

const columns: Column<UserRecord>[] = [
  { id: 'name', header: 'Name', value: nameOf, width: 176, phone: true },
  {
    id: 'state',
    header: 'State',
    value: (user) => STATES[user.state].word,
    cell: (user) => <Status tone={STATES[user.state].tone}>{STATES[user.state].word}</Status>,
    width: 98,
    phone: true,
  },
  { id: 'email', header: 'Email', value: (user) => user.email, width: 226, phone: false },
  { id: 'roles', header: 'Roles', value: (user) => user.roles.join(', '), width: 168, phone: false },
  {
    id: 'portfolios',
    header: 'Portfolios',
    value: (user) => portfoliosInWords(user.portfolios),
    width: 164,
    phone: false,
  },
  {
    id: 'since',
    header: 'Signed up',
    kind: 'moment',
    value: (user) => user.created_at,
    width: 140,
    phone: false,
    hidden: true,
  },
  {
    id: 'seen',
    header: 'Last seen',
    kind: 'moment',
    value: (user) => user.lastSeenAt,
    width: 156,
    phone: false,
  },
]
const ORDER = ['waiting', 'invited', 'active', 'disabled'] as const
const onPhone = columns.map((one) => (one.id === 'name' ? { ...one, width: 176 } : one))

/** Users: who may sign in. The administrator approves, disables, enables and creates one-time links. */
export default function UsersScreen() {
  const view = useHashQuery().get('view') === 'roles' ? 'roles' : 'people'
  const [adding, add] = useState(false)
  const approval = useHealth({ staleTime: 60_000 }).data?.signup === 'approval'
  const may = useMay()
  const lead = approval
    ? 'The people who can sign in. New accounts wait here until you approve them.'
    : 'The people who can sign in, and what they may do.'
  return (
    <Page
      title="Users"
      lead={lead}
      actions={
        view === 'roles'
          ? may(roles.set) && <Button onClick={() => add(true)}>New role</Button>
          : may(users.invite) && <Button onClick={() => add(true)}>Invite</Button>
      }
    >
      <Tabs
        value={view}
        onChange={(to) =>
          changeHashQuery({ view: to === 'roles' ? 'roles' : null, state: null, person: null })
        }
      >
        <Tabs.List>
          <Tabs.Tab value="people">People</Tabs.Tab>
          <Tabs.Tab value="roles">Roles</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {view === 'roles' ? <RolesView adding={adding} onAdded={() => add(false)} /> : <People />}
      {view === 'people' && adding && <InviteDialog onClose={() => add(false)} />}
    </Page>
  )
}

function People() {
  const query = useRoute(users.list)
  const address = useHashQuery()
  const state = choiceIn(address, 'state', ORDER)
  const narrow = useNarrow()
  const person = idIn(address, 'person')
  const edited = query.data?.find(({ id }) => id === person) ?? null
  const edit = (user: UserRecord | null) =>
    changeHashQuery({ person: user === null ? null : String(user.id) })
  const [linkFor, showLink] = useState<UserRecord | null>(null)
  const actionsOf = useUserActions(query, { onLink: showLink, onEdit: edit }, narrow)
  const rows = useMemo(() => query.data && inOrder(query.data, state), [query.data, state])
  const count = (one: UserRecord['state']) =>
    query.data === undefined ? '–' : query.data.filter((user) => user.state === one).length
  const filter = (value: string) => changeHashQuery({ state: value })
  const states = ORDER.map((one) => ({ value: one, label: `${STATES[one].word} ${count(one)}` }))
  return (
    <>
      <div>
        {narrow ? (
          <NativeSelectField
            label="State"
            placeholder="All"
            value={state}
            onChange={filter}
            options={states}
          />
        ) : (
          <SegmentedControl
            aria-label="State"
            value={state}
            onChange={filter}
            data={[{ value: '', label: 'All' }, ...states]}
          />
        )}
      </div>
      <DataGrid
        id="users"
        title="Users"
        noun="users"
        rows={rows}
        columns={narrow ? onPhone : columns}
        rowKey={(user) => user.id}
        pageSize={50}
        offset={376}
        onOpen={edit}
        muted={(user) => user.state === 'disabled'}
        searchLabel="Search users"
        error={
          query.isError
            ? {
                title: 'Failed to fetch users',
                message: messageOf(query.error, ''),
                onRetry: () => void query.refetch(),
              }
            : null
        }
        {...(narrow
          ? { actions: actionsOf }
          : {
              tools: {
                width: 124,
                calls: [users.change, users.passwordLink],
                cell: (user: UserRecord) => <PersonTools user={user} actions={actionsOf(user)} />,
              },
            })}
        empty={
          <EmptyState title="No users found">
            {state === 'waiting'
              ? 'No account is waiting for approval.'
              : 'Try another state or another search.'}
          </EmptyState>
        }
      />
      {linkFor !== null && <PasswordLinkDialog user={linkFor} onClose={() => showLink(null)} />}
      {edited !== null && <PersonDialog user={edited} onClose={() => edit(null)} />}
    </>
  )
}

/** The action that comes next, and a menu with the others. */
function PersonTools({ user, actions }: { user: UserRecord; actions: readonly UserAction[] }) {
  const may = useMay()
  const [opened, open] = useState(false)
  const offered = actions.filter(({ call }) => may(call))
  const next = offered.find(({ main }) => main) ?? offered[0]
  const name = nameOf(user)
  if (next === undefined) return null
  const { label, onClick, disabled, main } = next
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      <RowButtons name={name} buttons={[{ label, onClick, disabled, tone: main ? 'main' : 'plain' }]} />
      <RowMenu
        alone
        label={`Actions for ${name}`}
        actions={offered.filter((one) => one !== next)}
        opened={opened}
        onChange={open}
      />
    </Group>
  )
}

/** Those who wait first, then by name. */
function inOrder(all: readonly UserRecord[], state: string): UserRecord[] {
  const shown = state === '' ? [...all] : all.filter((user) => user.state === state)
  const last = (user: UserRecord) => (user.state === 'waiting' ? 0 : 1)
  return shown.sort((a, b) => last(a) - last(b) || nameOf(a).localeCompare(nameOf(b)))
}
