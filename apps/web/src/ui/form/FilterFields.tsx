import { CloseButton, TextInput } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { isDate } from '../../lib/dates.ts'
import type { Books } from '../../lib/useYearEnd.ts'
import type { Choice } from './ChoiceFields.tsx'
import { DateField } from './DateField.tsx'
import { type Days, PeriodField } from './PeriodField.tsx'

/** Typing is answered after this pause. */
export const SEARCH_MS = 300

interface SearchFieldProps {
  label?: string
  placeholder: string
  /** The present search text, kept by the screen (in the address). */
  value: string
  onSearch: (text: string) => void
}

/** A search that asks once typing has paused, and follows what others make of its value: a link, Clear, Back. */
export function SearchField({ label = 'Search', placeholder, value, onSearch }: SearchFieldProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  useEffect(() => {
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])
  useEffect(() => {
    if (text.trim() === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text.trim()
      latest.current(sent.current)
    }, SEARCH_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextInput
      id={id}
      type="search"
      label={label}
      placeholder={placeholder}
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      rightSection={
        text === '' ? null : <CloseButton size="xs" aria-label="Clear search" onClick={() => setText('')} />
      }
    />
  )
}

interface FilterDateProps {
  label: string
  value: string
  onChange: (value: string) => void
  max?: string
  help?: string
  error?: string
  /** Default: without the weekday beneath. */
  plain?: boolean
  /** Emptying the field changes nothing. */
  needed?: boolean
}

/** A date that takes effect once it is one; half typed it stays in the field. */
export function FilterDate({ value, onChange, plain = true, needed = false, ...field }: FilterDateProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  return (
    <DateField
      {...(plain ? { plain } : {})}
      {...field}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        if ((isDate(text) || (text === '' && !needed)) && text !== value) onChange(text)
      }}
    />
  )
}

interface FilterSpanProps {
  /** Of the first and of the last day. */
  labels: readonly [from: string, to: string]
  from: string
  to: string
  onChange: (change: { from: string } | { to: string } | Days) => void
  /** The books whose financial year "Year to date" means; left out where the days are in the future. */
  books?: Books
}

/** The first and the last day of what a list shows, or a period by its name. */
export function FilterSpan({ labels, from, to, onChange, books }: FilterSpanProps) {
  const wrongOrder = from !== '' && to !== '' && from > to
  return (
    <>
      {books !== undefined && <PeriodField from={from} to={to} books={books} onChange={onChange} list />}
      <FilterDate label={labels[0]} value={from} onChange={(day) => onChange({ from: day })} />
      <FilterDate
        label={labels[1]}
        value={to}
        onChange={(day) => onChange({ to: day })}
        {...(wrongOrder ? { error: 'Must not be before the first date.' } : {})}
      />
    </>
  )
}

/** The choices with the chosen one among them: what the list does not (yet) know must still be seen to filter. */
export function withChosen(options: readonly Choice[], chosen: string): readonly Choice[] {
  return chosen === '' || options.some((one) => one.value === chosen)
    ? options
    : [{ value: chosen, label: chosen }, ...options]
}
