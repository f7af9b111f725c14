import { periodRanges, RANGE_NAMES, rangeSpan } from '@em/core/holidays/ranges'
import { today } from '../../lib/dates.ts'
import { type Books, useYearEnd } from '../../lib/useYearEnd.ts'
import { SelectField } from './ChoiceFields.tsx'

/** The first and the last day, '' where open. */
export interface Days {
  readonly from: string
  readonly to: string
}

interface PeriodFieldProps extends Days {
  /** The books whose financial year applies. */
  books: Books
  onChange: (days: Days) => void
  /** A list may show all dates; a report ends on a day. */
  list?: boolean
}

/** A period by name: the financial and the calendar year to date, those before, months. Other days are "Own dates". */
export function PeriodField({ from, to, books, onChange, list = false }: PeriodFieldProps) {
  const now = today()
  const month = useYearEnd(books)
  const named = month === undefined ? [] : periodsOf(now, month, list)
  const chosen = named.find((one) => one.from === from && one.to === to)
  const isOpen = list && from === '' && to === ''
  const own = chosen === undefined && !isOpen ? [{ value: OWN, label: 'Custom dates' }] : []
  return (
    <SelectField
      label="Period"
      placeholder="All dates"
      value={isOpen ? '' : (chosen?.value ?? OWN)}
      clearable={list}
      onChange={(value) => {
        const period = named.find((one) => one.value === value)
        if (period !== undefined) onChange({ from: period.from, to: period.to })
        else if (value === '') onChange({ from: '', to: '' })
      }}
      options={[...named.map(({ value, label }) => ({ value, label })), ...own]}
    />
  )
}

const OWN = 'own'

export interface NamedPeriod extends Days {
  readonly value: string
  readonly label: string
}

/** The periods that are offered; a list shows all dates where nothing is chosen. */
export function periodsOf(now: string, yearEndMonth: number, list = false): NamedPeriod[] {
  return periodRanges(yearEndMonth)
    .filter((range) => !list || range !== 'All')
    .map((range) => {
      const { from, to } = rangeSpan(range, now, yearEndMonth)
      return { value: range, label: RANGE_NAMES[range], from: from ?? '', to }
    })
}
