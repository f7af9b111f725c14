import { saleProposals } from '@em/contract/proposals/sale-proposals'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useRoute } from '../../lib/query.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { Amount, Price, Quantity } from '../../ui/Numbers.tsx'
import { Loaded } from '../../ui/States.tsx'
import { LimitsAfter } from '../limits/LimitsAfter.tsx'
import css from './Proposals.module.css'

interface Holding {
  readonly portfolioId: string
  readonly symbol: string
}
const KNOWN = [
  { value: 'price', label: 'The price', field: 'Price (LKR)' },
  { value: 'shares', label: 'The shares', field: 'Shares to buy' },
] as const

/** The buy that changes the average cost of a holding to a given price. Nothing is saved. */
export function AverageCostModal({ of, onClose }: { of: Holding | null; onClose: () => void }) {
  return (
    <Modal opened={of !== null} onClose={onClose} title={`Average cost of ${of?.symbol ?? ''}`} size="xl">
      {of !== null && <Plan key={`${of.portfolioId} ${of.symbol}`} of={of} />}
    </Modal>
  )
}

interface Asked {
  readonly average: string
  readonly price: string
  readonly shares: string
  readonly tradeDate: string
}

function Plan({ of }: { of: Holding }) {
  const [asked, ask] = useState<Asked | null>(null)
  const query = useRoute(
    saleProposals.average,
    { body: { ...of, ...(asked ?? { average: '' }) } as never },
    { enabled: asked !== null, keepPrevious: true },
  )
  return (
    <Stack gap="md">
      <Question asking={query.isFetching} onAsk={ask} />
      {asked !== null && (
        <Loaded query={query} failed="The buy could not be found">
          {({ held, cost, average, buy }) => (
            <>
              <Facts
                facts={[
                  { label: 'Shares held', value: <Quantity value={held} /> },
                  { label: 'Cost', value: <Amount value={cost} unit="LKR" /> },
                  { label: 'Average cost now', value: <Price value={average} /> },
                  ...(buy === null
                    ? []
                    : [
                        { label: 'Shares to buy', value: <Quantity value={buy.quantity} /> },
                        { label: 'At', value: <Price value={buy.price} /> },
                        { label: 'Gross value', value: <Amount value={buy.grossValue} unit="LKR" /> },
                        { label: 'Fees', value: <Amount value={buy.totalFees} unit="LKR" /> },
                        { label: 'To pay', value: <Amount value={buy.netValue} unit="LKR" /> },
                        { label: 'Average cost after it', value: <Price value={buy.average} /> },
                      ]),
                ]}
              />
              {buy === null ? (
                <p className={css.note}>No buy brings the average there.</p>
              ) : (
                <LimitsAfter acts={[{ kind: 'buy', ...of, quantity: buy.quantity, price: buy.price }]} />
              )}
            </>
          )}
        </Loaded>
      )}
    </Stack>
  )
}

function Question({ asking, onAsk }: { asking: boolean; onAsk: (asked: Asked) => void }) {
  const form = useForm({
    initialValues: { average: '', known: 'price' as 'price' | 'shares', amount: '', tradeDate: '' },
    validate: (values) => ({
      ...(values.average.trim() === '' && { average: 'Average wanted is required.' }),
      ...(values.amount.trim() === '' && { amount: 'Price or shares are required.' }),
    }),
  })
  const { known } = form.values
  return (
    <FormShell
      form={form}
      sticky={false}
      quiet
      onSubmit={async ({ average, amount, tradeDate }) =>
        onAsk({
          average,
          tradeDate,
          price: known === 'price' ? amount : '',
          shares: known === 'shares' ? amount : '',
        })
      }
    >
      <div className={css.question}>
        <NumberField name="average" label="Average Wanted (LKR)" required help="Before charges of buying" />
        <SelectField
          name="known"
          label="Buy by"
          required
          options={KNOWN.map(({ value, label }) => ({ value, label }))}
        />
        <NumberField
          name="amount"
          label={KNOWN.find(({ value }) => value === known)?.field ?? 'Price (LKR)'}
          required
          whole={known === 'shares'}
        />
        <DateField name="tradeDate" label="Trade Date" help="Default: today, or the next market day" />
        <div className={css.compare}>
          <Button type="submit" loading={asking}>
            Find the Buy
          </Button>
        </div>
      </div>
    </FormShell>
  )
}
