/** Computes the daily values of portfolios from the facts. Reads only: the job keeps what comes out, `verify` compares it. */
import type { Queryable } from '../../platform/database/database.ts'
import { type DailyRow, dailyRows } from './daily-rows.ts'
import { type HeldChain, loadHoldings } from './holdings-facts.queries.ts'
import { type FundAccounts, loadFunds } from './ledger-facts.queries.ts'
import type { Market } from './price-columns.queries.ts'

export interface ToCompute {
  readonly portfolioIds: readonly number[]
  /** The index of the first market day to make rows of. */
  readonly first: number
  readonly accounts: FundAccounts
}

/** The rows of some portfolios from a market day on, by portfolio. */
export async function computeRows(
  db: Queryable,
  market: Market,
  { portfolioIds, first, accounts }: ToCompute,
): Promise<Map<number, DailyRow[]>> {
  const { dates, days } = market.days
  const span = { before: dates[first - 1] ?? '', until: dates.at(-1) ?? '' }
  const chains = Map.groupBy(await loadHoldings(db, portfolioIds, span), ({ portfolioId }) => portfolioId)
  const funds = await loadFunds(db, portfolioIds, { ...span, accounts }, days[first - 1] ?? 0)
  const none: readonly HeldChain[] = []
  return new Map(
    portfolioIds.map((portfolioId) => {
      const facts = { portfolioId, chains: chains.get(portfolioId) ?? none, fund: funds.get(portfolioId) }
      return [portfolioId, dailyRows(facts, market, first)]
    }),
  )
}
