import { costOfFunds } from '@em/contract/cost-of-funds/cost-of-funds'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import { useState } from 'react'
import { today } from '../../lib/dates.ts'
import { useMay } from '../../lib/may.ts'
import { useWrite } from '../../lib/query.ts'
import { saying, sentenceOf } from '../../registers/master.ts'
import { useBanner } from '../../ui/Banner.tsx'
import { CalcField } from '../../ui/form/CalcField.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormSection, FormShell } from '../../ui/form/FormShell.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { Percent } from '../../ui/Numbers.tsx'
import { Page } from '../../ui/Page.tsx'
import { DraftOffer, useDraft } from '../../ui/useDraft.tsx'
import { afterTaxOf } from './after-tax.ts'
import { Definitions, DefinitionsModal } from './DefinitionsModal.tsx'
import { faultsOf } from './faults.ts'

const SAVE_FAILED = 'Failed to save. Please try again.'
const STEP = '0.01'
const LEAD = "The rate in force on a trade's date gives its money generation cost."

function start() {
  return { effectiveDate: today(), costOfFunds: '', taxRate: '' }
}

/** Cost of Funds Definition: the yearly rate that money tied up in trades costs, before and after tax. */
export default function CostOfFundsScreen() {
  if (useMay()(costOfFunds.create)) return <Definition />
  return (
    <Page title="Cost of Funds" lead={LEAD}>
      <Definitions />
    </Page>
  )
}

function Definition() {
  const [listed, showList] = useState(false)
  const [banner, show] = useBanner()
  const form = useForm({ initialValues: start(), validate: faultsOf })
  const save = useWrite(costOfFunds.create)
  const afterTax = afterTaxOf(form.values.costOfFunds, form.values.taxRate)
  const draft = useDraft('new.cost-of-funds', form.values, form.isDirty())
  const reset = () => {
    draft.clear()
    form.setValues(start())
    form.clearErrors()
  }
  const submit = async (values: ReturnType<typeof start>) => {
    try {
      const body = { ...values, afterTaxCostOfFunds: afterTax }
      await save.mutateAsync({ body })
    } catch (error) {
      throw saying(error, sentenceOf(error, SAVE_FAILED))
    }
    show('Cost of funds definition saved successfully!')
    reset()
  }
  return (
    <Page
      title="Cost of Funds Definition"
      lead={LEAD}
      narrow
      actions={
        <Button variant="default" leftSection={<IconList size={16} />} onClick={() => showList(true)}>
          View Saved Definitions
        </Button>
      }
    >
      {banner}
      {!form.isDirty() && <DraftOffer draft={draft} what="definition" onRestore={form.setValues} />}
      <FormShell
        form={form}
        onSubmit={submit}
        saveLabel="Save Definition"
        savingLabel="Saving..."
        failed={SAVE_FAILED}
        sticky={false}
        actions={
          <Button variant="default" onClick={reset}>
            Reset Form
          </Button>
        }
      >
        <FormSection columns={2}>
          <DateField name="effectiveDate" label="Effective Date" required />
          <NumberField name="costOfFunds" label="Cost of Funds (%)" required unit="%" step={STEP} />
          <NumberField name="taxRate" label="Tax Rate (%)" required unit="%" step={STEP} />
          <CalcField
            label="After-Tax Cost of Funds"
            strong
            value={<Percent value={afterTax} />}
            how={[
              { label: 'Cost of Funds', value: <Percent value={form.values.costOfFunds} decimals={4} /> },
              { label: 'Tax Rate', value: <Percent value={form.values.taxRate} decimals={4} /> },
              { label: 'Cost of Funds × (100 − Tax Rate) / 100', value: <Percent value={afterTax} /> },
            ]}
          />
        </FormSection>
      </FormShell>
      <DefinitionsModal opened={listed} onClose={() => showList(false)} />
    </Page>
  )
}
