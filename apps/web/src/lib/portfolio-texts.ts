import type { User } from '@em/contract/identity/identity'
import { allPortfoliosOf } from '@em/paper/portfolio-labels'
import { session } from './session.ts'
import { useSessionOrNull } from './useSession.ts'

const wordsFor = (user: User | undefined): string => allPortfoliosOf(user?.portfolios.see ?? 'all')

/** "All portfolios", or "Your portfolios" for whom they are a list. */
export function useAllPortfolios(): string {
  return wordsFor(useSessionOrNull()?.user)
}

/** The same for what is no part of the page: the heading of a report. */
export const allPortfolios = (): string => wordsFor(session()?.user)
