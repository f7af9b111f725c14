import { journal } from '@em/contract/journal/journal'
import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import type {
  ExternalTransaction,
  GlTransaction,
  ReconciliationRecord,
} from '@em/contract/reconciliation/reconciliation-records'
import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { useMay } from '../../../lib/may.ts'
import { usePreview } from '../../../lib/usePreview.ts'
import { sentenceOf } from '../../../registers/master.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { TextArea } from '../../../ui/form/TextFields.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import textCss from '../../../ui/Text.module.css'
import { WillWait } from '../../../ui/WillWait.tsx'
import { isFee, sumOfLines } from '../record/lines.ts'
import { useChange } from '../record/useReconciliation.ts'
import { BANK_CHARGES, EntryFields, type EntryTyped, entryBody } from './EntryFields.tsx'

const FAILED = 'The lines could not be matched. Please try again.'

interface DifferenceDialogProps {
  one: ReconciliationRecord
  ledger: readonly GlTransaction[]
  external: readonly ExternalTransaction[]
  /** Ledger less statement, a numeral other than zero. */
  difference: string
  onClose: () => void
  onDone: () => void
}

/** Matches lines whose sums differ: the difference is posted, or said why it is accepted. */
export function DifferenceDialog({
  one,
  ledger,
  external,
  difference,
  onClose,
  onDone,
}: DifferenceDialogProps) {
  const mayPost = useMay()(journal.postDrafts)
  const [way, setWay] = useState<'post' | 'explain'>(mayPost ? 'post' : 'explain')
  const [explanation, setExplanation] = useState('')
  const [entry, setEntry] = useState<EntryTyped>({
    accountCode: external.some(isFee) ? BANK_CHARGES : '',
    description: '',
    reference: '',
    date: '',
    portfolioId: '',
    settlementAccount: '',
  })
  const [failure, setFailure] = useState<unknown>(null)
  const { run, busy } = useChange(reconciliation.match)
  const lines = { ledger: ledger.map((line) => line.id), external: external.map((line) => line.id) }
  const body =
    way === 'post'
      ? { ...lines, adjustment: entryBody(entry) }
      : { ...lines, explanation: explanation.trim() }
  const ready = way === 'post' ? entry.accountCode !== '' : explanation.trim() !== ''
  const { preview, refusal } = usePreview(
    way === 'post' && ready ? JSON.stringify(body) : '',
    (signal) => call(reconciliation.match, { params: { id: one.id }, query: { dryRun: '1' }, body, signal }),
    busy,
  )
  const match = async () => {
    try {
      const { entryId } = await run({ params: { id: one.id }, body })
      notify.success(
        entryId === null
          ? 'Matched, with the difference explained.'
          : `Matched; journal entry ${entryId} posts the difference.`,
      )
      onDone()
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  const shown = failure ?? refusal
  const posted = preview?.match.glTransactions.find((line) => !lines.ledger.includes(line.id))
  return (
    <Modal opened onClose={onClose} title="Match with a difference" size="lg" dirty={explanation !== ''}>
      <Stack gap="md">
        <p className={textCss.lead}>
          The ledger lines add up to <Amount value={sumOfLines(ledger)} unit="LKR" />, the statement lines to{' '}
          <Amount value={sumOfLines(external)} unit="LKR" />: they differ by{' '}
          <strong>
            <Amount value={difference.replace('-', '')} unit="LKR" />
          </strong>
          .
        </p>
        {mayPost && (
          <SegmentedControl
            fullWidth
            aria-label="Treatment of the difference"
            data={[
              { value: 'post', label: 'Adjusting entry' },
              { value: 'explain', label: 'Explanation' },
            ]}
            value={way}
            onChange={(chosen) => {
              setWay(chosen as typeof way)
              setFailure(null)
            }}
          />
        )}
        {way === 'post' ? (
          <EntryFields
            typed={entry}
            onChange={(changes) => {
              setFailure(null)
              setEntry((now) => ({ ...now, ...changes }))
            }}
            defaults={{
              description: `Difference found in reconciliation ${one.id}`,
              date: 'the last day covered',
            }}
            fixed={{ portfolio: one.portfolioId !== null, settlementAccount: one.settlementAccount !== null }}
          />
        ) : (
          <TextArea
            {...(ledger.length === 1 && ledger[0]?.kind === 'settlement'
              ? {
                  help: 'A settlement of which the bank paid less is settled in part; the rest stays outstanding.',
                }
              : {})}
            label="Explanation"
            required
            value={explanation}
            maxLength={1000}
            onChange={setExplanation}
          />
        )}
        {shown !== null && <Banner tone="error">{sentenceOf(shown, FAILED)}</Banner>}
        <WillWait preview={preview} />
        {shown === null && posted !== undefined && (
          <Banner>
            Posts <Amount value={posted.debit || posted.credit} unit="LKR" />{' '}
            {posted.debit > 0 ? 'to the debit' : 'to the credit'} of the reconciled account against{' '}
            {entry.accountCode}.
          </Banner>
        )}
        <DialogActions>
          <Button variant="default" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} disabled={!ready || shown !== null} onClick={() => void match()}>
            {way === 'post' ? 'Post and Match' : 'Match'}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}
