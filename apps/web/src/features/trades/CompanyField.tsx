import { activeEquities } from '@em/contract/registers/equities'
import { Anchor, InputBase } from '@mantine/core'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useMemo, useState } from 'react'
import { hrefOf } from '../../app/places.ts'
import { useRoute } from '../../lib/query.ts'
import { type FieldProps, shared, useField } from '../../ui/form/FormContext.tsx'
import { PickerModal } from '../../ui/picker/PickerModal.tsx'

interface CompanyFieldProps extends FieldProps<string> {
  onPick: (company: { companyName: string; symbol: string }) => void
}

/** Shows the company and opens the picker: by click, Enter or space. Symbols are listed since names may repeat. */
export function CompanyField(props: CompanyFieldProps) {
  const bound = useField(props)
  const [opened, setOpened] = useState(false)
  const equities = useRoute(activeEquities)
  const items = useMemo(
    () =>
      (equities.data ?? []).map((equity) => ({
        key: String(equity.id),
        symbol: String(equity.symbol),
        name: String(equity.name),
        detail: equity.sector ?? undefined,
      })),
    [equities.data],
  )
  const { 'aria-required': _required, ...input } = { 'aria-required': undefined, ...shared(props, bound) }
  return (
    <>
      <InputBase
        {...input}
        component="button"
        type="button"
        pointer
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
        rightSection={<IconSearch size={16} aria-hidden="true" />}
        rightSectionPointerEvents="none"
      >
        {bound.value ? (
          bound.value
        ) : (
          <span style={{ color: 'var(--mantine-color-placeholder)' }}>Select Company</span>
        )}
      </InputBase>
      <PickerModal
        opened={opened}
        onClose={() => setOpened(false)}
        title="Select Company"
        items={items}
        noun={{ one: 'company', many: 'companies' }}
        loading={equities.isPending}
        recentKey="equities"
        {...(equities.isError ? { nothingFound: 'Failed to fetch companies' } : {})}
        {...(equities.data?.length === 0 ? { nothingFound: <NoCompanies /> } : {})}
        onPick={(item) => props.onPick({ companyName: item.name, symbol: item.symbol })}
      />
    </>
  )
}

function NoCompanies() {
  return (
    <>
      No companies found. Add the securities that can be traded in{' '}
      <Anchor href={hrefOf('Master Data Management', 'Equity Master')}>Equity Master</Anchor>.
    </>
  )
}
