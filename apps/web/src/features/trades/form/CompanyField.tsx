import { InputBase } from '@mantine/core'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { type ReactNode, useState } from 'react'
import { type FieldProps, shared, useField } from '../../../ui/form/FormContext.tsx'
import type { PickerItem } from '../../../ui/picker/Picker.tsx'
import { PickerModal } from '../../../ui/picker/PickerModal.tsx'

interface CompanyFieldProps extends FieldProps<string> {
  items: readonly PickerItem[]
  loading: boolean
  /** Why there are none to choose from; default "No companies found". */
  nothingFound?: ReactNode
  recentKey: string
  /** Answers whether the picker may open. */
  onAsk?: () => boolean
  onPick: (company: { companyName: string; symbol: string }) => void
}

/** Shows the company and opens the picker: by click or space, while it is empty by Enter too. Symbols are listed since names may repeat. */
export function CompanyField(props: CompanyFieldProps) {
  const { items, loading, nothingFound, recentKey, onAsk, onPick } = props
  const bound = useField(props)
  const [opened, setOpened] = useState(false)
  const { 'aria-required': _required, ...input } = { 'aria-required': undefined, ...shared(props, bound) }
  return (
    <>
      <InputBase
        {...input}
        component="button"
        type="button"
        pointer
        data-field={bound.value ? 'filled' : 'empty'}
        aria-haspopup="dialog"
        onClick={() => {
          if (onAsk?.() !== false) setOpened(true)
        }}
        rightSection={<IconSearch size={16} aria-hidden="true" />}
        rightSectionPointerEvents="none"
      >
        {bound.value ? (
          bound.value
        ) : (
          <span style={{ color: 'var(--mantine-color-placeholder)' }}>
            {props.placeholder ?? 'Select Company'}
          </span>
        )}
      </InputBase>
      <PickerModal
        opened={opened}
        onClose={() => setOpened(false)}
        title="Select Company"
        items={items}
        noun={{ one: 'company', many: 'companies' }}
        loading={loading}
        recentKey={recentKey}
        {...(nothingFound === undefined ? {} : { nothingFound })}
        onPick={(item) => onPick({ companyName: item.name, symbol: item.symbol ?? '' })}
      />
    </>
  )
}
