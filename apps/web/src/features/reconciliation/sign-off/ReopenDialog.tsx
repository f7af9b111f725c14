import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { useForm } from '@mantine/form'
import { Modal } from '../../../ui/Dialog.tsx'
import { FormShell } from '../../../ui/form/FormShell.tsx'
import { TextArea } from '../../../ui/form/TextFields.tsx'
import { notify } from '../../../ui/notify.tsx'
import textCss from '../../../ui/Text.module.css'
import { type OneReconciliation, useChange } from '../record/useReconciliation.ts'

/** Back to pending, with a reason that stays in the history. */
export function ReopenDialog({ one, onClose }: { one: OneReconciliation; onClose: () => void }) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? 'Enter the reason for reopening.' : null) },
  })
  const { run } = useChange(reconciliation.reopen)
  const reopen = async () => {
    await run({ params: { id: one.id }, body: { version: one.version, reason: form.values.reason } })
    notify.success('Reopened. It is pending again.')
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Reopen reconciliation" dirty={form.isDirty()}>
      <FormShell
        form={form}
        onSubmit={reopen}
        saveLabel="Reopen"
        failed="The reconciliation could not be reopened. Please try again."
        sticky={false}
        quiet
      >
        <p className={textCss.lead}>
          Matches and statements are kept and can be changed until the reconciliation is signed off again.
        </p>
        <TextArea name="reason" label="Reason" required maxLength={1000} />
      </FormShell>
    </Modal>
  )
}
