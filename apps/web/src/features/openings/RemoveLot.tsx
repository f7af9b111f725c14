import { type OpeningLot, openings } from '@em/contract/books/openings'
import type { TradeDryRun } from '@em/contract/books/sells'
import { Button, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { useLast } from '../../registers/EditModal.tsx'
import { sentenceOf } from '../../registers/master.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { TextArea } from '../../ui/form/TextFields.tsx'
import { Amount, DateText, Quantity } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Skeletons } from '../../ui/States.tsx'
import { Consequences } from '../transactions/Consequences.tsx'
import css from './Openings.module.css'

const FAILED = 'Failed to delete the opening lot. Please try again.'

interface RemoveLotProps {
  /** The lot to delete; null keeps the dialog shut. */
  lot: OpeningLot | null
  onClose: () => void
}

/** Shows what deleting an opening lot would change, asks, and deletes it. */
export function RemoveLot({ lot, onClose }: RemoveLotProps) {
  const shown = useLast(lot)
  if (shown === null) return null
  return (
    <Modal
      opened={lot !== null}
      onClose={onClose}
      title={`Delete opening lot of ${shown.symbol}`}
      size="80rem"
    >
      {lot !== null && <Removal key={`${shown.id}/${shown.version}`} lot={shown} onClose={onClose} />}
    </Modal>
  )
}

function Removal({ lot, onClose }: { lot: OpeningLot; onClose: () => void }) {
  const { dryRun, refusal, refuse } = useRemovalPreview(lot)
  const remove = useWrite(openings.removeLot)
  const removeOnce = useOnce(remove.mutateAsync)
  const [reason, setReason] = useState('')
  const busy = remove.isPending
  const confirm = async () => {
    try {
      const why = reason.trim()
      await removeOnce({
        params: { id: lot.id },
        query: { version: lot.version, ...(why === '' ? {} : { reason: why }) },
      })
      notify.success(`Opening lot of ${lot.symbol} deleted.`)
      onClose()
    } catch (error) {
      refuse(error)
    }
  }
  return (
    <Stack gap="lg">
      <p className={css.lead}>
        Are you sure you want to delete this opening lot? <Quantity value={lot.quantity} /> {lot.symbol}{' '}
        bought on <DateText value={lot.trade_date} />,{' '}
        <strong>
          <Amount value={lot.cost} unit="LKR" />
        </strong>
        .
      </p>
      {refusal !== null && <Banner tone="error">{sentenceOf(refusal, FAILED)} Nothing was changed.</Banner>}
      {dryRun === null && refusal === null && <Skeletons rows={6} />}
      {dryRun !== null && <Consequences dryRun={dryRun} self={lot.id} />}
      {dryRun !== null && (
        <TextArea
          label="Reason"
          help="Kept with the deletion, for whoever asks later"
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

/** Asks once for the lot as it stands. */
function useRemovalPreview(lot: OpeningLot) {
  const [dryRun, setDryRun] = useState<TradeDryRun | null>(null)
  const [refusal, refuse] = useState<unknown>(null)
  useEffect(() => {
    const asked = new AbortController()
    const query = { dryRun: '1' as const, version: lot.version }
    call(openings.removeLot, { params: { id: lot.id }, query, signal: asked.signal }).then(
      (told) => setDryRun(told as TradeDryRun),
      (error: unknown) => {
        if (!asked.signal.aborted) refuse(error)
      },
    )
    return () => asked.abort()
    // Its key gives every version of a lot a dialog of its own.
  }, []) // oxlint-disable-line react-hooks/exhaustive-deps
  return { dryRun, refusal, refuse }
}
