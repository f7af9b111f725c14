import { Button } from '@mantine/core'
import { useState } from 'react'
import { hrefOf } from '../../../links/tabs.ts'
import { Modal } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { SellDetailsCherry } from './SellDetailsCherry.tsx'
import { SellDetailsFifo } from './SellDetailsFifo.tsx'
import { SellDetailsWap } from './SellDetailsWap.tsx'
import type { SellForm } from './useSellForm.ts'

interface SellDetailsProps {
  sell: SellForm
  opened: boolean
  onClose: () => void
}

const TITLES = {
  WAP: 'Sell transaction details: Weighted Average Price (WAP)',
  FIFO: 'Sell transaction details: FIFO (First-In First-Out)',
  CHERRY: 'Sell transaction details: Cherry Picking',
}

/** How the cost of a sale is made, by the portfolio's valuation method. */
export function SellDetails({ sell, opened, onClose }: SellDetailsProps) {
  const { method } = sell.holding
  const [isDirty, setDirty] = useState(false)
  const close = () => {
    setDirty(false)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={method === null ? 'Sell transaction details' : TITLES[method]}
      size="xl"
      dirty={isDirty}
    >
      <Variant sell={sell} onClose={close} onDirty={setDirty} />
    </Modal>
  )
}

interface VariantProps {
  sell: SellForm
  onClose: () => void
  onDirty: (dirty: boolean) => void
}

function Variant({ sell, onClose, onDirty }: VariantProps) {
  const { method, hasNoMethod } = sell.holding
  if (method === null) {
    return (
      <EmptyState
        title="Portfolio & Valuation Method Required"
        action={
          hasNoMethod ? (
            <Button component="a" href={hrefOf('Master Data Management', 'Valuation Method')}>
              Valuation Method
            </Button>
          ) : (
            <Button onClick={onClose}>Back to the form</Button>
          )
        }
      >
        Please select a portfolio with a valuation method: it decides which cost a sale takes out.
      </EmptyState>
    )
  }
  if (sell.values.symbol === '') {
    return (
      <EmptyState title="Company required" action={<Button onClick={onClose}>Back to the form</Button>}>
        Please select the company whose shares are sold.
      </EmptyState>
    )
  }
  if (method === 'WAP') return <SellDetailsWap sell={sell} onClose={onClose} />
  if (method === 'FIFO') return <SellDetailsFifo sell={sell} onClose={onClose} />
  return <SellDetailsCherry sell={sell} onClose={onClose} onDirty={onDirty} />
}
