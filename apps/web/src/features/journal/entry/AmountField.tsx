import { TextInput } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { formatNumber } from '../../../lib/numerals.ts'
import { type FieldProps, shared, useField } from '../../../ui/form/FormContext.tsx'
import { amountText, centsOf, plainAmount } from './entry-values.ts'

/** A debit or credit: only digits and a dot are kept while typing; on leaving the field it gets two decimals. */
export function AmountField(props: FieldProps<string>) {
  const bound = useField(props)
  const [typing, setTyping] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // As soon as the plain digits are put in: what is typed next takes their place.
  useLayoutEffect(() => {
    if (typing) input.current?.select()
  }, [typing])
  const value = bound.value ?? ''
  const shown = typing || value === '' ? value : formatNumber(value.replace(/\.$/, ''), { decimals: 2 })
  return (
    <TextInput
      {...shared(props, bound)}
      ref={input}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      placeholder={props.placeholder ?? '0.00'}
      onFocus={() => setTyping(true)}
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
