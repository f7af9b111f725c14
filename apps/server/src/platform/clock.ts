import { AsyncLocalStorage } from 'node:async_hooks'

/** The server's clock: the one place that knows what time it is, so that tests and the demo can set it. */
export interface Clock {
  now(): Date
  /** Today in Colombo, YYYY-MM-DD, wherever the server and the browser are. */
  today(): string
}

const COLOMBO = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Colombo', dateStyle: 'short' })
const COLOMBO_TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Colombo',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** The day of a moment in Colombo, YYYY-MM-DD. */
export const dayInColombo = (moment: Date): string => COLOMBO.format(moment)

export function clockAt(now: () => Date): Clock {
  return { now, today: () => dayInColombo(now()) }
}

export const systemClock: Clock = clockAt(() => new Date())

/** A clock whose date in Colombo is fixed while the time of day goes on: for the demo book and for screens. */
export function clockOnDay(day: string): Clock {
  return clockAt(() => new Date(`${day}T${timeInColombo(new Date())}+05:30`))
}

/** The clock of a server: on a fixed day where its settings name one. */
export const clockOf = (settings: { readonly today: string | undefined }): Clock =>
  settings.today === undefined ? systemClock : clockOnDay(settings.today)

/** The time of day in Colombo, HH:MM:SS. */
export function timeInColombo(now: Date): string {
  return COLOMBO_TIME.format(now)
}

const stoodAt = new AsyncLocalStorage<Date>()

/** A clock that is fixed for work that is done as of an earlier moment (`asOf`). */
export const standing = (clock: Clock): Clock => clockAt(() => stoodAt.getStore() ?? clock.now())

/** Whether the work at hand is done as of a moment that was set: what is remembered of now does not hold for it. */
export const isAsOf = (): boolean => stoodAt.getStore() !== undefined

/** Does work as of a moment: what a request left out is of the day on which it was sent, whenever it is carried out. */
export const asOf = <T>(moment: Date | undefined, work: () => T): T =>
  moment === undefined ? work() : stoodAt.run(moment, work)
