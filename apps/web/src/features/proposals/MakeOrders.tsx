import { ORDER_DAYS_MAX, orders } from '@em/contract/orders/orders'
import { addDays } from '@em/core/values/dates'
import { Checkbox } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { isHeld, messageOf } from '../../lib/api.ts'
import { today } from '../../lib/dates.ts'
import { counted } from '../../lib/numerals.ts'
import { useWrite } from '../../lib/query.ts'
import { goTo } from '../../links/tabs.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormSection, FormShell } from '../../ui/form/FormShell.tsx'
import { TextField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { BrokerField } from '../trades/form/BrokerField.tsx'

/** A proposed trade: shares above zero are bought, below zero sold. */
interface ProposedTrade {
  readonly symbol: string
  readonly quantity: number
  readonly price: number | null
}

interface MakeOrdersProps {
  portfolioId: string
  tradeDate: string
  /** Each of them becomes an order. */
  trades: readonly ProposedTrade[]
  onClose: () => void
}

/** Makes an order of each trade; one that is refused is named, and the others are made. */
export function MakeOrders({ portfolioId, tradeDate, trades, onClose }: MakeOrdersProps) {
  const create = useWrite(orders.create)
  const [made, add] = useState<ReadonlySet<string>>(new Set())
  const [refused, refuse] = useState<readonly string[]>([])
  const form = useForm({
    initialValues: {
      validUntil: tradeDate < today() ? today() : tradeDate,
      broker: '',
      limited: true,
      // A soft limit asks the person for one.
      reason: '',
    },
    validate: (values) => (values.validUntil === '' ? { validUntil: 'Valid until is required.' } : {}),
  })
  const left = trades.filter(({ symbol }) => !made.has(symbol))
  const send = async ({ limited, ...terms }: typeof form.values) => {
    const failures: string[] = []
    const done = new Set(made)
    let waits = 0
    for (const { symbol, quantity, price } of left) {
      try {
        await create.mutateAsync({
          query: {},
          body: {
            ...terms,
            portfolioId,
            portfolios: null,
            symbol,
            side: quantity > 0 ? 'buy' : 'sell',
            quantity: Math.abs(quantity),
            amount: null,
            limitPrice: limited ? price : null,
          },
        })
        done.add(symbol)
      } catch (error) {
        if (isHeld(error)) {
          done.add(symbol)
          waits += 1
        } else failures.push(`${symbol}: ${messageOf(error, 'The order was not saved.')}`)
      }
    }
    add(done)
    refuse(failures)
    if (failures.length > 0) return
    if (done.size > waits) notify.success(`${counted(done.size - waits, 'order')} made.`)
    goTo('Trade Capture', 'Deal Slip')
  }
  return (
    <Modal opened onClose={onClose} title={`Make ${counted(left.length, 'order')}`} size="lg">
      <FormShell
        form={form}
        sticky={false}
        saveLabel={`Make ${counted(left.length, 'order')}`}
        savingLabel="Saving"
        failed="The orders were not saved. Please try again."
        actions={<CancelButton />}
        onSubmit={send}
      >
        {refused.map((sentence) => (
          <Banner key={sentence} tone="error">
            {sentence}
          </Banner>
        ))}
        <FormSection columns={2}>
          <DateField
            name="validUntil"
            label="Valid until"
            required
            min={today()}
            max={addDays(today(), ORDER_DAYS_MAX)}
          />
          <BrokerField name="broker" label="Broker" />
          <TextField name="reason" label="Reason" maxLength={500} />
          <Checkbox
            label="Limit each order to its price above"
            {...form.getInputProps('limited', { type: 'checkbox' })}
          />
        </FormSection>
      </FormShell>
    </Modal>
  )
}
