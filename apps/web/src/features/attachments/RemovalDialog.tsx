import { type Attachment, attachments, REMOVAL_REASON_MAX } from '@em/contract/attachments/attachments'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateAfter, useWrite } from '../../lib/query.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { TextField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import css from './Attachments.module.css'

interface RemovalDialogProps {
  /** The file to be marked as removed; null keeps the dialog shut. */
  file: Attachment | null
  onClose: () => void
}

/** Asks why a file of a posted entry is removed, and marks it: it stays. */
export function RemovalDialog({ file, onClose }: RemovalDialogProps) {
  const client = useQueryClient()
  const mark = useWrite(attachments.markRemoved)
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (value) => (value.trim() === '' ? 'Enter the reason for removing it.' : null) },
  })
  const [asked, setAsked] = useState(file)
  if (file !== asked) {
    setAsked(file)
    form.reset()
  }
  const remove = async ({ id, file_name }: Attachment) => {
    try {
      await mark.mutateAsync({ params: { id }, body: form.values })
    } catch (error) {
      // Another user may have removed it first: the list behind then shows that.
      void invalidateAfter(client, 'attachments')
      throw error
    }
    notify.success(`${file_name} is marked as removed.`)
    onClose()
  }
  return (
    <Modal opened={file !== null} onClose={onClose} title="Remove file" dirty={form.isDirty()}>
      {file !== null && (
        <FormShell
          form={form}
          onSubmit={() => remove(file)}
          saveLabel="Remove"
          savingLabel="Removing"
          failed="The file could not be marked as removed. Please try again."
          sticky={false}
          quiet
          actions={
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          }
        >
          <p className={css.lead}>
            <strong>{file.file_name}</strong> was posted with an entry and stays: it is listed as removed,
            with your name and the reason, and can still be opened.
          </p>
          <TextField name="reason" label="Reason" required autoFocus maxLength={REMOVAL_REASON_MAX} />
        </FormShell>
      )}
    </Modal>
  )
}
