/** The bell's notes of announcements on securities held: a note for each board that has some. */
import { type Announcement, announcements } from '@em/contract/announcements/announcements'
import type { notifications } from '@em/contract/dashboard/notifications'
import { holdings } from '@em/contract/holdings/holdings'
import type { Reply } from '@em/contract/kit/route'
import { type AnnouncementBoard, boardOfCategory } from '@em/core/announcements/categories'
import { may } from '../../platform/authorize.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { listAnnouncements } from '../announcements/announcements.queries.ts'

type Note = Reply<typeof notifications>[number]

/** New are those of the last week; so many are looked at. */
const NEW_DAYS = '7'
const READ_MOST = 50

const TABS: Readonly<Record<AnnouncementBoard, string>> = {
  market: 'Market Announcements',
  notices: 'Corporate Notices',
  trading: 'Trading Updates',
  regulatory: 'Regulatory Updates',
  news: 'News & Events',
}

/** Nothing for users who may not see announcements or holdings. */
export async function announcementNotes(
  db: Queryable,
  user: Parameters<typeof may>[1],
  today: string,
): Promise<Note[]> {
  if (!may(announcements.list, user) || !may(holdings.valued, user)) return []
  const asked = { onlyHeld: true, days: NEW_DAYS, limit: READ_MOST } as const
  const { rows, total } = await listAnnouncements(db, asked, { today, mayHold: true })
  const boards = Map.groupBy(rows, ({ category }) => boardOfCategory(category))
  return [...boards].map(([board, some]) => noteOf(board, some, total > rows.length))
}

function noteOf(board: AnnouncementBoard, rows: readonly Announcement[], isCut: boolean): Note {
  const [newest] = rows
  const count = `${rows.length}${isCut ? ' or more' : ''}`
  const one = rows.length === 1 && !isCut
  const named = [newest?.held.join(', '), newest?.title].filter(Boolean).join(': ')
  return {
    id: `announcements-${board}`,
    severity: 'info',
    title: `${count} new ${one ? 'announcement' : 'announcements'} on securities held`,
    detail: `${one ? '' : 'The latest: '}${named}`,
    tab: TABS[board],
    record: one ? (newest?.id ?? null) : null,
  }
}
