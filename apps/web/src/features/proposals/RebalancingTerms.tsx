import { FINANCED_DAYS } from '@em/contract/proposals/rebalancing'
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { DateField } from '../../ui/form/DateField.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import css from './Proposals.module.css'

export interface RebalancingAsked {
  readonly tradeDate: string
  readonly cashMinimum: string
  readonly costOfFunds: string
  readonly financedDays: string
}

/** The terms of a rebalancing; blank fields take what is recorded. */
export function RebalancingTerms({
  asking,
  onAsk,
}: {
  asking: boolean
  onAsk: (asked: RebalancingAsked) => void
}) {
  const form = useForm<RebalancingAsked>({
    initialValues: { tradeDate: '', cashMinimum: '', costOfFunds: '', financedDays: '' },
  })
  return (
    <FormShell form={form} sticky={false} quiet onSubmit={async (values) => onAsk(values)}>
      <div className={css.question}>
        <DateField name="tradeDate" label="Trade Date" help="Default: today, or the next market day" />
        <NumberField name="cashMinimum" label="Cash Minimum (LKR)" help="Default: the one of the targets" />
        <NumberField name="costOfFunds" label="Cost of Funds (%)" help="Default: the rate in force" />
        <NumberField
          name="financedDays"
          label="Days Financed"
          whole
          help={`Default: ${FINANCED_DAYS} days`}
        />
        <div className={css.compare}>
          <Button type="submit" variant="default" loading={asking}>
            Find Trades
          </Button>
        </div>
      </div>
    </FormShell>
  )
}
