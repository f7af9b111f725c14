import { choiceIn } from '../../lib/filters.ts'

/** The views of the journal's tab: its entries, the open items of Suspense, or the cleared ones. */
export const VIEWS = ['entries', 'suspense', 'cleared'] as const
export type View = (typeof VIEWS)[number]
export const viewOf = (query: URLSearchParams): View => choiceIn(query, 'view', VIEWS) || 'entries'
