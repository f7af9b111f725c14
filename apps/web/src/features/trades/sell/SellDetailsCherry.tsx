import type { Lot } from '@em/contract/holdings/holdings'
import { sells } from '@em/contract/trades/sells'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { call, messageOf } from '../../../lib/api.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { CancelButton } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { Quantity } from '../../../ui/Numbers.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/States.tsx'
import {
  type Allocation,
  allocationsOf,
  mismatchOf,
  sharesOf,
  type Typed,
  totalAllocated,
  typedOf,
} from './allocations.ts'
import { LotTable } from './LotTable.tsx'
import css from './Sell.module.css'
import { saleQuestionOf } from './sell-figures.ts'
import type { SellForm } from './useSellForm.ts'

interface Props {
  sell: SellForm
  onClose: () => void
  onDirty: (dirty: boolean) => void
}

/** Cherry picking: how many shares each buy gives. */
export function SellDetailsCherry({ sell, onClose, onDirty }: Props) {
  const { lots } = sell.holding
  if (lots.isError) {
    return (
      <ErrorState
        title="Failed to load transaction data"
        message={messageOf(lots.error, '')}
        onRetry={() => void lots.refetch()}
      />
    )
  }
  if (lots.data === undefined) return <Skeletons rows={6} />
  if (lots.data.length === 0) {
    return (
      <EmptyState title="No lots to sell from" action={<Button onClick={onClose}>Back to the form</Button>}>
        The portfolio holds no shares of {sell.values.symbol} on the trade date.
      </EmptyState>
    )
  }
  return <Allocating sell={sell} lots={lots.data} onClose={onClose} onDirty={onDirty} />
}

function Allocating({ sell, lots, onClose, onDirty }: Props & { lots: readonly Lot[] }) {
  const { values, change } = sell
  const [typed, setTyped] = useState<Typed>(() => typedOf(values.allocations))
  const [fault, setFault] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const wanted = sharesOf(values.quantity)
  const allocations = allocationsOf(typed, lots)
  const total = totalAllocated(allocations)
  const put = (next: Typed) => {
    setTyped(next)
    setFault(null)
    onDirty(true)
  }
  const save = async () => {
    const mismatch = mismatchOf(total, wanted)
    if (mismatch !== undefined) return setFault(mismatch)
    setSaving(true)
    const refusal = await refusalOf(sell, allocations)
    setSaving(false)
    if (refusal !== null) return setFault(refusal)
    change((now) => ({ ...now, allocations }))
    onClose()
  }
  return (
    <Stack gap="md">
      {fault !== null && <Banner tone="error">{fault}</Banner>}
      <LotTable lots={lots} symbol={values.symbol} wanted={wanted} typed={typed} onChange={put} />
      <DialogActions>
        <span role="status" className={css.quiet}>
          Total Allocated: <Quantity value={total} /> of <Quantity value={wanted} />
        </span>
        <CancelButton disabled={isSaving} />
        <Button onClick={() => void save()} disabled={isSaving}>
          {isSaving ? 'Saving...' : 'Save Allocations'}
        </Button>
      </DialogActions>
    </Stack>
  )
}

/** Asks the server whether these lots can be taken on the trade date; null: they can. */
async function refusalOf(sell: SellForm, allocations: readonly Allocation[]): Promise<string | null> {
  // The lots do not depend on the price: one that is not typed yet does not keep them from being chosen.
  const soldPrice = saleQuestionOf(sell.values, 'CHERRY') === null ? '1' : sell.values.soldPrice
  const question = saleQuestionOf({ ...sell.values, soldPrice, allocations }, 'CHERRY')
  try {
    return (await call(sells.calculate, { body: { ...question } })).refusal
  } catch (error) {
    return messageOf(error, 'Failed to save allocations. Please try again.')
  }
}
