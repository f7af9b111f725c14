import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { isHeld } from '../../../lib/api.ts'
import { today } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numerals.ts'
import { TabButton } from '../../../links/TabButton.tsx'
import { hrefOf } from '../../../links/tabs.ts'
import { CalcField } from '../../../ui/form/CalcField.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { FormSection, FormShell, WholeRow } from '../../../ui/form/FormShell.tsx'
import { MoneyField, NumberField } from '../../../ui/form/NumberField.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/form/TextFields.tsx'
import { Amount, Price, Quantity } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Picker } from '../../../ui/picker/Picker.tsx'
import { DraftOffer, useDraft } from '../../../ui/useDraft.tsx'
import { ActionModal } from '../event/ActionModal.tsx'
import { asksForReason, REASON_FIELD } from '../event/limit-reason.ts'
import { AccountField, useSecurities } from '../form/choices.tsx'
import { type FieldsTaken, useEventStart } from '../form/useEventStart.ts'
import { FormEffects } from '../shared/FormEffects.tsx'
import { PortfolioField } from '../shared/PortfolioField.tsx'
import { useFormPreview, useRecordAndProcess } from '../shared/useRecordAndProcess.ts'
import {
  APPLICATION,
  type ApplicationValues,
  applied,
  emptyApplication,
  faultsOf,
  PAYMENT_METHODS,
  requestOf,
} from './application.ts'

const FAILED = 'The application could not be saved. Please try again.'
const TAKEN: FieldsTaken = {
  portfolios: ['portfolio'],
  always: ['paymentMethod', 'settlementAccount'],
  ofTheDay: ['appliedDate'],
}
const FIRST = ['companyName', 'ipoDate', 'pricePerShare', 'totalInvestment']

/** IPO Entry: money that is paid with an application for shares of a new issue. */
export default function IpoEntryScreen() {
  const form = useForm<ApplicationValues>({ initialValues: emptyApplication(), validate: faultsOf })
  const { values } = form
  const { started, begin } = useEventStart({
    kind: APPLICATION,
    form,
    empty: emptyApplication,
    taken: TAKEN,
    enabled: true,
  })
  const dirty = form.isDirty()
  const draft = useDraft('ipo-application', values, dirty)
  const record = useRecordAndProcess()
  const [left, setLeft] = useState<number | null>(null)
  const isSound = Object.keys(faultsOf(values)).length === 0
  const { preview, refusal } = useFormPreview(isSound ? requestOf(values) : null)
  const securities = useSecurities()
  const anew = (recorded?: ApplicationValues) => {
    begin(recorded)
    draft.clear()
  }
  const save = async (typed: ApplicationValues) => {
    const { event, left: why } = await record(requestOf(typed))
    anew(typed)
    if (why === null) {
      notify.success(`Application for ${typed.companyName} saved.`, {
        label: 'Allocation',
        href: hrefOf('IPO', 'IPO Allocation', { application: String(event.id) }),
      })
      return
    }
    if (isHeld(why)) {
      notify.info(
        `The application for ${typed.companyName} is recorded. It is in the books once its processing is approved.`,
      )
      return
    }
    notify.error(`The application for ${typed.companyName} is recorded, but not in the books yet.`, why)
    setLeft(event.id)
  }
  return (
    <Page
      title="IPO Entry"
      lead="Record an application for shares of a new issue: its money leaves the account until shares are allotted or it comes back."
      narrow
      actions={
        <TabButton to={['IPO', 'Allocation Summary']} variant="default">
          Applications
        </TabButton>
      }
    >
      {!dirty && <DraftOffer draft={draft} what="IPO application" onRestore={form.setValues} />}
      <FormShell
        form={form}
        onSubmit={save}
        onHeld={() => anew()}
        remembered={started.remembered}
        enterOrder={{ first: FIRST, onlyEmpty: started.isOfLast }}
        saveLabel="Save Application"
        savingLabel="Saving..."
        failed={FAILED}
        summaryTitle="Please fill in all required fields:"
        actions={
          <Button variant="default" onClick={() => anew()}>
            Reset Form
          </Button>
        }
      >
        <FormSection title="Issue" columns={3}>
          <TextField name="companyName" label="Company Name" required maxLength={200} />
          <DateField name="ipoDate" label="IPO Date" required />
          <Picker
            name="securityCode"
            label="Security"
            items={securities.items}
            loading={securities.loading}
            recentKey="equities"
            nothingFound={securities.failed ? 'The list could not be loaded' : 'No securities found'}
            help="Blank where it is not listed yet: it is named with the allotment"
            onPick={(item) => {
              if (item !== null && values.companyName.trim() === '')
                form.setFieldValue('companyName', item.name)
            }}
          />
        </FormSection>
        <FormSection title="Application" columns={3}>
          <PortfolioField name="portfolio" label="Portfolio" required />
          <DateField name="appliedDate" label="Applied Date" required max={today()} />
          <NumberField name="pricePerShare" label="Price per Share" required unit="LKR" />
          <MoneyField name="totalInvestment" label="Total Investment" required />
          <AppliedQuantity values={values} />
        </FormSection>
        <FormSection title="Payment" columns={3}>
          <SelectField
            name="paymentMethod"
            label="Payment Method"
            required
            options={PAYMENT_METHODS.map((value) => ({ value, label: value }))}
          />
          <AccountField name="settlementAccount" label="Settlement Account" />
          <WholeRow>
            <TextArea name="remarks" label="Remarks" maxLength={1000} rows={1} />
          </WholeRow>
          {(asksForReason(refusal) || values.reason !== '') && (
            <WholeRow>
              <TextArea {...REASON_FIELD} />
            </WholeRow>
          )}
        </FormSection>
        {isSound && <FormEffects preview={preview} refusal={refusal} failed={FAILED} />}
      </FormShell>
      <ActionModal id={left} onClose={() => setLeft(null)} />
    </Page>
  )
}

function AppliedQuantity({ values }: { values: ApplicationValues }) {
  const found = applied(values)
  return (
    <CalcField
      label="Applied Quantity"
      unit="shares"
      strong
      value={<Quantity value={found === null ? null : String(found.shares)} />}
      {...(found === null
        ? {}
        : {
            how: [
              { label: 'Total Investment', value: <Amount value={values.totalInvestment} /> },
              { label: '\u00f7 Price per Share', value: <Price value={values.pricePerShare} /> },
              { label: '= Shares, rounded down', value: <Quantity value={String(found.shares)} /> },
            ],
          })}
      {...(found !== null && Number(found.left) > 0 && found.shares > 0n
        ? { help: `LKR ${formatNumber(found.left, { decimals: 2 })} pays for no whole share.` }
        : {})}
    />
  )
}
