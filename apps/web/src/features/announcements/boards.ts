/** The names of the five screens of announcements, and the words that differ between them. */
import {
  ANNOUNCEMENT_CATEGORIES,
  type AnnouncementBoard,
  BOARD_CATEGORIES,
} from '@em/core/announcements/categories'

export interface BoardWords {
  readonly title: string
  readonly lead: string
  readonly search: string
  /** "12 announcements" */
  readonly one: string
  readonly failed: string
  readonly failedTitle: string
  /** The text of an empty list. */
  readonly empty: string
}

const ANNOUNCEMENTS = {
  one: 'announcement',
  failed: 'Failed to load announcements',
  failedTitle: 'Error Loading Announcements',
  search: 'Title or company',
}

export const BOARDS: Readonly<Record<AnnouncementBoard, BoardWords>> = {
  market: {
    ...ANNOUNCEMENTS,
    title: 'Market Announcements',
    lead: 'What the exchange announces: market and trading updates, new listings, rules and corporate actions.',
    empty: 'Announcements appear here once one is recorded, a file is uploaded or the exchange is read.',
  },
  notices: {
    one: 'notice',
    failed: 'Failed to load corporate notices',
    failedTitle: 'Error Loading Corporate Notices',
    search: 'Title, company or symbol',
    title: 'Corporate Notices',
    lead: 'What listed companies announce: results, dividends, meetings, boards and transactions.',
    empty: 'Notices appear here once one is recorded, a file is uploaded or the exchange is read.',
  },
  trading: {
    ...ANNOUNCEMENTS,
    title: 'Trading Updates',
    lead: 'Circulars of the exchange, halts and resumptions of trading.',
    empty: 'Trading updates appear here once one is recorded, a file is uploaded or the exchange is read.',
  },
  regulatory: {
    ...ANNOUNCEMENTS,
    title: 'Regulatory Updates',
    lead: 'Directives of the exchange, and companies that do not comply with its rules.',
    empty: 'Regulatory updates appear here once one is recorded, a file is uploaded or the exchange is read.',
  },
  news: {
    ...ANNOUNCEMENTS,
    title: 'News & Events',
    lead: 'News of the exchange and events to come.',
    empty: 'News and events appear here once one is recorded, a file is uploaded or the exchange is read.',
  },
}

const choices = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }))
export const categoryChoices = (board: AnnouncementBoard) => choices(BOARD_CATEGORIES[board])
export const ALL_CATEGORIES = choices(ANNOUNCEMENT_CATEGORIES)
export const DAY_CHOICES = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
]
export const PRIORITY_TONES = { High: 'bad', Medium: 'warn', Low: 'quiet' } as const
