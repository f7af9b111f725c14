import { useState } from 'react'
import { useMay } from '../lib/may.ts'
import { Modal } from '../ui/Dialog.tsx'
import { useLast } from '../ui/useLast.ts'
import { EditForm } from './EditForm.tsx'
import { inSentence, type Master } from './master.ts'
import { RecordDetail } from './RecordDetail.tsx'
import { historyOf, WithHistory } from './RecordHistory.tsx'
import { useDraftOfDialog, useEdit } from './useEntry.ts'
import type { AnyRecord } from './values.ts'

interface EditModalProps {
  master: Master
  /** The record to change; null while closed. */
  record: AnyRecord | null
  onClose: () => void
  size?: 'lg' | 'xl' | '80rem'
  columns?: 2 | 3
}

/** Edits one record in a dialog, which asks before anything typed is lost; who may not change it is shown the record. */
export function EditModal({ master, record, onClose, size = 'lg', columns = 2 }: EditModalProps) {
  const shown = useLast(record)
  const [dirty, setDirty] = useState(false)
  const may = useMay()
  if (shown === null) return null
  if (!may(master.register.routes.update)) {
    return <RecordDetail master={master} record={record} onClose={onClose} />
  }
  return (
    <Modal
      opened={record !== null}
      onClose={onClose}
      title={`Edit ${inSentence(master.register.singular)}: ${master.titleOf(shown)}`}
      size={size}
      dirty={dirty && record !== null}
    >
      <WithHistory of={historyOf(master.register, shown)}>
        <Editor
          key={`${shown.id}/${shown.version}`}
          master={master}
          record={shown}
          columns={columns}
          closed={record === null}
          onClose={onClose}
          onDirty={setDirty}
        />
      </WithHistory>
    </Modal>
  )
}

interface EditorProps {
  master: Master
  record: AnyRecord
  columns: 2 | 3
  /** Saved or discarded: fading out. */
  closed: boolean
  onClose: () => void
  onDirty: (dirty: boolean) => void
}

function Editor({ master, record, columns, closed, onClose, onDirty }: EditorProps) {
  const edit = useEdit(master, record)
  useDraftOfDialog(edit, closed, onDirty)
  return (
    <EditForm
      master={master}
      edit={edit}
      saveLabel={`Update ${master.register.singular}`}
      columns={columns}
      onSaved={onClose}
    />
  )
}
