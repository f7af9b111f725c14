/** Categories, boards and priorities of announcements. */

export const MARKET_CATEGORIES = [
  'Market Updates',
  'New Listings',
  'Trading Updates',
  'Regulatory Updates',
  'Corporate Actions',
] as const
export const NOTICE_CATEGORIES = [
  'Board Changes',
  'Financial Results',
  'Material Transactions',
  'Corporate Governance',
  'AGM/EGM',
  'Dividend',
] as const
export const NEWS_CATEGORIES = ['News', 'Events'] as const
export const ANNOUNCEMENT_CATEGORIES = [
  ...MARKET_CATEGORIES,
  ...NOTICE_CATEGORIES,
  ...NEWS_CATEGORIES,
] as const
export type AnnouncementCategory = (typeof ANNOUNCEMENT_CATEGORIES)[number]

/** The screens of announcements, and the categories that each shows. Two of them show one category of the market's alone. */
export const BOARD_CATEGORIES = {
  market: MARKET_CATEGORIES,
  notices: NOTICE_CATEGORIES,
  trading: ['Trading Updates'],
  regulatory: ['Regulatory Updates'],
  news: NEWS_CATEGORIES,
} as const satisfies Record<string, readonly AnnouncementCategory[]>
export type AnnouncementBoard = keyof typeof BOARD_CATEGORIES
export const ANNOUNCEMENT_BOARDS = Object.keys(BOARD_CATEGORIES) as AnnouncementBoard[]

/** The board on which an announcement of a category is shown first. */
export const boardOfCategory = (category: AnnouncementCategory): AnnouncementBoard =>
  ANNOUNCEMENT_BOARDS.find((board) => BOARD_CATEGORIES[board].some((one) => one === category)) ?? 'market'

export const ANNOUNCEMENT_PRIORITIES = ['High', 'Medium', 'Low'] as const
export type AnnouncementPriority = (typeof ANNOUNCEMENT_PRIORITIES)[number]

export interface AnnouncementClass {
  readonly category: AnnouncementCategory
  readonly priority: AnnouncementPriority
}

/**
 * By what the exchange calls the kind of an announcement (CASH DIVIDEND, RIGHTS ISSUE (DATES), DEALINGS BY DIRECTORS ...), the
 * first that fits. High is what changes what is held or whether it can be traded; Medium what a holder decides or votes on.
 */
const BY_KIND: readonly (readonly [RegExp, AnnouncementCategory, AnnouncementPriority])[] = [
  [/DIVIDEND/, 'Dividend', 'High'],
  [
    /RIGHTS ISSUE|SUB-?\s?DIVISION|SHARE SPLIT|STOCK SPLIT|CONSOLIDATION|CAPITALI[SZ]ATION|BONUS|SCRIP|REPURCHASE|SHARE SWAP|MERGER|AMALGAMATION|TAKE-?\s?OVER|MANDATORY OFFER|VOLUNTARY OFFER|CHANGE OF NAME/,
    'Corporate Actions',
    'High',
  ],
  [/INITIAL PUBLIC|NEW LISTING|INTRODUCTION|LISTING OF/, 'New Listings', 'Medium'],
  [/TRADING (?:HALT|SUSPEN)|SUSPENSION|RESUMPTION|HALT LIFTED/, 'Trading Updates', 'High'],
  [/NON-?\s?COMPLIANCE|WATCH LIST|DE-?LISTING|ENFORCEMENT/, 'Regulatory Updates', 'High'],
  [/DIRECTIVE/, 'Regulatory Updates', 'Medium'],
  [/BUY-?\s?IN/, 'Market Updates', 'Low'],
  [
    /FINANCIAL REPORT|FINANCIAL STATEMENT|ANNUAL REPORT|INTERIM REPORT|FINANCIAL RESULTS/,
    'Financial Results',
    'Medium',
  ],
  [/GENERAL MEETING|\bAGM\b|\bEGM\b/, 'AGM/EGM', 'Medium'],
  [/DEALINGS/, 'Corporate Governance', 'Low'],
  [
    /(?:APPOINTMENT|RESIGNATION|RETIREMENT|CESSATION|DEMISE|CHANGE).*(?:DIRECTOR|CHAIR|CHIEF|CEO|SECRETAR|AUDITOR)|(?:DIRECTOR|CHAIR|CHIEF|CEO).*(?:APPOINT|RESIGN|RETIRE)/,
    'Board Changes',
    'Medium',
  ],
  [/RELATED PARTY|ACQUISITION|DISPOSAL|MATERIAL|INVESTMENT|JOINT VENTURE/, 'Material Transactions', 'Medium'],
  [/CIRCULAR TO SHAREHOLDERS/, 'Corporate Governance', 'Medium'],
]

/** The category and priority of a kind as the exchange names it; governance, low, where none fits. */
export function announcementClassOf(kind: string): AnnouncementClass {
  const words = kind.toUpperCase()
  const [, category, priority] = BY_KIND.find(([pattern]) => pattern.test(words)) ?? []
  return { category: category ?? 'Corporate Governance', priority: priority ?? 'Low' }
}

const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')
const byLetters = new Map(ANNOUNCEMENT_CATEGORIES.map((name) => [letters(name), name]))

/** One of our categories from typed text: any case, with or without blanks and strokes. */
export const categoryFromText = (text: string): AnnouncementCategory | undefined =>
  byLetters.get(letters(text))

/** The priority of a category where nothing more is known. */
export function priorityOfCategory(category: AnnouncementCategory): AnnouncementPriority {
  if (category === 'Dividend' || category === 'Corporate Actions') return 'High'
  return category === 'News' || category === 'Events' || category === 'Market Updates' ? 'Low' : 'Medium'
}
