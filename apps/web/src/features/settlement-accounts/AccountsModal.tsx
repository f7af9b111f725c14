import { Button } from '@mantine/core'
import { columnsOf } from '../../registers/columns.tsx'
import { RegisterList } from '../../registers/RegisterList.tsx'
import { RowButtons } from '../../registers/RowButtons.tsx'
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

interface AccountsModalProps {
  opened: boolean
  onClose: () => void
  onEdit: (account: AnyRecord) => void
  onRemoved: (account: AnyRecord) => void
}

/** The settlement accounts, with Edit (in the form behind) and Delete. */
export function AccountsModal({ opened, onClose, onEdit, onRemoved }: AccountsModalProps) {
  const remove = useRemoval(accountMaster)
  return (
    <Modal opened={opened} onClose={onClose} title="Settlement accounts" size="80rem">
      <RegisterList
        master={accountMaster}
        columns={columns}
        offset={320}
        onOpen={onEdit}
        noun="accounts"
        tools={{
          width: 124,
          cell: (account) => (
            <RowButtons
              name={accountMaster.titleOf(account)}
              buttons={[
                { label: 'Edit', onClick: () => onEdit(account) },
                {
                  label: 'Delete',
                  tone: 'danger',
                  onClick: () => void remove(account).then((gone) => gone && onRemoved(account)),
                },
              ]}
            />
          ),
        }}
        empty={
          <EmptyState title="No accounts yet" action={<Button onClick={onClose}>Enter an account</Button>}>
            Enter the bank accounts that buys and sells settle through.
          </EmptyState>
        }
      />
    </Modal>
  )
}
