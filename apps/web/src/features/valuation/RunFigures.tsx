import type { ValuationRun } from '@em/contract/valuation/valuation'
import { counted } from '../../lib/numerals.ts'
import { Amount } from '../../ui/Numbers.tsx'
import { StatCard, Stats } from '../../ui/Page.tsx'

/** The sums of a run. */
export function RunFigures({
  of,
}: {
  of: Pick<ValuationRun, 'carrying' | 'fair_value' | 'difference' | 'holdings' | 'exceptions'>
}) {
  return (
    <Stats>
      <StatCard
        label="Carrying Amount (LKR)"
        value={<Amount value={of.carrying} />}
        note={counted(of.holdings, 'holding')}
      />
      <StatCard label="Fair Value (LKR)" value={<Amount value={of.fair_value} />} note="Quantity x price" />
      <StatCard
        label="Difference (LKR)"
        value={<Amount value={of.difference} signed />}
        note="Fair value less carrying amount"
      />
      <StatCard
        label="To Look At"
        value={of.exceptions}
        note={
          of.exceptions === 0 ? 'All prices are fresh, of the exchange' : 'No price, old, typed, or no close'
        }
      />
    </Stats>
  )
}
