/**
 * Runs before the tests of each file of the rooms `unit` and `web`, whose files share a process and its modules: the day that
 * another file's server had is forgotten.
 */
import { followServerDay } from '../lib/dates.ts'

followServerDay(
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Colombo', dateStyle: 'short' }).format(new Date()),
)
