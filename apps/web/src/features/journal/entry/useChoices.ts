import { journalAccountList } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { ledger } from '@em/contract/ledger/ledger'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { settlementAccounts } from '@em/contract/settlement-accounts/settlement-accounts'
import { useMemo } from 'react'
import { useMayChange } from '../../../lib/may.ts'
import { useRoute } from '../../../lib/query.ts'
import { byLabel } from '../../../ui/form/options.ts'

/** The accounts and other choices of a line. */
export function useChoices() {
  const accounts = useRoute(journalAccountList)
  const books = useRoute(portfolios.routes.list, { query: {} })
  const banks = useRoute(settlementAccounts.routes.list, { query: {} })
  const openings = useRoute(ledger.portfolios)
  const mayChange = useMayChange()
  const items = useMemo(
    () =>
      (accounts.data?.data ?? []).map(({ account_code, account_name, description }) => ({
        key: account_code,
        symbol: account_code,
        name: account_name,
        ...(description !== null && description !== account_name && { detail: description }),
      })),
    [accounts.data],
  )
  const lookup = useMemo(
    () => ({
      cash: new Set((accounts.data?.data ?? []).filter((one) => one.is_cash).map((one) => one.account_code)),
      portfolios: new Map(
        (openings.data ?? []).map((one) => [
          one.portfolioId,
          { name: one.portfolioName, openingDate: one.opening_date },
        ]),
      ),
    }),
    [accounts.data, openings.data],
  )
  return {
    accounts: items,
    /** The data for the warnings of an entry. */
    lookup,
    loading: accounts.isPending,
    failed: accounts.isError,
    portfolios: byLabel(
      (books.data ?? [])
        .filter((one) => mayChange(String(one.portfolioId)))
        .map((one) => ({
          value: String(one.portfolioId),
          label: String(one.portfolioName),
        })),
    ),
    banks: byLabel(
      (banks.data ?? []).map((one) => ({
        value: String(one.id),
        label: `${one.account_name} ${one.account_number}`,
      })),
    ),
  }
}
export type Choices = ReturnType<typeof useChoices>
