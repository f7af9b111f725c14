import {
  COSTING_INCOMPLETE,
  COSTING_METHOD_LABELS,
  type CostingMethod,
  costingMethods,
} from '@em/contract/registers/costing-methods'
import { portfolios } from '@em/contract/registers/portfolios'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useHealth } from '../../lib/health.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { refusalOf, saying, sentenceOf } from '../../registers/master.ts'
import { ReferencePicker } from '../../registers/ReferencePicker.tsx'
import { naming } from '../../registers/useMaster.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CalcField } from '../../ui/form/CalcField.tsx'
import { FormSection, FormShell, WholeRow } from '../../ui/form/FormShell.tsx'
import { RadioField } from '../../ui/form/TextFields.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { AssignedMethods } from './AssignedMethods.tsx'
import { PremiumPopup } from './PremiumPopup.tsx'
import { choosing, methodChoices } from './premium.ts'

const SAVE_FAILED = 'Failed to assign costing method. Please try again.'
const EMPTY = { portfolioId: '', costing_method: '' }

/** Valuation Method: assigns a portfolio its costing method, once. */
export default function CostingMethodScreen() {
  const form = useForm({ initialValues: EMPTY })
  const [wanted, want] = useState<CostingMethod | null>(null)
  const list = useRoute(portfolios.routes.list, { query: {} })
  const assigned = useRoute(costingMethods.list)
  const edition = useHealth().data?.edition
  const assign = useWrite(costingMethods.assign)

  const { portfolioId } = form.values
  const portfolio = list.data?.find((one) => one.portfolioId === portfolioId)
  const locked = assigned.data?.find((one) => one.portfolioId === portfolioId)
  const choose = (value: string) => {
    const method = value as CostingMethod
    if (choosing(method, edition) === 'premium-popup') want(method)
    else form.setFieldValue('costing_method', method)
  }
  const save = async ({ costing_method }: typeof EMPTY) => {
    if (portfolio === undefined || costing_method === '') throw refusalOf(COSTING_INCOMPLETE)
    if (locked !== undefined) throw refusalOf(lockedSentence(locked.costing_method))
    try {
      await assign.mutateAsync({ body: { portfolioId, costing_method: costing_method as CostingMethod } })
    } catch (error) {
      throw saying(error, sentenceOf(error, SAVE_FAILED))
    }
    notify.success(naming('Costing method saved successfully!', portfolio.portfolioName))
    form.reset()
  }
  return (
    <Page
      title="Portfolio Costing Method"
      lead="How a portfolio's sales take their cost out. It is assigned once and then locked."
      narrow
    >
      <FormShell
        form={form}
        onSubmit={save}
        saveLabel="Save Costing Method"
        savingLabel="Saving..."
        failed={SAVE_FAILED}
        sticky={false}
        actions={
          <Button variant="default" onClick={form.reset}>
            Reset Form
          </Button>
        }
      >
        <FormSection columns={2}>
          <ReferencePicker
            register="portfolios"
            name="portfolioId"
            label="Portfolio ID"
            required
            onChange={() => form.setFieldValue('costing_method', '')}
          />
          <CalcField label="Portfolio Name" text value={portfolio?.portfolioName ?? '–'} />
          {locked !== undefined && (
            <WholeRow>
              <Banner>{lockedSentence(locked.costing_method)}</Banner>
            </WholeRow>
          )}
          <WholeRow>
            <RadioField
              label="Costing Method"
              required
              value={locked?.costing_method ?? form.values.costing_method}
              onChange={choose}
              readOnly={locked !== undefined}
              options={methodChoices(edition)}
            />
          </WholeRow>
        </FormSection>
      </FormShell>
      <Section title="Assigned methods">
        <AssignedMethods query={assigned} />
      </Section>
      <PremiumPopup method={wanted} onClose={() => want(null)} />
    </Page>
  )
}

function lockedSentence(method: CostingMethod): string {
  return `This portfolio already has a costing method assigned: ${COSTING_METHOD_LABELS[method]}`
}
