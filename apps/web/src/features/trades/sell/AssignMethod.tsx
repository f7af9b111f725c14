import { costingMethods } from '@em/contract/costing-methods/costing-methods'
import { Anchor } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { MODAL_MS } from '../../../ui/Dialog.tsx'
import { IfMay } from '../../../ui/IfMay.tsx'
import { AssignMethodModal } from '../../costing-methods/AssignMethodModal.tsx'

/**
 * The dialog that assigns the method of the chosen portfolio. It takes the button that opened it away: the focus goes on
 * to the company, which is chosen next.
 */
export function AssignMethod({ opened, onClose, values }: AssignMethodProps) {
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (opened) opener.current = document.activeElement
  }, [opened])
  const close = () => {
    onClose()
    setTimeout(() => {
      // Closed without a method the button is still there, and has the focus again.
      if (opener.current?.isConnected !== true) {
        document.querySelector<HTMLElement>('form button[data-field="empty"]')?.focus()
      }
    }, MODAL_MS + 100)
  }
  return (
    <AssignMethodModal
      opened={opened}
      onClose={close}
      portfolioId={values.portfolioId}
      portfolio={values.portfolio}
    />
  )
}

interface AssignMethodProps {
  opened: boolean
  onClose: () => void
  values: { readonly portfolioId: string; readonly portfolio: string }
}

/** Below the method of a portfolio that has none: what is missing, and the way to assign it at once. */
export function NoMethod({ onAssign }: { onAssign: () => void }) {
  return (
    <>
      No costing method assigned to this portfolio.{' '}
      <IfMay call={costingMethods.assign}>
        <Anchor inherit component="button" type="button" onClick={onAssign}>
          Assign a method
        </Anchor>
      </IfMay>
    </>
  )
}
