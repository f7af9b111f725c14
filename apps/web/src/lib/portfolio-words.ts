import type { User } from '@em/contract/identity'
import { session } from './session.ts'
import { useSessionOrNull } from './useSession.ts'

/**
 * How all portfolios together are called: a person whose portfolios are a list sees sums and lists of those alone, and is
 * told so.
 */
const wordsFor = (user: User | undefined): string =>
  user === undefined || user.portfolios.see === 'all' ? 'All portfolios' : 'Your portfolios'

/** "All portfolios", or "Your portfolios" for whom they are a list. */
export function useAllPortfolios(): string {
  return wordsFor(useSessionOrNull()?.user)
}

/** The same for what is no part of the page: the heading of a report. */
export const allPortfolios = (): string => wordsFor(session()?.user)
