import { TextInput } from '@mantine/core'
import { type ClipboardEvent, useState } from 'react'
import { groupNumeral, readNumeral, readTyped, stepped } from '../../lib/numerals.ts'
import css from './Form.module.css'
import { type FieldProps, shared, useField } from './FormContext.tsx'

export interface NumberFieldProps extends FieldProps<string> {
  /** Shown at the right: `LKR`, `%`, `shares`. */
  unit?: string
  /** Whole numbers only: opens the digits' keyboard on phones. */
  whole?: boolean
  /** The number names something, such as a port: no thousands separators. */
  isName?: boolean
  /** The arrow keys up and down change the number by this much, never below zero: `0.01`. */
  step?: string
  autoFocus?: boolean
  /** The label is read out and not shown: a table's header says it already. */
  labelHidden?: boolean
}

/**
 * A number, held in the form as exact text (`1234.5`, '' while empty). Takes thousands separators, blanks, `Rs.`
 * `10k` and `1.5m`, and pastes from a spreadsheet; the text stays as typed while typing and is grouped when the field is left.
 * What is no number stays as it is, for the form's check to name.
 */
export function NumberField(props: NumberFieldProps) {
  const bound = useField(props)
  const [typing, setTyping] = useState<string | null>(null)
  const value = bound.value === undefined || bound.value === null ? '' : String(bound.value)
  const numeral = readNumeral(value)
  const grouped = props.isName === true ? (digits: string) => digits : groupNumeral
  const take = (text: string) => {
    setTyping(text)
    bound.set(text.trim() === '' ? '' : (readTyped(text) ?? text))
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    // A cell copied from a spreadsheet ends in a line break; a column of them is not one number.
    const pasted = event.clipboardData.getData('text').trim()
    const copied = readNumeral(pasted)
    if (copied === null) return
    event.preventDefault()
    take(grouped(copied))
  }
  return (
    <TextInput
      {...shared(props, bound)}
      {...(props.labelHidden === true ? { label: null, 'aria-label': props.label } : {})}
      inputMode={props.whole === true ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typing ?? (numeral === null ? value : grouped(numeral))}
      onChange={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (props.step === undefined || bound.disabled || props.readOnly === true) return
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        const next = stepped(value, props.step, event.key === 'ArrowUp' ? 1 : -1)
        if (next !== null) take(groupNumeral(next))
      }}
      onFocus={(event) => event.currentTarget.select()}
      onPaste={paste}
      onBlur={() => {
        setTyping(null)
        bound.blur()
      }}
      styles={{
        input: { textAlign: props.isName === true ? 'left' : 'right', fontVariantNumeric: 'tabular-nums' },
      }}
      {...(props.autoFocus === true ? { 'data-autofocus': true } : {})}
      {...(props.unit === undefined
        ? {}
        : {
            rightSection: <span className={css.unit}>{props.unit}</span>,
            rightSectionWidth: props.unit.length > 3 ? 58 : 42,
            rightSectionPointerEvents: 'none' as const,
          })}
    />
  )
}

/** An amount of money: a NumberField in LKR. */
export function MoneyField(props: NumberFieldProps) {
  return <NumberField unit="LKR" {...props} />
}
