import { equities } from '@em/contract/equities/equities'
import { activePortfolios } from '@em/contract/portfolios/portfolios'
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import { useMemo } from 'react'
import { useRoute } from '../../../lib/query.ts'
import type { FieldProps } from '../../../ui/form/FormContext.tsx'
import { byLabel } from '../../../ui/form/options.ts'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import type { PickerItem } from '../../../ui/picker/Picker.tsx'
import { securityItems } from '../../../ui/picker/security-items.ts'

/** The choices of the forms of corporate actions. */

/** Every security, by its symbol: also one that is traded no more may pay a dividend. */
export function useSecurities(): { items: readonly PickerItem[]; loading: boolean; failed: boolean } {
  const list = useRoute(equities.routes.list, { query: {} })
  const items = useMemo(
    () => securityItems(list.data, ({ isActive }) => (isActive === false ? { detail: 'Inactive' } : {})),
    [list.data],
  )
  return { items, loading: list.isPending, failed: list.isError }
}

/** The portfolios of the person, by name; the value is the code. */
export function usePortfolioChoices() {
  const list = useRoute(activePortfolios)
  return useMemo(
    () =>
      byLabel(
        (list.data ?? []).map((one) => ({
          value: String(one.portfolioId),
          label: `${one.portfolioName} (${one.portfolioId})`,
        })),
      ),
    [list.data],
  )
}

/** The settlement accounts; the value is the id. */
export function useAccountChoices() {
  const list = useRoute(settlementAccounts.routes.list, { query: {} })
  return useMemo(
    () =>
      byLabel(
        (list.data ?? []).map((one) => ({
          value: String(one.id),
          label: `${one.account_name} ${one.account_number}, ${one.bank_name}`,
        })),
      ),
    [list.data],
  )
}

/** A settlement account of the register; the value is its id. Blank: the one that the portfolio used last. */
export function AccountField({
  help = 'Blank: the account that the portfolio used last',
  ...props
}: FieldProps<string>) {
  return (
    <SelectField {...props} searchable help={help} placeholder="Used last" options={useAccountChoices()} />
  )
}
