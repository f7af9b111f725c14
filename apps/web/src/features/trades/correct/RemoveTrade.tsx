import { transactions } from '@em/contract/trades/transactions'
import { useRoute } from '../../../lib/query.ts'
import { Modal } from '../../../ui/Dialog.tsx'
import { Amount, DateText, Quantity } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Loaded } from '../../../ui/States.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { Removal } from '../preview/Removal.tsx'
import css from './Corrections.module.css'
import { previewRemoval, useCorrections } from './corrections.ts'
import { PaidStays } from './PaidStays.tsx'
import type { Trade } from './trade.ts'

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
    transactions.one,
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
            <TradeRemoval
              key={`${trade.trade.id}/${trade.trade.version}`}
              trade={trade}
              onClose={onClose}
              onRemoved={() => {
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

interface TradeRemovalProps {
  trade: Trade
  onClose: () => void
  onRemoved: () => void
  onReload: () => void
}

function TradeRemoval({ trade, onRemoved, ...dialog }: TradeRemovalProps) {
  const { trade: row } = trade
  const { remove } = useCorrections()
  const side = row.side === 'buy' ? 'Buy' : 'Sale'
  return (
    <Removal
      {...dialog}
      id={row.id}
      failed="Failed to delete the transaction. Please try again."
      preview={(signal) => previewRemoval(trade, signal)}
      remove={(reason) => remove(trade, reason)}
      onRemoved={() => {
        notify.success(
          <>
            {side} <strong>{row.deal_number}</strong> deleted.
          </>,
        )
        onRemoved()
      }}
    >
      Are you sure you want to delete this transaction? {side} of <Quantity value={row.quantity} />{' '}
      {row.symbol} for {row.portfolio} on <DateText value={row.trade_date} />,{' '}
      <strong>
        <Amount value={row.net_value} unit="LKR" />
      </strong>
      . <PaidStays trade={row} net={0} />
    </Removal>
  )
}
