import { addDays } from '@em/core/values/dates'
import { ActionIcon, Popover, Skeleton, TextInput } from '@mantine/core'
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { formatDateLong, isDate, readTypedDate } from '../../lib/dates.ts'
import { lazyPart } from '../../lib/parts.ts'
import { PartBoundary } from '../PartBoundary.tsx'
import { type FieldProps, shared, useField } from './FormContext.tsx'

const Calendar = lazyPart(() => import('./Calendar.tsx'))

export interface DateFieldProps extends FieldProps<string> {
  /** The earliest and latest date to choose, `YYYY-MM-DD`. */
  min?: string
  max?: string
  /** Without the weekday beneath: for filters in one line. */
  plain?: boolean
  /** The label is read out and not shown: a table's header says it already. */
  labelHidden?: boolean
}

export const DATE_HELP = 'Type a date as 2026-01-31 or 31/01/2026 (day first).'

/**
 * A date, held in the form as `YYYY-MM-DD` ('' while empty). Typed as 2026-01-31, day first as 31/01/2026, or short as
 * `readTypedDate` has it (`18 nov`, `mon`, `-1`, `t`); the date as read is shown under the field. A text that is no date
 * stays as typed, for the form's check to name. Arrow up and down go a day on or back, Alt-down opens the calendar.
 */
export function DateField(props: DateFieldProps) {
  const bound = useField(props)
  const [typing, setTyping] = useState<string | null>(null)
  const [opened, setOpened] = useState(false)
  const value = bound.value ?? ''
  const read = typing === null ? (isDate(value) ? value : null) : readTypedDate(typing)
  const unread = typing !== null && typing.trim() !== '' && read === null

  const input = useRef<HTMLInputElement>(null)
  // A default that arrives while the field has the focus is marked whole: typing replaces it, and is not appended to it.
  useLayoutEffect(() => {
    if (typing === null && value !== '' && document.activeElement === input.current) input.current?.select()
  }, [typing, value])

  const commit = () => {
    setTyping(null)
    bound.blur()
  }
  const choose = (date: string) => {
    setTyping(null)
    setOpened(false)
    bound.set(date)
  }
  const take = (text: string) => {
    setTyping(text)
    bound.set(readTypedDate(text) ?? text)
  }
  const editable = !bound.disabled && props.readOnly !== true
  return (
    <TextInput
      {...shared(props, bound)}
      {...(props.labelHidden === true ? { label: null, 'aria-label': props.label } : {})}
      ref={input}
      value={typing ?? value}
      autoComplete="off"
      placeholder={props.placeholder ?? 'YYYY-MM-DD'}
      description={
        unread || (value !== '' && read === null)
          ? DATE_HELP
          : read === null || props.plain === true
            ? props.help
            : [formatDateLong(read), ...(bound.remembered === undefined ? [] : [bound.remembered])].join('. ')
      }
      onChange={(event) => take(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={commit}
      onKeyDown={(event) => {
        if (!editable) return
        const key = event.key
        if (event.altKey && key === 'ArrowDown') setOpened(true)
        else if ((key === 'ArrowUp' || key === 'ArrowDown') && read !== null && !event.altKey) {
          choose(addDays(read, key === 'ArrowUp' ? 1 : -1))
        } else return
        event.preventDefault()
      }}
      rightSection={
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          trapFocus
          returnFocus
          withinPortal
        >
          <Popover.Target>
            <ActionIcon
              size="sm"
              aria-label={`${props.label}: open the calendar`}
              disabled={!editable}
              onClick={() => setOpened((now) => !now)}
            >
              <IconCalendar size={16} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p="xs">
            <PartBoundary>
              <Suspense fallback={<Skeleton width={250} height={260} />}>
                <Calendar value={read} onChange={choose} min={props.min} max={props.max} />
              </Suspense>
            </PartBoundary>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
