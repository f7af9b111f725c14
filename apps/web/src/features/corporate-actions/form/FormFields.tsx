import { REMARKS, SECURITY_CODE, SECURITY_NAME } from '@em/contract/corporate-actions/field'
import type { DerivedFigure } from '@em/contract/corporate-actions/figures'
import { fieldOfDate } from '@em/contract/corporate-actions/forms'
import { type ActionKind, KINDS } from '@em/contract/corporate-actions/kinds'
import {
  type ActionValues,
  derivedOf,
  faultsOf,
  isRequired,
  isShown,
  type NamedField,
  sectionsOf,
  sharesHeldOf,
  withEntitled,
} from '@em/contract/corporate-actions/typed-form'
import { dividendTaxRates } from '@em/contract/dividend-tax/dividend-tax-rates'
import { holdings } from '@em/contract/holdings/holdings'
import { activePortfolios } from '@em/contract/portfolios/portfolios'
import { taxDayOf, taxRateInForce } from '@em/core/corporate-actions/plans/dividend'
import { addDays } from '@em/core/values/dates'
import { decimalOf, formatDecimal, RATE_SCALE } from '@em/core/values/decimal'
import { Button } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useCallback, useEffect, useRef } from 'react'
import { formatDate, isDate, today } from '../../../lib/dates.ts'
import { counted, formatNumber } from '../../../lib/numerals.ts'
import { useRoute } from '../../../lib/query.ts'
import { CalcField } from '../../../ui/form/CalcField.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { FormSection, WholeRow } from '../../../ui/form/FormShell.tsx'
import { MoneyField, NumberField } from '../../../ui/form/NumberField.tsx'
import { CheckField, SelectField, TextArea, TextField } from '../../../ui/form/TextFields.tsx'
import { Amount, Price, Quantity } from '../../../ui/Numbers.tsx'
import { Picker, type PickerItem } from '../../../ui/picker/Picker.tsx'
import { useAccountChoices, usePortfolioChoices, useSecurities } from './choices.tsx'

interface FormFieldsProps {
  kind: ActionKind
  form: ActionFormState
  /** Opened on its first field. */
  isNew?: boolean
  /** A recorded event keeps its security. */
  recorded?: boolean
  /** One that is in the books keeps its portfolio too. */
  booked?: boolean
  /** The entitlement of the holders of a recorded event, while the form is as it was saved. */
  entitled?: { readonly held: number; readonly entitled: number } | null
}

/** The fields of one kind of corporate action with the figures that follow from them. */
export function FormFields({
  kind,
  form,
  isNew = false,
  recorded = false,
  booked = false,
  entitled = null,
}: FormFieldsProps) {
  const { values } = form
  const sharesHeld = sharesHeldOf(kind)
  const securities = useSecurities()
  const portfolios = usePortfolioChoices()
  const accounts = useAccountChoices()
  const holding = useHolding(kind, values)
  const isOne = values['portfolio'] !== ''
  useFilledShares(values, holding, (shares) => {
    const isTyped = form.isDirty()
    form.setFieldValue('sharesHeld', shares)
    // The user has typed nothing: closing the form loses nothing.
    if (!isTyped) form.resetDirty({ ...values, sharesHeld: shares })
  })
  const tax = useTaxRate(kind, values)
  const field = (one: NamedField) =>
    one.name === 'taxRate' ? (
      <TaxRateField key={one.name} field={one} tax={tax} />
    ) : (
      <OneField key={one.name} field={one} values={values} securities={securities.items} />
    )
  const figures = derivedOf(kind, withTaxRate(values, tax))
  const derived = entitled === null ? figures : withEntitled(kind, figures, entitled)
  return (
    <>
      <FormSection title="Security" columns={3}>
        <Picker
          name="securityCode"
          label={SECURITY_CODE.label}
          required
          readOnly={recorded}
          items={securities.items}
          loading={securities.loading}
          autoFocus={isNew}
          recentKey="equities"
          nothingFound={securities.failed ? 'The list could not be loaded' : 'No securities found'}
          {...(recorded ? { help: 'Cancel the event to record it for another security.' } : {})}
          onPick={(item) => form.setFieldValue('securityName', item?.name ?? '')}
        />
        <TextField name="securityName" label={SECURITY_NAME.label} required maxLength={200} />
        <SelectField
          name="portfolio"
          label="Portfolio"
          placeholder="All holders"
          searchable
          disabled={booked}
          options={portfolios}
          help={isOne ? 'Of this portfolio alone.' : 'Leave blank for every portfolio that holds it.'}
        />
      </FormSection>
      {sectionsOf(kind).map(({ title, fields }) => {
        const shown = fields.filter((one) => isShown(one, values))
        return (
          shown.length > 0 && (
            <FormSection key={title} title={title} columns={3}>
              {shown.map(field)}
            </FormSection>
          )
        )
      })}
      <FormSection title={sharesHeld !== null ? 'Holding and payment' : 'Remarks'} columns={3}>
        {sharesHeld !== null && (
          <NumberField
            name="sharesHeld"
            label={sharesHeld.label}
            required
            whole
            unit="shares"
            help={
              holding.shares === ''
                ? 'Compared with what the books hold.'
                : `In the books${isOne ? '' : ` of ${counted(holding.portfolios, 'portfolio')}`} at the close of ${formatDate(holding.asOf)}: ${formatNumber(holding.shares, { decimals: 0 })}.`
            }
          />
        )}
        {derived.map((one) => (
          <Figure key={one.label} figure={one} />
        ))}
        {sharesHeld !== null && (
          <SelectField
            name="settlementAccount"
            label="Settlement Account"
            placeholder="The one used last"
            searchable
            options={accounts}
            help="Where its money goes."
          />
        )}
        <WholeRow>
          <TextArea name="remarks" label={REMARKS.label} maxLength={1000} rows={1} />
        </WholeRow>
      </FormSection>
    </>
  )
}

