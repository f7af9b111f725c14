import { useEffect } from 'react'
import { recall, remember } from './remember.ts'

/** In addresses and in what is remembered: all portfolios together. */
export const ALL_PORTFOLIOS = 'all'

const KEY = 'portfolio.last'

/** Keeps the portfolio (or `all`) that this user chose, for the next screen. */
export const rememberPortfolio = (portfolio: string): void => remember(KEY, portfolio)

interface Asked {
  /** By the address; '' for none. */
  readonly asked: string
  /** The IDs of the portfolios that can be chosen; undefined while they are loaded. */
  readonly ids: readonly string[] | undefined
  /** Whether the screen can show all together; it does where nothing else was chosen. */
  readonly withAll: boolean
}

/**
 * The portfolio that a screen shows: the one of its address, else the one that this user chose last on whichever screen, else the only
 * one. @returns its ID, `all`, or '' where one must be chosen first.
 */
export function portfolioShown({ asked, ids = [], withAll }: Asked): string {
  const usable = (one: string) => ids.includes(one) || (withAll && one === ALL_PORTFOLIOS)
  if (usable(asked)) return asked
  const last = recall(KEY, '')
  if (usable(last)) return last
  const [only] = ids
  if (ids.length === 1 && only !== undefined) return only
  return withAll ? ALL_PORTFOLIOS : ''
}

/** The same for a screen; what its address names is kept for the next one. */
export function useShownPortfolio(of: Asked): string {
  const shown = portfolioShown(of)
  const named = of.asked !== '' && shown === of.asked
  useEffect(() => {
    if (named) rememberPortfolio(shown)
  }, [named, shown])
  return shown
}
