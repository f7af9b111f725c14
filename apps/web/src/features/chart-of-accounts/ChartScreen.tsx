import { chartOfAccounts } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { columnsOf } from '../../registers/columns.tsx'
import { EditModal } from '../../registers/EditModal.tsx'
import { RecordDetail } from '../../registers/RecordDetail.tsx'
import { RegisterList } from '../../registers/RegisterList.tsx'
import { deleteButton, editButton, type RowButton, RowButtons } from '../../registers/RowButtons.tsx'
import { StatusBadge } from '../../registers/StatusBadge.tsx'
import { useChange, useRecords, useRemoval } from '../../registers/useMaster.ts'
import type { AnyRecord } from '../../registers/values.ts'
import { Quantity } from '../../ui/Numbers.tsx'
import { Page, StatCard, Stats } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { AddAccountModal } from './AddAccountModal.tsx'
import { chartMaster } from './chart-master.ts'

const isActive = (account: AnyRecord) => account['active_status'] === 'Yes'
const isSystem = (account: AnyRecord) => account['is_system'] === true
const statusOf = (account: AnyRecord) => (isActive(account) ? 'Active' : 'Inactive')

/** The name, and what is said of the account besides. */
function describe(account: AnyRecord): string {
  const { account_name: name, description } = account
  return description === null || description === name ? String(name) : `${name}: ${description}`
}

const columns = columnsOf(chartMaster.register, {
  first: ['account_code', 'description', 'account_type', 'active_status'],
  changes: {
    account_code: { width: 140 },
    account_name: { hidden: true },
    description: { width: 340, value: describe },
    account_type: { width: 130 },
    active_status: {
      width: 130,
      value: statusOf,
      cell: (account) => <StatusBadge status={statusOf(account)} />,
    },
    created_at: { hidden: false },
  },
})
const BY_CODE = [{ id: 'account_code', desc: false }]

/** Chart Of Accounts: the ledger's accounts, their number, and adding, changing, closing them. */
export default function ChartScreen() {
  const [adding, add] = useState(false)
  const [opened, open] = useState<AnyRecord | null>(null)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const { query } = useRecords(chartMaster.register)
  const remove = useRemoval(chartMaster)
  const change = useChange(chartMaster)
  const mayAdd = useMay()(chartOfAccounts.routes.create)
  const total = query.data?.length
  const active = query.data?.filter(isActive).length
  const buttons = (account: AnyRecord): RowButton[] => {
    const own: RowButton[] = [
      {
        label: isActive(account) ? 'Deactivate' : 'Activate',
        call: chartOfAccounts.routes.update,
        onClick: () => void toggle(account),
      },
      deleteButton(chartMaster, () => void remove(account)),
    ]
    return [editButton(chartMaster, () => edit(account)), ...(isSystem(account) ? [] : own)]
  }
  const toggle = (account: AnyRecord) =>
    isActive(account)
      ? change(account, { active_status: 'No' }, 'Account deactivated.')
      : change(account, { active_status: 'Yes' }, 'Account activated.')
  return (
    <Page
      title="Chart of Accounts"
      lead="The accounts that trades and journal entries post to."
      actions={
        <>
          <RefreshButton
            loading={query.isFetching && !query.isPending}
            onClick={() => void query.refetch()}
          />
          {mayAdd && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => add(true)}>
              Add Account
            </Button>
          )}
        </>
      }
    >
      <Stats>
        <StatCard label="Total" value={<Quantity value={total} />} loading={query.isPending} />
        <StatCard label="Active" value={<Quantity value={active} />} loading={query.isPending} />
        <StatCard
          label="Inactive"
          value={
            <Quantity value={total === undefined || active === undefined ? undefined : total - active} />
          }
          loading={query.isPending}
        />
      </Stats>
      <RegisterList
        master={chartMaster}
        columns={columns}
        initialSort={BY_CODE}
        offset={340}
        onOpen={open}
        muted={(account) => !isActive(account)}
        noun="accounts"
        tools={{
          width: 208,
          cell: (account) => <RowButtons name={String(account['account_code'])} buttons={buttons(account)} />,
        }}
        empty={
          <EmptyState
            title="No accounts found in the database."
            action={mayAdd && <Button onClick={() => add(true)}>Add Account</Button>}
          >
            Add the accounts that journal entries post to.
          </EmptyState>
        }
      />
      {mayAdd && <AddAccountModal opened={adding} onClose={() => add(false)} />}
      <RecordDetail
        master={chartMaster}
        record={opened}
        onClose={() => open(null)}
        {...(opened !== null && !isSystem(opened)
          ? { onDelete: (account: AnyRecord) => void remove(account).then((gone) => gone && open(null)) }
          : {})}
        onEdit={(account) => {
          open(null)
          edit(account)
        }}
      />
      <EditModal master={chartMaster} record={edited} onClose={() => edit(null)} />
    </Page>
  )
}
