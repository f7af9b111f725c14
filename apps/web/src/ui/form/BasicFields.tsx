import { Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { type FieldProps, shared, tickable, useField } from './FormContext.tsx'

interface TextProps extends FieldProps<string> {
  type?: 'text' | 'email' | 'search' | 'tel'
  autoComplete?: string
  autoFocus?: boolean
  maxLength?: number
  /** The label is read out and not shown: a table's header says it already. */
  labelHidden?: boolean
}

/** One line of text. */
export function TextField(props: TextProps) {
  const bound = useField(props)
  return (
    <TextInput
      {...shared(props, bound)}
      {...(props.labelHidden === true ? { label: null, 'aria-label': props.label } : {})}
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
      data-lines={props.rows ?? 2}
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
  props: FieldProps<string> & {
    autoComplete: 'current-password' | 'new-password'
    autoFocus?: boolean
  },
) {
  const bound = useField(props)
  return (
    <PasswordInput
      {...shared(props, bound)}
      value={bound.value ?? ''}
      onChange={(event) => bound.set(event.currentTarget.value)}
      onBlur={bound.blur}
      autoComplete={props.autoComplete}
      data-autofocus={props.autoFocus === true ? true : undefined}
      autoFocus={props.autoFocus === true}
      // Mantine marks its other inputs itself, not this one.
      aria-invalid={Boolean(bound.error)}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
    />
  )
}

/** A box to tick. */
export function CheckField(props: FieldProps<boolean>) {
  const bound = useField(props)
  return <Checkbox {...tickable(props, bound)} />
}
