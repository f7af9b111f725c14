import { choiceIn } from '../../lib/filters.ts'

/** What the journal's tab shows: its entries, the open items of Suspense, or what was cleared. */
export const VIEWS = ['entries', 'suspense', 'cleared'] as const
export type View = (typeof VIEWS)[number]
export const viewOf = (query: URLSearchParams): View => choiceIn(query, 'view', VIEWS) || 'entries'
