import { FEES } from '@em/contract/fee-tariffs/fees'
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import { useRoute } from '../../../lib/query.ts'
import { staleWay } from '../../../registers/EditForm.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { CancelButton } from '../../../ui/Dialog.tsx'
import { CalcField } from '../../../ui/form/CalcField.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { FormSection, FormShell, WholeRow } from '../../../ui/form/FormShell.tsx'
import { MoneyField, NumberField } from '../../../ui/form/NumberField.tsx'
import { SelectField, SwitchField, TextField } from '../../../ui/form/TextFields.tsx'
import { BrokerField } from '../form/BrokerField.tsx'
import { AllocationFields } from './AllocationFields.tsx'
import { isCherryPicked, mayBeEmpty } from './edit-values.ts'
import type { Edit } from './useEdit.ts'

const FIXED = 'Cannot be changed. To correct it, delete the trade and record it again.'
const YES_NO = ['No', 'Yes'].map((value) => ({ value, label: value }))

/** The facts of a trade that can be corrected. */
export function EditForm({ edit }: { edit: Edit }) {
  const { form, trade, retained } = edit
  const { values } = form
  const { company_name: company, symbol, portfolio, portfolioId, side } = trade.trade
  return (
    <FormShell
      form={form}
      onSubmit={edit.ask}
      saveLabel="Show what would change"
      savingLabel="Calculating..."
      summaryTitle="Please check these fields:"
      onFailure={(error, dismiss) => staleWay(error, () => void edit.reload().then(dismiss))}
      actions={<CancelButton />}
    >
      {retained !== null && <RetainedNote labels={retained} />}
      <FormSection title="Trade">
        <CalcField label="Company" text value={`${company} (${symbol})`} help={FIXED} />
        <CalcField label="Portfolio" text value={`${portfolio} (${portfolioId})`} help={FIXED} />
        <TextField
          name="contractNumber"
          label="Contract Number"
          maxLength={60}
          required={!mayBeEmpty(trade, 'contractNumber')}
        />
        <DateField name="tradeDate" label="Trade Date" required />
        <DateField name="settlementDate" label="Settlement Date" required />
        <BrokerField name="brokerName" label="Broker Name" required={!mayBeEmpty(trade, 'brokerName')} />
        <NumberField name="quantity" label="Quantity" unit="shares" whole required />
        <MoneyField name="price" label={side === 'buy' ? 'Price' : 'Sold Price'} required />
        <NumberField name="costOfFunds" label="Cost of Funds" unit="%" help="Per year, after tax" />
        <WholeRow>
          <TextField name="description" label="Description" maxLength={1000} />
        </WholeRow>
      </FormSection>
      {isCherryPicked(trade) && (
        <FormSection title="Lots taken" columns={1}>
          <AllocationFields
            trade={trade}
            values={values}
            error={form.errors['allocations'] as string | undefined}
            disabled={form.submitting}
            onChange={(allocations) => {
              form.setFieldValue('allocations', allocations)
              form.clearFieldError('allocations')
            }}
          />
        </FormSection>
      )}
      <FormSection title="Fees" columns={3}>
        <WholeRow>
          <SwitchField
            name="asCharged"
            label="Fees as charged"
            help={
              values.asCharged
                ? 'The six fees are booked as typed; the schedule\u2019s are kept beside them.'
                : 'By the fee schedule of the trade date. The fees are shown before you save.'
            }
          />
        </WholeRow>
        {values.asCharged &&
          FEES.map(({ field, label }) => <MoneyField key={field} name={field} label={label} required />)}
      </FormSection>
      <FormSection title="Settlement">
        <AccountField edit={edit} />
        <TextField name="cashFlowOnSettlement" label="Cash Flow on Settlement" maxLength={200} />
        {side === 'buy' && (
          <SelectField name="generatePayment" label="Generate Payment" options={YES_NO} clearable={false} />
        )}
      </FormSection>
    </FormShell>
  )
}

function AccountField({ edit: { form } }: { edit: Edit }) {
  const list = useRoute(settlementAccounts.routes.list, { query: {} })
  const accounts = list.data ?? []
  return (
    <SelectField
      name="settlementAccount"
      label="Settlement Account"
      required
      searchable
      help={form.values.paymentMethod === '' ? '' : `Payment method: ${form.values.paymentMethod}`}
      options={accounts.map((one) => ({
        value: String(one.id),
        label: `${one.account_name} ${one.account_number}, ${one.bank_name} (${one.payment_method})`,
      }))}
      onChange={(id) => {
        const chosen = accounts.find((one) => String(one.id) === id)
        form.setFieldValue('paymentMethod', chosen?.payment_method ?? '')
      }}
      {...(list.isError ? { error: 'Failed to load settlement accounts' } : {})}
    />
  )
}

function RetainedNote({ labels }: { labels: readonly string[] }) {
  return (
    <Banner tone="info">
      {labels.length === 0
        ? 'These are the current values.'
        : `These are the current values, with your changes kept: ${labels.join(', ')}.`}
    </Banner>
  )
}
