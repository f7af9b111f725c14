import { type AnnouncementDetail, announcements } from '@em/contract/announcements/announcements'
import {
  type CorporateActionDetail,
  corporateActions,
} from '@em/contract/corporate-actions/corporate-actions'
import type { ActionKind } from '@em/contract/corporate-actions/kinds'
import { startFrom, suggestedAction } from '@em/contract/corporate-actions/suggested-action'
import { type ActionValues, sentOf, startOf } from '@em/contract/corporate-actions/typed-form'
import { equities } from '@em/contract/equities/equities'
import { Box } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { formatDate } from '../../../lib/dates.ts'
import { useMay } from '../../../lib/may.ts'
import { useRoute, useWrite } from '../../../lib/query.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../../ui/Dialog.tsx'
import { FormShell } from '../../../ui/form/FormShell.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Loaded } from '../../../ui/States.tsx'
import { DraftOffer, useDraft } from '../../../ui/useDraft.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { DraftButton, FormFields, useActionForm } from './FormFields.tsx'
import { kindInSentence } from './kinds.ts'
import { useActionStart } from './useActionStart.ts'

interface NewActionModalProps {
  /** Null keeps the dialog shut. */
  kind: ActionKind | null
  /** The announcement whose terms it begins with. */
  announcement?: number | null
  /** The security that it begins with; '' where none is named. */
  symbol?: string
  onClose: () => void
  onSaved: (action: CorporateActionDetail) => void
  /** Under the form: what was recorded today. */
  today?: (kind: ActionKind) => ReactNode
}

/** Records a corporate action by the form of its kind. */
export function NewActionModal({
  kind,
  announcement = null,
  symbol = '',
  onClose,
  onSaved,
  today,
}: NewActionModalProps) {
  const shown = useLast(kind)
  // Nought: of none. While the dialog fades out it stays what it was.
  const noticeId = useLast(kind === null ? null : (announcement ?? 0)) ?? 0
  const notice = useRoute(
    announcements.get,
    { params: { id: noticeId } },
    { enabled: kind !== null && noticeId !== 0 },
  )
  const named = useLast(kind === null ? null : symbol) ?? ''
  const securities = useRoute(equities.routes.list, { query: {} }, { enabled: kind !== null && named !== '' })
  const [dirty, setDirty] = useState(false)
  const may = useMay()(corporateActions.create)
  if (shown === null || !may) return null
  const shared = { closed: kind === null, onDirty: setDirty, onSaved }
  return (
    <Modal
      opened={kind !== null}
      onClose={onClose}
      title={`New ${kindInSentence(shown)}`}
      size="80rem"
      dirty={dirty && kind !== null}
    >
      {noticeId === 0 && named === '' ? (
        <Entry key={shown} kind={shown} start={{}} {...shared} />
      ) : noticeId === 0 ? (
        <Loaded query={securities} failed="Failed to load the securities">
          {(all) => {
            const security = all.find((one) => one.symbol === named)
            const start = security && { securityCode: security.symbol, securityName: security.name }
            return <Entry key={`${shown}.${named}`} kind={shown} start={start ?? {}} {...shared} />
          }}
        </Loaded>
      ) : (
        <Loaded query={notice} failed="Failed to load the announcement">
          {(found) => (
            <Entry
              key={`${shown}.${found.id}`}
              kind={shown}
              start={startFrom(shown, suggestedAction(found))}
              from={found}
              {...shared}
            />
          )}
        </Loaded>
      )}
      {kind !== null && <Box mt="lg">{today?.(kind)}</Box>}
    </Modal>
  )
}

interface EntryProps {
  kind: ActionKind
  start: ActionValues
  /** Where `start` is from. */
  from?: AnnouncementDetail
  /** Saved or discarded: fading out. */
  closed: boolean
  onDirty: (dirty: boolean) => void
  onSaved: (action: CorporateActionDetail) => void
}

function Entry({ kind, start, from, closed, onDirty, onSaved }: EntryProps) {
  const { form, isDraft, sendDraft } = useActionForm(kind, () => ({ ...startOf(kind), ...start }))
  const isPlain = from === undefined
  const { started, begin, enterOrder } = useActionStart(kind, form, isPlain)
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
  const save = async (values: ActionValues, next: boolean) => {
    const asDraft = isDraft()
    const reply = await create.mutateAsync({ body: sentOf(kind, values, asDraft) })
    if ('dryRun' in reply) return
    draft.clear()
    if (next) begin(values)
    else form.resetDirty(values)
    onDirty(false)
    notify.success(asDraft ? `Draft saved: ${reply.title}.` : `Announced: ${reply.title}.`)
    if (!next) onSaved(reply)
  }
  return (
    <FormShell
      form={form}
      onSubmit={save}
      saveLabel={`Save ${kindInSentence(kind)}`}
      savingLabel="Saving..."
      withNext={isPlain}
      remembered={started.remembered}
      enterOrder={enterOrder}
      summaryTitle="Please fill in all required fields:"
      failed={`The ${kindInSentence(kind)} could not be saved. Please try again.`}
      actions={
        <>
          <CancelButton disabled={create.isPending} />
          <DraftButton send={sendDraft} disabled={create.isPending} />
        </>
      }
    >
      {from !== undefined && (
        <Banner tone="info">
          Filled in from “{from.title}” of {formatDate(from.date)}, as far as its words are clear. Please
          compare it with the announcement.
        </Banner>
      )}
      {!dirty && <DraftOffer draft={draft} what={kindInSentence(kind)} onRestore={form.setValues} />}
      <FormFields kind={kind} form={form} isNew />
    </FormShell>
  )
}
