import { useEffect } from 'react'
import { recall, remember } from './remember.ts'

/** In addresses and in what is remembered: all portfolios together. */
export const ALL_PORTFOLIOS = 'all'

const KEY = 'portfolio.last'
/** The last one that was chosen alone: for screens that cannot show all together. */
const KEY_OF_ONE = 'portfolio.last-one'

/** Keeps the portfolio (or `all`) that this user chose, for the next screen. */
export function rememberPortfolio(portfolio: string): void {
  remember(KEY, portfolio)
  if (portfolio !== ALL_PORTFOLIOS) remember(KEY_OF_ONE, portfolio)
}

interface Asked {
  /** By the address; '' for none. */
  readonly asked: string
  /** The IDs of the portfolios that can be chosen; undefined while they are loaded. */
  readonly ids: readonly string[] | undefined
  /** Whether the screen can show all together; it does where nothing else was chosen. */
  readonly withAll: boolean
}

/**
 * The portfolio that a screen shows. The address decides; without one, the portfolio that this user chose last on any screen (where
 * that was all together and the screen cannot, the last single one); else the only portfolio. @returns its ID or `all`; '' where the user must choose, or where the address names a portfolio that this screen
 * cannot show; undefined while the portfolios are loading.
 */
export function portfolioShown({ asked, ids, withAll }: Asked): string | undefined {
  if (withAll && asked.toLowerCase() === ALL_PORTFOLIOS) return ALL_PORTFOLIOS
  if (ids === undefined) return undefined
  if (asked !== '') return ids.find((id) => id.toLowerCase() === asked.toLowerCase()) ?? ''
  const last = recall<string>(KEY, '')
  if (ids.includes(last) || (withAll && last === ALL_PORTFOLIOS)) return last
  const [only] = ids
  if (ids.length === 1 && only !== undefined) return only
  const lastOne = recall<string>(KEY_OF_ONE, '')
  if (!withAll && ids.includes(lastOne)) return lastOne
  return withAll ? ALL_PORTFOLIOS : ''
}

/** The same for a screen; what its address names is kept for the next one. */
export function useShownPortfolio(of: Asked): string | undefined {
  const shown = portfolioShown(of)
  const named = of.asked === '' ? '' : (shown ?? '')
  useEffect(() => {
    if (named !== '') rememberPortfolio(named)
  }, [named])
  return shown
}
