import { Fragment, type ReactNode } from 'react'
import { Modal } from '../../../ui/Dialog.tsx'

interface EntryActModalProps<Entry> {
  /** The entry that is acted upon; null keeps the dialog shut. */
  entry: Entry | null
  /** The name of the act: Reverse, Repeat. */
  act: string
  onClose: () => void
  children: (entry: Entry) => ReactNode
}

/** A dialog that does something with one journal entry; its form begins anew for each entry. */
export function EntryActModal<Entry extends { readonly id: number }>({
  entry,
  act,
  onClose,
  children,
}: EntryActModalProps<Entry>) {
  return (
    <Modal
      opened={entry !== null}
      onClose={onClose}
      title={entry === null ? act : `${act} journal entry ${entry.id}`}
    >
      {entry !== null && <Fragment key={entry.id}>{children(entry)}</Fragment>}
    </Modal>
  )
}
