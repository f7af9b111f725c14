import { type ApprovalRequest, approvals } from '@em/contract/approvals/approvals'
import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useWrite } from '../../lib/query.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { TextArea } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'

interface ReasonDialogProps {
  request: ApprovalRequest
  act: 'reject' | 'withdraw'
  onClose: () => void
  onDone: () => void
}

const REASON_LEAST = 5

/** Rejects a request with a reason, or takes one back. */
export function ReasonDialog({ request: { id, number, isMine }, act, onClose, onDone }: ReasonDialogProps) {
  const reject = useWrite(approvals.reject)
  const withdraw = useWrite(approvals.withdraw)
  const isRejection = act === 'reject'
  const needsReason = isRejection || !isMine
  const form = useForm({
    initialValues: { reason: '' },
    validate: {
      reason: (value) =>
        needsReason && value.trim().length < REASON_LEAST
          ? 'Please give a reason of 5 or more characters.'
          : null,
    },
  })
  const send = async ({ reason }: { reason: string }) => {
    const said = reason.trim()
    if (isRejection) await reject.mutateAsync({ params: { id }, body: { reason: said } })
    else await withdraw.mutateAsync({ params: { id }, body: { reason: said === '' ? null : said } as never })
    notify.success(`${number} is ${isRejection ? 'rejected' : 'withdrawn'}: nothing of it was done.`)
    onClose()
    onDone()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${isRejection ? 'Reject' : 'Withdraw'} ${number}`}
      dirty={form.isDirty()}
    >
      <FormShell
        form={form}
        onSubmit={send}
        saveLabel={isRejection ? 'Reject' : 'Withdraw'}
        failed="The request was not changed. Please try again."
        sticky={false}
        quiet
        actions={<CancelButton />}
      >
        <Stack gap="sm">
          <Text size="sm">
            {isRejection
              ? 'Nothing of it is done. The person who asked reads the reason.'
              : isMine
                ? 'Nothing of it is done. It can be submitted again.'
                : 'Nothing of it is done. The person who asked reads the reason, and can submit it again.'}
          </Text>
          <TextArea name="reason" label="Reason" required={needsReason} maxLength={500} />
        </Stack>
      </FormShell>
    </Modal>
  )
}
