import '@mantine/dates/styles.css'
import { DatePicker } from '@mantine/dates'
import { today } from '../../lib/dates.ts'

interface CalendarProps {
  value: string | null
  onChange: (date: string) => void
  min: string | undefined
  max: string | undefined
}

/** The month to pick a day from; loaded when first opened. */
export default function Calendar({ value, onChange, min, max }: CalendarProps) {
  return (
    <DatePicker
      value={value}
      defaultDate={value ?? today()}
      onChange={(date) => {
        if (date !== null) onChange(date)
      }}
      highlightToday
      weekendDays={[]}
      firstDayOfWeek={1}
      size="sm"
      {...(min === undefined ? {} : { minDate: min })}
      {...(max === undefined ? {} : { maxDate: max })}
    />
  )
}
