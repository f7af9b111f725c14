/**
 * Days on which the Colombo Stock Exchange was or is closed, 2024 to 2026, those on weekends included.
 * Sources: the gazetted public and bank holidays of Sri Lanka (for 2026 gazette 2438/22 of 27 May 2025).
 * Only the fixed days recur; the others follow the moon or are declared each year.
 */
import type { PlainDate } from '../values/dates.ts'
import type { Holiday, HolidayType } from './market-calendar.ts'

const EVERY_YEAR: ReadonlySet<string> = new Set(['02-04', '04-13', '04-14', '05-01', '12-25'])

function day(date: PlainDate, type: HolidayType, name: string): Holiday {
  return Object.freeze({ date, name, type, isRecurring: EVERY_YEAR.has(date.slice(5)) })
}

const YEAR_2024: readonly Holiday[] = [
  day('2024-01-15', 'Public Holiday', 'Tamil Thai Pongal Day'),
  day('2024-01-25', 'Poya Day', 'Duruthu Full Moon Poya Day'),
  day('2024-02-04', 'Public Holiday', 'National Day'),
  day('2024-02-23', 'Poya Day', 'Nawam Full Moon Poya Day'),
  day('2024-03-08', 'Public Holiday', 'Maha Sivarathri Day'),
  day('2024-03-24', 'Poya Day', 'Medin Full Moon Poya Day'),
  day('2024-03-29', 'Public Holiday', 'Good Friday'),
  day('2024-04-11', 'Public Holiday', 'Id-Ul-Fitr (Ramazan Festival Day)'),
  day('2024-04-12', 'Public Holiday', 'Day before the day prior to Sinhala and Tamil New Year'),
  day('2024-04-13', 'Public Holiday', 'Day prior to Sinhala and Tamil New Year Day'),
  day('2024-04-14', 'Public Holiday', 'Sinhala and Tamil New Year Day'),
  day('2024-04-15', 'Public Holiday', 'Day following Sinhala and Tamil New Year Day'),
  day('2024-04-23', 'Poya Day', 'Bak Full Moon Poya Day'),
  day('2024-05-01', 'Public Holiday', 'May Day'),
  day('2024-05-23', 'Poya Day', 'Vesak Full Moon Poya Day'),
  day('2024-05-24', 'Public Holiday', 'Day following Vesak Full Moon Poya Day'),
  day('2024-06-17', 'Public Holiday', 'Id-Ul-Alha (Hadji Festival Day)'),
  day('2024-06-21', 'Poya Day', 'Poson Full Moon Poya Day'),
  day('2024-07-20', 'Poya Day', 'Esala Full Moon Poya Day'),
  day('2024-08-19', 'Poya Day', 'Nikini Full Moon Poya Day'),
  day('2024-09-16', 'Public Holiday', 'Milad-Un-Nabi (Holy Prophet’s Birthday)'),
  day('2024-09-17', 'Poya Day', 'Binara Full Moon Poya Day'),
  day('2024-10-17', 'Poya Day', 'Vap Full Moon Poya Day'),
  day('2024-10-31', 'Public Holiday', 'Deepavali Festival Day'),
  day('2024-11-15', 'Poya Day', 'Il Full Moon Poya Day'),
  day('2024-12-14', 'Poya Day', 'Unduvap Full Moon Poya Day'),
  day('2024-12-25', 'Public Holiday', 'Christmas Day'),
]

