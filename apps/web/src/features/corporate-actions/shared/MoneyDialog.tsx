import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { useRoute } from '../../../lib/query.ts'
import { Modal } from '../../../ui/Dialog.tsx'
import { ErrorState, Skeletons } from '../../../ui/States.tsx'
import { useEntitlements } from '../event/Entitlements.tsx'
import { ReceiveDialog, WriteOffDialog } from '../event/money/MoneyDialogs.tsx'

/** Money of an event that one portfolio waits for, and what is done with it. */
export interface MoneyAction {
  readonly word: 'receive' | 'write-off'
  /** The event's id. */
  readonly action: number
  readonly portfolioId: string
}

interface MoneyDialogProps {
  /** Null keeps the dialog shut. */
  action: MoneyAction | null
  onClose: () => void
}

/** Confirms or writes off money of an event, from a row that names it. */
export function MoneyDialog({ action: moneyAction, onClose }: MoneyDialogProps) {
  return moneyAction === null ? null : (
    <OfEvent key={moneyAction.action} moneyAction={moneyAction} onClose={onClose} />
  )
}

function OfEvent({ moneyAction, onClose }: { moneyAction: MoneyAction; onClose: () => void }) {
  const event = useRoute(corporateActions.get, { params: { id: moneyAction.action } })
  const entitlements = useEntitlements(moneyAction.action)
  if (event.data === undefined || entitlements.data === undefined) {
    const again = () => void Promise.all([event.refetch(), entitlements.refetch()])
    return (
      <Modal opened onClose={onClose} title="Corporate action" size="lg">
        {event.isError || entitlements.isError ? (
          <ErrorState title="Failed to load the corporate action" onRetry={again} />
        ) : (
          <Skeletons rows={4} />
        )}
      </Modal>
    )
  }
  const { portfolioId } = moneyAction
  const given = { action: event.data, entitlements: entitlements.data, portfolioId, onClose }
  return moneyAction.word === 'receive' ? <ReceiveDialog {...given} /> : <WriteOffDialog {...given} />
}
