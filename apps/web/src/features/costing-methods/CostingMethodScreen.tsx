import {
  COSTING_INCOMPLETE,
  COSTING_METHOD_LABELS,
  type CostingMethod,
  costingMethods,
} from '@em/contract/costing-methods/costing-methods'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMay } from '../../lib/may.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { refusalOf, saying, sentenceOf } from '../../registers/master.ts'
import { ReferencePicker } from '../../registers/ReferencePicker.tsx'
import { naming } from '../../registers/useMaster.ts'
import { Banner } from '../../ui/Banner.tsx'
import { CalcField } from '../../ui/form/CalcField.tsx'
import { FormSection, FormShell, WholeRow } from '../../ui/form/FormShell.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { AssignedMethods } from './AssignedMethods.tsx'
import { MethodField } from './MethodField.tsx'
import { SAVE_FAILED } from './premium.ts'

const EMPTY = { portfolioId: '', costing_method: '' }

/** Valuation Method: assigns a portfolio its costing method, once. */
export default function CostingMethodScreen() {
  const form = useForm({ initialValues: EMPTY })
  const list = useRoute(portfolios.routes.list, { query: {} })
  const assigned = useRoute(costingMethods.list)
  const assign = useWrite(costingMethods.assign)

  const may = useMay()
  const { portfolioId } = form.values
  const portfolio = list.data?.find((one) => one.portfolioId === portfolioId)
  const locked = assigned.data?.find((one) => one.portfolioId === portfolioId)
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
      lead="How the cost of shares sold is calculated in each portfolio. Assigned once, then locked."
      narrow
    >
      {may(costingMethods.assign) && (
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
              <MethodField
                value={locked?.costing_method ?? form.values.costing_method}
                onChange={(method) => form.setFieldValue('costing_method', method)}
                readOnly={locked !== undefined}
              />
            </WholeRow>
          </FormSection>
        </FormShell>
      )}
      <Section title="Assigned methods">
        <AssignedMethods query={assigned} />
      </Section>
    </Page>
  )
}

function lockedSentence(method: CostingMethod): string {
  return `This portfolio already has a costing method assigned: ${COSTING_METHOD_LABELS[method]}`
}
