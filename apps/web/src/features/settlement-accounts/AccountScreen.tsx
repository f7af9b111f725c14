import { Button } from '@mantine/core'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useMay } from '../../lib/may.ts'
import { EditForm } from '../../registers/EditForm.tsx'
import { RegisterFields } from '../../registers/FieldInput.tsx'
import { sentenceOf } from '../../registers/master.ts'
import { useEdit, useNewEntry } from '../../registers/useEntry.ts'
import type { AnyRecord } from '../../registers/values.ts'
import { confirm, DISCARD } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/Page.tsx'
import { Accounts, AccountsModal } from './AccountsModal.tsx'
import { accountMaster, LOAD_FAILED } from './account-master.ts'

const { register, words } = accountMaster

/** Account Master: a form that creates or, begun from the list, edits a settlement account. */
export default function AccountScreen() {
  const [listed, showList] = useState(false)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const entry = useNewEntry(accountMaster)
  const mayEnter = useMay()(register.routes.create)
  const startEdit = async (account: AnyRecord) => {
    try {
      edit((await call(register.routes.get, { params: { id: account.id } })) as AnyRecord)
      showList(false)
    } catch (error) {
      notify.error(sentenceOf(error, LOAD_FAILED))
    }
  }
  const list = {
    onEdit: (account: AnyRecord) => void startEdit(account),
    onRemoved: (account: AnyRecord) => {
      if (edited?.id === account.id) edit(null)
    },
  }
  return (
    <Page
      title={edited === null ? 'Account Master' : `Edit account: ${edited['account_name']}`}
      lead="The bank accounts that trades settle through."
      narrow={mayEnter || edited !== null}
      actions={
        mayEnter && (
          <Button variant="default" leftSection={<IconList size={16} />} onClick={() => showList(true)}>
            View Accounts
          </Button>
        )
      }
    >
      {edited === null && !mayEnter && <Accounts {...list} />}
      {edited === null && mayEnter && (
        <FormShell
          form={entry.form}
          onSubmit={entry.save}
          saveLabel="Save Account"
          savingLabel="Saving..."
          summaryTitle={entry.title}
          failed={words.saveFailed}
          actions={
            <Button variant="default" onClick={entry.reset}>
              Reset Form
            </Button>
          }
        >
          {entry.offer}
          <RegisterFields register={register} />
        </FormShell>
      )}
      {edited !== null && (
        <AccountEdit key={`${edited.id}/${edited.version}`} account={edited} onDone={() => edit(null)} />
      )}
      <AccountsModal opened={listed} onClose={() => showList(false)} {...list} />
    </Page>
  )
}

function AccountEdit({ account, onDone }: { account: AnyRecord; onDone: () => void }) {
  const edit = useEdit(accountMaster, account)
  const done = () => {
    if (edit.form.isDirty()) edit.forget()
    onDone()
  }
  const cancel = async () => {
    if (!edit.form.isDirty() || (await confirm(DISCARD))) done()
  }
  return (
    <EditForm
      master={accountMaster}
      edit={edit}
      saveLabel="Update Account"
      columns={3}
      sticky
      onSaved={done}
      onCancel={() => void cancel()}
    />
  )
}
