import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useOpens } from '../../../links/offered.ts'
import { hrefOf } from '../../../links/tabs.ts'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { useLast } from '../../../ui/useLast.ts'

interface SubmittedTradeProps<Trade> {
  /** The trade to show; null while the dialog is shut. */
  trade: Trade | null
  onClose: () => void
  /** The sections with its facts. */
  children: (trade: Trade) => ReactNode
}

/** One submitted trade, to be read, and the way to its journal entries. */
export function SubmittedTrade<Trade extends { deal_number: string }>(props: SubmittedTradeProps<Trade>) {
  const { trade, onClose, children } = props
  const shown = useLast(trade)
  const opens = useOpens()
  return (
    <Modal opened={trade !== null} onClose={onClose} title={shown?.deal_number ?? ''} size="xl">
      {shown !== null && (
        <Stack gap="lg">
          {children(shown)}
          <DialogActions>
            {opens('Accounting Entries', 'General Ledger') && (
              <Button
                component="a"
                variant="default"
                href={hrefOf('Accounting Entries', 'General Ledger', { search: shown.deal_number })}
              >
                Journal entries
              </Button>
            )}
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </Stack>
      )}
    </Modal>
  )
}
