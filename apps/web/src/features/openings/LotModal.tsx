import { type OpeningLot, openings } from '@em/contract/openings/openings'
import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { CancelButton, Modal } from '../../ui/Dialog.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormSection, FormShell } from '../../ui/form/FormShell.tsx'
import { MoneyField, NumberField } from '../../ui/form/NumberField.tsx'
import { TextArea, TextField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { useLast } from '../../ui/useLast.ts'
import { Consequences } from '../trades/preview/Consequences.tsx'

const FAILED = 'Failed to save the opening lot. Please try again.'

interface LotModalProps {
  /** The lot to change; null keeps the dialog shut. */
  lot: OpeningLot | null
  onClose: () => void
}

/** Corrects an opening lot: first what that changes is shown, then it is saved. */
export function LotModal({ lot, onClose }: LotModalProps) {
  const shown = useLast(lot)
  const [dirty, setDirty] = useState(false)
  if (shown === null) return null
  return (
    <Modal
      opened={lot !== null}
      onClose={onClose}
      title={`Edit opening lot of ${shown.symbol}`}
      size="80rem"
      dirty={dirty && lot !== null}
    >
      <LotForm key={`${shown.id}/${shown.version}`} lot={shown} onClose={onClose} onDirty={setDirty} />
    </Modal>
  )
}

interface Values {
  quantity: string
  cost: string
  charges: string
  fairValue: string
  tradeDate: string
  settlementDate: string
  costOfFunds: string
  reference: string
  brokerName: string
  reason: string
}

function valuesOf(lot: OpeningLot): Values {
  return {
    quantity: String(lot.quantity),
    cost: String(lot.cost),
    charges: String(lot.charges),
    fairValue: lot.fair_value === null ? '' : String(lot.fair_value),
    tradeDate: lot.trade_date,
    settlementDate: lot.settlement_date,
    costOfFunds: lot.cost_of_funds === null ? '' : String(lot.cost_of_funds),
    reference: lot.reference ?? '',
    brokerName: lot.broker_name ?? '',
    reason: '',
  }
}

interface LotFormProps {
  lot: OpeningLot
  onClose: () => void
  onDirty: (dirty: boolean) => void
}

function LotForm({ lot, onClose, onDirty }: LotFormProps) {
  const form = useForm<Values>({
    initialValues: valuesOf(lot),
    onValuesChange: () => {
      onDirty(true)
      setPreview(null)
    },
  })
  const [preview, setPreview] = useState<TradeDryRun | null>(null)
  const change = useWrite(openings.changeLot)
  const sent = (values: Values) => ({
    params: { id: lot.id },
    body: { ...values, price: null, version: lot.version },
  })
  const submit = async (values: Values) => {
    if (preview === null) {
      setPreview((await call(openings.changeLot, { ...sent(values), query: { dryRun: '1' } })) as TradeDryRun)
      return
    }
    await change.mutateAsync({ ...sent(values), query: {} })
    onDirty(false)
    notify.success(`Opening lot of ${lot.symbol} corrected.`)
    onClose()
  }
  return (
    <FormShell
      form={form}
      sticky={false}
      onSubmit={submit}
      failed={FAILED}
      saveLabel={preview === null ? 'Show what would change' : 'Save correction'}
      actions={<CancelButton />}
    >
      <FormSection title={`${lot.company_name}, ${lot.portfolio}`} columns={3}>
        <NumberField name="quantity" label="Quantity" required whole unit="shares" />
        <MoneyField name="cost" label="Cost" required help="Without fees" />
        <MoneyField name="charges" label="Charges" help="Fees paid, carried beside the cost" />
        <MoneyField
          name="fairValue"
          label="Fair Value"
          help="Worth of the shares on the opening date, brought forward. Blank: at cost"
        />
        <DateField name="tradeDate" label="Bought On" required max={lot.opening_date} />
        <DateField name="settlementDate" label="Settled On" required max={lot.opening_date} />
        <NumberField name="costOfFunds" label="Cost of Funds" unit="%" />
        <TextField name="reference" label="Reference" maxLength={60} />
        <TextField name="brokerName" label="Broker" maxLength={200} />
      </FormSection>
      {preview !== null && (
        <Stack gap="md">
          <Consequences dryRun={preview} self={lot.id} />
          <TextArea name="reason" label="Reason" help="Saved in the audit history" />
        </Stack>
      )}
    </FormShell>
  )
}
