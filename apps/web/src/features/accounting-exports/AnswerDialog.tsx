import { type AccountingBatch, accountingExports } from '@em/contract/accounting-exports/accounting-exports'
import { useForm } from '@mantine/form'
import { useWrite } from '../../lib/query.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { TextArea, TextField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'

interface AnswerDialogProps {
  batch: AccountingBatch
  act: 'acknowledge' | 'refuse'
  onClose: () => void
}

const REASON_LEAST = 5

/** Records what the outside ledger answered: the number that a batch has there, or why it was refused. */
export function AnswerDialog({ batch: { id, number }, act, onClose }: AnswerDialogProps) {
  const acknowledge = useWrite(accountingExports.acknowledge)
  const refuse = useWrite(accountingExports.refuse)
  const isRefusal = act === 'refuse'
  const form = useForm({
    initialValues: { text: '' },
    validate: {
      text: (value: string) =>
        isRefusal
          ? value.trim().length < REASON_LEAST
            ? 'Please give a reason of 5 or more characters.'
            : null
          : value.trim() === ''
            ? 'Please enter the number.'
            : null,
    },
  })
  const save = async ({ text }: { text: string }) => {
    if (isRefusal) await refuse.mutateAsync({ params: { id }, body: { reason: text } })
    else await acknowledge.mutateAsync({ params: { id }, body: { reference: text } })
    notify.success(`${number} is ${isRefusal ? 'refused' : 'acknowledged'}.`)
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${isRefusal ? 'Refuse' : 'Acknowledge'} ${number}`}
      dirty={form.isDirty()}
    >
      <FormShell
        form={form}
        onSubmit={save}
        saveLabel={isRefusal ? 'Refuse' : 'Acknowledge'}
        failed="The batch was not changed. Please try again."
        sticky={false}
        quiet
        actions={<CancelButton />}
      >
        {isRefusal ? (
          <TextArea name="text" label="Why the outside ledger refused it" required maxLength={500} />
        ) : (
          <TextField name="text" label="Number in the outside ledger" required maxLength={100} autoFocus />
        )}
      </FormShell>
    </Modal>
  )
}
