/** Work by the clock, whichever worker does it: names and times of day. */

/** Times are those of the exchange. */
export const SCHEDULE_ZONE = 'Asia/Colombo'

/** Minute, hour, day, month, day of the week. */
export const SCHEDULES = {
  // Also at midnight: what comes due on a day is there in the morning.
  recurring: '0 * * * *',
  // After the close of the market, until its prices are there.
  prices: '5 15-18 * * 1-5',
  // While the exchange and its companies announce, and once in the evening.
  announcements: '35 8-18 * * 1-5',
  // Requests for approval that were not decided in time.
  approvals: '2-59/5 * * * *',
  tidy: '20 */6 * * *',
  // After a fee tariff was changed; a new document is proved at once.
  proofs: '*/10 * * * *',
  // Rights that were not elected lapse the day after the last day; tax that was provisional is withheld on the payment date.
  actions: '10 0 * * *',
  // A new day has its daily values in the morning; what is behind besides is looked for all the time (keep-schedules.ts).
  values: '1 0 * * *',
  // Reports are looked for all the time (keep-schedules.ts); here by the holidays as they are known by now.
  reports: '25 * * * *',
  // Contracts of FIX sessions, in the same way; executions that came late are seen here.
  forming: '55 * * * *',
} as const
export type ScheduleName = keyof typeof SCHEDULES

/** The kind of a schedule's outcome in the list of jobs. */
export const kindOf = (schedule: ScheduleName) => `schedule.${schedule}`
export const SCHEDULED_KINDS: readonly string[] = (Object.keys(SCHEDULES) as ScheduleName[]).map(kindOf)

export const isSchedule = (name: string): name is ScheduleName => Object.hasOwn(SCHEDULES, name)
