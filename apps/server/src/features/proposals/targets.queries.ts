/** The weights that a portfolio should have, as they were set last. */
import { MINIMUM_TRADE, type RebalancingTargets } from '@em/contract/proposals/rebalancing'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { jsonNumber } from '../../platform/database/json-number.ts'
import type { Portfolio } from '../portfolios/portfolios.queries.ts'

const LATEST = statement(
  'rebalancing.targets',
  `SELECT t.version, t.cash_target, t.minimum_trade, t.cash_minimum, t.recorded_at, u.first_name || ' ' || u.last_name AS by!
     FROM rebalancing_targets t JOIN users u ON u.id = t.recorded_by
    WHERE t.portfolio_id = :portfolioId ORDER BY t.version DESC LIMIT 1`,
)
const LINES = statement(
  'rebalancing.lines',
  `SELECT l.equity_id, e.symbol, e.name AS company_name, l.sector, l.weight, l.band, l.lot_size
     FROM rebalancing_target_lines l LEFT JOIN equities e ON e.id = l.equity_id
    WHERE l.portfolio_id = :portfolioId AND l.version = :version ORDER BY l.place`,
)

/** Texts are exact decimals. */
export type TargetLine = RowOf<typeof LINES>

export interface FoundTargets {
  readonly head: RowOf<typeof LATEST> | null
  readonly lines: readonly TargetLine[]
}

export async function findTargets(db: Queryable, portfolioId: number): Promise<FoundTargets> {
  const [head] = await db.query(LATEST, { portfolioId })
  if (head === undefined) return { head: null, lines: [] }
  return { head, lines: await db.query(LINES, { portfolioId, version: head.version }) }
}

export function targetsForAnswer(
  { portfolioId, portfolioName }: Pick<Portfolio, 'portfolioId' | 'portfolioName'>,
  { head, lines }: FoundTargets,
): RebalancingTargets {
  return {
    portfolioId,
    portfolioName,
    version: head?.version ?? null,
    cashTarget: jsonNumber(head?.cash_target ?? '0'),
    minimumTrade: head === null ? MINIMUM_TRADE : jsonNumber(head.minimum_trade),
    cashMinimum: jsonNumber(head?.cash_minimum ?? '0'),
    lines: lines.map(({ symbol, company_name, sector, weight, band, lot_size }) => ({
      symbol,
      company_name,
      sector,
      weight: jsonNumber(weight),
      band: jsonNumber(band),
      lotSize: lot_size,
    })),
    recordedBy: head?.by ?? null,
    recordedAt: head?.recorded_at ?? null,
  }
}
