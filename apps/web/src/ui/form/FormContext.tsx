import type { UseFormReturnType } from '@mantine/form'
import { createContext, type ReactNode, use, useEffect, useId } from 'react'

/** Any @mantine/form form: the fields address values by name and do not care for the form's type. */
// biome-ignore lint/suspicious/noExplicitAny: the form's own type is invariant in its values.
export type AnyForm = UseFormReturnType<any, any, any> // oxlint-disable-line typescript/no-explicit-any

export interface LabelledField {
  id: string
  label: string
}

export interface FormContextValue {
  form: AnyForm
  saving: boolean
  fields: Map<string, LabelledField>
  /** By field, the source of a value that the user did not type: "As in your last trade". */
  remembered: Remembered
}

/** Fields whose value was put in from elsewhere, with the words for it. */
export type Remembered = Readonly<Record<string, string>>
export const NOTHING_REMEMBERED: Remembered = {}

export const FormContext = createContext<FormContextValue | null>(null)

export interface FieldProps<T> {
  /** The value's name in the surrounding FormShell's form; without it give `value` and `onChange`. */
  name?: string
  value?: T
  onChange?: (value: T) => void
  label: string
  required?: boolean
  /** A line under the field. */
  help?: ReactNode
  error?: ReactNode
  placeholder?: string
  disabled?: boolean
  readOnly?: boolean
  /** Outside a form, the source of a value that was put in. */
  remembered?: string | undefined
}

export interface Bound<T> {
  id: string
  value: T | undefined
  error: ReactNode
  disabled: boolean
  /** Where the value comes from, while it is one that was put in. */
  remembered: string | undefined
  set: (value: T) => void
  blur: () => void
}

/** Ties a field to the form by name, or to its own value and onChange. */
export function useField<T>(props: FieldProps<T>): Bound<T> {
  const context = use(FormContext)
  const own = useId()
  const { name, label } = props
  const id = name === undefined ? own : `${own}-${name}`
  const fields = context?.fields
  useEffect(() => {
    if (name === undefined || fields === undefined) return
    fields.set(name, { id, label })
    return () => {
      fields.delete(name)
    }
  }, [name, label, id, fields])
  const bound = name !== undefined && context !== null ? context.form.getInputProps(name) : null
  return {
    id,
    value: props.value ?? (bound?.value as T | undefined),
    error: props.error ?? (bound?.error as ReactNode),
    disabled: props.disabled === true || (context?.saving ?? false),
    remembered: props.remembered ?? (name === undefined ? undefined : context?.remembered[name]),
    set: (value) => {
      bound?.onChange(value)
      props.onChange?.(value)
    },
    blur: () => bound?.onBlur?.(),
  }
}

/** The props that all Mantine inputs take, from a field's props. */
export function shared<T>(props: FieldProps<T>, bound: Bound<T>) {
  return {
    id: bound.id,
    label: props.label,
    error: bound.error,
    disabled: bound.disabled,
    ...(props.required === true ? { withAsterisk: true, 'aria-required': true } : {}),
    ...((bound.remembered ?? props.help) === undefined
      ? {}
      : { description: bound.remembered ?? props.help }),
    ...(bound.remembered === undefined ? {} : { 'data-remembered': true }),
    ...(props.placeholder === undefined ? {} : { placeholder: props.placeholder }),
    // Mantine's own selects are read-only inputs too: their style depends on a mark of ours. Tab passes what cannot be typed into.
    ...(props.readOnly === true ? { readOnly: true, 'data-locked': true, tabIndex: -1 } : {}),
  }
}

/** The props of a checkbox or switch, from a field's props. */
export function tickable(props: FieldProps<boolean>, bound: Bound<boolean>) {
  return {
    id: bound.id,
    label: props.label,
    error: bound.error,
    disabled: bound.disabled || props.readOnly === true,
    checked: bound.value ?? false,
    onChange: (event: { currentTarget: { checked: boolean } }) => bound.set(event.currentTarget.checked),
    ...(props.help === undefined ? {} : { description: props.help }),
  }
}
