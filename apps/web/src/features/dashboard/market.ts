import { formatDate } from '../../lib/dates.ts'

/** The regular session in minutes of the day, Colombo time, both inclusive: 09:30 to 14:30. */
export const OPENS = 570
export const CLOSES = 870

const clock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Colombo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

export interface ColomboTime {
  /** `YYYY-MM-DD` */
  readonly date: string
  /** `HH:MM:SS` */
  readonly time: string
  /** Minutes since midnight. */
  readonly minutes: number
}

/** Date and time in Colombo, wherever the browser is. */
export function colomboTime(now: Date): ColomboTime {
  const part = Object.fromEntries(clock.formatToParts(now).map(({ type, value }) => [type, value]))
  return {
    date: `${part['year']}-${part['month']}-${part['day']}`,
    time: `${part['hour']}:${part['minute']}:${part['second']}`,
    minutes: Number(part['hour']) * 60 + Number(part['minute']),
  }
}

/** The server's answer on one day: `next` is the first market day after it. */
export interface MarketDay {
  readonly date: string
  readonly isMarketDay: boolean
  /** A holiday's name, "a Saturday" or "a Sunday". */
  readonly reason: string | null
  readonly next: string
}

export interface MarketState {
  readonly open: boolean
  /** Why it is closed and when it opens, or until when it is open. */
  readonly detail: string
}

/**
 * Whether the exchange trades at this moment. While the server's day is not (yet) this one, only the weekend is
 * known, and nothing is said of the next market day.
 */
export function marketState(now: ColomboTime, day: MarketDay | null): MarketState {
  const known = day !== null && day.date === now.date ? day : null
  const weekday = new Date(`${now.date}T00:00:00Z`).getUTCDay()
  const reason =
    known === null
      ? ({ 0: 'a Sunday', 6: 'a Saturday' }[weekday] ?? null)
      : known.isMarketDay
        ? null
        : (known.reason ?? 'a holiday')
  const next = known === null ? '' : `; next market day ${formatDate(known.next)}`
  if (reason !== null) return { open: false, detail: `Today is ${reason}${next}` }
  if (now.minutes < OPENS) return { open: false, detail: 'Opens today at 09:30' }
  if (now.minutes > CLOSES) return { open: false, detail: `Closed at 14:30${next}` }
  return { open: true, detail: 'Until 14:30' }
}
