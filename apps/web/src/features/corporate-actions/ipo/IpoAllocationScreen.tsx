import {
  type CorporateActionDetail,
  corporateActions,
  type Entitlement,
} from '@em/contract/corporate-actions/corporate-actions'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMemo } from 'react'
import { today } from '../../../lib/dates.ts'
import { idIn } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { counted } from '../../../lib/numerals.ts'
import { useRoute, useWrite } from '../../../lib/query.ts'
import { TabButton } from '../../../links/TabButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { CalcField } from '../../../ui/form/CalcField.tsx'
import { DateField } from '../../../ui/form/DateField.tsx'
import { FormSection, FormShell } from '../../../ui/form/FormShell.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { Amount, Price, Quantity } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Picker } from '../../../ui/picker/Picker.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/States.tsx'
import { useActPreview } from '../event/ActDialog.tsx'
import { AccountField, useSecurities } from '../form/choices.tsx'
import { EventInAddress, openEvent } from '../shared/EventInAddress.tsx'
import { FormEffects } from '../shared/FormEffects.tsx'
import {
  type AllocationValues,
  allotmentOf,
  emptyAllocation,
  faultsOf,
  type Offer,
  offerOf,
} from './allocation.ts'
import { APPLICATION, refundOf } from './application.ts'
import { useApplications } from './applications.ts'

const FAILED = 'The allocation could not be saved. Please try again.'
const choose = (id: string) => changeHashQuery({ application: id })

/** IPO Allocation: the shares that an application was allotted, and the refund of the rest. */
export default function IpoAllocationScreen() {
  const id = idIn(useHashQuery(), 'application')
  const open = useApplications({ state: 'announced,entitled' })
  const items = useMemo(
    () =>
      (open.rows ?? [])
        .filter((one) => one.allotted === null || one.id === id)
        .map((one) => ({
          key: String(one.id),
          symbol: one.company,
          name: one.portfolio,
          detail: `${counted(one.applied, 'share')} applied for`,
        })),
    [open.rows, id],
  )
  return (
    <Page
      title="IPO Allocation"
      lead="Enter the shares that an application was allotted. The money of the rest stays receivable until it is refunded."
      narrow
      actions={
        <TabButton to={['IPO', 'Refund Processing']} variant="default">
          Refunds
        </TabButton>
      }
    >
      <Picker
        label="Application"
        required
        items={items}
        loading={open.rows === undefined && !open.isError}
        placeholder={
          items.length === 0 && open.rows !== undefined
            ? 'No application waits'
            : 'Type a company or portfolio'
        }
        nothingFound={open.isError ? 'The list could not be loaded' : 'No applications found'}
        value={id === null ? '' : String(id)}
        onChange={choose}
      />
      {id === null ? (
        <EmptyState
          title={
            open.rows !== undefined && items.length === 0
              ? 'No application waits for shares'
              : 'Choose an application'
          }
          action={<TabButton to={['IPO', 'IPO Entry']}>New Application</TabButton>}
        >
          Applications stand here from the day their money was paid until shares were allotted.
        </EmptyState>
      ) : (
        <Chosen key={id} id={id} />
      )}
      <EventInAddress />
    </Page>
  )
}

function Chosen({ id }: { id: number }) {
  const event = useRoute(corporateActions.get, { params: { id } })
  const shares = useRoute(corporateActions.entitlements, { params: { id } })
  if (event.data === undefined || shares.data === undefined) {
    if (!event.isError && !shares.isError) return <Skeletons rows={8} />
    const retry = () => void Promise.all([event.refetch(), shares.refetch()])
    return <ErrorState title="Failed to load the application" onRetry={retry} />
  }
  return <Standing event={event.data} of={shares.data[0] ?? null} />
}

