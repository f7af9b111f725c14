import { type OpeningLot, openings } from '@em/contract/openings/openings'
import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { Amount, DateText, Quantity } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { useLast } from '../../ui/useLast.ts'
import { Removal } from '../trades/preview/Removal.tsx'

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
      {lot !== null && <LotRemoval key={`${lot.id}/${lot.version}`} lot={lot} onClose={onClose} />}
    </Modal>
  )
}

function LotRemoval({ lot, onClose }: { lot: OpeningLot; onClose: () => void }) {
  const { mutateAsync: remove } = useWrite(openings.removeLot)
  const { id, version } = lot
  return (
    <Removal
      id={id}
      failed="Failed to delete the opening lot. Please try again."
      preview={async (signal) => {
        const query = { dryRun: '1' as const, version }
        return (await call(openings.removeLot, { params: { id }, query, signal })) as TradeDryRun
      }}
      remove={(reason) =>
        remove({ params: { id }, query: { version, ...(reason === '' ? {} : { reason }) } })
      }
      onRemoved={() => {
        notify.success(`Opening lot of ${lot.symbol} deleted.`)
        onClose()
      }}
      onClose={onClose}
    >
      Are you sure you want to delete this opening lot? <Quantity value={lot.quantity} /> {lot.symbol} bought
      on <DateText value={lot.trade_date} />,{' '}
      <strong>
        <Amount value={lot.cost} unit="LKR" />
      </strong>
      .
    </Removal>
  )
}
