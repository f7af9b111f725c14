import { Checkbox, PasswordInput, Radio, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FieldProps, shared, useField } from './FormContext.tsx'

interface TextProps extends FieldProps<string> {
  type?: 'text' | 'email' | 'search' | 'tel'
  autoComplete?: string
  autoFocus?: boolean
  maxLength?: number
}

/** One line of text. */
export function TextField(props: TextProps) {
  const bound = useField(props)
  return (
    <TextInput
      {...shared(props, bound)}
      type={props.type ?? 'text'}
      value={bound.value ?? ''}
      onChange={(event) => bound.set(event.currentTarget.value)}
      onBlur={bound.blur}
      autoComplete={props.autoComplete ?? 'off'}
      {...(props.autoFocus === true ? { 'data-autofocus': true, autoFocus: true } : {})}
      {...(props.maxLength === undefined ? {} : { maxLength: props.maxLength })}
    />
  )
}

/** Several lines of text; grows with them. */
export function TextArea(props: FieldProps<string> & { rows?: number; maxLength?: number }) {
  const bound = useField(props)
  return (
    <Textarea
      {...shared(props, bound)}
      autosize
      minRows={props.rows ?? 2}
      maxRows={12}
      value={bound.value ?? ''}
      onChange={(event) => bound.set(event.currentTarget.value)}
      onBlur={bound.blur}
      {...(props.maxLength === undefined ? {} : { maxLength: props.maxLength })}
    />
  )
}

/** A password, with a button that shows it. */
export function PasswordField(
  props: FieldProps<string> & { autoComplete: 'current-password' | 'new-password' },
) {
  const bound = useField(props)
  return (
    <PasswordInput
      {...shared(props, bound)}
      value={bound.value ?? ''}
      onChange={(event) => bound.set(event.currentTarget.value)}
      onBlur={bound.blur}
      autoComplete={props.autoComplete}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
    />
  )
}

export interface Choice {
  value: string
  label: string
  disabled?: boolean
}

interface SelectProps extends FieldProps<string> {
  options: readonly Choice[]
  /** Type to narrow a long list. */
  searchable?: boolean
  /** A cross that empties the field; on unless required. */
  clearable?: boolean
}

/** One of a few choices; the value is '' while none is chosen. */
export function SelectField(props: SelectProps) {
  const bound = useField(props)
  return (
    <Select
      {...shared(props, bound)}
      data={[...props.options]}
      value={bound.value === undefined || bound.value === '' ? null : bound.value}
      onChange={(value) => bound.set(value ?? '')}
      onBlur={bound.blur}
      searchable={props.searchable ?? props.options.length > 12}
      clearable={props.clearable ?? props.required !== true}
      allowDeselect={props.required !== true}
      placeholder={props.placeholder ?? 'Select'}
      nothingFoundMessage="Nothing found"
      checkIconPosition="right"
      comboboxProps={{ transitionProps: { duration: 80 } }}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}` }}
    />
  )
}

/** Yes or no, at once. */
export function SwitchField(props: FieldProps<boolean>) {
  const bound = useField(props)
  return (
    <Switch
      id={bound.id}
      label={props.label}
      error={bound.error}
      disabled={bound.disabled || props.readOnly === true}
      checked={bound.value ?? false}
      onChange={(event) => bound.set(event.currentTarget.checked)}
      withThumbIndicator={false}
      {...(props.help === undefined ? {} : { description: props.help })}
    />
  )
}

/** A box to tick. */
export function CheckField(props: FieldProps<boolean>) {
  const bound = useField(props)
  return (
    <Checkbox
      id={bound.id}
      label={props.label}
      error={bound.error}
      disabled={bound.disabled || props.readOnly === true}
      checked={bound.value ?? false}
      onChange={(event) => bound.set(event.currentTarget.checked)}
      {...(props.help === undefined ? {} : { description: props.help })}
    />
  )
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
