import { MultiSelect, Radio, Select, Stack, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FieldProps, shared, tickable, useField } from './FormContext.tsx'
import { useFinding } from './useFinding.ts'

export interface Choice {
  value: string
  label: string
  disabled?: boolean
}

/** Choices, or groups of them under a heading each. */
export type Choices =
  | readonly Choice[]
  | readonly { readonly group: string; readonly items: readonly Choice[] }[]

interface SelectProps extends FieldProps<string> {
  options: Choices
  /** Type to narrow a long list. */
  searchable?: boolean
  /** The choice can be taken back: a cross, or choosing it again; on unless required. */
  clearable?: boolean
  /** The label is read out and not shown: a table's header says it already. */
  labelHidden?: boolean
  /** Called when a choice is taken, also where it is the one that was chosen before. */
  onTaken?: (value: string) => void
}

const dataOf = (choices: Choices) =>
  choices.map((one) => ('group' in one ? { ...one, items: [...one.items] } : one))

/**
 * One of a few choices; the value is '' while none is chosen. Typing finds one (`mah` for Mahela Fund), Enter takes it and goes on.
 * Where the value was kept, one key empties it.
 */
export function SelectField(props: SelectProps) {
  const bound = useField(props)
  const clearable = props.clearable ?? props.required !== true
  const data = dataOf(props.options)
  const finding = useFinding(data, props, bound)
  return (
    <Select
      {...shared(props, bound)}
      {...(props.labelHidden === true ? { label: null, 'aria-label': props.label } : {})}
      data={data}
      value={bound.value === undefined || bound.value === '' ? null : bound.value}
      onChange={(value) => bound.set(value ?? '')}
      searchable={finding.isOn || (props.searchable ?? data.length > 12)}
      // Enter takes what the typed text has found.
      selectFirstOptionOnChange
      clearable={clearable}
      // One that was kept is confirmed by choosing it, not taken back.
      allowDeselect={clearable && bound.remembered === undefined}
      placeholder={props.placeholder ?? 'Select'}
      nothingFoundMessage="Nothing found"
      checkIconPosition="right"
      comboboxProps={{ transitionProps: { duration: 80 } }}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}` }}
      {...finding.select}
      onOptionSubmit={finding.taken}
      onBlur={() => {
        finding.end()
        bound.blur()
      }}
    />
  )
}

interface MultiSelectProps extends FieldProps<string[]> {
  options: Choices
}

/** Some of several choices. */
export function MultiSelectField(props: MultiSelectProps) {
  const bound = useField(props)
  const value = bound.value ?? []
  return (
    <MultiSelect
      {...shared(props, bound)}
      data={dataOf(props.options)}
      value={value}
      onChange={bound.set}
      onBlur={bound.blur}
      searchable
      selectFirstOptionOnChange
      clearable
      hidePickedOptions
      placeholder={value.length > 0 ? '' : (props.placeholder ?? 'Select')}
      nothingFoundMessage="Nothing found"
      comboboxProps={{ transitionProps: { duration: 80 } }}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}` }}
    />
  )
}

/** Yes or no, at once. */
export function SwitchField(props: FieldProps<boolean>) {
  const bound = useField(props)
  return <Switch {...tickable(props, bound)} withThumbIndicator={false} />
}

interface RadioProps extends FieldProps<string> {
  options: readonly (Choice & { help?: ReactNode })[]
}

/** One of a few choices, all in sight. */
export function RadioField(props: RadioProps) {
  const bound = useField(props)
  return (
    <Radio.Group
      id={bound.id}
      label={props.label}
      error={bound.error}
      value={bound.value ?? ''}
      onChange={bound.set}
      {...(props.required === true ? { withAsterisk: true } : {})}
      {...(props.help === undefined ? {} : { description: props.help })}
    >
      <Stack gap="xs" pt="xs">
        {props.options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            label={option.label}
            disabled={bound.disabled || props.readOnly === true || option.disabled === true}
            {...(option.help === undefined ? {} : { description: option.help })}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