/** The tax rate, with the one that counts while it is blank. */
function TaxRateField({ field, tax }: { field: NamedField; tax: TaxInForce }) {
  const { rate, day, isProvisional, differs } = tax
  const help =
    rate === null
      ? `No dividend tax rate is in force on ${formatDate(day)}: no tax is counted unless a rate is typed.`
      : rate === ''
        ? field.help
        : `Leave blank for the rate in force on ${formatDate(day)}, ${rate} %${differs ? '; some entities have a rate of their own.' : '.'}${isProvisional ? ' The payment date will decide.' : ''}`
  return (
    <NumberField
      name={field.name}
      label={field.label}
      unit="%"
      help={help}
      {...(rate === null || rate === '' ? {} : { placeholder: rate })}
    />
  )
}

function Figure({ figure: { label, kind, value, how } }: { figure: DerivedFigure }) {
  const shown =
    kind === 'money' ? (
      <Amount value={value} />
    ) : kind === 'price' ? (
      <Price value={value} />
    ) : (
      <Quantity value={value} />
    )
  return (
    <CalcField label={label} unit={kind === 'shares' ? 'shares' : 'LKR'} value={shown} how={<p>{how}</p>} />
  )
}

interface OneFieldProps {
  field: NamedField
  values: ActionValues
  securities: readonly PickerItem[]
}

/** A field by what it takes. */
function OneField({ field, values, securities }: OneFieldProps) {
  const { name, label, help, max } = field
  const shared = {
    name,
    label,
    ...(isRequired(field, values) ? { required: true } : {}),
    ...(help === undefined ? {} : { help }),
  }
  if (field.type === 'date') return <DateField {...shared} />
  if (field.type === 'money') return <MoneyField {...shared} />
  if (field.type === 'price') return <NumberField {...shared} unit="LKR" />
  if (field.type === 'percent') return <NumberField {...shared} unit="%" />
  if (field.type === 'rate') return <NumberField {...shared} unit="LKR" />
  if (field.type === 'shares') return <NumberField {...shared} whole unit="shares" />
  if (field.type === 'part') return <NumberField {...shared} whole />
  if (field.type === 'flag') return <CheckField {...shared} />
  if (field.type === 'choice')
    return (
      <SelectField
        {...shared}
        clearable={field.always !== true}
        options={(field.choices ?? []).map((value) => ({ value, label: value }))}
      />
    )
  if (field.type === 'security')
    return (
      <Picker
        {...shared}
        items={securities}
        recentKey="equities"
        nothingFound="Add it in Equity Master first"
      />
    )
  return <TextField {...shared} {...(max === undefined ? {} : { maxLength: max })} />
}

export type ActionFormState = UseFormReturnType<ActionValues>

export interface ActionFormHandle {
  readonly form: ActionFormState
  /** Whether it is being saved as a draft: it may lack what is only needed later. */
  readonly isDraft: () => boolean
  /** Sends the form as a draft. */
  readonly sendDraft: (element: HTMLFormElement | null) => void
}

/** A kind's form. */
export function useActionForm(kind: ActionKind, start: () => ActionValues): ActionFormHandle {
  const asDraft = useRef(false)
  const form = useForm<ActionValues>({
    initialValues: start(),
    validate: (values) => faultsOf(kind, values, asDraft.current),
  })
  const isDraft = useCallback(() => asDraft.current, [])
  const sendDraft = useCallback((element: HTMLFormElement | null) => {
    // What is checked and sent is decided while the form hears of it, which is at once.
    asDraft.current = true
    element?.requestSubmit()
    asDraft.current = false
  }, [])
  return { form, isDraft, sendDraft }
}

/** Sends the form around it as a draft: checked for what a draft needs alone. */
export function DraftButton({
  send,
  disabled = false,
}: {
  send: ActionFormHandle['sendDraft']
  disabled?: boolean
}) {
  return (
    <Button variant="default" disabled={disabled} onClick={(event) => send(event.currentTarget.form)}>
      Save as draft
    </Button>
  )
}

/** Figures of the books next to a form: the shares held, and the tax rate in force. */

