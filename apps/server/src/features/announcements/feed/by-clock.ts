/** Reads the exchange's announcements by the clock, once somebody has turned that on. */
import { throughTheDoor } from '../../../platform/door.ts'
import type { Server } from '../../../platform/http/serve.ts'
import { exchangeOf } from '../../market/exchange/exchange-client.ts'
import { keepFedAnnouncements, readAnnouncementsOf } from './feed.commands.ts'
import { readsAnnouncementsByClock } from './feed.queries.ts'

/** Answers what was read, in words; null where the feed is off, or there was nothing new. */
export async function readAnnouncementsByClock({
  database,
  settings,
}: Pick<Server, 'database' | 'settings'>): Promise<string | null> {
  const recordedBy = await readsAnnouncementsByClock(database)
  if (recordedBy === null) return null
  const reader = { recordedBy, byClock: true }
  const fed = await readAnnouncementsOf(database, exchangeOf(settings), reader)
  const write = { route: 'announcement-feed.by-clock', actor: { id: recordedBy }, status: 201 }
  const { answer } = await throughTheDoor(database, write, (tx) => keepFedAnnouncements(tx, fed, reader))
  const { added, changed } = answer
  if (added + changed === 0) return null
  return `Read ${counted(added, 'new announcement')}, ${changed.toLocaleString('en')} changed`
}

const counted = (count: number, one: string) =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
