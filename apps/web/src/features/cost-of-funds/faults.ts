import { costOfFundsInput } from '@em/contract/cost-of-funds/cost-of-funds'
import { checkedBy } from '../../ui/form/FormShell.tsx'

const check = checkedBy(costOfFundsInput)

interface Typed {
  effectiveDate: string
  costOfFunds: string
  taxRate: string
}

/** The form's faults by field: an empty rate has the same message as one out of its range. */
export function faultsOf(values: Typed): Record<string, string> {
  const blankIsZero = values.costOfFunds.trim() === '' ? '0' : values.costOfFunds
  const blankIsOutside = values.taxRate.trim() === '' ? '101' : values.taxRate
  return check({ ...values, costOfFunds: blankIsZero, taxRate: blankIsOutside })
}
