import { activePortfolios } from '@em/contract/registers/portfolios'
import { settlementAccounts } from '@em/contract/registers/settlement-accounts'
import { useMemo } from 'react'
import { useMayChange } from '../../../lib/may.ts'
import { useRoute } from '../../../lib/query.ts'
import { byLabel } from '../../../ui/form/options.ts'
import type { Choice } from '../../../ui/form/TextFields.tsx'

/** Portfolios that are active and that the person may change, by code; settlement accounts by id. */
export interface Choices {
  readonly portfolios: readonly Choice[]
  readonly accounts: readonly Choice[]
  /** What could not be loaded, in words; null where both are there. */
  readonly failed: string | null
}

export function useChoices(): Choices {
  const portfolios = useRoute(activePortfolios)
  const accounts = useRoute(settlementAccounts.routes.list, { query: {} })
  const mayChange = useMayChange()
  const known = useMemo(
    () =>
      byLabel(
        (portfolios.data ?? []).map((one) => ({
          value: String(one.portfolioId),
          label: `${one.portfolioName} (${one.portfolioId})`,
        })),
      ),
    [portfolios.data],
  )
  const banks = useMemo(
    () =>
      byLabel(
        (accounts.data ?? []).map((one) => ({
          value: String(one.id),
          label: `${one.account_name} ${one.account_number}`,
        })),
      ),
    [accounts.data],
  )
  return {
    portfolios: known.filter(({ value }) => mayChange(value)),
    accounts: banks,
    failed: portfolios.isError
      ? 'Failed to fetch portfolios'
      : accounts.isError
        ? 'Failed to load settlement accounts'
        : null,
  }
}
