import { NumberField } from '../../../ui/form/NumberField.tsx'
import type { TradeForm } from './useTradeForm.ts'

/** The rate in force on the trade date; typed over or cleared, it stays as the user has set it. */
export function CostOfFundsField({ trade }: { trade: TradeForm }) {
  return (
    <NumberField
      name="costOfFunds"
      label="Cost of Funds"
      unit="%"
      help="Per year, after tax, as in force on the trade date"
      onChange={() => trade.change((now) => ({ ...now, costOfFundsTyped: true }))}
    />
  )
}