/** The form, or why nothing is to be allotted. */
function Standing({ event, of }: { event: CorporateActionDetail; of: Entitlement | null }) {
  const show = (
    <Button size="compact-sm" variant="default" onClick={() => openEvent(event.id)}>
      Show application
    </Button>
  )
  if (event.kind !== APPLICATION)
    return <Banner tone="warning">This event is no IPO application. {show}</Banner>
  if (event.state === 'draft' || event.state === 'announced') {
    return (
      <Banner tone="warning">
        This application is not in the books yet. Process it first, then enter the allocation. {show}
      </Banner>
    )
  }
  if (event.state === 'cancelled') return <Banner>This application was cancelled. {show}</Banner>
  if (event.state === 'processed') {
    return (
      <Banner>
        {counted(of?.allotted ?? 0, 'share')} were allotted already. {show}
      </Banner>
    )
  }
  return <Allocation offer={offerOf(event, of)} />
}

function Allocation({ offer }: { offer: Offer }) {
  const form = useForm<AllocationValues>({
    initialValues: emptyAllocation(),
    validate: (values) => faultsOf(values, offer),
  })
  const { values } = form
  const allot = useWrite(corporateActions.allot)
  const securities = useSecurities()
  const isSound = Object.keys(faultsOf(values, offer)).length === 0
  const { preview, refusal } = useActPreview(
    corporateActions.allot,
    offer.id,
    isSound ? allotmentOf(values, offer) : null,
  )
  const refund = refundOf(offer, values.allocatedQuantity)
  const save = async (typed: AllocationValues) => {
    await allot.mutateAsync({ params: { id: offer.id }, query: {}, body: allotmentOf(typed, offer) })
    notify.success(`Allocation of ${offer.companyName} saved for ${offer.portfolioName}.`)
    choose('')
  }
  return (
    <FormShell
      form={form}
      onSubmit={save}
      saveLabel="Save Allocation"
      savingLabel="Saving..."
      failed={FAILED}
      summaryTitle="Please fill in all required fields:"
      actions={
        <Button variant="default" onClick={() => openEvent(offer.id)}>
          Show application
        </Button>
      }
    >
      <FormSection title="Application" columns={4}>
        <CalcField label="Company Name" text value={offer.companyName} />
        <CalcField label="Portfolio" text value={offer.portfolioName} />
        <CalcField label="Applied Quantity" unit="shares" value={<Quantity value={offer.applied} />} />
        <CalcField label="Price per Share" unit="LKR" value={<Price value={offer.pricePerShare} />} />
      </FormSection>
      <FormSection title="Allocation" columns={3}>
        <NumberField
          name="allocatedQuantity"
          label="Allocated Quantity"
          required
          whole
          unit="shares"
          help="0 where nothing was allotted"
        />
        <DateField name="date" label="Allotment Date" required max={today()} />
        {offer.securityCode === null ? (
          <Picker
            name="securityCode"
            label="Security"
            required
            items={securities.items}
            loading={securities.loading}
            recentKey="equities"
            nothingFound="Add it in Equity Master first"
          />
        ) : (
          <CalcField label="Security" text value={offer.securityCode} />
        )}
      </FormSection>
      <FormSection title="Refund" columns={3}>
        <CalcField
          label="Refund Amount"
          unit="LKR"
          strong
          value={<Amount value={refund} />}
          {...(refund === null
            ? {}
            : {
                how: [
                  { label: 'Applied Quantity', value: <Quantity value={offer.applied} /> },
                  {
                    label: '\u2212 Allocated Quantity',
                    value: <Quantity value={values.allocatedQuantity} />,
                  },
                  { label: '\u00d7 Price per Share', value: <Price value={offer.pricePerShare} /> },
                  ...(Number(offer.left) > 0
                    ? [{ label: '+ Money that paid for no share', value: <Amount value={offer.left} /> }]
                    : []),
                  { label: '= Refund Amount', value: <Amount value={refund} /> },
                ],
              })}
        />
        <SelectField
          name="refundReceived"
          label="Refund Received"
          clearable={false}
          options={['No', 'Yes'].map((value) => ({ value, label: value }))}
          help="No: it stays receivable and is confirmed in Refund Processing"
        />
        {values.refundReceived === 'Yes' && (
          <>
            <DateField name="refundDate" label="Received On" required max={today()} />
            <AccountField
              name="bankAccount"
              label="Bank Account"
              help="Blank: the account that was paid from"
            />
          </>
        )}
      </FormSection>
      {isSound && <FormEffects preview={preview} refusal={refusal} failed={FAILED} />}
    </FormShell>
  )
}
