/** The header of every FIX message of a session: who sends it to whom, its number and its times. */
import { dateOfDayNumber, dayNumber, isPlainDate } from '../values/dates.ts'
import { type FixField, type FixMessage, fixText } from './message.ts'

const DAY_MS = 86_400_000

export interface FixHeader {
  readonly begin: string
  readonly type: string
  readonly sender: string | undefined
  readonly target: string | undefined
  /** 34; null where it is absent or no whole number above 0. */
  readonly number: number | null
  /** 52, in milliseconds since 1970; null where it is absent or no time. */
  readonly sentAt: number | null
  /** 43: it may have been received before. */
  readonly isRepeated: boolean
}

export function headerOf({ fields }: FixMessage): FixHeader {
  return {
    begin: fixText(fields, 8) ?? '',
    type: fixText(fields, 35) ?? '',
    sender: fixText(fields, 49),
    target: fixText(fields, 56),
    number: fixNumber(fields, 34),
    sentAt: fixMoment(fixText(fields, 52)),
    isRepeated: fixText(fields, 43) === 'Y',
  }
}

/** A whole number above 0; null where the field is absent or holds another text. */
export function fixNumber(fields: readonly FixField[], tag: number): number | null {
  const text = fixText(fields, tag) ?? ''
  return /^0*[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** `20260105-04:35:10.123`, in UTC, of milliseconds since 1970. */
export function fixTime(at: number): string {
  const ms = Math.floor(at)
  const inDay = ((ms % DAY_MS) + DAY_MS) % DAY_MS
  const day = dateOfDayNumber(Math.floor(ms / DAY_MS)).replaceAll('-', '')
  const two = (part: number) => String(part).padStart(2, '0')
  const seconds = Math.floor(inDay / 1_000)
  const time = `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return `${day}-${time}.${String(inDay % 1_000).padStart(3, '0')}`
}

/** The milliseconds since 1970 of such a time, with up to twelve decimals of a second; null where the text is none. */
export function fixMoment(text: string | undefined): number | null {
  const parts = /^(\d{4})(\d{2})(\d{2})-(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,12}))?$/.exec(text ?? '')
  if (parts === null) return null
  const [, year, month, day, ...times] = parts
  const date = `${year}-${month}-${day}`
  const [hours = 0, minutes = 0, seconds = 0] = times.slice(0, 3).map(Number)
  // A leap second is written as second 60.
  if (!isPlainDate(date) || hours > 23 || minutes > 59 || seconds > 60) return null
  const ms = Number((times[3] ?? '0').padEnd(3, '0').slice(0, 3))
  return dayNumber(date) * DAY_MS + ((hours * 60 + minutes) * 60 + seconds) * 1_000 + ms
}

/** The tags that a message of a session must have besides its header. */
const REQUIRED: Readonly<Record<string, readonly number[]>> = {
  A: [98, 108],
  '1': [112],
  '2': [7, 16],
  '3': [45],
  '4': [36],
}

/** The first tag that a message lacks; null where it has all. */
export function missingTag(fields: readonly FixField[], type: string): number | null {
  return REQUIRED[type]?.find((tag) => fixText(fields, tag) === undefined) ?? null
}

/** Types of the session itself; all others are of the application. */
const SESSION_TYPES: ReadonlySet<string> = new Set(['0', '1', '2', '3', '4', '5', 'A'])
export const isSessionType = (type: string): boolean => SESSION_TYPES.has(type)
