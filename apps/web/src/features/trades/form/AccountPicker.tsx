import { settlementAccountsByMethod } from '@em/contract/settlement-accounts/settlement-accounts'
import { Anchor } from '@mantine/core'
import { useMemo } from 'react'
import { useRoute } from '../../../lib/query.ts'
import { hrefOf } from '../../../links/tabs.ts'
import { PickerModal } from '../../../ui/picker/PickerModal.tsx'
import type { Account } from './trade-values.ts'

interface AccountPickerProps {
  method: string
  title: string
  opened: boolean
  onClose: () => void
  onPick: (account: Account) => void
}
/** The settlement accounts of a payment method, to choose one. */
export function AccountPicker({ method, title, opened, onClose, onPick }: AccountPickerProps) {
  const accounts = useRoute(settlementAccountsByMethod, { params: { method } }, { enabled: method !== '' })
  const items = useMemo(
    () =>
      (accounts.data ?? []).map((account) => ({
        key: String(account.id),
        symbol: account.account_number,
        name: account.account_name,
        detail: `${account.bank_name}, ${account.branch_name}`,
        account,
      })),
    [accounts.data],
  )
  return (
    <PickerModal
      opened={opened}
      onClose={onClose}
      title={title}
      items={items}
      noun={{ one: 'account', many: 'accounts' }}
      placeholder="Type an account number or name"
      loading={accounts.isPending}
      {...(accounts.isError ? { nothingFound: 'Failed to load settlement accounts' } : {})}
      {...(accounts.data?.length === 0 ? { nothingFound: <NoAccounts method={method} /> } : {})}
      onPick={(item) => onPick(item.account)}
    />
  )
}

function NoAccounts({ method }: { method: string }) {
  return (
    <>
      No settlement accounts for {method}. Please configure accounts in{' '}
      <Anchor href={hrefOf('Master Data Management', 'Account Master')}>Account Master</Anchor>.
    </>
  )
}
