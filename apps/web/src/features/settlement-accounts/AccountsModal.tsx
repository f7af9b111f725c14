import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMay, useMayChange, useMayChangeAll } from '../../lib/may.ts'
import { columnsOf } from '../../registers/columns.tsx'
import { RecordDetail } from '../../registers/RecordDetail.tsx'
import { RegisterList } from '../../registers/RegisterList.tsx'
import { deleteButton, editButton, RowButtons } from '../../registers/RowButtons.tsx'
import { useRemoval } from '../../registers/useMaster.ts'
import type { AnyRecord } from '../../registers/values.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { accountMaster } from './account-master.ts'

const columns = columnsOf(accountMaster.register, {
  first: ['account_name', 'account_number', 'bank_name', 'branch_name', 'payment_method', 'settles'],
  changes: {
    account_name: { width: 180 },
    account_number: { width: 150 },
    bank_name: { width: 200 },
    branch_name: { width: 150 },
    payment_method: { width: 140 },
    settles: { width: 100 },
    swift_code: { width: 120 },
    iban: { width: 150 },
  },
})

interface AccountsProps {
  /** Leads to the form for a new one. */
  onNew?: () => void
  onEdit: (account: AnyRecord) => void
  onRemoved: (account: AnyRecord) => void
}

interface AccountsModalProps extends AccountsProps {
  opened: boolean
  onClose: () => void
}

/** The settlement accounts in a dialog. */
export function AccountsModal({ opened, onClose, ...accounts }: AccountsModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Settlement accounts" size="80rem">
      <Accounts {...accounts} onNew={onClose} />
    </Modal>
  )
}

/** Whether the person may change an account: every portfolio that uses it. */
function useIsOpen(): (account: AnyRecord) => boolean {
  const all = useMayChangeAll()
  const mayChange = useMayChange()
  return ({ usedBy, usedElsewhere }) =>
    all ||
    (usedElsewhere !== true &&
      String(usedBy ?? '')
        .split(', ')
        .every((code) => code === '' || mayChange(code)))
}

/** The settlement accounts, with Edit (in the form of the page) and Delete; who may not change one is shown all of it. */
export function Accounts({ onNew, onEdit, onRemoved }: AccountsProps) {
  const [seen, see] = useState<AnyRecord | null>(null)
  const mayEdit = useMay()(accountMaster.register.routes.update)
  const isOpen = useIsOpen()
  const remove = useRemoval(accountMaster)
  return (
    <>
      <RegisterList
        master={accountMaster}
        columns={columns}
        offset={320}
        onOpen={(account) => (mayEdit && isOpen(account) ? onEdit : see)(account)}
        noun="accounts"
        tools={{
          width: 124,
          cell: (account) => (
            <RowButtons
              name={accountMaster.titleOf(account)}
              buttons={
                isOpen(account)
                  ? [
                      editButton(accountMaster, () => onEdit(account)),
                      deleteButton(
                        accountMaster,
                        () => void remove(account).then((gone) => gone && onRemoved(account)),
                      ),
                    ]
                  : []
              }
            />
          ),
        }}
        empty={
          <EmptyState
            title="No accounts yet"
            action={onNew && <Button onClick={onNew}>Enter an account</Button>}
          >
            Enter the bank accounts that buys and sells settle through.
          </EmptyState>
        }
      />
      <RecordDetail master={accountMaster} record={seen} onClose={() => see(null)} />
    </>
  )
}
