import { type KeyboardEvent, useRef, useState } from 'react'
import { goOnFrom } from './enter.ts'
import type { Bound, FieldProps } from './FormContext.tsx'

interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

type Data = readonly (Option | { items: readonly Option[] })[]
const optionsOf = (data: Data) => data.flatMap((one) => ('items' in one ? one.items : [one]))

/** The choice that a typed text means: one that begins so, else one with a word that does, else one that has it. */
export function foundBy(text: string, data: Data): Option | undefined {
  const wanted = text.trim().toLowerCase()
  const options = optionsOf(data).filter((one) => !one.disabled)
  const has = (test: (label: string) => boolean) => options.find(({ label }) => test(label.toLowerCase()))
  return (
    has((label) => label.startsWith(wanted)) ??
    has((label) => label.split(/[\s(]+/).some((word) => word.startsWith(wanted))) ??
    has((label) => label.includes(wanted))
  )
}

const isEmptying = (key: string) => key === 'Delete' || key === 'Backspace'

/** Keys on a list of choices: a letter makes it a field that searches them, until one is taken or the field is left. */
export function useFinding(
  data: Data,
  { readOnly, onTaken }: Pick<FieldProps<string>, 'readOnly'> & { onTaken?: (value: string) => void },
  bound: Bound<string>,
) {
  const [text, setText] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  /** An arrow key marked another one: the list knows which. */
  const isMarked = useRef(false)
  const isOn = text !== null
  const end = () => {
    setText(null)
    isMarked.current = false
  }
  const goOn = () => {
    if (field.current !== null) goOnFrom(field.current)
  }
  const takeFound = () => {
    const found = foundBy(text ?? '', data)
    if (found === undefined) return
    end()
    if (found.value !== bound.value) bound.set(found.value)
    goOn()
    onTaken?.(found.value)
  }
  /** The list took one, by a click or the marked one by Enter. */
  const taken = (value: string) => {
    const goesOn = isOn && isMarked.current
    end()
    if (goesOn) goOn()
    onTaken?.(value)
  }
  /** Shows its choice: no search was typed over it. */
  const isUntouched = (input: HTMLInputElement) => {
    return (
      input.readOnly ||
      optionsOf(data).some(({ value, label }) => value === bound.value && label === input.value)
    )
  }
  // Capturing, so that the list does not take its own first one.
  const onKeyDownCapture = (event: KeyboardEvent<HTMLInputElement>) => {
    if (bound.disabled || readOnly === true || event.ctrlKey || event.metaKey || event.altKey) return
    const input = event.currentTarget
    if (isOn) {
      if (event.key === 'Escape') end()
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') isMarked.current = true
      if (event.key !== 'Enter' || isMarked.current) return
      event.stopPropagation()
      takeFound()
    } else if (bound.remembered !== undefined && isEmptying(event.key) && isUntouched(input)) bound.set('')
    else if (!input.readOnly) return
    else if (/^[\p{L}\p{N}]$/u.test(event.key)) {
      field.current = input
      setText(event.key)
    } else return
    event.preventDefault()
  }
  const searching = {
    'data-finding': true,
    dropdownOpened: true,
    searchValue: text ?? '',
    onSearchChange: (typed: string) => setText((now) => (now === null ? null : typed)),
  }
  return { isOn, end, taken, select: { onKeyDownCapture, ...(isOn ? searching : {}) } }
}
