import { accountType } from '@em/core/ledger/roles'
import { CalcField } from '../../ui/form/CalcField.tsx'

/** The account's type, as its code's first digit gives it. */
export function TypeField({ code }: { code: string }) {
  const trimmed = code.trim()
  return (
    <CalcField
      label="Type"
      text
      value={trimmed === '' ? '–' : accountType(trimmed)}
      help="From the code's first digit: 1 Asset, 2 Liability, 3 Equity, 4 Income, 5 Cost of Sales, 6 Expense"
    />
  )
}
