import type { FieldProps } from '../../../ui/form/FormContext.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { useAccountChoices } from '../form/choices.ts'

/** A settlement account of the register; the value is its id. Blank: the one that the portfolio used last. */
export function AccountField({
  help = 'Blank: the account that the portfolio used last',
  ...props
}: FieldProps<string>) {
  return (
    <SelectField {...props} searchable help={help} placeholder="Used last" options={useAccountChoices()} />
  )
}
