import { tradeBook } from '@em/contract/books/changes'
import type { TradeDryRun } from '@em/contract/books/sells'
import { Button, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ApiFailure } from '../../lib/api.ts'
import { useRoute } from '../../lib/query.ts'
import { useLast } from '../../registers/EditModal.tsx'
import { sentenceOf } from '../../registers/master.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { TextArea } from '../../ui/form/TextFields.tsx'
import { Amount, DateText, Quantity } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { Loaded, Skeletons } from '../../ui/States.tsx'
import { Consequences } from './Consequences.tsx'
import { previewRemoval, useCorrections } from './corrections.ts'
import css from './Transactions.module.css'
import type { Trade } from './trade.ts'

const FAILED = 'Failed to delete the transaction. Please try again.'

interface RemoveTradeProps {
  /** The trade to delete; null keeps the dialog shut. */
  id: number | null
  onClose: () => void
  onRemoved: () => void
}

/** Shows what deleting a trade would change, asks, and deletes it. */
export function RemoveTrade({ id, onClose, onRemoved }: RemoveTradeProps) {
  const shown = useLast(id)
  const query = useRoute(
    tradeBook.one,
    { params: { id: shown ?? 0 } },
    { enabled: id !== null, staleTime: 0 },
  )
  const deal = query.data?.trade.deal_number ?? ''
  return (
    <Modal opened={id !== null} onClose={onClose} title={`Delete ${deal}`.trim()} size="80rem">
      <Loaded query={query} failed="Failed to load the transaction">
        {(trade) =>
          id === null || trade.is_deleted ? (
            <p className={css.lead}>This transaction is deleted.</p>
          ) : (
            <Removal
              key={`${trade.trade.id}/${trade.trade.version}`}
              trade={trade}
              onClose={onClose}
              onDone={() => {
                onClose()
                onRemoved()
              }}
              onReload={() => void query.refetch()}
            />
          )
        }
      </Loaded>
    </Modal>
  )
}

interface RemovalProps {
  trade: Trade
  onClose: () => void
  onDone: () => void
  onReload: () => void
}

function Removal({ trade, onClose, onDone, onReload }: RemovalProps) {
  const { trade: row } = trade
  const { remove } = useCorrections()
  const { dryRun, refusal, refuse } = useRemovalPreview(trade)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await remove(trade, reason.trim())
      notify.success(
        <>
          {row.side === 'buy' ? 'Buy' : 'Sale'} <strong>{row.deal_number}</strong> deleted.
        </>,
      )
      onDone()
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  const stale = refusal instanceof ApiFailure && refusal.code === 'record.stale'
  return (
    <Stack gap="lg">
      <p className={css.lead}>
        Are you sure you want to delete this transaction? {row.side === 'buy' ? 'Buy' : 'Sale'} of{' '}
        <Quantity value={row.quantity} /> {row.symbol} for {row.portfolio} on{' '}
        <DateText value={row.trade_date} />,{' '}
        <strong>
          <Amount value={row.net_value} unit="LKR" />
        </strong>
        .
      </p>
      {refusal !== null && (
        <Banner tone="error">
          {sentenceOf(refusal, FAILED)} Nothing was changed.{' '}
          {stale && (
            <Button size="compact-sm" variant="default" onClick={onReload}>
              Reload
            </Button>
          )}
        </Banner>
      )}
      {dryRun === null && refusal === null && <Skeletons rows={6} />}
      {dryRun !== null && <Consequences dryRun={dryRun} self={row.id} />}
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

/** Asks once for the trade as it stands. */
function useRemovalPreview(trade: Trade) {
  const [dryRun, setDryRun] = useState<TradeDryRun | null>(null)
  const [refusal, refuse] = useState<unknown>(null)
  useEffect(() => {
    const asked = new AbortController()
    previewRemoval(trade, asked.signal).then(setDryRun, (error: unknown) => {
      if (!asked.signal.aborted) refuse(error)
    })
    return () => asked.abort()
    // Its key gives every version of a trade a dialog of its own.
  }, []) // oxlint-disable-line react-hooks/exhaustive-deps
  return { dryRun, refusal, refuse }
}
