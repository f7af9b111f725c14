import {
  type ActionPreview,
  type CorporateActionDetail,
  corporateActions,
} from '@em/contract/corporate-actions/corporate-actions'
import type { ActionKind } from '@em/contract/corporate-actions/kinds'
import {
  type ActionValues,
  changeSentOf,
  labelOf,
  laidOver,
  valuesOf,
} from '@em/contract/corporate-actions/typed-form'
import { Button, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useLongWork } from '../../../lib/useLongWork.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../../ui/Dialog.tsx'
import { FormShell } from '../../../ui/form/FormShell.tsx'
import { TextField } from '../../../ui/form/TextFields.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Running } from '../../../ui/Running.tsx'
import { DraftOffer, useDraft } from '../../../ui/useDraft.tsx'
import { WillWait } from '../../../ui/WillWait.tsx'
import { DraftButton, FormFields, useActionForm } from '../form/FormFields.tsx'
import { kindInSentence } from '../form/kinds.ts'
import { isStale } from './ActDialog.tsx'
import { Previewed } from './Entitlements.tsx'

interface EditDialogProps {
  action: CorporateActionDetail
  kind: ActionKind
  onClose: () => void
}

/** Changes a corporate action. Of one that is in the books, what that changes is shown before it is saved. */
export function EditDialog({ action, kind, onClose }: EditDialogProps) {
  const [dirty, setDirty] = useState(false)
  return (
    <Modal opened onClose={onClose} title={`Edit ${action.title}`} size="80rem" dirty={dirty}>
      <EditForm action={action} kind={kind} onClose={onClose} onDirty={setDirty} />
    </Modal>
  )
}

/** The form as it was sent, with the name of the security where the sender left it to the books. */
const valuesIn = (kind: ActionKind, { form, securityName }: CorporateActionDetail): ActionValues =>
  valuesOf(kind, { ...form, securityName: form['securityName'] ?? securityName })

interface DraftValues {
  readonly values: ActionValues
}

function EditForm({
  action,
  kind,
  onClose,
  onDirty,
}: EditDialogProps & { onDirty: (dirty: boolean) => void }) {
  const [base, setBase] = useState(action)
  const [merged, setMerged] = useState<{ retained: string[]; clashes: string[] } | null>(null)
  const [reason, setReason] = useState('')
  const { form, isDraft, sendDraft } = useActionForm(kind, () => valuesIn(kind, action))
  /** The previewed form, and its effect. */
  const [previewed, setPreviewed] = useState<{ sent: string; preview: ActionPreview } | null>(null)
  const dirty = form.isDirty()
  const [draftValues, setDraftValues] = useState<DraftValues>({ values: form.values })
  if (draftValues.values !== form.values) setDraftValues({ values: form.values })
  const draft = useDraft(`corporate-action.edit.${action.id}`, draftValues, dirty)
  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
  const isBooked = base.state === 'entitled' || base.state === 'processed'
  const done = (reply: CorporateActionDetail | ActionPreview) => {
    if ('dryRun' in reply) return
    draft.clear()
    onDirty(false)
    notify.done(
      base.state === 'draft' && reply.state !== 'draft'
        ? `Announced: ${reply.title}.`
        : `${reply.title} saved.`,
    )
    onClose()
  }
  const work = useLongWork(corporateActions.change, `corporate-actions.change.${action.id}`, {
    onFound: done,
    onFoundFailed: (error) => notify.error('The change could not be saved. Please try again.', error),
  })
  const bodyOf = (values: ActionValues) => ({
    ...changeSentOf(kind, values, isDraft()),
    version: base.version,
    reason: reason.trim() === '' ? null : reason.trim(),
  })
  const sentNow = JSON.stringify(form.values)
  const preview = previewed !== null && previewed.sent === sentNow ? previewed.preview : null
  const submit = async (values: ActionValues) => {
    const sent = { params: { id: action.id }, body: bodyOf(values) }
    if (isBooked && preview === null) {
      const reply = await call(corporateActions.change, { ...sent, query: { dryRun: '1' } })
      if ('dryRun' in reply) setPreviewed({ sent: JSON.stringify(values), preview: reply })
      return
    }
    done(await work.run({ ...sent, query: {} }))
  }
  const reload = async () => {
    try {
      const fresh = await call(corporateActions.get, { params: { id: action.id } })
      const now = laidOver(form.values, valuesIn(kind, base), valuesIn(kind, fresh))
      form.setValues(now.values)
      form.clearErrors()
      setMerged({ retained: now.edited, clashes: now.clashes })
      setBase(fresh)
    } catch (error) {
      notify.error('The event could not be reloaded.', error)
    }
  }
  return (
    <FormShell
      form={form}
      onSubmit={submit}
      summaryTitle="Please fill in all required fields:"
      failed="The change could not be saved. Please try again."
      saveLabel={
        base.state === 'draft'
          ? `Save ${kindInSentence(kind)}`
          : isBooked && preview === null
            ? 'Show what would change'
            : 'Save change'
      }
      savingLabel="Saving..."
      onFailure={(error, dismiss) =>
        isStale(error) && (
          <Button size="compact-sm" variant="default" onClick={() => void reload().then(dismiss)}>
            Reload
          </Button>
        )
      }
      actions={
        <>
          <CancelButton disabled={work.busy} />
          {base.state === 'draft' && <DraftButton send={sendDraft} disabled={work.busy} />}
        </>
      }
    >
      {!dirty && (
        <DraftOffer
          draft={draft}
          what={`change of this ${kindInSentence(kind)}`}
          onRestore={(found) => form.setValues(found.values)}
        />
      )}
      {merged !== null && (
        <Banner tone={merged.clashes.length > 0 ? 'warning' : 'info'}>
          {merged.retained.length === 0
            ? 'These are the current values.'
            : `These are the current values, with your changes kept: ${merged.retained.map((name) => labelOf(kind, name)).join(', ')}.`}
          {merged.clashes.length > 0 &&
            ` Also changed by somebody else: ${merged.clashes.map((name) => labelOf(kind, name)).join(', ')}.`}
        </Banner>
      )}
      <FormFields
        kind={kind}
        form={form}
        recorded
        booked={isBooked}
        // One holder's figures follow from the form alone.
        entitled={
          dirty || base.portfolios < 2 ? null : { held: base.shares_held, entitled: base.entitled_shares }
        }
      />
      {base.state !== 'draft' && (
        <TextField
          label="Reason"
          value={reason}
          onChange={setReason}
          maxLength={500}
          help="Saved in the audit history"
        />
      )}
      <WillWait preview={preview} />
      {preview !== null && (
        <Stack gap="md">
          <Previewed preview={preview} />
        </Stack>
      )}
      {work.busy && (
        <Running
          job={work.job}
          words={(said) => `${said ?? 'Saving the change'}.`}
          {...(work.job !== null && { onCancel: work.cancel })}
        />
      )}
    </FormShell>
  )
}
