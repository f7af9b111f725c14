import { CostBreakdown } from './CostBreakdown.tsx'
import type { SellForm } from './useSellForm.ts'

/** Cost Breakdown & Calculations of a sale. */
export function SellCosts({ sell }: { sell: SellForm }) {
  return <CostBreakdown trade={sell} side="sell" price={sell.values.soldPrice} />
}
