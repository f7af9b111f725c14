import { NativeSelect } from '@mantine/core'
import type { Choice } from './ChoiceFields.tsx'
import { type FieldProps, shared, useField } from './FormContext.tsx'

interface NativeSelectProps extends FieldProps<string> {
  options: readonly Choice[]
}

/** One of a few choices in the browser's own list: a fifth of a SelectField's weight, for filters of first screens. */
export function NativeSelectField(props: NativeSelectProps) {
  const bound = useField(props)
  const { placeholder = 'Select', ...rest } = shared(props, bound)
  const chosen = bound.value ?? ''
  return (
    <NativeSelect
      {...rest}
      // A choice among what is there; nothing can be left out.
      withAsterisk={false}
      value={chosen}
      onChange={(event) => bound.set(event.currentTarget.value)}
      onBlur={bound.blur}
    >
      {(chosen === '' || props.required !== true) && <option value="">{placeholder}</option>}
      {props.options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled ?? false}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  )
}
