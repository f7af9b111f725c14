import {
  type CorporateActionDetail,
  corporateActions,
  type Entitlement,
} from '@em/contract/books/corporate-actions'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import { isDate, today } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numerals.ts'
import { DateField } from '../../../ui/form/DateField.tsx'
import { FormSection, WholeRow } from '../../../ui/form/FormShell.tsx'
import { MoneyField, NumberField } from '../../../ui/form/NumberField.tsx'
import { SelectField, TextField } from '../../../ui/form/TextFields.tsx'
import { useAccountChoices } from '../form/choices.ts'
import { ActDialog } from './ActDialog.tsx'

interface MoneyDialogProps {
  action: CorporateActionDetail
  /** The current entitlements, of all portfolios. */
  entitlements: readonly Entitlement[]
  /** The portfolio that it is about, where it is known already. */
  portfolioId?: string
  onClose: () => void
}
type Values = Record<string, string>

const required = (label: string, value: string | undefined) =>
  (value ?? '').trim() === '' ? `${label} is required.` : null
const isDay = (label: string, value: string | undefined) =>
  isDate(value ?? '') ? null : `${label} is required.`
/** What is due on a day that has come is dated with it. */
const dayOf = (date: string | null) => (date !== null && date <= today() ? date : today())
const amount = (value: number) => formatNumber(value, { decimals: 2 })

/** What is outstanding; else what was assumed to have come. */
const toConfirm = ({ outstanding, received }: Entitlement) =>
  String(Math.abs(outstanding === 0 ? received : outstanding))

function dueWords({ outstanding, received, is_confirmed: isConfirmed }: Entitlement): string {
  if (outstanding > 0) return `${amount(outstanding)} outstanding`
  if (outstanding < 0) return `${amount(-outstanding)} to pay back`
  return `${amount(received)} ${isConfirmed ? 'received' : 'assumed to have come'}`
}

/** The one portfolio there is, or the one that was chosen before; else somebody chooses. */
function firstOf(rows: readonly Entitlement[], chosen: string | undefined): Entitlement | undefined {
  return rows.find((row) => row.portfolioId === chosen) ?? (rows.length === 1 ? rows[0] : undefined)
}

function PortfolioChoice({
  rows,
  detail,
  onPick,
}: {
  rows: readonly Entitlement[]
  detail: (row: Entitlement) => string
  onPick: (row: Entitlement) => void
}) {
  return (
    <WholeRow>
      <SelectField
        name="portfolioId"
        label="Portfolio"
        required
        searchable
        {...(rows.length === 0 ? { help: 'There is no portfolio left of which this can be recorded.' } : {})}
        options={rows.map((row) => ({
          value: row.portfolioId,
          label: `${row.portfolioName} (${row.portfolioId}): ${detail(row)}`,
        }))}
        onChange={(portfolioId) => {
          const row = rows.find((one) => one.portfolioId === portfolioId)
          if (row !== undefined) onPick(row)
        }}
      />
    </WholeRow>
  )
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
export function ReceiveDialog({ action, entitlements, portfolioId, onClose }: MoneyDialogProps) {
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
export function WriteOffDialog({ action, entitlements, portfolioId, onClose }: MoneyDialogProps) {
  const rows = entitlements.filter(({ outstanding }) => outstanding > 0)
  const first = firstOf(rows, portfolioId)
  const partsOf = ({ portfolioId: of = '', date = '', amount: typed = '' }: Values) =>
    of === '' || !isDate(date) ? null : { portfolioId: of, date, amount: typed }
  const bodyOf = (values: Values) => {
    const parts = partsOf(values)
    return parts === null ? null : { ...parts, reason: values['reason'] ?? '' }
  }
  const lookOf = (values: Values) => {
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
      lookOf={lookOf}
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

/** Records what a portfolio was allotted, and the refund of the rest. */
export function AllotDialog({ action, entitlements, portfolioId, onClose }: MoneyDialogProps) {
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
