import { equities } from '@em/contract/equities/equities'
import { ORDER_DAYS_MAX, type Order, orders } from '@em/contract/orders/orders'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { addDays, weekday } from '@em/core/values/dates'
import { Button, SegmentedControl } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMemo } from 'react'
import { today } from '../../lib/dates.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormSection, FormShell, WholeRow } from '../../ui/form/FormShell.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField, TextField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { Picker } from '../../ui/picker/Picker.tsx'
import { securityItems } from '../../ui/picker/security-items.ts'
import { BrokerField } from '../trades/form/BrokerField.tsx'
import css from './Orders.module.css'
import { orderInWords } from './order-texts.ts'

interface OrderFormProps {
  /** The order that is changed; left out for a new one. */
  of?: Order
  /** The values that a new order begins with. */
  start?: Partial<Values>
  onClose: () => void
  onSaved: (order: Order) => void
}

interface Values {
  side: 'buy' | 'sell'
  symbol: string
  asks: 'quantity' | 'amount'
  shares: { portfolioId: string; quantity: string }[]
  amount: string
  limitPrice: string
  broker: string
  validUntil: string
  reason: string
}

/** Orders are dealt on market days; only the server knows the holidays. */
function nextWeekday(date: string): string {
  const day = weekday(date)
  return addDays(date, day === 6 ? 2 : day === 0 ? 1 : 0)
}

const text = (value: number | string | null | undefined) => (value == null ? '' : String(value))
const valuesOf = (order: Order | undefined): Values => ({
  side: order?.side ?? 'buy',
  symbol: order?.symbol ?? '',
  asks: order?.quantity === null ? 'amount' : 'quantity',
  shares: order?.shares.map((share) => ({
    portfolioId: share.portfolioId,
    quantity: text(share.quantity),
  })) ?? [{ portfolioId: '', quantity: '' }],
  amount: text(order?.amount),
  limitPrice: text(order?.limitPrice),
  broker: text(order?.broker),
  validUntil: order?.validUntil ?? nextWeekday(today()),
  reason: text(order?.reason),
})

function faultsIn(values: Values): Record<string, string> {
  const faults: Record<string, string> = {}
  const need = (value: string, field: string, what: string) => {
    if (value.trim() === '') faults[field] = `${what} is required.`
  }
  need(values.symbol, 'symbol', 'Security')
  need(values.validUntil, 'validUntil', 'Valid until')
  const byAmount = values.asks === 'amount' && values.shares.length === 1
  if (byAmount) need(values.amount, 'amount', 'Amount')
  for (const [index, { portfolioId, quantity }] of values.shares.entries()) {
    need(portfolioId, `shares.${index}.portfolioId`, 'Portfolio')
    if (!byAmount) need(quantity, `shares.${index}.quantity`, 'Shares')
  }
  return faults
}

function bodyOf({ shares, asks, amount, ...values }: Values) {
  const [only, ...others] = shares
  const nothing = { portfolioId: null, portfolios: null, quantity: null, amount: null }
  if (others.length > 0) return { ...values, ...nothing, portfolios: shares }
  const asked = asks === 'amount' ? { amount } : { quantity: only?.quantity ?? '' }
  return { ...values, ...nothing, portfolioId: only?.portfolioId ?? '', ...asked }
}