const YEAR_2025: readonly Holiday[] = [
  day('2025-01-13', 'Poya Day', 'Duruthu Full Moon Poya Day'),
  day('2025-01-14', 'Public Holiday', 'Tamil Thai Pongal Day'),
  day('2025-02-04', 'Public Holiday', 'National Day'),
  day('2025-02-12', 'Poya Day', 'Nawam Full Moon Poya Day'),
  day('2025-02-26', 'Public Holiday', 'Maha Sivarathri Day'),
  day('2025-03-13', 'Poya Day', 'Medin Full Moon Poya Day'),
  day('2025-03-31', 'Public Holiday', 'Id-Ul-Fitr (Ramazan Festival Day)'),
  day('2025-04-12', 'Poya Day', 'Bak Full Moon Poya Day'),
  day('2025-04-13', 'Public Holiday', 'Day prior to Sinhala and Tamil New Year Day'),
  day('2025-04-14', 'Public Holiday', 'Sinhala and Tamil New Year Day'),
  day('2025-04-15', 'Bank Holiday', 'Special Bank Holiday'),
  day('2025-04-18', 'Public Holiday', 'Good Friday'),
  day('2025-05-01', 'Public Holiday', 'May Day'),
  day('2025-05-12', 'Poya Day', 'Vesak Full Moon Poya Day'),
  day('2025-05-13', 'Public Holiday', 'Day following Vesak Full Moon Poya Day'),
  day('2025-06-07', 'Public Holiday', 'Id-Ul-Alha (Hadji Festival Day)'),
  day('2025-06-10', 'Poya Day', 'Poson Full Moon Poya Day'),
  day('2025-07-10', 'Poya Day', 'Esala Full Moon Poya Day'),
  day('2025-08-08', 'Poya Day', 'Nikini Full Moon Poya Day'),
  day('2025-09-05', 'Public Holiday', 'Milad-Un-Nabi (Holy Prophet’s Birthday)'),
  day('2025-09-07', 'Poya Day', 'Binara Full Moon Poya Day'),
  day('2025-10-06', 'Poya Day', 'Vap Full Moon Poya Day'),
  day('2025-10-20', 'Public Holiday', 'Deepavali Festival Day'),
  day('2025-11-05', 'Poya Day', 'Il Full Moon Poya Day'),
  day('2025-12-04', 'Poya Day', 'Unduvap Full Moon Poya Day'),
  day('2025-12-25', 'Public Holiday', 'Christmas Day'),
]

const YEAR_2026: readonly Holiday[] = [
  day('2026-01-03', 'Poya Day', 'Duruthu Full Moon Poya Day'),
  day('2026-01-15', 'Public Holiday', 'Tamil Thai Pongal Day'),
  day('2026-02-01', 'Poya Day', 'Nawam Full Moon Poya Day'),
  day('2026-02-04', 'Public Holiday', 'National Day'),
  day('2026-02-15', 'Public Holiday', 'Maha Sivarathri Day'),
  day('2026-03-02', 'Poya Day', 'Medin Full Moon Poya Day'),
  day('2026-03-21', 'Public Holiday', 'Id-Ul-Fitr (Ramazan Festival Day)'),
  day('2026-04-01', 'Poya Day', 'Bak Full Moon Poya Day'),
  day('2026-04-03', 'Public Holiday', 'Good Friday'),
  day('2026-04-13', 'Public Holiday', 'Day prior to Sinhala and Tamil New Year Day'),
  day('2026-04-14', 'Public Holiday', 'Sinhala and Tamil New Year Day'),
  day('2026-05-01', 'Poya Day', 'Vesak Full Moon Poya Day and May Day'),
  day('2026-05-02', 'Public Holiday', 'Day following Vesak Full Moon Poya Day'),
  day('2026-05-28', 'Public Holiday', 'Id-Ul-Alha (Hadji Festival Day)'),
  day('2026-05-30', 'Poya Day', 'Adhi Poson Full Moon Poya Day'),
  day('2026-06-29', 'Poya Day', 'Poson Full Moon Poya Day'),
  day('2026-07-29', 'Poya Day', 'Esala Full Moon Poya Day'),
  day('2026-08-26', 'Public Holiday', 'Milad-Un-Nabi (Holy Prophet’s Birthday)'),
  day('2026-08-27', 'Poya Day', 'Nikini Full Moon Poya Day'),
  day('2026-09-26', 'Poya Day', 'Binara Full Moon Poya Day'),
  day('2026-10-25', 'Poya Day', 'Vap Full Moon Poya Day'),
  day('2026-11-08', 'Public Holiday', 'Deepavali Festival Day'),
  day('2026-11-24', 'Poya Day', 'Il Full Moon Poya Day'),
  day('2026-12-23', 'Poya Day', 'Unduvap Full Moon Poya Day'),
  day('2026-12-25', 'Public Holiday', 'Christmas Day'),
]

/** Every known closing day by date; the list a new installation starts with. */
export const CSE_HOLIDAYS: readonly Holiday[] = Object.freeze([...YEAR_2024, ...YEAR_2025, ...YEAR_2026])
