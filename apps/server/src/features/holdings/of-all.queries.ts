/** Holdings with their portfolios: of one portfolio, or of all that are seen. */
import { HOLDINGS_MAX, type PortfolioHolding } from '@em/contract/holdings/holdings'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { valuedHoldingOf, valuedHoldings } from './valued.queries.ts'

const NAMES = statement(
  'holdings.portfolio-names',
  `SELECT id, portfolio_id AS code, portfolio_name AS name FROM portfolios WHERE id = ANY (:ids::bigint[]) ORDER BY lower(portfolio_id)`,
)

/** The holdings of portfolios (one, or all where null) at the end of a day, valued: by portfolio, then by company. */
export async function portfolioHoldings(
  db: Queryable,
  portfolioId: number | null,
  date: string,
): Promise<PortfolioHolding[]> {
  const valued = (await valuedHoldings(db, portfolioId, date)).filter(({ quantity }) => quantity > 0n)
  const byPortfolio = Map.groupBy(valued, ({ row }) => row.portfolio_id)
  const portfolios = await db.query(NAMES, { ids: [...byPortfolio.keys()] })
  return portfolios.flatMap(({ id, code, name }) =>
    (byPortfolio.get(id) ?? []).map((holding) => ({
      ...valuedHoldingOf(holding),
      portfolioId: code,
      portfolioName: name,
    })),
  )
}

/** The same of all portfolios, as one answer. @throws Refusal `holdings.too-many`. */
export async function holdingsOfAll(db: Queryable, date: string, most = HOLDINGS_MAX) {
  const holdings = await portfolioHoldings(db, null, date)
  if (holdings.length > most) {
    const [count, limit] = [holdings.length, most].map((one) => one.toLocaleString('en-LK'))
    throw new Refusal('holdings.too-many', { count: count ?? '', limit: limit ?? '' })
  }
  return holdings
}
