/** Which days and which books a question about realized gains means. */

import type { Range } from '@em/core/holidays/ranges'
import { rangeSpan } from '@em/core/holidays/ranges'
import { BEGINNING } from '@em/core/values/dates'
import type { Queryable } from '../../platform/database/database.ts'
import { securitiesOfSymbol } from '../equities/names/of-symbol.queries.ts'
import { yearEndMonth } from '../periods/periods.queries.ts'
import type { PortfolioNamed } from '../portfolios/portfolios.queries.ts'
import { portfolioOrAll } from '../portfolios/portfolios.queries.ts'
import { type Scope, scopeOf } from '../portfolios/scope.queries.ts'
import { spanOf } from '../statements/span.queries.ts'
import type { Disposals } from './sums/sums.queries.ts'

/** As a query names them. */
export interface RealizedAsked extends PortfolioNamed {
  readonly entity?: string | undefined
  readonly symbol?: string | null | undefined
  readonly timeRange?: Range | null | undefined
  readonly startDate?: string | null | undefined
  readonly endDate?: string | null | undefined
}

/** The days and books that are meant. */
export interface RealizedSpan extends Disposals {
  /** Null for days of one's own. */
  readonly timeRange: Range | null
  readonly scope: Scope
  /** The security asked for; null: all. */
  readonly symbol: string | null
  /** Null: from the beginning. */
  readonly startDate: string | null
  /** The code of the portfolio, `all`, or the name of the entity, with the security asked for: for the names of files. */
  readonly books: string
}

const USUAL: Range = '1Y'

/**
 * What is meant: own days where any are given, else the range, `usual` where none is named.
 * @throws Refusal 400 for days in the wrong order, 404 for an unknown portfolio or entity.
 */
export async function spanAsked(
  db: Queryable,
  asked: RealizedAsked,
  today: string,
  usual: Range = USUAL,
): Promise<RealizedSpan> {
  const symbol = asked.symbol || null
  const [scope, portfolio, equityIds] = await Promise.all([
    scopeOf(db, asked),
    portfolioOrAll(db, asked),
    symbol === null ? null : securitiesOfSymbol(db, symbol),
  ])
  const books = [portfolio?.portfolioId ?? scope.entity ?? 'all', ...(symbol === null ? [] : [symbol])].join(
    '-',
  )
  const startDate = asked.startDate ?? null
  const endDate = asked.endDate ?? null
  if (startDate !== null || endDate !== null) {
    const span = spanOf({ startDate, endDate }, today)
    return { ...daysOf(span.startDate, span.endDate), timeRange: null, scope, symbol, books }
  }
  const timeRange = asked.timeRange ?? usual
  const needsYear = timeRange === 'YTD' || timeRange === 'LFY'
  const month = needsYear
    ? await yearEndMonth(db, portfolio?.id ?? scope.portfolioIds?.find((id) => id > 0) ?? null)
    : 12
  const { from, to } = rangeSpan(timeRange, today, month)
  return { ...daysOf(from, to), timeRange, scope, symbol, books }

  function daysOf(from: string | null, to: string) {
    return { portfolioIds: scope.portfolioIds, equityIds, startDate: from, from: from ?? BEGINNING, to }
  }
}

/** The days in a file's name: the range, or from when to when. */
export const rangeWord = ({
  timeRange,
  startDate,
  to,
}: Pick<RealizedSpan, 'timeRange' | 'startDate' | 'to'>) =>
  timeRange ?? (startDate === null ? `until-${to}` : `${startDate}-to-${to}`)
