import { Modal as Base, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

/** Modals fade in and out; closing takes this long, as specified. */
export const MODAL_MS = 300
const fade = { transitionProps: { transition: 'fade' as const, duration: 200, exitDuration: MODAL_MS } }

interface ModalProps {
  opened: boolean
  onClose: () => void
  title: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl' | '80rem'
  /** Whether something would be lost: then Esc, the cross and a click outside ask first. */
  dirty?: boolean
  children: ReactNode
}

/** A dialog with a title; on a phone it takes the whole screen. */
export function Modal({ opened, onClose, title, size = 'md', dirty = false, children }: ModalProps) {
  const close = async () => {
    if (dirty && !(await confirm({ title: 'Discard what you typed?', confirm: 'Discard', danger: true })))
      return
    onClose()
  }
  return (
    <Base
      opened={opened}
      onClose={() => void close()}
      title={title}
      size={size}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontWeight: 600, fontSize: '1rem' } }}
      {...fade}
    >
      {children}
    </Base>
  )
}

interface ConfirmInput {
  title: string
  /** What exactly happens; the specification's words where it has some. */
  message?: ReactNode
  /** The button that does it; names the deed. */
  confirm?: string
  cancel?: string
  danger?: boolean
}

/** Asks; true when the user agreed. */
export function confirm(input: ConfirmInput): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: input.title,
      children: input.message === undefined ? null : <Text>{input.message}</Text>,
      labels: { confirm: input.confirm ?? 'OK', cancel: input.cancel ?? 'Cancel' },
      confirmProps: input.danger === true ? { color: 'red' } : {},
      cancelProps: { 'data-autofocus': true } as { className?: string },
      centered: true,
      closeButtonProps: { 'aria-label': 'Close' },
      styles: { title: { fontWeight: 600, fontSize: '1rem' } },
      ...fade,
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    })
  })
}

/** Asks before deleting, in the specification's words, naming the object. */
export function confirmDelete(input: {
  /** "Are you sure you want to delete this equity?" */
  question: string
  /** The object: "JKH.N0000 John Keells Holdings". */
  name?: ReactNode
  title?: string
}): Promise<boolean> {
  return confirm({
    title: input.title ?? 'Delete',
    message: (
      <>
        {input.question}
        {input.name !== undefined && (
          <>
            <br />
            <strong>{input.name}</strong>
          </>
        )}
      </>
    ),
    confirm: 'Delete',
    danger: true,
  })
}
