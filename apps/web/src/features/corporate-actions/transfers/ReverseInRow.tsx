import { corporateActions } from '@em/contract/corporate-actions/corporate-actions'
import { useRoute } from '../../../lib/query.ts'
import { Modal } from '../../../ui/Dialog.tsx'
import { Loaded } from '../../../ui/States.tsx'
import { ReverseDialog } from '../event/TakeBackDialog.tsx'

/** Takes a transfer of a row out of the books again, with a reason; null keeps the dialog shut. */
export function ReverseInRow({ id, onClose }: { id: number | null; onClose: () => void }) {
  return id === null ? null : <OfTransfer key={id} id={id} onClose={onClose} />
}

function OfTransfer({ id, onClose }: { id: number; onClose: () => void }) {
  const event = useRoute(corporateActions.get, { params: { id } })
  if (event.data !== undefined) return <ReverseDialog action={event.data} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title="Reverse" size="lg">
      <Loaded query={event} failed="Failed to load the transfer">
        {() => null}
      </Loaded>
    </Modal>
  )
}
