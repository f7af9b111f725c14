import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure, call } from '../../../lib/api.ts'
import { readNumeral } from '../../../lib/numerals.ts'
import { usePreview } from '../../../lib/usePreview.ts'
import { sentenceOf } from '../../../registers/master.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { TextArea } from '../../../ui/form/TextFields.tsx'
import { IfMay } from '../../../ui/IfMay.tsx'
import { notify } from '../../../ui/notify.tsx'
import { WillWait } from '../../../ui/WillWait.tsx'
import recordCss from '../record/Record.module.css'
import { type OneReconciliation, useSave } from '../record/useReconciliation.ts'
import { Proof } from './Figures.tsx'

const FAILED = 'Failed to save reconciliation'

/** The proof once more, the closing balance, an explanation where one is needed: then it is signed off, or kept pending. */
export function SignOffDialog({ one, onClose }: { one: OneReconciliation; onClose: () => void }) {
  // Null until it is typed: a change by another user meanwhile is shown, and this save does not undo it.
  const [typedClosing, setClosing] = useState<string | null>(null)
  const [typedExplanation, setExplanation] = useState<string | null>(null)
  const [typedNotes, setNotes] = useState<string | null>(null)
  const closing = typedClosing ?? one.externalBalance?.toFixed(2) ?? ''
  const explanation = typedExplanation ?? one.explanation ?? ''
  const notes = typedNotes ?? one.notes ?? ''
  const [failure, setFailure] = useState<unknown>(null)
  const { run, busy } = useSave()
  const numeral = closing.trim() === '' ? '' : readNumeral(closing)
  const body = {
    id: one.id,
    version: one.version,
    externalClosing: numeral ?? '',
    notes,
    explanation: explanation.trim(),
  }
  const changed = numeral !== null && numeral !== '' && Number(numeral) !== one.externalBalance
  const { preview, refusal } = usePreview(
    changed ? JSON.stringify({ closing: numeral, version: one.version }) : '',
    (signal) =>
      call(reconciliation.save, {
        query: { dryRun: '1' },
        body: { id: one.id, version: one.version, externalClosing: numeral, status: 'pending' },
        signal,
      }),
    busy,
  )
  const shown = preview?.data ?? one
  const waits = changed && preview === null && refusal === null
  const blockers = shown.blockers
  const explained = !shown.needsExplanation || explanation.trim() !== ''
  const save = async (status: 'pending' | 'reconciled') => {
    setFailure(null)
    try {
      const { message } = await run({ ...body, status })
      notify.success(message)
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  const isStale = failure instanceof ApiFailure && failure.code === 'record.stale'
  const said = failure ?? refusal
  return (
    <Modal
      opened
      onClose={onClose}
      title="Save and sign off"
      size="xl"
      dirty={changed || explanation !== (one.explanation ?? '') || notes !== (one.notes ?? '')}
    >
      <Stack gap="md">
        <div className={recordCss.fields}>
          <NumberField
            label="Closing Balance of the Statement"
            required
            unit="LKR"
            value={closing}
            onChange={setClosing}
            {...(numeral === null ? { error: 'Must be an amount.' } : {})}
          />
        </div>
        <Proof one={shown} />
        {blockers.length > 0 && (
          <Banner tone="warning">
            <ul className={recordCss.bullets}>
              {blockers.map((blocker) => (
                <li key={blocker}>{blocker}</li>
              ))}
            </ul>
          </Banner>
        )}
        {shown.needsExplanation && (
          <TextArea
            label="Why is the difference accepted?"
            required
            value={explanation}
            maxLength={2000}
            onChange={setExplanation}
          />
        )}
        <TextArea label="Notes" value={notes} maxLength={2000} onChange={setNotes} />
        {said !== null && (
          <Banner tone="error">
            {isStale
              ? `${FAILED}: somebody else changed it in the meantime. The figures above are those of now; please look at them once more.`
              : said === failure
                ? `${FAILED}: ${sentenceOf(said, 'Please try again.')}`
                : sentenceOf(said, FAILED)}
          </Banner>
        )}
        <WillWait preview={preview} />
        <DialogActions>
          <Button variant="default" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="default" disabled={busy || numeral === null} onClick={() => void save('pending')}>
            Save as Pending
          </Button>
          {/* Who reopens signs off. */}
          <IfMay call={reconciliation.reopen}>
            <Button
              loading={busy}
              disabled={numeral === null || numeral === '' || waits || blockers.length > 0 || !explained}
              onClick={() => void save('reconciled')}
            >
              Save and Sign Off
            </Button>
          </IfMay>
        </DialogActions>
      </Stack>
    </Modal>
  )
}
