import { type ReactNode, useState } from 'react'
import { Modal } from './Dialog.tsx'

interface TypedModalProps {
  opened: boolean
  onClose: () => void
  title: string
  size: 'lg' | '80rem'
  /** `onTyped` reports that something would be lost; `onClose` leaves without asking. */
  children: (dialog: { onClose: () => void; onTyped: () => void }) => ReactNode
}

/** A dialog whose content says when something was typed; from then on leaving it asks first. */
export function TypedModal({ opened, onClose, title, size, children }: TypedModalProps) {
  const [dirty, setDirty] = useState(false)
  const close = () => {
    setDirty(false)
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} dirty={dirty} title={title} size={size}>
      {opened && children({ onClose: close, onTyped: () => setDirty(true) })}
    </Modal>
  )
}
