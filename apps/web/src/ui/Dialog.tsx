import { Modal as Base, getDefaultZIndex } from '@mantine/core'
import type { ReactNode } from 'react'
import { confirm } from './confirm.tsx'
import { useMounted } from './useMounted.ts'

export { confirm, confirmDelete } from './confirm.tsx'

/** Modals fade in and out; closing takes this long, as specified. */
export const MODAL_MS = 300

interface ModalProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl' | '80rem'
  /** Whether something would be lost: then Esc, the cross and a click outside ask first. */
  dirty?: boolean
  /** Lies above every other dialog, whichever of them came into the page later. */
  onTop?: boolean
  children: ReactNode
}

/** A dialog with a title. */
export function Modal({ opened, onClose, title, size = 'md', dirty, onTop, children }: ModalProps) {
  const mounted = useMounted()
  const close = async () => {
    if (dirty && !(await confirm({ title: 'Discard what you typed?', confirm: 'Discard', danger: true })))
      return
    onClose()
  }
  return (
    <Base
      opened={opened && mounted}
      onClose={() => void close()}
      title={title}
      size={size}
      centered
      zIndex={getDefaultZIndex('modal') + (onTop ? 1 : 0)}
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontWeight: 600, fontSize: '1rem' } }}
      transitionProps={{ transition: 'fade', duration: 200, exitDuration: MODAL_MS }}
    >
      {children}
    </Base>
  )
}
