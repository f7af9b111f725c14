import { reconciliation, reconciliationInput } from '@em/contract/reconciliation/reconciliation'
import { REFERENCE_TYPES } from '@em/contract/reconciliation/reconciliation-records'
import { addDays } from '@em/core/values/dates'
import { Anchor, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { formatDate, isDate, today } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numerals.ts'
import { useRoute, useWrite } from '../../../lib/query.ts'
import { Modal } from '../../../ui/Dialog.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { checkedBy, FormSection, FormShell } from '../../../ui/form/FormShell.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { SelectField, TextField } from '../../../ui/form/TextFields.tsx'
import { AccountField } from '../../journal/entry/AccountField.tsx'
import { useChoices } from '../../journal/entry/useChoices.ts'
import { monthsBack, REFERENCE_NAMES } from '../record/lines.ts'

type ReferenceType = (typeof REFERENCE_TYPES)[number]
const MONTHS = 37
const OWN_DATES = 'dates'

interface NewReconciliationProps {
  /** The account that the list is filtered by, '' for none. */
  account: string
  onClose: () => void
  onBegun: (id: number) => void
}

/** Begins a reconciliation: its account, its period and its statement. */
export function NewReconciliation({ account, onClose, onBegun }: NewReconciliationProps) {
  const months = monthsBack(today(), MONTHS)
  const choices = useChoices()
  const create = useWrite(reconciliation.create)
  const form = useForm({
    initialValues: {
      accountCode: account,
      settlementAccount: '',
      portfolioId: '',
      month: months[0]?.value ?? '',
      startDate: '',
      endDate: '',
      referenceType: 'bank' as ReferenceType,
      referenceNumber: '',
      externalOpening: '',
      externalClosing: '',
    },
    validate: (values) => ({
      ...(values.month === OWN_DATES && values.startDate === '' ? { startDate: 'A date is required.' } : {}),
      ...(values.month === OWN_DATES && values.endDate === '' ? { endDate: 'A date is required.' } : {}),
      ...checkedBy(reconciliationInput)(bodyOf(values)),
    }),
  })
  const { values } = form
  const begin = async () => {
    const { reconciliation: made } = await create.mutateAsync({
      body: bodyOf(values),
    })
    onBegun(made.id)
  }
  return (
    <Modal opened onClose={onClose} title="New reconciliation" size="xl" dirty={form.isDirty()}>
      <FormShell
        form={form}
        onSubmit={begin}
        saveLabel="Begin"
        savingLabel="Beginning..."
        failed="The reconciliation could not be begun. Please try again."
        sticky={false}
        quiet
      >
        <Stack gap="md">
          <FormSection title="Account to reconcile" columns={3}>
            <AccountField
              name="accountCode"
              label="Account"
              required
              accounts={choices.accounts}
              loading={choices.loading}
              failed={choices.failed}
              value={values.accountCode}
            />
            <SelectField
              name="settlementAccount"
              label="Settlement Account"
              placeholder="All"
              searchable
              options={choices.banks}
              help="Only the lines of one bank account"
            />
            <SelectField
              name="portfolioId"
              label="Portfolio"
              placeholder="All"
              searchable
              options={choices.portfolios}
            />
          </FormSection>
          <FormSection title="Period" columns={3}>
            <SelectField
              name="month"
              label="Period"
              required
              options={[...months, { value: OWN_DATES, label: 'From and to a date' }]}
            />
            {values.month === OWN_DATES && (
              <>
                <DateField name="startDate" label="From" required />
                <DateField name="endDate" label="To" required min={values.startDate} />
              </>
            )}
          </FormSection>
          <FormSection title="Statement" columns={2}>
            <SelectField
              name="referenceType"
              label="Reference Type"
              required
              options={REFERENCE_TYPES.map((value) => ({ value, label: REFERENCE_NAMES[value] }))}
            />
            <TextField name="referenceNumber" label="Reference Number" maxLength={100} />
            <NumberField
              name="externalOpening"
              label="Opening Balance"
              unit="LKR"
              help="Optional: an imported statement supplies it"
            />
            <NumberField
              name="externalClosing"
              label="Closing Balance"
              unit="LKR"
              help="Negative if the account is overdrawn"
            />
          </FormSection>
          <Before
            account={values.accountCode}
            bank={values.settlementAccount}
            portfolio={values.portfolioId}
            start={values.month === OWN_DATES ? values.startDate : `${values.month}-01`}
            onOpening={(opening) => form.setFieldValue('externalOpening', opening)}
          />
        </Stack>
      </FormShell>
    </Modal>
  )
}

interface Values {
  month: string
  startDate: string
  endDate: string
}
function bodyOf<V extends Values>({ month, startDate, endDate, ...values }: V) {
  return month === OWN_DATES ? { ...values, startDate, endDate } : { ...values, period: month }
}

interface BeforeProps {
  account: string
  bank: string
  portfolio: string
  /** The first day of the new one. */
  start: string
  onOpening: (opening: string) => void
}

/** The closing balance of the one right before it, with which this one begins. */
function Before({ account, bank, portfolio, start, onOpening }: BeforeProps) {
  const found = useRoute(
    reconciliation.list,
    {
      query: {
        accountCode: account,
        status: 'reconciled',
        limit: 1,
        ...(bank === '' ? {} : { settlementAccount: Number(bank) }),
        ...(portfolio === '' ? {} : { portfolioId: portfolio }),
      },
    },
    { enabled: account !== '' },
  )
  const last = found.data?.find(
    (one) => String(one.settlementAccount?.id ?? '') === bank && (one.portfolioId ?? '') === portfolio,
  )
  if (account === '' || last === undefined || last.externalBalance === null) return null
  if (!isDate(start) || addDays(last.endDate, 1) !== start) return null
  const { externalBalance, endDate } = last
  return (
    <p style={{ margin: 0, fontSize: 'var(--mantine-font-size-sm)' }}>
      The last statement closed with {formatNumber(externalBalance, { decimals: 2 })} on {formatDate(endDate)}
      .{' '}
      <Anchor
        component="button"
        type="button"
        fz="inherit"
        onClick={() => onOpening(externalBalance.toFixed(2))}
      >
        Use as opening balance
      </Anchor>
    </p>
  )
}
