import { Button } from '@mantine/core'
import { useState } from 'react'
import { columnsOf } from '../../registers/columns.tsx'
import { EditModal } from '../../registers/EditModal.tsx'
import { RecordDetail } from '../../registers/RecordDetail.tsx'
import { RegisterList } from '../../registers/RegisterList.tsx'
import { deleteButton, editButton, RowButtons } from '../../registers/RowButtons.tsx'
import { StatusBadge } from '../../registers/StatusBadge.tsx'
import { useChange, useRemoval } from '../../registers/useMaster.ts'
import type { AnyRecord } from '../../registers/values.ts'
import { EmptyState } from '../../ui/States.tsx'
import { equityMaster, TOGGLE_FAILED } from './equity-master.ts'

const columns = columnsOf(equityMaster.register, {
  first: ['symbol', 'name'],
  changes: {
    symbol: { width: 140 },
    name: { width: 320 },
    isin: { width: 150 },
    sector: { width: 240 },
    isActive: {
      header: 'Status',
      width: 110,
      value: (equity) => statusOf(equity),
      cell: (equity) => <StatusBadge status={statusOf(equity)} />,
    },
  },
}).map((column) => (column.id === 'isActive' ? { ...column, kind: 'text' as const } : column))

function isActive(equity: AnyRecord): boolean {
  return equity['isActive'] === true
}

function statusOf(equity: AnyRecord): string {
  return isActive(equity) ? 'Active' : 'Inactive'
}

const toggling = { ...equityMaster, words: { ...equityMaster.words, updateFailed: TOGGLE_FAILED } }

/** All equities, with Edit in a dialog and Delete; a row opens all that is kept, and Activate or Deactivate. */
export function EquityList({ onNew }: { onNew: (() => void) | undefined }) {
  const [opened, open] = useState<AnyRecord | null>(null)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const remove = useRemoval(equityMaster)
  const change = useChange(toggling)
  const toggle = (equity: AnyRecord) => {
    open(null)
    void change(equity, { isActive: !isActive(equity) }, equityMaster.words.updated)
  }
  return (
    <>
      <RegisterList
        master={equityMaster}
        columns={columns}
        onOpen={open}
        muted={(equity) => !isActive(equity)}
        tools={{
          width: 124,
          cell: (equity) => (
            <RowButtons
              name={String(equity['symbol'])}
              buttons={[
                editButton(equityMaster, () => edit(equity)),
                deleteButton(equityMaster, () => void remove(equity)),
              ]}
            />
          ),
        }}
        empty={
          <EmptyState title="No equities yet" action={onNew && <Button onClick={onNew}>New Equity</Button>}>
            Enter the securities that you trade; buys and sells pick them from here.
          </EmptyState>
        }
      />
      <RecordDetail
        master={equityMaster}
        record={opened}
        onClose={() => open(null)}
        more={
          opened === null
            ? undefined
            : { label: isActive(opened) ? 'Deactivate' : 'Activate', onClick: () => toggle(opened) }
        }
        onEdit={(equity) => {
          open(null)
          edit(equity)
        }}
        onDelete={(equity) => void remove(equity).then((gone) => gone && open(null))}
      />
      <EditModal master={equityMaster} record={edited} onClose={() => edit(null)} />
    </>
  )
}
