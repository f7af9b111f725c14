import { type LadderStep, settlements } from '@em/contract/settlements/settlements'
import { Anchor } from '@mantine/core'
import { useRoute } from '../../../lib/query.ts'
import { hrefOf } from '../../../links/tabs.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/States.tsx'
import { STEP_NAMES } from './steps.ts'

/** Settlements that failed are expected on no day. */
const isExpected = ({ step }: { step: LadderStep }) => step !== 'failed'

/** The money that settlements receive and pay on the days ahead, of one portfolio or of all. */
export function CashAhead({ portfolio }: { portfolio: string | null }) {
  const query = useRoute(
    settlements.ladder,
    { query: portfolio === null ? {} : { portfolioId: portfolio } },
    { keepPrevious: true },
  )
  const steps = query.data?.steps.filter(isExpected)
  if (steps === undefined) {
    return query.isError ? (
      <ErrorState title="Failed to load the due ladder" onRetry={() => void query.refetch()} />
    ) : (
      <Skeletons rows={8} />
    )
  }
  const isEmpty = steps.every(({ count }) => count === 0)
  return (
    <Chart
      title="Cash ahead (LKR)"
      kind="stacked"
      categories={isEmpty ? [] : steps.map(({ step }) => STEP_NAMES[step])}
      series={[
        { name: 'To receive', values: steps.map(({ receive }) => receive.amount) },
        { name: 'To pay', values: steps.map(({ pay }) => (pay.amount === 0 ? 0 : -pay.amount)) },
      ]}
      xName="Due"
      yName="LKR"
      height={240}
      actions={
        <Anchor href={hrefOf('Settlement and Accounting', 'Settlement Instructions')}>Settlements</Anchor>
      }
      empty={<EmptyState title="No settlements are due" />}
    />
  )
}