/** The day on which a kind takes effect, as entered in its form; '' while it is not known. */
function exDateOf(kind: ActionKind, values: ActionValues): string {
  const found = values[fieldOfDate(kind, 'ex') ?? '']
  return typeof found === 'string' && isDate(found) ? found : ''
}

interface Holding {
  /** Exact text; '' while nothing is known. */
  readonly shares: string
  /** The date of the close at which they are counted. */
  readonly asOf: string
  readonly portfolios: number
}

/** The holding of the security of a form in the books, at the close before the event's day, at most today. */
export function useHolding(kind: ActionKind, values: ActionValues): Holding {
  const symbol = String(values['securityCode'] ?? '')
  const portfolio = String(values['portfolio'] ?? '')
  const ex = exDateOf(kind, values)
  const asOf = ex !== '' && ex <= today() ? addDays(ex, -1) : today()
  const one = useRoute(
    holdings.totalQuantity,
    { query: { symbol, portfolioId: portfolio, asOf } },
    { enabled: symbol !== '' && portfolio !== '' },
  )
  const all = useRoute(
    holdings.holders,
    { query: { symbol, asOf } },
    { enabled: symbol !== '' && portfolio === '' },
  )
  if (portfolio !== '')
    return { shares: one.data === undefined ? '' : String(one.data.total_quantity), asOf, portfolios: 1 }
  const holders = all.data
  if (holders === undefined) return { shares: '', asOf, portfolios: 0 }
  return {
    shares: String(holders.reduce((sum, { quantity }) => sum + quantity, 0)),
    asOf,
    portfolios: holders.length,
  }
}

/** Fills in the shares held from the books, until the user types another number. */
export function useFilledShares(
  values: ActionValues,
  { shares }: Holding,
  fill: (shares: string) => void,
): void {
  const last = useRef('')
  const latest = useRef({ values, fill })
  useEffect(() => {
    latest.current = { values, fill }
  })
  useEffect(() => {
    if (shares === '' || latest.current.values['sharesHeld'] === undefined) return
    const now = latest.current
    const typed = String(now.values['sharesHeld'] ?? '')
    if ((typed === '' || typed === last.current) && typed !== shares) now.fill(shares)
    last.current = shares
  }, [shares])
}

/** The tax rate of the register. */
export interface TaxInForce {
  /** Percent, without zeros at its end; '' while the register is not known. Null: it has no rate for the day. */
  readonly rate: string | null
  /** The payment date of the form once it has come, else its ex date, else today. */
  readonly day: string
  /** It is the ex date, and the payment date will decide. */
  readonly isProvisional: boolean
  /** Some entities have rates of their own, and the form is for every holder. */
  readonly differs: boolean
}

/** The rate in force on the payment date of a form, until it has come on its ex date, for its portfolio's entity or for entities without a rate of their own. */
export function useTaxRate(kind: ActionKind, values: ActionValues): TaxInForce {
  const isTaxed = KINDS[kind].taxOn !== undefined
  const list = useRoute(dividendTaxRates.routes.list, { query: {} }, { enabled: isTaxed })
  const portfolios = useRoute(activePortfolios)
  const { day, isProvisional } = taxDayOfForm(kind, values, today())
  if (!isTaxed || list.data === undefined) return { rate: '', day, isProvisional, differs: false }
  const rates = list.data.map(({ effectiveFrom, entity, rate }) => ({
    effectiveFrom: String(effectiveFrom),
    entity: entity === null ? null : String(entity),
    rate: decimalOf(String(rate), RATE_SCALE),
  }))
  const code = String(values['portfolio'] ?? '')
  const of = portfolios.data?.find((one) => String(one.portfolioId) === code)
  const found = taxRateInForce(rates, of === undefined ? null : String(of.entity), day)
  return {
    rate: found === null ? null : formatDecimal(found, RATE_SCALE).replace(/\.?0+$/, ''),
    day,
    isProvisional,
    differs:
      code === '' && rates.some(({ entity, effectiveFrom }) => entity !== null && effectiveFrom <= day),
  }
}

/** The day whose rate of the register counts for a form. The tax of a scrip is kept back from its shares, at XD. */
export function taxDayOfForm(
  kind: ActionKind,
  values: ActionValues,
  now: string,
): Pick<TaxInForce, 'day' | 'isProvisional'> {
  const ex = exDateOf(kind, values) || now
  const isAtEx = KINDS[kind].taxOn === 'ex'
  const payment = isAtEx ? '' : String(values['paymentDate'] ?? '')
  const day = taxDayOf(ex, payment === '' ? null : payment, now)
  return { day, isProvisional: !isAtEx && day === ex && payment !== ex }
}

/** The typed values, with the rate in force where the tax rate is blank: figures next to the form use it. */
export function withTaxRate(values: ActionValues, { rate }: TaxInForce): ActionValues {
  const typed = values['taxRate']
  if (rate === '' || (typeof typed === 'string' && typed.trim() !== '')) return values
  return { ...values, taxRate: rate ?? '0' }
}
