import {
  type DocumentUndone,
  type TradeDocumentDetail,
  tradeDocuments,
} from '@em/contract/documents/trade-documents'
import type { JobLine } from '@em/contract/jobs/jobs'
import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call, cancelJob, problemOf } from '../../../lib/api.ts'
import { counted } from '../../../lib/numerals.ts'
import { useLongWork } from '../../../lib/useLongWork.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Running } from '../../../ui/Running.tsx'
import { WillWait } from '../../../ui/WillWait.tsx'

interface UndoDialogProps {
  document: TradeDocumentDetail
  onClose: () => void
  onUndone: () => void
}

/** Asks before everything that was recorded from a document is taken back, with what that would change. */
export function UndoDialog({ document, onClose, onUndone }: UndoDialogProps) {
  const { id, fileName } = document
  const [report, setReport] = useState<DocumentUndone | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [previewJob, setPreviewJob] = useState<JobLine | null>(null)
  const undone = () => {
    notify.done(`${fileName} was undone.`)
    onUndone()
    onClose()
  }
  const failed = (error: unknown) =>
    setProblem(problemOf(error, 'The document could not be undone. Please try again.'))
  const undo = useLongWork(tradeDocuments.undo, `undo-document.${id}`, {
    onFound: undone,
    onFoundFailed: failed,
  })
  const { finding } = undo
  useEffect(() => {
    if (finding) return
    const left = new AbortController()
    const { signal } = left
    call(tradeDocuments.undo, { params: { id }, query: { dryRun: '1' }, signal, onJob: setPreviewJob }).then(
      (answer) => {
        if (!signal.aborted) setReport(answer)
      },
      (error: unknown) => {
        if (!signal.aborted) setProblem(problemOf(error, 'The changes could not be previewed.'))
      },
    )
    return () => left.abort()
  }, [id, finding])
  const { corrected, deleted } = report?.amendmentsLeft ?? { corrected: 0, deleted: 0 }
  const left = corrected + deleted
  const carryOut = useOnce(() => undo.run({ params: { id }, query: {} }).then(undone, failed))
  return (
    <Modal opened onClose={onClose} title={`Undo ${fileName}?`} size="lg">
      <Stack gap="sm">
        {problem !== null && <Banner tone="error">{problem}</Banner>}
        {report === null && problem === null && !undo.busy && (
          <Running
            job={previewJob}
            words={() => 'Preparing the preview.'}
            onCancel={() => (previewJob === null ? Promise.resolve() : cancelJob(previewJob.id))}
          />
        )}
        {report !== null && (
          <Text size="sm">
            {counted(report.trades, 'trade')} {report.trades === 1 ? 'is' : 'are'} deleted and{' '}
            {counted(report.entriesReversed, 'ledger entry', 'ledger entries')} reversed. The document stays
            and can be recorded again.
          </Text>
        )}
        <WillWait preview={report} />
        {report !== null && left > 0 && (
          <Banner tone="info">
            {[
              ...(corrected > 0 ? [`${counted(corrected, 'trade')} that it corrected`] : []),
              ...(deleted > 0 ? [`${counted(deleted, 'trade')} that it deleted`] : []),
            ].join(' and ')}{' '}
            {left === 1 ? 'stays' : 'stay'} as now: {left === 1 ? 'it was' : 'they were'} recorded before this
            document. Change {left === 1 ? 'it' : 'them'} in Transactions where that is wrong.
          </Banner>
        )}
        {undo.busy && (
          <Running
            job={undo.job}
            words={() => 'Undoing the trades. All are undone, or none.'}
            onCancel={undo.cancel}
          />
        )}
        <DialogActions>
          <CancelButton />
          <Button
            color="red"
            disabled={report === null}
            loading={undo.busy}
            onClick={() => void carryOut(undefined)}
          >
            Undo Document
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}