/** Writes or changes an order: what, for whom, how much, up to which price and until when. */
export function OrderForm({ of, start, onClose, onSaved }: OrderFormProps) {
  const create = useWrite(orders.create)
  const change = useWrite(orders.change)
  const form = useForm({ initialValues: { ...valuesOf(of), ...start }, validate: faultsIn })
  const securities = useRoute(equities.routes.list, { query: {} })
  const items = useMemo(() => securityItems(securities.data), [securities.data])
  const { side, asks, shares } = form.values
  const several = shares.length > 1
  return (
    <Modal
      opened
      onClose={onClose}
      title={of === undefined ? 'New order' : `Change ${of.number}`}
      size="lg"
      dirty={form.isDirty()}
    >
      <FormShell
        form={form}
        sticky={false}
        saveLabel={of === undefined ? 'Propose order' : 'Save order'}
        savingLabel="Saving"
        failed="The order was not saved. Please try again."
        actions={<CancelButton />}
        onSubmit={async (values) => {
          const body = bodyOf(values)
          const saved =
            of === undefined
              ? await create.mutateAsync({ query: {}, body })
              : await change.mutateAsync({
                  params: { id: of.id },
                  query: {},
                  body: { ...body, version: of.version },
                })
          notify.success(
            `${saved.number}: ${orderInWords(saved)}. It is ${saved.state === 'approved' ? 'approved' : 'a proposal'}.`,
          )
          onSaved(saved)
        }}
      >
        <FormSection columns={2}>
          <WholeRow>
            <SegmentedControl
              aria-label="Side"
              value={side}
              onChange={(value) => form.setFieldValue('side', value as Values['side'])}
              data={[
                { value: 'buy', label: 'Buy' },
                { value: 'sell', label: 'Sell' },
              ]}
            />
          </WholeRow>
          <WholeRow>
            <Picker
              name="symbol"
              label="Security"
              required
              items={items}
              loading={securities.isPending}
              recentKey="equities"
              nothingFound="No securities found"
            />
          </WholeRow>
          {!several && (
            <WholeRow>
              <SegmentedControl
                aria-label="Asks for"
                value={asks}
                onChange={(value) => form.setFieldValue('asks', value as Values['asks'])}
                data={[
                  { value: 'quantity', label: 'A number of shares' },
                  { value: 'amount', label: 'An amount of money' },
                ]}
              />
            </WholeRow>
          )}
          <WholeRow>
            <Shares form={form} byAmount={!several && asks === 'amount'} />
          </WholeRow>
          <NumberField
            name="limitPrice"
            label="Limit price"
            help={
              side === 'buy'
                ? 'The highest price to pay; blank: no limit'
                : 'The lowest price to take; blank: no limit'
            }
          />
          <DateField
            name="validUntil"
            label="Valid until"
            required
            min={today()}
            max={addDays(today(), ORDER_DAYS_MAX)}
          />
          <BrokerField name="broker" label="Broker" />
          <TextField name="reason" label="Reason" maxLength={500} />
        </FormSection>
      </FormShell>
    </Modal>
  )
}

interface SharesProps {
  form: UseFormReturnType<Values, Values, (values: Values) => Record<string, string>>
  byAmount: boolean
}

/** The portfolios of an order, each with its shares; or one with an amount. */
function Shares({ form, byAmount }: SharesProps) {
  const list = useRoute(portfolios.routes.list, { query: {} })
  const { shares } = form.values
  const options = (list.data ?? []).map((one) => ({ value: one.portfolioId, label: one.portfolioName }))
  return (
    <div className={css.shares}>
      {shares.map((_, index) => (
        <div key={index} className={css.share}>
          <SelectField
            name={`shares.${index}.portfolioId`}
            label={index === 0 ? 'Portfolio' : `Portfolio ${index + 1}`}
            required
            options={options}
          />
          {byAmount ? (
            <NumberField name="amount" label="Amount (LKR)" required />
          ) : (
            <NumberField
              name={`shares.${index}.quantity`}
              label={index === 0 ? 'Shares' : `Shares ${index + 1}`}
              whole
              required
            />
          )}
          {shares.length > 1 && (
            <Button
              variant="subtle"
              color="gray"
              aria-label={`Remove portfolio ${index + 1}`}
              onClick={() => form.removeListItem('shares', index)}
            >
              Remove
            </Button>
          )}
        </div>
      ))}
      {!byAmount && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => form.insertListItem('shares', { portfolioId: '', quantity: '' })}
        >
          Add portfolio
        </Button>
      )}
    </div>
  )
}
