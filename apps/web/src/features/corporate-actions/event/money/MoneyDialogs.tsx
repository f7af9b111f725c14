import { corporateActions, type Entitlement } from '@em/contract/corporate-actions/corporate-actions'
import { isDate, today } from '../../../../lib/dates.ts'
import { formatNumber } from '../../../../lib/numerals.ts'
import { DateField } from '../../../../ui/form/DateField.tsx'
import { FormSection, WholeRow } from '../../../../ui/form/FormShell.tsx'
import { MoneyField } from '../../../../ui/form/NumberField.tsx'
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

const amount = (value: number) => formatNumber(value, { decimals: 2 })
/** The outstanding amount; without one, the amount assumed to be received. */
const toConfirm = ({ outstanding, received }: Entitlement) =>
  String(Math.abs(outstanding === 0 ? received : outstanding))

function dueWords({ outstanding, received, is_confirmed: isConfirmed }: Entitlement): string {
  if (outstanding > 0) return `${amount(outstanding)} outstanding`
  if (outstanding < 0) return `${amount(-outstanding)} to pay back`
  return `${amount(received)} ${isConfirmed ? 'received' : 'assumed to have come'}`
}

const RECEIPT = {
  title: 'Confirm receipt',
  lead: 'What the bank paid in. What is short stays outstanding, as its own item.',
  button: 'Confirm Receipt',
  at: 'Confirming',
  done: 'is confirmed as received',
  failed: 'The receipt could not be confirmed. Please try again.',
  day: 'Received on',
}
/** Of what a portfolio owes: too much came in, or it buys in a transfer. */
const PAYMENT = {
  title: 'Confirm payment',
  lead: 'What the bank paid out. What is left stays outstanding, as its own item.',
  button: 'Confirm Payment',
  at: 'Confirming',
  done: 'is confirmed as paid',
  failed: 'The payment could not be confirmed. Please try again.',
  day: 'Paid on',
}

/** Confirms money that came in, or of a credit that went out. What is short stays outstanding. */
export function ReceiveDialog({ action, entitlements, portfolioId, onClose }: OfPortfolioProps) {
  const rows = entitlements.filter(
    ({ outstanding, received, is_confirmed: isConfirmed }) =>
      outstanding !== 0 || (received !== 0 && !isConfirmed),
  )
  const accounts = useAccountChoices()
  const first = firstOf(rows, portfolioId)
  const { day, ...words } = (first?.outstanding ?? 0) < 0 ? PAYMENT : RECEIPT
  const bodyOf = ({ portfolioId: of = '', date = '', amount: typed = '', ...rest }: Values) =>
    of === '' || !isDate(date) || typed === ''
      ? null
      : {
          portfolioId: of,
          date,
          amount: typed,
          settlementAccount: rest['settlementAccount'] ?? '',
          reference: rest['reference'] ?? '',
        }
  return (
    <ActDialog
      action={action}
      route={corporateActions.receive}
      words={{ ...words, title: `${words.title}: ${action.title}` }}
      start={{
        portfolioId: first?.portfolioId ?? '',
        date: dayOf(action.dates.payment),
        amount: first === undefined ? '' : toConfirm(first),
        settlementAccount: '',
        reference: '',
      }}
      validate={(values) => ({
        portfolioId: required('Portfolio', values['portfolioId']),
        date: isDay('Date', values['date']),
        amount: required('Amount', values['amount']),
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
            detail={dueWords}
            onPick={(row) => form.setFieldValue('amount', toConfirm(row))}
          />
          <DateField name="date" label={day} required max={today()} />
          <MoneyField name="amount" label="Amount" required />
          <SelectField
            name="settlementAccount"
            label="Settlement Account"
            placeholder="As booked"
            searchable
            options={accounts}
          />
          <TextField name="reference" label="Bank reference" maxLength={60} />
        </FormSection>
      )}
    </ActDialog>
  )
}

/** Writes off what will not come in any more. */
export function WriteOffDialog({ action, entitlements, portfolioId, onClose }: OfPortfolioProps) {
  const rows = entitlements.filter(({ outstanding }) => outstanding > 0)
  const first = firstOf(rows, portfolioId)
  const partsOf = ({ portfolioId: of = '', date = '', amount: typed = '' }: Values) =>
    of === '' || !isDate(date) ? null : { portfolioId: of, date, amount: typed }
  const bodyOf = (values: Values) => {
    const parts = partsOf(values)
    return parts === null ? null : { ...parts, reason: values['reason'] ?? '' }
  }
  const previewBodyOf = (values: Values) => {
    const parts = partsOf(values)
    return parts === null ? null : { ...parts, reason: 'Preview' }
  }
  return (
    <ActDialog
      action={action}
      route={corporateActions.writeOff}
      words={{
        title: `Write off: ${action.title}`,
        lead: 'For money that will not come in any more. It is taken to Impairment of Receivables.',
        button: 'Write Off',
        at: 'Writing off',
        done: 'is written off',
        failed: 'It could not be written off. Please try again.',
      }}
      start={{ portfolioId: first?.portfolioId ?? '', date: today(), amount: '', reason: '' }}
      validate={(values) => ({
        portfolioId: required('Portfolio', values['portfolioId']),
        date: isDay('Date', values['date']),
        reason: required('Reason', values['reason']),
      })}
      bodyOf={bodyOf}
      previewBodyOf={previewBodyOf}
      brief
      danger
      size="lg"
      onClose={onClose}
    >
      {() => (
        <FormSection columns={2}>
          <PortfolioChoice
            rows={rows}
            detail={(row) => `${amount(row.outstanding)} outstanding`}
            onPick={() => undefined}
          />
          <DateField name="date" label="Date" required max={today()} />
          <MoneyField name="amount" label="Amount" help="Leave blank for all that is outstanding." />
          <WholeRow>
            <TextField
              name="reason"
              label="Reason"
              required
              maxLength={500}
              help="Saved in the audit history"
            />
          </WholeRow>
        </FormSection>
      )}
    </ActDialog>
  )
}
