import { TextInput } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { groupNumeral, readNumeral } from '../../../lib/numerals.ts'
import { type FieldProps, shared, useField } from '../../../ui/form/FormContext.tsx'
import { inThousands, limited, typedAt } from './shares-typing.ts'

interface SharesFieldProps extends FieldProps<string> {
  /** At most this many; null while it is not known. */
  max: number | null
  /** 1 where nothing may be left blank, 0 where nothing may be taken. */
  min: 0 | 1
  /** Called when a key or a paste asks for more shares than there are. */
  onLimited?: (limited: boolean) => void
  /** The label is for screen readers only: in tables, where the header says it. */
  bare?: boolean
}

/**
 * A number of shares that cannot exceed what there is: keys that are no digits (nor `k` or `m` behind them) or would
 * exceed it do nothing, and other input (a paste, dictation) is limited to it. Held as digits, '' while empty.
 */
export function SharesField(props: SharesFieldProps) {
  const { max, min, onLimited, bare = false } = props
  const bound = useField(props)
  const [typing, setTyping] = useState<string | null>(null)
  const value = bound.value ?? ''
  /** Keys since the field was entered; null once the text was changed in another way. */
  const keys = useRef<string | null>(null)
  const take = (text: string) => {
    const { quantity, cut } = limited(text, { min, max })
    onLimited?.(cut)
    setTyping(cut ? groupNumeral(quantity) : text)
    bound.set(quantity)
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' || event.key === 'Delete') keys.current = null
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    const { value: text, selectionStart: start, selectionEnd: end } = event.currentTarget
    const isWhole = start === 0 && end === text.length
    const isAtEnd = start === end && end === text.length
    if (isWhole) keys.current = ''
    else if (!isAtEnd) keys.current = null
    keys.current = keys.current === null ? null : keys.current + event.key
    if (/^[km]$/i.test(event.key)) {
      event.preventDefault()
      const shares = inThousands(keys.current ?? '')
      if (shares !== null) take(groupNumeral(shares))
      return
    }
    const next = typedAt(text, event.key, start ?? text.length, end ?? text.length)
    const { quantity, cut } = limited(next, { min, max })
    if (!/\d/.test(event.key) || (quantity === '' && min > 0)) event.preventDefault()
    else if (cut) {
      event.preventDefault()
      onLimited?.(true)
    }
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const numeral = readNumeral(event.clipboardData.getData('text').trim())
    event.preventDefault()
    // A part of a share or less than none is no number of shares: nothing is taken over.
    if (numeral !== null && /^\d+(\.0*)?$/.test(numeral)) take(groupNumeral(numeral.split('.')[0] ?? ''))
  }
  const { label, ...input } = shared(props, bound)
  return (
    <TextInput
      {...input}
      {...(bare ? { 'aria-label': label, size: 'xs' as const } : { label })}
      inputMode="numeric"
      autoComplete="off"
      value={typing ?? groupNumeral(value)}
      onKeyDown={onKey}
      onChange={(event) => take(event.currentTarget.value)}
      onPaste={paste}
      onFocus={(event) => {
        keys.current = null
        event.currentTarget.select()
      }}
      onBlur={() => {
        setTyping(null)
        onLimited?.(false)
        bound.blur()
      }}
      styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
    />
  )
}
