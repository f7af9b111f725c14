import type { Field } from '@em/contract/kit/register'
import { Fragment, type ReactNode, use } from 'react'
import { DateField } from '../ui/form/DateField.tsx'
import { FormContext } from '../ui/form/FormContext.tsx'
import { FormSection, WholeRow } from '../ui/form/FormShell.tsx'
import { MoneyField, NumberField } from '../ui/form/NumberField.tsx'
import { SelectField, SwitchField, TextArea, TextField } from '../ui/form/TextFields.tsx'
import { ReferencePicker } from './ReferencePicker.tsx'
import css from './registers.module.css'
import { type AnyRegister, writtenFields } from './values.ts'

interface FieldInputProps {
  field: Field
  /** In an edit, what was fixed when created is shown only. */
  editing: boolean
}

/** The input that a field of a descriptor asks for, tied to the surrounding form by name. */
export function FieldInput({ field, editing }: FieldInputProps) {
  const readOnly = field.readOnly === true || (editing && field.fixed === true)
  const remark = useRemark(field)
  const help = remark === null ? field.help : <span className={css.remark}>{remark}</span>
  const common = {
    name: field.name,
    label: field.label,
    ...(field.required === true ? { required: true } : {}),
    ...(help === undefined ? {} : { help }),
    ...(readOnly ? { readOnly: true } : {}),
  }
  if (field.refersTo !== undefined) return <ReferencePicker {...common} register={field.refersTo} />
  switch (field.kind) {
    case 'select':
      // A field that the server fills when it is blank cannot be emptied.
      return (
        <SelectField
          {...common}
          options={field.options ?? []}
          {...(field.fallback === undefined ? {} : { clearable: false })}
        />
      )
    case 'boolean':
      return (
        <div className={css.switch}>
          <SwitchField {...common} />
        </div>
      )
    case 'date':
      return <DateField {...common} />
    case 'money':
      return <MoneyField {...common} />
    case 'percent':
      return <NumberField {...common} unit="%" />
    case 'integer':
      return <NumberField {...common} whole {...(field.isName === true && { isName: true })} />
    case 'longtext':
      return (
        <WholeRow>
          <TextArea {...common} />
        </WholeRow>
      )
    default:
      return <TextField {...common} {...(field.kind === 'email' ? { type: 'email' as const } : {})} />
  }
}

/** The descriptor's remark on the present value of the field. */
function useRemark(field: Field): ReactNode {
  const value = use(FormContext)?.form.values[field.name]
  if (field.remark === undefined || typeof value !== 'string' || value.trim() === '') return null
  return field.remark(value)
}

interface RegisterFieldsProps {
  register: AnyRegister
  editing?: boolean
  columns?: 1 | 2 | 3
  /** Content after some fields, by name: figures that follow from them. */
  after?: Readonly<Record<string, ReactNode>>
}

/** All fields of a register in their sections. */
export function RegisterFields({ register, editing = false, columns = 3, after = {} }: RegisterFieldsProps) {
  const sections = Map.groupBy(writtenFields(register), (field) => field.section)
  return [...sections].map(([title, fields]) => (
    <FormSection key={title ?? ''} columns={columns} {...(title === undefined ? {} : { title })}>
      {fields.map((field) => (
        <Fragment key={field.name}>
          <FieldInput field={field} editing={editing} />
          {after[field.name]}
        </Fragment>
      ))}
    </FormSection>
  ))
}
