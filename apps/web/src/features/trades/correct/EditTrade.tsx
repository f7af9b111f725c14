import { transactions } from '@em/contract/trades/transactions'
import { useEffect, useState } from 'react'
import { useRoute } from '../../../lib/query.ts'
import { Modal } from '../../../ui/Dialog.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Loaded } from '../../../ui/States.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { ChangePreview } from './ChangePreview.tsx'
import css from './Corrections.module.css'
import { EditForm } from './EditForm.tsx'
import type { Trade } from './trade.ts'
import { useEdit } from './useEdit.ts'

interface EditTradeProps {
  /** The trade to correct; null keeps the dialog shut. */
  id: number | null
  onClose: () => void
}

/** Corrects a trade: the form, then what would change, then the save. */
export function EditTrade({ id, onClose }: EditTradeProps) {
  const shown = useLast(id)
  const [dirty, setDirty] = useState(false)
  const query = useRoute(
    transactions.one,
    { params: { id: shown ?? 0 } },
    { enabled: id !== null, staleTime: 0 },
  )
  const deal = query.data?.trade.deal_number ?? ''
  return (
    <Modal
      opened={id !== null}
      onClose={onClose}
      title={`Edit ${deal}`.trim()}
      size="80rem"
      dirty={dirty && id !== null}
    >
      {id !== null && (
        <Loaded query={query} failed="Failed to load the transaction">
          {(trade) =>
            trade.is_deleted ? (
              <p className={css.lead}>This transaction is deleted.</p>
            ) : (
              <Editor key={trade.trade.id} trade={trade} onClose={onClose} onDirty={setDirty} />
            )
          }
        </Loaded>
      )}
    </Modal>
  )
}

interface EditorProps {
  trade: Trade
  onClose: () => void
  onDirty: (dirty: boolean) => void
}

/** Keeps the trade it began with: what others save meanwhile comes in by Reload only. */
function Editor({ trade, onClose, onDirty }: EditorProps) {
  const edit = useEdit(trade)
  const { dirty } = edit
  useEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
  const saved = () => {
    const { side, deal_number: deal } = edit.trade.trade
    notify.success(
      <>
        {side === 'buy' ? 'Buy' : 'Sale'} <strong>{deal}</strong> corrected.
      </>,
    )
    onClose()
  }
  return edit.preview === null ? (
    <EditForm edit={edit} />
  ) : (
    <ChangePreview edit={edit} preview={edit.preview} onSaved={saved} />
  )
}
