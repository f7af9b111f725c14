import { corporateActions, type Entitlement } from '@em/contract/corporate-actions/corporate-actions'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import { isDate, today } from '../../../../lib/dates.ts'
import { formatNumber } from '../../../../lib/numerals.ts'
import { DateField } from '../../../../ui/form/DateField.tsx'
import { FormSection } from '../../../../ui/form/FormShell.tsx'
import { NumberField } from '../../../../ui/form/NumberField.tsx'
import { SelectField, TextField } from '../../../../ui/form/TextFields.tsx'
import { useAccountChoices } from '../../form/choices.tsx'
import { ActDialog } from '../ActDialog.tsx'
import {
  dayOf,
  firstOf,
  isDay,
  type OfPortfolioProps,
  PortfolioChoice,
  required,
  type Values,
} from '../Entitlements.tsx'

/** Records what a portfolio was allotted, and the refund of the rest. */
export function AllotDialog({ action, entitlements, portfolioId, onClose }: OfPortfolioProps) {
  const accounts = useAccountChoices()
  const appliedOf = (row: Entitlement) =>
    KINDS[action.kind].allots?.applied === 'entitled' ? row.entitled_shares : row.subscribed + row.additional
  const rows = entitlements.filter((row) => appliedOf(row) > 0 && row.allotted === 0)
  const first = firstOf(rows, portfolioId)
  const isUnnamed = action.securityCode === null
  const bodyOf = (values: Values) => {
    const { portfolioId: of = '', allotted = '', date = '', refundDate = '' } = values
    if (of === '' || allotted === '' || !isDate(date)) return null
    if (refundDate !== '' && !isDate(refundDate)) return null
    if (isUnnamed && (values['securityCode'] ?? '').trim() === '') return null
    return {
      portfolioId: of,
      allotted,
      date,
      refundDate,
      settlementAccount: values['settlementAccount'] ?? '',
      ...(isUnnamed ? { securityCode: values['securityCode'] } : {}),
    }
  }
  return (
    <ActDialog
      action={action}
      route={corporateActions.allot}
      words={{
        title: `Allot: ${action.title}`,
        lead: 'Shares that were allotted come into the holding; money of the rest comes back.',
        button: 'Allot',
        at: 'Allotting',
        done: 'is allotted',
        failed: 'The allotment could not be recorded. Please try again.',
      }}
      start={{
        portfolioId: first?.portfolioId ?? '',
        allotted: first === undefined ? '' : String(appliedOf(first)),
        date: dayOf(action.dates.allotment),
        refundDate: '',
        settlementAccount: '',
        securityCode: '',
      }}
      validate={(values) => ({
        portfolioId: required('Portfolio', values['portfolioId']),
        allotted: required('Allocated Quantity', values['allotted']),
        date: isDay('Date', values['date']),
        ...(isUnnamed ? { securityCode: required('Security Code', values['securityCode']) } : {}),
      })}
      bodyOf={bodyOf}
      brief
      size="lg"
      onClose={onClose}
    >
      {(form) => (
        <FormSection columns={2}>
          <PortfolioChoice
            rows={rows}
            detail={(row) => `${formatNumber(appliedOf(row), { decimals: 0 })} applied for`}
            onPick={(row) => form.setFieldValue('allotted', String(appliedOf(row)))}
          />
          {isUnnamed && (
            <TextField
              name="securityCode"
              label="Security Code"
              required
              maxLength={20}
              help={`${KINDS[action.kind].word} of ${action.securityName}: its symbol on the exchange.`}
            />
          )}
          <NumberField name="allotted" label="Allocated Quantity" required whole unit="shares" />
          <DateField name="date" label="Allotted on" required max={today()} />
          <DateField
            name="refundDate"
            label="Refund received on"
            max={today()}
            help="Leave blank while it has not come in."
          />
          <SelectField
            name="settlementAccount"
            label="Settlement Account"
            placeholder="The one used last"
            searchable
            options={accounts}
          />
        </FormSection>
      )}
    </ActDialog>
  )
}
