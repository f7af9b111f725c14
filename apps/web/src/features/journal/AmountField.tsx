import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '../../lib/numerals.ts'
import { type FieldProps, shared, useField } from '../../ui/form/FormContext.tsx'
import { amountText, centsOf, plainAmount } from './entry-values.ts'

/** A debit or credit: only digits and a dot are kept while typing; left, it stands with two decimals. */
export function AmountField(props: FieldProps<string>) {
  const bound = useField(props)
  const [typing, setTyping] = useState(false)
  const value = bound.value ?? ''
  const shown = typing || value === '' ? value : formatNumber(value.replace(/\.$/, ''), { decimals: 2 })
  return (
    <TextInput
      {...shared(props, bound)}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      placeholder={props.placeholder ?? '0.00'}
      onFocus={(event) => {
        setTyping(true)
        const { currentTarget } = event
        // The plain digits are put in with this turn; then they can be marked.
        setTimeout(() => currentTarget.select())
      }}
      onChange={(event) => bound.set(amountText(event.currentTarget.value))}
      onBlur={() => {
        setTyping(false)
        if (value !== '') bound.set(centsOf(value) === 0n ? '' : plainAmount(value))
        bound.blur()
      }}
      styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
    />
  )
}
