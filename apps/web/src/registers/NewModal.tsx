import { type ReactNode, useState } from 'react'
import { useMay } from '../lib/may.ts'
import { CancelButton, Modal } from '../ui/Dialog.tsx'
import { FormShell } from '../ui/form/FormShell.tsx'
import { RegisterFields } from './FieldInput.tsx'
import { inSentence, type Master } from './master.ts'
import { useDraftOfDialog, useNewEntry } from './useEntry.ts'
import type { AnyRecord, FormValues } from './values.ts'

/** Further questions of a form after the fields of its register, and the values to send. */
export interface ExtraQuestions {
  readonly show: (values: FormValues) => ReactNode
  readonly sent: (values: FormValues) => Record<string, unknown>
}

interface NewModalProps {
  master: Master
  opened: boolean
  /** The values that the form begins with. */
  start?: FormValues
  extra?: ExtraQuestions
  onClose: () => void
  onSaved?: (record: AnyRecord) => void
}

/** Enters one record in a dialog, which asks before anything typed is lost. */
export function NewModal({ master, opened, start, extra, onClose, onSaved }: NewModalProps) {
  const [dirty, setDirty] = useState(false)
  if (!useMay()(master.register.routes.create)) return null
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Add ${inSentence(master.register.singular)}`}
      size="lg"
      dirty={dirty && opened}
    >
      <Entry
        master={master}
        closed={!opened}
        start={start}
        extra={extra}
        onDirty={setDirty}
        onSaved={(record) => {
          onSaved?.(record)
          onClose()
        }}
      />
    </Modal>
  )
}

interface EntryProps {
  master: Master
  /** Saved or discarded: fading out. */
  closed: boolean
  start: FormValues | undefined
  extra: ExtraQuestions | undefined
  onDirty: (dirty: boolean) => void
  onSaved: (record: AnyRecord) => void
}

function Entry({ master, closed, start, extra, onDirty, onSaved }: EntryProps) {
  const entry = useNewEntry(master, { ...(start && { start }), ...(extra && { sent: extra.sent }) })
  useDraftOfDialog(entry, closed, onDirty)
  return (
    <FormShell
      form={entry.form}
      onSubmit={async (values) => onSaved(await entry.save(values))}
      saveLabel={`Save ${master.register.singular}`}
      savingLabel="Saving..."
      summaryTitle={entry.title}
      failed={master.words.saveFailed}
      sticky={false}
      actions={<CancelButton />}
    >
      {entry.offer}
      <RegisterFields register={master.register} columns={2} />
      {extra?.show(entry.form.values)}
    </FormShell>
  )
}
