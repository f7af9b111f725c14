import { Picker, type PickerItem } from '../../../ui/picker/Picker.tsx'

interface AccountFieldProps {
  name: string
  label: string
  required?: boolean
  accounts: readonly PickerItem[]
  loading: boolean
  failed: boolean
  /** The account of the entry: shown even where it is no longer offered. */
  value: string
}

/** An account of the chart, found by code or name. */
export function AccountField({ accounts, value, failed, ...props }: AccountFieldProps) {
  const offered = value === '' || accounts.some(({ key }) => key === value)
  const items = offered
    ? accounts
    : [...accounts, { key: value, symbol: value, name: 'not offered any more' }]
  return (
    <Picker
      {...props}
      items={items}
      recentKey="journal-accounts"
      placeholder="Code or name"
      nothingFound="No accounts found"
      {...(failed ? { help: 'The accounts could not be loaded.' } : {})}
    />
  )
}
