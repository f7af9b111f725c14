/** The note of a statement about its investments: whether they are valued on its date. */
import { CHANGED_UNDER_LOCK, NOT_VALUED, type ValuationNote } from '@em/contract/valuation/valuation-note'
import { dayInWords } from '@em/core/values/date-texts'
import type { Queryable } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type PortfolioDay, portfoliosOnDay } from './day.queries.ts'

/** Named in a sentence, at most. */
const NAMED = 3

function listed(names: readonly string[]): string {
  const more = names.length - NAMED
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`
}

/** Whether the investments of some portfolios (all that one sees where null) are valued on a date. */
export async function valuationOn(
  db: Queryable,
  portfolioIds: readonly number[] | null,
  date: string,
): Promise<ValuationNote> {
  return noteOf(await portfoliosOnDay(db, portfolioIds, date), date)
}

/** The same of portfolios that were read. */
export function noteOf(found: readonly PortfolioDay[], date: string): ValuationNote {
  const missing = found.flatMap(({ portfolioId, portfolioName, state, locked }) =>
    state === 'not-valued' || (state === 'stale' && !locked)
      ? [{ portfolioId, portfolioName, state: state as 'not-valued' | 'stale' }]
      : [],
  )
  const names = (state: 'not-valued' | 'stale') =>
    missing.filter((one) => one.state === state).map(({ portfolioName }) => portfolioName)
  const [unvalued, stale] = [names('not-valued'), names('stale')]
  // On a locked day the posted run counts until the day is opened; a note says that prices or trades have changed since.
  const valued = found
    .filter(({ state, locked }) => state === 'stale' && locked)
    .map(({ portfolioName }) => portfolioName)
  const parts = [
    unvalued.length > 0 &&
      (unvalued.length === found.length ? NOT_VALUED : `${NOT_VALUED}: ${listed(unvalued)}`),
    stale.length > 0 &&
      `A later trade or price has changed what the mark-to-market run of this date rests on: ${listed(stale)}`,
    valued.length > 0 && `${CHANGED_UNDER_LOCK}: ${listed(valued)}`,
  ].filter((part) => part !== false)
  return {
    date,
    state: found.length === 0 ? 'none' : missing.length === 0 ? 'valued' : 'not-valued',
    missing,
    message: parts.length === 0 ? null : parts.join('. '),
  }
}

/** @throws Refusal `statement.not-final` (422) where investments have no current run. */
export function refuseNotFinal({ date, missing }: ValuationNote): void {
  if (missing.length === 0) return
  throw new Refusal('statement.not-final', {
    date: dayInWords(date),
    portfolios: listed(missing.map(({ portfolioName }) => portfolioName)),
  })
}
