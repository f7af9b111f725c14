import { type UserRecord, users } from '@em/contract/identity'
import { Button, SegmentedControl, Tabs } from '@mantine/core'
import { useMemo, useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useHealth } from '../../lib/health.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { RowButtons } from '../../registers/RowButtons.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { PasswordLinkDialog } from './PasswordLinkDialog.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { RolesView } from './RolesView.tsx'
import { portfoliosInWords } from './scope-values.ts'
import { nameOf, STATES, useUserActions } from './useUserActions.ts'

const columns: Column<UserRecord>[] = [
  { id: 'name', header: 'Name', value: nameOf, width: 190, phone: true },
  {
    id: 'state',
    header: 'State',
    value: (user) => STATES[user.state].word,
    cell: (user) => <Status tone={STATES[user.state].tone}>{STATES[user.state].word}</Status>,
    width: 98,
    phone: true,
  },
  { id: 'email', header: 'Email', value: (user) => user.email, width: 200, phone: false },
  { id: 'roles', header: 'Roles', value: (user) => user.roles.join(', '), width: 150, phone: false },
  {
    id: 'portfolios',
    header: 'Portfolios',
    value: (user) => portfoliosInWords(user.portfolios),
    width: 170,
    phone: false,
  },
  {
    id: 'since',
    header: 'Signed up',
    kind: 'date',
    value: (user) => user.created_at.slice(0, 10),
    width: 104,
    phone: false,
  },
  {
    id: 'seen',
    header: 'Last seen',
    kind: 'moment',
    value: (user) => user.lastSeenAt,
    width: 140,
    phone: false,
  },
]
const ORDER = ['waiting', 'invited', 'active', 'disabled'] as const
const onPhone = columns.map((one) => (one.id === 'name' ? { ...one, width: 176 } : one))

/** Users: who may sign in. The administrator approves, disables, enables and hands out one-time links. */
export default function UsersScreen() {
  const view = useHashQuery().get('view') === 'roles' ? 'roles' : 'people'
  const [inviting, invite] = useState(false)
  const approval = useHealth({ staleTime: 60_000 }).data?.signup === 'approval'
  const may = useMay()
  const lead = approval
    ? 'The people who can sign in. New accounts wait here until you approve them.'
    : 'The people who can sign in, and what they may do.'
  return (
    <Page
      title="Users"
      lead={lead}
      actions={may(users.invite) && <Button onClick={() => invite(true)}>Invite</Button>}
    >
      <Tabs
        value={view}
        onChange={(to) => changeHashQuery({ view: to === 'roles' ? 'roles' : null, state: null })}
      >
        <Tabs.List>
          <Tabs.Tab value="people">People</Tabs.Tab>
          <Tabs.Tab value="roles">Roles</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {view === 'roles' ? <RolesView /> : <People />}
      {inviting && <InviteDialog onClose={() => invite(false)} />}
    </Page>
  )
}

function People() {
  const query = useRoute(users.list)
  const wanted = useHashQuery().get('state')
  const state = ORDER.find((one) => one === wanted) ?? ''
  const narrow = useNarrow()
  const [edited, edit] = useState<UserRecord | null>(null)
  const [linkFor, showLink] = useState<UserRecord | null>(null)
  const actionsOf = useUserActions(query, { onLink: showLink, onEdit: edit }, narrow)
  const rows = useMemo(() => query.data && inOrder(query.data, state), [query.data, state])
  const count = (one: UserRecord['state']) =>
    query.data === undefined ? '–' : query.data.filter((user) => user.state === one).length
  return (
    <>
      <div>
        <SegmentedControl
          size={narrow ? 'xs' : 'sm'}
          fullWidth={narrow}
          aria-label="State"
          value={state}
          onChange={(value) => changeHashQuery({ state: value })}
          data={[
            { value: '', label: 'All' },
            ...ORDER.map((one) => ({ value: one, label: `${STATES[one].word} ${count(one)}` })),
          ]}
        />
      </div>
      <DataGrid
        id="users"
        title="Users"
        noun="users"
        rows={rows}
        columns={narrow ? onPhone : columns}
        rowKey={(user) => user.id}
        pageSize={50}
        offset={320}
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
                width: 236,
                cell: (user: UserRecord) => (
                  <RowButtons
                    name={nameOf(user)}
                    buttons={actionsOf(user).map(({ label, onClick, danger, main, disabled }) => ({
                      label,
                      onClick,
                      disabled,
                      tone: danger ? 'danger' : main ? 'main' : 'plain',
                    }))}
                  />
                ),
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

/** Those who wait first, then by name. */
function inOrder(all: readonly UserRecord[], state: string): UserRecord[] {
  const shown = state === '' ? [...all] : all.filter((user) => user.state === state)
  const last = (user: UserRecord) => (user.state === 'waiting' ? 0 : 1)
  return shown.sort((a, b) => last(a) - last(b) || nameOf(a).localeCompare(nameOf(b)))
}
