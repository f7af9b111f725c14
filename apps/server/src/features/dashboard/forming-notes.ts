/** The bell's notes of contracts of FIX sessions that the clock could not form. */
import { type FormedDay, type FormingOfSession, fixForming } from '@em/contract/fix-sessions/fix-forming'
import { dayInWords } from '@em/core/values/date-texts'
import { addDays } from '@em/core/values/dates'
import { may, type SignedIn } from '../../platform/authorize.ts'
import { dayInColombo, systemClock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { listForming } from '../fix-sessions/forming/forming.queries.ts'
import type { Note } from './notes.ts'

/** As long as they are tried again. */
const DAYS_MAX = 7
const FEED = 'Broker Feed / FIX Integration'

/** One for each day, to who may read the sessions. */
export async function formingNotes(database: Queryable, user: SignedIn): Promise<Note[]> {
  if (!may(fixForming.list, user)) return []
  const since = addDays(dayInColombo(systemClock.now()), -DAYS_MAX)
  const sessions = await listForming(database)
  return sessions.filter(({ isOn }) => isOn).flatMap((one) => notesOf(one, since))
}

export const notesOf = ({ id, name, days }: FormingOfSession, since: string): Note[] =>
  days
    .filter(({ day }) => day >= since)
    .flatMap((day) => {
      const said = saidOf(name, day)
      return said === null ? [] : [{ id: `forming-${id}-${day.day}`, severity: 'warning' as const, ...said }]
    })

function saidOf(name: string, { day, state, error, documentId, unrecorded, differing }: FormedDay) {
  const of = `${name} of ${dayInWords(day)}`
  if (state === 'blocked')
    return {
      title: `Contracts of ${of} were not formed`,
      detail: error?.message ?? '',
      tab: FEED,
      record: null,
    }
  if (state !== 'failed' && state !== 'part') return null
  const open = unrecorded + differing
  return {
    title: `${open} ${open === 1 ? 'contract' : 'contracts'} of ${of} ${open === 1 ? 'is' : 'are'} not in the books as the broker says`,
    detail:
      unrecorded === 0
        ? 'They differ from their trades: look at the document, and change the trades there.'
        : (error?.details?.[0]?.message ??
          error?.message ??
          'Record them in Trade Report, where each says what is missing.'),
    tab: 'Trade Report',
    record: documentId,
  }
}
