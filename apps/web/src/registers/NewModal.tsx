import { useState } from 'react'
import { useMay } from '../lib/may.ts'
import { CancelButton, Modal } from '../ui/Dialog.tsx'
import { FormShell } from '../ui/form/FormShell.tsx'
import { RegisterFields } from './FieldInput.tsx'
import type { Master } from './master.ts'
import { useDraftOfDialog, useNewEntry } from './useEntry.ts'
import type { AnyRecord } from './values.ts'

interface NewModalProps {
  master: Master
  opened: boolean
  onClose: () => void
  onSaved?: (record: AnyRecord) => void
}

/** Enters one record in a dialog, which asks before anything typed is lost. */
export function NewModal({ master, opened, onClose, onSaved }: NewModalProps) {
  const [dirty, setDirty] = useState(false)
  if (!useMay()(master.register.routes.create)) return null
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Add ${master.register.singular.toLowerCase()}`}
      size="lg"
      dirty={dirty && opened}
    >
      <Entry
        master={master}
        closed={!opened}
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
  onDirty: (dirty: boolean) => void
  onSaved: (record: AnyRecord) => void
}

function Entry({ master, closed, onDirty, onSaved }: EntryProps) {
  const entry = useNewEntry(master)
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
    </FormShell>
  )
}
