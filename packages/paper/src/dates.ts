/** Dates as people read them, in Colombo. A date is the text `YYYY-MM-DD`, without a time of day. */
import { dayInWords } from '@em/core/values/date-texts'

/** Whether the text is a real calendar date between 1900 and 2199. */
export function isDate(value: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

const moment = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Colombo',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `2026-01-05` -> `05 Jan 2026`; what is no date comes back as it is. */
export function formatDate(value: string): string {
  return isDate(value) ? dayInWords(value) : value
}

/** An ISO moment -> `05 Jan 2026 10:31`, Colombo time. */
export function formatMoment(value: string): string {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? value : plain(moment.format(date))
}

const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Colombo', dateStyle: 'short' })
const time = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Colombo',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** An ISO moment -> `2026-01-05 10:31:00`, Colombo time: for files that name no time zone. */
export function momentInColombo(value: string): string {
  const at = new Date(value)
  return `${day.format(at)} ${time.format(at)}`
}

/** Engines disagree on commas and on "Sept"; we write neither. */
export function plain(text: string): string {
  return text.replaceAll(',', '').replace('Sept ', 'Sep ')
}
