import { type CorporateActionDetail, corporateActions } from '@em/contract/books/corporate-actions'
import { useEffect, useState } from 'react'
import { useMay } from '../../../lib/may.ts'
import { useWrite } from '../../../lib/query.ts'
import { CancelButton, Modal } from '../../../ui/Dialog.tsx'
import { FormShell } from '../../../ui/form/FormShell.tsx'
import { notify } from '../../../ui/notify.tsx'
import { DraftOffer, useDraft } from '../../../ui/useDraft.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { DraftButton } from './DraftButton.tsx'
import { FormFields } from './FormFields.tsx'
import type { ActionValues, FormKind } from './fields.ts'
import { kindInSentence } from './kinds.ts'
import { useActionForm } from './useActionForm.ts'
import { sentOf, startOf } from './values.ts'

interface NewActionModalProps {
  /** Null keeps the dialog shut. */
  kind: FormKind | null
  /** Filled in already: the security and terms of an announcement. */
  start?: ActionValues
  onClose: () => void
  onSaved: (action: CorporateActionDetail) => void
}

/** Records a corporate action by the form of its kind. */
export function NewActionModal({ kind, start, onClose, onSaved }: NewActionModalProps) {
  const shown = useLast(kind)
  const [dirty, setDirty] = useState(false)
  const may = useMay()(corporateActions.create)
  if (shown === null || !may) return null
  return (
    <Modal
      opened={kind !== null}
      onClose={onClose}
      title={`New ${kindInSentence(shown)}`}
      size="80rem"
      dirty={dirty && kind !== null}
    >
      <Entry
        key={shown}
        kind={shown}
        start={start ?? {}}
        closed={kind === null}
        onDirty={setDirty}
        onSaved={onSaved}
      />
    </Modal>
  )
}

interface EntryProps {
  kind: FormKind
  start: ActionValues
  /** Saved or discarded: fading out. */
  closed: boolean
  onDirty: (dirty: boolean) => void
  onSaved: (action: CorporateActionDetail) => void
}

function Entry({ kind, start, closed, onDirty, onSaved }: EntryProps) {
  const { form, isDraft, sendDraft } = useActionForm(kind, () => ({ ...startOf(kind), ...start }))
  const create = useWrite(corporateActions.create)
  const dirty = form.isDirty()
  const draft = useDraft(`corporate-action.${kind}`, form.values, dirty)
  const { clear } = draft
  useEffect(() => {
    if (closed && dirty) clear()
  }, [closed, dirty, clear])
  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
  const save = async (values: ActionValues) => {
    const isKept = isDraft()
    const reply = await create.mutateAsync({ body: sentOf(kind, values, isKept) })
    if ('dryRun' in reply) return
    draft.clear()
    form.resetDirty(values)
    onDirty(false)
    notify.success(isKept ? `Draft saved: ${reply.title}.` : `Announced: ${reply.title}.`)
    onSaved(reply)
  }
  return (
    <FormShell
      form={form}
      onSubmit={save}
      saveLabel={`Save ${kindInSentence(kind)}`}
      savingLabel="Saving..."
      summaryTitle="Please fill in all required fields:"
      failed={`The ${kindInSentence(kind)} could not be saved. Please try again.`}
      actions={
        <>
          <CancelButton disabled={create.isPending} />
          <DraftButton send={sendDraft} disabled={create.isPending} />
        </>
      }
    >
      {!dirty && <DraftOffer draft={draft} what={kindInSentence(kind)} onRestore={form.setValues} />}
      <FormFields kind={kind} form={form} />
    </FormShell>
  )
}
