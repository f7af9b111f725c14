import { monthInWords } from '@em/core/values/date-texts'
import { monthEnd, monthOf } from '@em/core/values/dates'
import { today } from '../../lib/dates.ts'
import { SelectField } from '../../ui/form/TextFields.tsx'

/** Months that are offered; an older one can be in the address. */
const MONTHS = 60

/** This month and those before it, newest first. */
export function monthsUntil(day: string, count = MONTHS): string[] {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return Array.from({ length: count }, (_, back) => {
    const months = year * 12 + month - 1 - back
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
  })
}

interface FilterMonthProps {
  /** A day of the month. */
  date: string
  onChange: (date: string) => void
}

/** The month of a report: its last day, or today, is the date of the address, which the other reports share. */
export function FilterMonth({ date, onChange }: FilterMonthProps) {
  const now = today()
  const chosen = monthOf(date)
  const offered = monthsUntil(now)
  const months = offered.includes(chosen) ? offered : [...offered, chosen]
  const last = (month: string) => monthEnd(`${month}-01`)
  return (
    <SelectField
      label="Month"
      clearable={false}
      searchable
      value={chosen}
      options={months.map((value) => ({ value, label: monthInWords(value, 'long') }))}
      onChange={(month) => onChange(last(month) < now ? last(month) : now)}
    />
  )
}
