import { brokers } from '@em/contract/registers/brokers'
import { Autocomplete } from '@mantine/core'
import { useMemo } from 'react'
import { useRoute } from '../../../lib/query.ts'
import { type FieldProps, shared, useField } from '../../../ui/form/FormContext.tsx'

/** A broker's name, typed freely; the register's active brokers are proposed. */
export function BrokerField(props: FieldProps<string>) {
  const bound = useField(props)
  const known = useRoute(brokers.routes.list)
  const names = useMemo(
    () => [...new Set((known.data ?? []).filter((one) => one.isActive).map((one) => String(one.name)))],
    [known.data],
  )
  return (
    <Autocomplete
      {...shared(props, bound)}
      data={names}
      value={bound.value ?? ''}
      onChange={bound.set}
      onBlur={bound.blur}
      limit={30}
      maxLength={200}
      openOnFocus={false}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  )
}
