import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import { Button, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiFailure } from '../../../lib/api.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { sentenceOf } from '../../../registers/master.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { TextArea } from '../../../ui/form/TextFields.tsx'
import { Skeletons } from '../../../ui/States.tsx'
import { Consequences } from './Consequences.tsx'
import css from './Preview.module.css'

interface RemovalProps {
  /** The trade or opening lot to delete. A `key` per version gives each its own preview. */
  id: number
  /** Asks whether to delete it, and says what it is. */
  children: ReactNode
  /** The message where the server gives no reason. */
  failed: string
  /** Asked once, when the dialog opens. */
  preview: (signal: AbortSignal) => Promise<TradeDryRun>
  /** `reason` is '' where none was given. */
  remove: (reason: string) => Promise<unknown>
  onRemoved: () => void
  onClose: () => void
  /** Offered where another user has changed it meanwhile. */
  onReload?: () => void
}

/** Within a dialog: what deleting a trade or an opening lot would change, then the deletion with its reason. */
export function Removal({ id, children, failed, onClose, onReload, ...removal }: RemovalProps) {
  const { dryRun, refusal, refuse } = useRemovalPreview(removal.preview)
  const removeOnce = useOnce(removal.remove)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await removeOnce(reason.trim())
      removal.onRemoved()
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  const stale = refusal instanceof ApiFailure && refusal.code === 'record.stale'
  return (
    <Stack gap="lg">
      <p className={css.lead}>{children}</p>
      {refusal !== null && (
        <Banner tone="error">
          {sentenceOf(refusal, failed)} Nothing was changed.{' '}
          {stale && onReload !== undefined && (
            <Button size="compact-sm" variant="default" onClick={onReload}>
              Reload
            </Button>
          )}
        </Banner>
      )}
      {dryRun === null && refusal === null && <Skeletons rows={6} />}
      {dryRun !== null && <Consequences dryRun={dryRun} self={id} />}
      {dryRun !== null && (
        <TextArea
          label="Reason"
          help="Saved in the audit history"
          value={reason}
          onChange={setReason}
          disabled={busy}
        />
      )}
      <DialogActions>
        <Button variant="default" data-autofocus disabled={busy} onClick={onClose}>
          {refusal === null ? 'Cancel' : 'Close'}
        </Button>
        {refusal === null && (
          <Button color="red" loading={busy} disabled={dryRun === null} onClick={() => void confirm()}>
            Delete
          </Button>
        )}
      </DialogActions>
    </Stack>
  )
}

function useRemovalPreview(preview: RemovalProps['preview']) {
  const [dryRun, setDryRun] = useState<TradeDryRun | null>(null)
  const [refusal, refuse] = useState<unknown>(null)
  useEffect(() => {
    const asked = new AbortController()
    preview(asked.signal).then(setDryRun, (error: unknown) => {
      if (!asked.signal.aborted) refuse(error)
    })
    return () => asked.abort()
    // Its key gives every version a dialog of its own.
  }, []) // oxlint-disable-line react-hooks/exhaustive-deps
  return { dryRun, refusal, refuse }
}
