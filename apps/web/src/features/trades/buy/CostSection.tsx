import { Amount, Percent } from '../../../ui/Numbers.tsx'
import { Calculated } from '../form/Calculated.tsx'
import { CostBreakdown } from '../form/CostBreakdown.tsx'
import { CostOfFundsField } from '../form/CostOfFundsField.tsx'
import type { BuyForm } from './useBuyForm.ts'

/** Cost Breakdown & Calculations of a buy: the fees, cost of funds and what it generates in a day. */
export function CostSection({ buy }: { buy: BuyForm }) {
  const { values, live } = buy
  const { figures, stale } = live
  return (
    <CostBreakdown trade={buy} side="buy" price={values.price}>
      <CostOfFundsField trade={buy} />
      <Calculated
        label="Money Generation Cost"
        value={values.costOfFunds === '' ? null : figures?.moneyGenerationCost}
        stale={stale}
        help="For one day"
        how={
          figures &&
          values.costOfFunds !== '' && [
            { label: 'Net Value', value: <Amount value={figures.netValue} /> },
            { label: '\u00d7 Cost of Funds', value: <Percent value={values.costOfFunds} /> },
            { label: '\u00f7 days of a year', value: '365' },
            { label: '= a day', value: <Amount value={figures.moneyGenerationCost} /> },
          ]
        }
      />
    </CostBreakdown>
  )
}
